"""Trading ships under sail in the open sea: ornament, at fixed places of the map."""

import math
from collections.abc import Iterator
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.painting.brush import stroke
from shogun.games.shogun.screen.map.painting.ink import INK
from shogun.games.shogun.screen.map.painting.sea import CREST
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import Colour, mix

SHIPS: tuple[tuple[Point, float, bool], ...] = (
    ((120.0, 350.0), 56.0, True),
    ((66.0, 428.0), 36.0, True),
    ((640.0, 900.0), 44.0, False),
    ((1124.0, 958.0), 40.0, True),
)
"""Middle and width of each in units of the map, and whether it sails to the right."""
LEAST_WIDTH = 15
"""A smaller ship is left out, px."""
FINENESS = 4
VEIL = 225
SAIL: Colour = (236, 226, 198)
SEAM: Colour = (176, 160, 128)
STRIPE: Colour = (158, 118, 66)
HULL: Colour = (112, 76, 46)


def ships(projection: Projection) -> Iterator[tuple[Surface, Rect]]:
    """Yield each ship that is large enough to be seen, and where it lies in the picture."""
    for middle, width, to_right in SHIPS:
        if (size := round(width * projection.scale)) >= LEAST_WIDTH:
            ship = _ship(size, to_right=to_right)
            yield ship, ship.get_rect(center=projection.point(middle))


@lru_cache(maxsize=12)
def _ship(size: int, *, to_right: bool) -> Surface:
    """Return a ship that sails to the left, or to the right."""
    big = Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    big.fill((*INK, 0))
    whole = size * FINENESS
    _draw_hull(big, whole)
    _draw_sail(big, whole)
    _draw_wake(big, whole)
    ship = pygame.transform.smoothscale(big, (size, size))
    ship.fill((255, 255, 255, VEIL), None, pygame.BLEND_RGBA_MULT)
    return pygame.transform.flip(ship, flip_x=True, flip_y=False) if to_right else ship


def _scaled(points: tuple[Point, ...], whole: int) -> list[Point]:
    return [(x * whole, y * whole) for x, y in points]


def _draw_hull(big: Surface, whole: int) -> None:
    """Draw the hull: the bow low at the left, the stern high at the right, and the rudder behind it."""
    hull = _scaled(((0.02, 0.6), (0.14, 0.68), (0.78, 0.66), (0.9, 0.5), (0.97, 0.5), (0.9, 0.84), (0.18, 0.86)), whole)
    line = max(2.0, whole * 0.022)
    pygame.draw.polygon(big, HULL, hull)
    stroke(big, INK, hull, line, closed=True)
    stroke(big, mix(HULL, INK, 0.6), _scaled(((0.11, 0.72), (0.92, 0.7)), whole), line * 0.7)
    stroke(big, mix(HULL, SAIL, 0.4), _scaled(((0.15, 0.78), (0.9, 0.77)), whole), line * 0.7)


def _draw_sail(big: Surface, whole: int) -> None:
    """Draw mast, yard, and one square sail of sewn cloths that the wind fills."""
    line = max(2.0, whole * 0.022)
    stroke(big, INK, _scaled(((0.52, 0.66), (0.52, 0.03)), whole), line * 1.3)
    left = [(0.2 - 0.07 * math.sin(math.pi * part / 8), 0.1 + 0.48 * part / 8) for part in range(9)]
    right = [(0.8 - 0.05 * math.sin(math.pi * part / 8), 0.1 + 0.48 * part / 8) for part in range(9)]
    sail = _scaled((*left, *reversed(right)), whole)
    pygame.draw.polygon(big, SAIL, sail)
    band = [left[2], left[3], left[4], right[4], right[3], right[2]]
    pygame.draw.polygon(big, STRIPE, _scaled(tuple(band), whole))
    for share in (0.25, 0.5, 0.75):
        seam = [(a[0] + (b[0] - a[0]) * share, a[1]) for a, b in zip(left, right, strict=True)]
        stroke(big, SEAM, _scaled(tuple(seam), whole), line * 0.5)
    stroke(big, INK, sail, line * 0.8, closed=True)
    stroke(big, INK, _scaled(((0.16, 0.1), (0.84, 0.1)), whole), line * 1.4)


def _draw_wake(big: Surface, whole: int) -> None:
    """Draw two strokes of water under the hull."""
    for top, start, end in ((0.89, 0.06, 0.96), (0.95, 0.22, 0.8)):
        points = [
            ((start + (end - start) * part / 24) * whole, (top + 0.016 * math.sin(part * 1.3)) * whole)
            for part in range(25)
        ]
        stroke(big, CREST, points, max(2.0, whole * 0.02))
