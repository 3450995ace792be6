"""Light and colour laid over provinces, and the arrow of a march; drawn when first needed and then kept."""

import math
from enum import Enum
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from shogun.ui.board.atlas import Place, Point, Projection, atlas
from shogun.ui.board.paint import stroke
from shogun.ui.theme import Colour

GOLD: Colour = (255, 232, 150)
WHITE: Colour = (255, 253, 240)
FINENESS = 2
STEPS = 7
"""Steps in which a glow fades."""


class Glow(Enum):
    """How a province can stand out: its owner's wash, and the lights of what can be clicked."""

    OWNED = "owned"
    SELECTABLE = "selectable"
    POINTED = "pointed"
    HOVERED = "hovered"
    SELECTED = "selected"


_LOOKS: dict[Glow, tuple[Colour | None, int, float, int, float]] = {
    Glow.OWNED: (None, 0, 9.0, 150, 3.0),
    Glow.SELECTABLE: (GOLD, 26, 7.0, 235, 1.8),
    Glow.POINTED: (WHITE, 30, 4.0, 120, 1.0),
    Glow.HOVERED: (WHITE, 80, 8.0, 255, 2.4),
    Glow.SELECTED: (GOLD, 60, 10.0, 255, 3.4),
}
"""Colour (None: the owner's), alpha of the fill, reach of the glow, alpha of the edge, and its width; in map units."""


class Highlighter:
    """Makes and keeps the lights of one size of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._projection = projection
        self._frame = Rect((0, 0), size)
        self._places = {place.name: place for place in atlas().provinces}
        self._made: dict[tuple[str, Glow, Colour | None], tuple[Surface, Rect]] = {}

    def draw(
        self, surface: Surface, province: str, glow: Glow, colour: Colour | None = None, shift: tuple[int, int] = (0, 0)
    ) -> None:
        """Lay a light over a province; `shift` is where the map's corner lies on the surface."""
        key = province, glow, colour
        if key not in self._made:
            self._made[key] = self._make(self._places[province], glow, colour)
        light, rect = self._made[key]
        surface.blit(light, rect.move(shift))

    def _make(self, place: Place, glow: Glow, colour: Colour | None) -> tuple[Surface, Rect]:
        """Return a light inside the outline of a province, strongest at its edge, and where it lies."""
        own, fill, reach, edge, width = _LOOKS[glow]
        hue = own or colour or WHITE
        points = self._projection.line(place.polygon)
        rect = _bounds(points)
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
    layer.fill((120, 20, 10, 0))
    fine = [((x - rect.x) * FINENESS, (y - rect.y) * FINENESS) for x, y in path]
    for grown, colour in ((size * 0.12, (250, 240, 214, 255)), (0.0, (150, 24, 12, 255))):
        pygame.draw.polygon(layer, colour, _arrow_outline(fine, (size * 0.26 + grown * 2) * FINENESS, grown * FINENESS))
    return pygame.transform.smoothscale(layer, rect.size), rect.topleft


def _bow(source: Point, target: Point, short: float) -> list[Point]:
    """Return points on a bow from source to target without its last `short` pixels."""
    (x0, y0), (x2, y2) = source, target
    length = math.dist(source, target) or 1.0
    x1, y1 = (x0 + x2) / 2 + (y2 - y0) * 0.18, (y0 + y2) / 2 - (x2 - x0) * 0.18
    last = max(0.3, 1 - short / length)
    parts = [last * step / 24 for step in range(25)]
    return [
        ((1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2, (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2)
        for t in parts
    ]


def _arrow_outline(path: list[Point], width: float, grown: float) -> list[Point]:
    """Return the outline of an arrow along a path: a shaft that widens from a point, and a head."""
    head = width * 2.1 + grown
    total = sum(math.dist(a, b) for a, b in pairwise(path))
    walked, left, right = 0.0, [], []
    for a, b in pairwise(path):
        nx, ny = _normal(a, b)
        if walked < total - head:
            half = width / 2 * (0.35 + 0.65 * walked / total) + grown / 2
            left.append((a[0] + nx * half, a[1] + ny * half))
            right.append((a[0] - nx * half, a[1] - ny * half))
            neck = a
        walked += math.dist(a, b)
    tip, half = path[-1], width * 1.25 + grown
    nx, ny = _normal(neck, tip)
    barbs = (neck[0] + nx * half, neck[1] + ny * half), (neck[0] - nx * half, neck[1] - ny * half)
    return [*left, barbs[0], (tip[0] - ny * grown, tip[1] + nx * grown), barbs[1], *reversed(right)]


def _normal(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length
