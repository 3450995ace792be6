"""Light and colour laid over provinces, and the arrow of a march; drawn when first needed and then kept."""

import itertools
import math
from enum import Enum
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.ui.board.atlas import Place, Point, Projection, atlas
from shogun.ui.board.paint import stroke
from shogun.ui.theme import Colour

GOLD: Colour = (255, 206, 84)
SHADE: Colour = (22, 30, 50)
WHITE: Colour = (255, 253, 240)
ARROW: Colour = (158, 22, 12)
ARROW_EDGE: Colour = (252, 244, 222)
FINENESS = 2
STEPS = 7
"""Steps in which a glow fades."""


class Glow(Enum):
    """How a province can stand out: its owner's wash, and the lights of what can be clicked."""

    OWNED = "owned"
    DIMMED = "dimmed"
    SELECTABLE = "selectable"
    POINTED = "pointed"
    HOVERED = "hovered"
    SELECTED = "selected"


_LOOKS: dict[Glow, tuple[Colour | None, int, float, int, float]] = {
    Glow.OWNED: (None, 0, 9.0, 150, 3.0),
    Glow.DIMMED: (SHADE, 70, 0.0, 0, 0.0),
    Glow.SELECTABLE: (WHITE, 34, 9.0, 240, 2.2),
    Glow.POINTED: (WHITE, 46, 4.0, 130, 1.2),
    Glow.HOVERED: (WHITE, 110, 9.0, 255, 3.0),
    Glow.SELECTED: (GOLD, 96, 12.0, 255, 4.0),
}
"""Colour (None: the owner's), alpha of the fill, reach of the glow, alpha of the edge, and its width; in map units."""


class Highlighter:
    """Makes and keeps the lights of one size of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._projection = projection
        self._frame = Rect((0, 0), size)
        self._places = {place.name: place for place in atlas().provinces}
        self._made: dict[tuple[str, Glow, Colour | None], tuple[Surface, Rect]] = {}

    def draw(self, surface: Surface, province: str, glow: Glow, colour: Colour | None = None) -> None:
        """Lay a light over a province; `colour` is its owner's."""
        key = province, glow, colour
        if key not in self._made:
            self._made[key] = self._make(self._places[province], glow, colour)
        surface.blit(*self._made[key])

    def _make(self, place: Place, glow: Glow, colour: Colour | None) -> tuple[Surface, Rect]:
        """Return a light inside the outline of a province, strongest at its edge, and where it lies in the picture."""
        own, fill, reach, edge, width = _LOOKS[glow]
        hue = own or colour or WHITE
        points = self._projection.line(place.polygon)
        rect = _bounds(points).clip(self._frame)
        if not rect:
            return Surface((1, 1), pygame.SRCALPHA), rect
        inside = [((x - rect.x) * FINENESS, (y - rect.y) * FINENESS) for x, y in points]
        scale = self._projection.scale * FINENESS
        size = rect.width * FINENESS, rect.height * FINENESS
        light = Surface(size, pygame.SRCALPHA)
        light.fill((*hue, fill))
        for step in range(STEPS, 0, -1):
            alpha = fill + max(0.0, edge * 0.5 - fill) * ((STEPS + 1 - step) / (STEPS + 1)) ** 1.6
            stroke(light, (*hue, round(alpha)), inside, 2 * reach * scale * step / STEPS, closed=True)
        stroke(light, (*hue, edge), inside, 2 * max(width * scale, FINENESS * width * 0.7), closed=True)
        light.blit(_shape(size, inside), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return pygame.transform.smoothscale(light, rect.size), rect


def _shape(size: tuple[int, int], polygon: list[Point]) -> Surface:
    """Return white inside of a polygon, clear outside."""
    shape = Surface(size, pygame.SRCALPHA)
    shape.fill((255, 255, 255, 0))
    pygame.draw.polygon(shape, (255, 255, 255, 255), polygon)
    return shape


def _bounds(points: list[Point]) -> Rect:
    left, top = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
    return Rect(
        left, top, math.ceil(max(x for x, _ in points)) - left + 1, math.ceil(max(y for _, y in points)) - top + 1
    )


# The arrow


@lru_cache(maxsize=64)
def arrow(source: tuple[int, int], target: tuple[int, int], size: int) -> tuple[Surface, tuple[int, int]]:
    """Return a bent arrow that ends before the target, for cubes of a size, and where its corner lies."""
    path = _bow(source, target, size * 0.8)
    rect = _bounds(path).inflate(3 * size, 3 * size)
    layer = Surface((rect.width * FINENESS, rect.height * FINENESS), pygame.SRCALPHA)
    layer.fill((*ARROW_EDGE, 0))
    outline = _arrow_outline(
        [((x - rect.x) * FINENESS, (y - rect.y) * FINENESS) for x, y in path], size * 0.24 * FINENESS
    )
    stroke(layer, ARROW_EDGE, outline, size * 0.16 * FINENESS, closed=True)
    pygame.draw.polygon(layer, ARROW, outline)
    return pygame.transform.smoothscale(layer, rect.size), rect.topleft


def _bow(source: Point, target: Point, short: float) -> list[Point]:
    """Return points on a bow from source to target without its first and its last `short` pixels."""
    (x0, y0), (x2, y2) = source, target
    length = math.dist(source, target) or 1.0
    x1, y1 = (x0 + x2) / 2 + (y2 - y0) * 0.18, (y0 + y2) / 2 - (x2 - x0) * 0.18
    cut = min(0.3, short / length)
    parts = [cut + (1 - 2 * cut) * step / 24 for step in range(25)]
    return [
        ((1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2, (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2)
        for t in parts
    ]


def _arrow_outline(path: list[Point], width: float) -> list[Point]:
    """Return the outline of an arrow along a path: a shaft that widens from a point, and a head."""
    lengths = [0.0, *itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(path))]
    shaft = [number for number, walked in enumerate(lengths) if walked < max(lengths[-1] - 2.2 * width, lengths[1] / 2)]
    left, right = [], []
    for number in shaft:
        half = width / 2 * (0.3 + 0.7 * lengths[number] / lengths[-1])
        sides = _aside(path[number], path[number + 1], half)
        left.append(sides[0])
        right.append(sides[1])
    barbs = _aside(path[shaft[-1]], path[-1], width * 1.3)
    return [*left, barbs[0], path[-1], barbs[1], *reversed(right)]


def _aside(here: Point, ahead: Point, distance: float) -> tuple[Point, Point]:
    """Return the points at both sides of `here`, seen in the direction of `ahead`."""
    nx, ny = _normal(here, ahead)
    return (here[0] + nx * distance, here[1] + ny * distance), (here[0] - nx * distance, here[1] - ny * distance)


def _normal(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length
