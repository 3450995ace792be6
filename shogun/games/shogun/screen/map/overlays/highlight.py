"""Light and colour laid over provinces, and the arrow of a march; drawn when first needed and then kept."""

import itertools
import math
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

import pygame
from msgspec import Struct
from msgspec.structs import replace
from pygame import Surface

from shogun.games.shogun.screen.map.overlays.province_shapes import Laid, Stencils
from shogun.games.shogun.screen.map.painting.brush import bounds, stroke
from shogun.games.shogun.screen.map.painting.texture import blurred
from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import Colour

GOLD: Colour = (255, 206, 84)
WHITE: Colour = (255, 253, 240)
ARROW: Colour = (158, 22, 12)
ARROW_EDGE: Colour = (252, 244, 222)
FINENESS = 2
INK_LINE: Colour = (30, 24, 22)


class Glow(Enum):
    """How a province can stand out: the lights of what can be clicked."""

    VEILED = "veiled"
    SELECTABLE = "selectable"
    POINTED = "pointed"
    HOVERED = "hovered"
    SELECTED = "selected"


class Light(Struct, frozen=True):
    """How a light is drawn: lengths in units of the map, strengths of 255."""

    colour: Colour
    fill: int = 0
    reach: float = 0.0
    """How far the glow of the edge reaches inwards."""
    glow: int = 0
    width: float = 0.0
    """Of the line along the edge, none if 0 ..."""
    hair: float = 0.0
    """... and of the dark line at its inner side: so it is seen on any ground, by everybody."""
    core: float = 0.0
    """Width of a dark line in its middle, which makes two of it."""


FAINT = 0.4
"""How much of its fill a light keeps on owners' colours."""
LIGHTS: dict[Glow, Light] = {
    Glow.SELECTABLE: Light(WHITE, fill=44, reach=8.0, glow=200, width=2.4, hair=0.9),
    Glow.POINTED: Light(WHITE, fill=46, reach=6.0, glow=200, width=1.6),
    Glow.HOVERED: Light(WHITE, fill=150, reach=15.0, glow=255, width=5.0, hair=1.2),
    Glow.SELECTED: Light(GOLD, fill=96, reach=12.0, glow=255, width=6.4, hair=1.3, core=2.2),
}


class Highlighter:
    """Makes and keeps the lights of one size of the map."""

    def __init__(self, stencils: Stencils) -> None:
        """Cut all lights by these shapes."""
        self._stencils = stencils
        self.on_fills = False
        """Whether lights lie on owners' colours, which have to stay what they are."""

    def draw(self, surface: Surface, province: str, glow: Glow) -> None:
        """Lay a light over a province."""
        surface.blit(*self.light(province, glow))

    def light(self, province: str, glow: Glow) -> Laid:
        """Return a light inside the outline of a province, and where it lies in the picture."""
        if glow is Glow.VEILED:
            return self._stencils.veil(province)
        return self._stencils.kept((province, glow, self.on_fills), lambda: self._make(province, self._light(glow)))

    def _light(self, glow: Glow) -> Light:
        light = LIGHTS[glow]
        return replace(light, fill=round(light.fill * FAINT)) if self.on_fills else light

    def _make(self, province: str, light: Light) -> Laid:
        mask, rect = self._stencils.mask(province)
        if not rect:
            return mask, rect
        scale = self._stencils.projection.scale
        drawn = Surface(rect.size, pygame.SRCALPHA)
        drawn.fill((*light.colour, light.fill))
        if light.glow:
            _add_glow(drawn, mask, light, light.reach * scale)
        whole, outline = max(scale, 0.7), [self._stencils.outline(province)]
        for width, colour in _lines(light):
            self._stencils.add_lines(drawn, province, outline, colour, width * whole)
        return self._stencils.cut(drawn, province)


def _lines(light: Light) -> Iterator[tuple[float, Colour]]:
    """Yield how far each line of a light reaches inwards, and its colour, from the inner one on."""
    if light.hair:
        yield light.width + light.hair, INK_LINE
    if light.width:
        yield light.width, light.colour
    if light.core:
        yield (light.width + light.core) / 2, INK_LINE
        yield (light.width - light.core) / 2, light.colour


def _add_glow(drawn: Surface, mask: Surface, light: Light, reach: float) -> None:
    """Add a colour that is strongest around a shape and fades inwards.

    At the outline half of the blurred shape is gone; so the glow has half its strength there.
    """
    size = mask.get_size()
    soft = Surface(size, pygame.SRCALPHA)
    soft.fill((*light.colour, light.glow))
    coarse = max(1, round(reach / 4))
    away = pygame.transform.smoothscale(mask, (max(1, size[0] // coarse), max(1, size[1] // coarse)))
    away.fill((0, 0, 0, 255), None, pygame.BLEND_RGBA_MULT)
    away = pygame.transform.smoothscale(blurred(away, reach / 2 / coarse), size)
    soft.blit(away, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    drawn.blit(soft, (0, 0))


# The arrow


@lru_cache(maxsize=64)
def arrow(source: tuple[int, int], target: tuple[int, int], size: int) -> tuple[Surface, tuple[int, int]]:
    """Return a bent arrow that ends before the target, for cubes of a size, and where its corner lies."""
    path = _bow(source, target, size * 0.8)
    rect = bounds(path).inflate(3 * size, 3 * size)
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
