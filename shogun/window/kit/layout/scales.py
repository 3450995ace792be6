"""Points of a room by shares of it, for graphs, timelines and scales."""

from pygame import Rect

from shogun.window.kit.layout.nodes import Axis


def point(room: Rect, across: float, up: float) -> tuple[float, float]:
    """Return the point at these shares of a room, from its left to its right, and from its bottom to its top."""
    return room.left + room.width * across, room.bottom - room.height * up


def pixel(room: Rect, across: float, up: float) -> tuple[int, int]:
    """Return the same point in whole px."""
    return room.left + round(room.width * across), room.bottom - round(room.height * up)


def span(room: Rect, begin: float, end: float, least: int = 2) -> Rect:
    """Return a room from a share of its width to another, at least so many px wide."""
    left, right = pixel(room, begin, 0.0)[0], pixel(room, end, 0.0)[0]
    return Rect(left, room.top, max(least, right - left), room.height)


def band(room: Rect, at: float, size: int, axis: Axis = "wide") -> Rect:
    """Return the part of a room, so many px along an axis, with its middle at a share of it."""
    cell = Rect(0, 0, size, room.height) if axis == "wide" else Rect(0, 0, room.width, size)
    cell.center = pixel(room, at, 0.5) if axis == "wide" else pixel(room, 0.5, at)
    return cell


def shares(room: Rect, position: tuple[int, int]) -> tuple[float, float]:
    """Return the shares of a point in a room from its left to its right and from its bottom to its top, from 0 to 1."""
    across = (position[0] - room.left) / max(1, room.width)
    up = (room.bottom - position[1]) / max(1, room.height)
    return min(max(0.0, across), 1.0), min(max(0.0, up), 1.0)


def ticks(room: Rect, count: int, axis: Axis = "wide") -> list[Rect]:
    """Return cells of equal size around points that divide a room evenly; its ends are the first and the last one.

    They run from left to right, or from bottom to top.
    """
    steps = max(1, count - 1)
    wide, high = (room.width / steps, room.height) if axis == "wide" else (room.width, room.height / steps)
    cells = []
    for number in range(count):
        cell = Rect(0, 0, round(wide), round(high))
        x, y = point(room, number / steps, 0.5) if axis == "wide" else point(room, 0.5, number / steps)
        cell.center = round(x), round(y)
        cells.append(cell)
    return cells
