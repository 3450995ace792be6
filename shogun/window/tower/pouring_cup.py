"""The cup above the tower: it brings the cubes that are thrown, lets them go row by row, and rises out of sight.

It only shows what the simulation assumes: cubes that are poured in rows (`poured_rows.py`). Its floor slides open for
each row, and closes below the others, which sink upon it.
"""

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.window.kit.drawing.theme import INK, Colour, mix
from shogun.window.tower.painting import FINENESS, Camera
from shogun.window.tower.poured_rows import Rows

LEAD = 0.6
"""Seconds before the cubes fall in which the cup comes down and waits."""
DOWN = 0.35
"""Seconds in which it comes down."""
OPENING = 0.07
"""Seconds in which its floor slides open."""
OPEN_UNTIL, CLOSED_FROM = 0.4, 0.7
"""Shares of the time between two rows from which the floor closes again, and has closed."""
QUICK = 0.12
"""Rows that follow each other within less than so many seconds find the floor open."""
AWAY = 0.5
"""Seconds in which it rises out of sight, after the last row."""
HEIGHT = 30.0
FLOOR = 3.0
WALL = 4.0
TRAVEL = 44.0
"""Height of the cup, thickness of floor and walls, and how far it comes down; mm."""
HELD = 2
"""Rows that find room in a cup of that height; one for more ends above the picture."""

WOOD: Colour = (176, 128, 78)
INSIDE: Colour = (112, 80, 52)


class CupState(Struct, frozen=True):
    """Where the cup is: mm above its place over the funnel, how far its floor is open, 0 to 1, and how high it is."""

    lift: float
    opened: float
    high: float = HEIGHT


def moment(rows: Rows, seconds: float) -> CupState | None:
    """Return where the cup is so long after the first row was let go (negative: before); None if it is out of sight."""
    if not rows.times or seconds >= rows.times[-1] + AWAY:
        return None
    high = HEIGHT if len(rows.times) <= HELD else HEIGHT + TRAVEL
    return CupState(rows.lift(seconds) + descent(seconds) + _rise(rows, seconds), _opened(rows, seconds), high)


def descent(seconds: float) -> float:
    """Return how far the cup has still to come down before the first row is let go, mm."""
    left = max(0.0, -seconds - (LEAD - DOWN)) / DOWN
    return TRAVEL * min(1.0, left) ** 2


def _rise(rows: Rows, seconds: float) -> float:
    """Return how far the empty cup has gone up again, mm."""
    rising = max(0.0, seconds - rows.times[-1] - OPENING) / (AWAY - OPENING)
    return TRAVEL * rising**2


def _opened(rows: Rows, seconds: float) -> float:
    """Return how far the floor is open, 0 to 1."""
    row = rows.next(seconds)
    if not row:
        return 0.0
    opened = min(1.0, (seconds - rows.times[row - 1]) / OPENING)
    if row == len(rows.times):
        return opened
    if rows.times[row] - rows.times[row - 1] < QUICK:
        return opened if row == 1 else 1.0
    closed = (rows.since(seconds) - OPEN_UNTIL) / (CLOSED_FROM - OPEN_UNTIL)
    return min(opened, 1.0 - min(max(closed, 0.0), 1.0))


class Cup:
    """The cup of one tower in one size."""

    def __init__(self, geometry: Geometry, camera: Camera) -> None:
        self._camera = camera
        self._mouth = geometry.shaft.height + geometry.funnel.height
        self._half = geometry.funnel.mouth / 2
        self._bodies: dict[float, Surface] = {}

    def draw(self, surface: Surface, corner: tuple[int, int], at: CupState) -> None:
        """Draw the cup behind its cubes; `corner` is that of the tower's picture."""
        if at.high not in self._bodies:
            self._bodies[at.high] = self._painted_body(at.high)
        body = self._bodies[at.high]
        left, floor = self._pixel(corner, -self._half - WALL, self._mouth + at.lift)
        surface.blit(body, (left, floor - body.get_height()))
        for side in (-1, 1):
            self._draw_floor(surface, corner, at, side)

    def _pixel(self, corner: tuple[int, int], x: float, y: float) -> tuple[int, int]:
        across, down = self._camera.point((x, y))
        return round(corner[0] + across), round(corner[1] + down)

    def _draw_floor(self, surface: Surface, corner: tuple[int, int], at: CupState, side: int) -> None:
        """Draw one half of the floor, which slides outwards under the wall."""
        inner, outer = side * self._half * at.opened, side * (self._half + WALL)
        start = self._pixel(corner, min(inner, outer), self._mouth + at.lift)
        end = self._pixel(corner, max(inner, outer), self._mouth + at.lift - FLOOR)
        board = Rect(start, (max(1, end[0] - start[0]), max(2, end[1] - start[1])))
        pygame.draw.rect(surface, WOOD, board)
        pygame.draw.rect(surface, mix(WOOD, INK, 0.7), board, 1)

    def _painted_body(self, height: float) -> Surface:
        """Return back and walls of a cup so high, mm."""
        scale = self._camera.scale * FINENESS
        wide, high, wall = (round(part * scale) for part in (2 * (self._half + WALL), height, WALL))
        big = Surface((wide, high), pygame.SRCALPHA)
        big.fill((*INK, 0))
        pygame.draw.rect(big, INSIDE, (0, round(high * 0.08), wide, high))
        for share in (0.36, 0.66):
            pygame.draw.line(big, mix(INSIDE, INK, 0.4), (0, high * share), (wide, high * share), FINENESS)
        for left in (0, wide - wall):
            side = Rect(left, 0, wall, high)
            pygame.draw.rect(big, WOOD, side, border_top_left_radius=wall // 3, border_top_right_radius=wall // 3)
            pygame.draw.rect(big, mix(WOOD, INK, 0.7), side, FINENESS)
        return pygame.transform.smoothscale(big, (max(1, wide // FINENESS), max(1, high // FINENESS)))
