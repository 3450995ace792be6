"""The cup above the tower: it brings the cubes that are thrown, its floor slides open, and it rises out of sight.

It only shows what the simulation assumes: cubes in rows above the funnel that all fall at the same moment.
"""

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.window.kit.theme import INK, Colour, mix
from shogun.window.tower.painting import FINENESS, Camera

LEAD = 0.6
"""Seconds before the cubes fall in which the cup comes down and waits."""
DOWN = 0.35
"""Seconds in which it comes down."""
OPENING = 0.07
"""Seconds in which its floor slides open."""
AWAY = 0.5
"""Seconds in which it rises out of sight."""
HEIGHT = 30.0
FLOOR = 3.0
WALL = 4.0
TRAVEL = 44.0
"""Height of the cup, thickness of floor and walls, and how far it comes down; mm."""

WOOD: Colour = (176, 128, 78)
INSIDE: Colour = (112, 80, 52)


class Moment(Struct, frozen=True):
    """Where the cup is: mm above its place over the funnel, and how far its floor is open, 0 to 1."""

    lift: float
    opened: float


def moment(seconds: float) -> Moment | None:
    """Return where the cup is so long after the cubes were let go (negative: before); None if it is out of sight."""
    if seconds < 0:
        left = max(0.0, -seconds - (LEAD - DOWN)) / DOWN
        return Moment(TRAVEL * min(1.0, left) ** 2, 0.0)
    if seconds >= AWAY:
        return None
    rising = max(0.0, seconds - OPENING) / (AWAY - OPENING)
    return Moment(TRAVEL * rising**2, min(1.0, seconds / OPENING))


class Cup:
    """The cup of one tower in one size."""

    def __init__(self, geometry: Geometry, camera: Camera) -> None:
        self._camera = camera
        self._mouth = geometry.shaft.height + geometry.funnel.height
        self._half = geometry.funnel.mouth / 2
        self._body = self._painted_body()

    def draw(self, surface: Surface, corner: tuple[int, int], at: Moment) -> None:
        """Draw the cup behind its cubes; `corner` is that of the tower's picture."""
        left, floor = self._pixel(corner, -self._half - WALL, self._mouth + at.lift)
        surface.blit(self._body, (left, floor - self._body.get_height()))
        for side in (-1, 1):
            self._draw_floor(surface, corner, at, side)

    def _pixel(self, corner: tuple[int, int], x: float, y: float) -> tuple[int, int]:
        across, down = self._camera.point((x, y))
        return round(corner[0] + across), round(corner[1] + down)

    def _draw_floor(self, surface: Surface, corner: tuple[int, int], at: Moment, side: int) -> None:
        """Draw one half of the floor, which slides outwards under the wall."""
        inner, outer = side * self._half * at.opened, side * (self._half + WALL)
        start = self._pixel(corner, min(inner, outer), self._mouth + at.lift)
        end = self._pixel(corner, max(inner, outer), self._mouth + at.lift - FLOOR)
        board = Rect(start, (max(1, end[0] - start[0]), max(2, end[1] - start[1])))
        pygame.draw.rect(surface, WOOD, board)
        pygame.draw.rect(surface, mix(WOOD, INK, 0.7), board, 1)

    def _painted_body(self) -> Surface:
        """Return back and walls of the cup."""
        scale = self._camera.scale * FINENESS
        wide, high, wall = (round(part * scale) for part in (2 * (self._half + WALL), HEIGHT, WALL))
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
