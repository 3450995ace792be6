"""Signs of the season on the map: blossoms, leaves, autumn leaves or snowflakes that drift over the open sea."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen.map.atlas import place_at
from shogun.window.kit.drawing.icons import FINENESS, fine_canvas, scaled_down
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import Colour

COLOURS: dict[Season, tuple[Colour, Colour]] = {
    "spring": ((246, 196, 208), (236, 158, 180)),
    "summer": ((112, 158, 86), (84, 130, 70)),
    "autumn": ((206, 96, 44), (222, 150, 52)),
    "winter": ((236, 242, 248), (214, 226, 238)),
}
"""Two tones for each season: for the drifting signs, and the first one also for the hills' tops."""
COUNT = 110
"""Number of signs on the whole map and around it."""
AREA = (-240.0, -160.0, 1840.0, 1160.0)
"""Area of the signs, in map units: left, top, right and bottom."""
AWAY = 26.0
"""Distance of the signs from all land, in map units."""
SIZES = (17.0, 21.0, 26.0)
LEAST_PIXELS = 9
VEIL = 190
"""Opacity of the signs, 0 to 255."""


def drifting(projection: Projection, season: Season, frame: Rect) -> Iterator[tuple[Surface, Rect]]:
    """Yield all signs that drift over the sea in `frame` (px), and their places."""
    for number, point in enumerate(_places()):
        size = max(LEAST_PIXELS, round(SIZES[number % len(SIZES)] * projection.scale))
        rect = Rect(0, 0, size, size)
        rect.center = round(projection.point(point)[0]), round(projection.point(point)[1])
        if rect.colliderect(frame):
            yield _sign(season, size, number % 4, number % 2), rect


@cache
def _places() -> tuple[Point, ...]:
    """Return the places of all signs, the same at every start."""
    rng = Random(23)
    found: list[Point] = []
    while len(found) < COUNT:
        point = rng.uniform(AREA[0], AREA[2]), rng.uniform(AREA[1], AREA[3])
        if _is_open(point):
            found.append(point)
    return tuple(found)


def _is_open(point: Point) -> bool:
    around = [(AWAY * math.cos(turn), AWAY * math.sin(turn)) for turn in (n * math.tau / 8 for n in range(8))]
    return not any(place_at((point[0] + x, point[1] + y)) for x, y in [(0.0, 0.0), *around])


@lru_cache(maxsize=128)
def _sign(season: Season, size: int, turn: int, tone: int) -> Surface:
    """Return one blossom, leaf or flake, turned a little."""
    canvas = fine_canvas(size, size)
    canvas.fill((*COLOURS[season][tone], 0))
    draw = {"spring": _blossom, "summer": _leaf, "autumn": _maple, "winter": _flake}[season]
    draw(canvas, canvas.get_width() / 2, turn * 0.5 + 0.2, COLOURS[season][tone])
    sign = scaled_down(canvas)
    sign.fill((255, 255, 255, VEIL), None, pygame.BLEND_RGBA_MULT)
    return sign


def _at(middle: float, distance: float, turn: float) -> Point:
    return middle + distance * math.sin(turn), middle - distance * math.cos(turn)


def _blossom(canvas: Surface, middle: float, turn: float, colour: Colour) -> None:
    for petal in range(5):
        pygame.draw.circle(canvas, colour, _at(middle, middle * 0.52, turn + petal * math.tau / 5), middle * 0.38)
    pygame.draw.circle(canvas, (*colour, 0), (middle, middle), middle * 0.16)


def _leaf(canvas: Surface, middle: float, turn: float, colour: Colour) -> None:
    side = [(0.95, 0.0), (0.55, 0.55), (0.3, 1.2), (0.45, 2.2), (0.9, math.pi)]
    half = [_at(middle, middle * far, turn + bend) for far, bend in side]
    other = [_at(middle, middle * far, turn - bend) for far, bend in reversed(side)]
    pygame.draw.polygon(canvas, colour, [*half, *other])


def _maple(canvas: Surface, middle: float, turn: float, colour: Colour) -> None:
    points = [
        _at(middle, middle * (0.95 if number % 2 == 0 else 0.42), turn + number * math.tau / 14) for number in range(11)
    ]
    pygame.draw.polygon(canvas, colour, points)
    pygame.draw.line(canvas, colour, (middle, middle), _at(middle, middle, turn + 12 * math.tau / 14), FINENESS)


def _flake(canvas: Surface, middle: float, turn: float, colour: Colour) -> None:
    for arm in range(6):
        pygame.draw.line(
            canvas, colour, (middle, middle), _at(middle, middle * 0.92, turn + arm * math.tau / 6), FINENESS + 1
        )
    pygame.draw.circle(canvas, colour, (middle, middle), middle * 0.3)
