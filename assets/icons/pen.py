"""Simple shapes in a box from -1 to 1 (x to the right, y down), and the curves and copies they are built from.

A shape is what `icons.json` stores; README.md explains its keys. A path is a list of points.
"""

import math
from collections.abc import Callable
from typing import Any

Point = tuple[float, float]
Path = list[Point]
Shape = dict[str, Any]
Picture = list[Shape]


def _near(value: float) -> float:
    """Return a coordinate rounded to a thousandth of the box: a tenth of a pixel at 200 pixels."""
    return round(value, 3) + 0.0  # + 0.0 turns -0.0 into 0.0


def polygon(path: Path, fill: str = "ink") -> Shape:
    """Return a filled polygon."""
    return {"kind": "polygon", "fill": fill, "points": [[_near(x), _near(y)] for x, y in path]}


def line(path: Path, width: float, fill: str = "ink") -> Shape:
    """Return a line through all points, with round ends and joints."""
    return {"kind": "line", "fill": fill, "width": width, "points": [[_near(x), _near(y)] for x, y in path]}


def circle(centre: Point, radius: float, fill: str = "ink") -> Shape:
    """Return a filled circle."""
    return {"kind": "circle", "fill": fill, "centre": [_near(centre[0]), _near(centre[1])], "radius": radius}


def ring(centre: Point, radius: float, width: float, fill: str = "ink") -> Shape:
    """Return a ring; `radius` is the outer one."""
    return {**circle(centre, radius, fill), "kind": "ring", "width": width}


def outlined(path: Path, fill: str, width: float = 0.1) -> Picture:
    """Return a filled polygon with an ink line around it."""
    return [polygon(path, fill), line([*path, path[0]], width)]


def box(left: float, top: float, right: float, bottom: float) -> Path:
    """Return the corners of an upright rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def polar(angle: float, radius: float, centre: Point = (0, 0)) -> Point:
    """Return the point at an angle in degrees (0 is right, 90 is down) and a distance from a centre."""
    turn = math.radians(angle)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 16) -> Path:
    """Return points on a circle from one angle to another."""
    return [polar(start + (end - start) * k / steps, radius, centre) for k in range(steps + 1)]


def oval(centre: Point, across: float, down: float, steps: int = 28) -> Path:
    """Return an ellipse with its two radii."""
    return [(centre[0] + across * x, centre[1] + down * y) for x, y in arc((0, 0), 1, 0, 360, steps)[:-1]]


def curve(start: Point, pull: Point, end: Point, steps: int = 10) -> Path:
    """Return a quadratic Bezier curve."""
    out = []
    for k in range(steps + 1):
        t = k / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        out.append((a * start[0] + b * pull[0] + c * end[0], a * start[1] + b * pull[1] + c * end[1]))
    return out


def mirrored(path: Path) -> Path:
    """Return a path with its mirror image, left and right, appended so that both make one outline."""
    return [*path, *((-x, y) for x, y in reversed(path))]


def turned(path: Path, angle: float, centre: Point = (0, 0)) -> Path:
    """Return a path turned clockwise by an angle in degrees about a centre."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [
        (centre[0] + c * (x - centre[0]) - s * (y - centre[1]), centre[1] + s * (x - centre[0]) + c * (y - centre[1]))
        for x, y in path
    ]


def placed(path: Path, scale: float, centre: Point) -> Path:
    """Return a path made smaller or larger and moved so that its origin lies at a centre."""
    return [(centre[0] + scale * x, centre[1] + scale * y) for x, y in path]


def changed(picture: Picture, scale: float, change: Callable[[Path], Path]) -> Picture:
    """Return a picture with all points changed, and all radii and widths scaled."""
    out = []
    for shape in picture:
        new = dict(shape)
        for key in ("radius", "width"):
            if key in shape:
                new[key] = _near(shape[key] * scale)
        if "centre" in shape:
            new["centre"] = [_near(value) for value in change([tuple(shape["centre"])])[0]]
        else:
            new["points"] = [[_near(x), _near(y)] for x, y in change([(x, y) for x, y in shape["points"]])]
        out.append(new)
    return out


def at(picture: Picture, scale: float, centre: Point) -> Picture:
    """Return a whole picture made smaller and moved."""
    return changed(picture, scale, lambda path: placed(path, scale, centre))


def reach(picture: Picture) -> float:
    """Return how far a picture reaches from its middle to the right, left, up or down, line widths included."""
    far: list[float] = []
    for shape in picture:
        beyond = shape.get("radius", shape.get("width", 0) / 2)
        far += [max(abs(x), abs(y)) + beyond for x, y in shape.get("points", [shape.get("centre")])]
    return max(far)


def fitted(picture: Picture) -> Picture:
    """Return a picture made small enough that nothing of it leaves the box."""
    return at(picture, 0.996 / reach(picture), (0, 0)) if reach(picture) > 1 else picture


def flipped(picture: Picture) -> Picture:
    """Return a picture with left and right exchanged."""
    return changed(picture, 1, lambda path: [(-x, y) for x, y in path])


def rotated(picture: Picture, angle: float) -> Picture:
    """Return a whole picture turned clockwise about its middle."""
    return changed(picture, 1, lambda path: turned(path, angle))
