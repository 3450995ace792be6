"""Light and colour laid over provinces, and the arrow of a march; drawn when first needed and then kept."""

import itertools
import math
from collections import OrderedDict
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

import pygame
from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.atlas import Line, Point, Projection, atlas
from shogun.games.shogun.screen.map.painting.brush import LARGE, bounds, stroke
from shogun.games.shogun.screen.map.painting.land import shape
from shogun.games.shogun.screen.map.painting.texture import blurred
from shogun.window.kit.drawing.theme import Colour, mix

GOLD: Colour = (255, 206, 84)
VEIL: Colour = (70, 66, 70)
VEILING = 34
"""How strongly provinces are veiled that can't be clicked, of 255."""
WHITE: Colour = (255, 253, 240)
ARROW: Colour = (158, 22, 12)
ARROW_EDGE: Colour = (252, 244, 222)
FINENESS = 2


MOST_BYTES = 40_000_000
"""Lights that were not used for the longest time are forgotten when all together take more."""


class Glow(Enum):
    """How a province can stand out: its owner's colour, and the lights of what can be clicked."""

    FILLED = "filled"
    OWNED = "owned"
    VEILED = "veiled"
    SELECTABLE = "selectable"
    POINTED = "pointed"
    HOVERED = "hovered"
    SELECTED = "selected"


class Band(Struct, frozen=True):
    """The quiet edge along a region's outline, where grounds show owners."""

    colour: Colour
    lines: tuple[Line, ...]


class Light(Struct, frozen=True):
    """How a light is drawn: lengths in units of the map, strengths of 255."""

    colour: Colour | None
    """None: the owner's."""
    fill: int = 0
    reach: float = 0.0
    """How far the glow of the edge reaches inwards."""
    glow: int = 0
    width: float = 0.0
    """Of the line along the edge."""
    edge: int = 255


BAND = ((4.2, 0.35), (2.6, 0.75))
"""How far the band of a region reaches into a ground that shows its owner (units of the map), and how strong it is."""
LIGHTER = 0.34
"""How much lighter the line inside of its border is than such a ground."""
FAINT, STRONG = 0.22, 1.3
"""How much of its fill a light keeps there, and how much wider the line along the edge is."""
LIGHTS: dict[Glow, Light] = {
    Glow.FILLED: Light(None, fill=246, width=1.3),
    Glow.OWNED: Light(None, reach=9.0, glow=190, width=2.6, edge=235),
    Glow.SELECTABLE: Light(WHITE, fill=64, reach=7.0, glow=255, width=1.8),
    Glow.POINTED: Light(WHITE, fill=46, reach=6.0, glow=200, width=1.6, edge=190),
    Glow.HOVERED: Light(WHITE, fill=104, reach=8.0, glow=255, width=3.0),
    Glow.SELECTED: Light(GOLD, fill=96, reach=10.0, glow=255, width=4.2),
}


class Highlighter:
    """Makes and keeps the lights of one size of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int], bands: Mapping[str, Band] | None = None) -> None:
        self._projection = projection
        self._frame = Rect((0, 0), size)
        self._bands = bands or {}
        self._places = {place.name: place for place in atlas().provinces}
        self._shapes: dict[str, tuple[Surface, Rect]] = {}
        self._made: OrderedDict[tuple[str, Glow, Colour | None, bool], tuple[Surface, Rect]] = OrderedDict()
        self._bytes = 0
        self.on_fills = False
        """Whether lights lie on owners' colours, which have to stay what they are."""

    def draw(self, surface: Surface, province: str, glow: Glow, colour: Colour | None = None) -> None:
        """Lay a light over a province; `colour` is its owner's."""
        surface.blit(*self.light(province, glow, colour))

    def light(self, province: str, glow: Glow, colour: Colour | None = None) -> tuple[Surface, Rect]:
        """Return a light inside the outline of a province, and where it lies in the picture."""
        if glow is Glow.VEILED:
            return self._shape(province)
        key = province, glow, colour, self.on_fills
        if key not in self._made:
            make = self._fill if glow is Glow.FILLED else self._make
            self._made[key] = made = make(province, self._light(glow), LIGHTS[glow].colour or colour or WHITE)
            self._bytes += _size(made[0])
        self._made.move_to_end(key)
        while self._bytes > MOST_BYTES and len(self._made) > 1:
            self._bytes -= _size(self._made.popitem(last=False)[1][0])
        return self._made[key]

    def forget(self) -> None:
        """Drop all that was made: nothing is lit any more."""
        self._shapes.clear()
        self._made.clear()
        self._bytes = 0

    def _shape(self, province: str) -> tuple[Surface, Rect]:
        """Return the veil over a province, whose strength the surface itself holds, and where it lies."""
        if province not in self._shapes:
            points = self._projection.line(self._places[province].polygon)
            rect = bounds(points).inflate(4, 4).clip(self._frame)
            veil = Surface(rect.size, pygame.SRCALPHA)
            if rect:
                inside = [((x - rect.x) * FINENESS, (y - rect.y) * FINENESS) for x, y in points]
                white = shape((rect.width * FINENESS, rect.height * FINENESS), inside)
                pygame.transform.smoothscale(white, rect.size, veil)
                veil.fill((*VEIL, 255), None, pygame.BLEND_RGBA_MIN)
            veil.set_alpha(VEILING)
            self._shapes[province] = veil, rect
        return self._shapes[province]

    def _light(self, glow: Glow) -> Light:
        light = LIGHTS[glow]
        faint = self.on_fills and glow is not Glow.FILLED
        return replace(light, fill=round(light.fill * FAINT), width=light.width * STRONG) if faint else light

    def _mask(self, province: str) -> Surface:
        """Return white inside of a province, clear outside."""
        mask = self._shape(province)[0].copy()
        mask.set_alpha(255)
        mask.fill((255, 255, 255, 0), None, pygame.BLEND_RGBA_MAX)
        return mask

    def _make(self, province: str, light: Light, hue: Colour) -> tuple[Surface, Rect]:
        veil, rect = self._shape(province)
        if not rect:
            return veil, rect
        mask = self._mask(province)
        drawn = _glow(mask, light, hue, light.reach * self._projection.scale)
        width = max(light.width * self._projection.scale, light.width * 0.7)
        self._add_line(drawn, rect, self._outline(province), (*hue, light.edge), width)
        drawn.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, rect

    def _fill(self, province: str, light: Light, hue: Colour) -> tuple[Surface, Rect]:
        """Return a ground in one colour, with the region's band and a lighter line inside of its border."""
        rect = self._shape(province)[1]
        drawn = Surface(rect.size, pygame.SRCALPHA)
        if not rect:
            return drawn, rect
        scale = self._projection.scale
        drawn.fill((*hue, light.fill))
        lighter = mix(hue, WHITE, LIGHTER)
        self._add_line(drawn, rect, self._outline(province), lighter, max(light.width * scale, light.width))
        if band := self._bands.get(province):
            for (reach, share), line in itertools.product(BAND, band.lines):
                colour = mix(hue, band.colour, share)
                self._add_line(drawn, rect, self._projection.line(line), colour, max(reach * scale, reach * 0.7))
        drawn.blit(self._mask(province), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, rect

    def _outline(self, province: str) -> list[Point]:
        polygon = self._places[province].polygon
        return self._projection.line([*polygon, polygon[0]])

    def _add_line(self, drawn: Surface, rect: Rect, along: list[Point], colour: tuple[int, ...], width: float) -> None:
        """Draw a line that reaches so far to both sides, where the map is small enlarged."""
        fine = FINENESS if self._projection.scale < LARGE else 1
        line = Surface((rect.width * fine, rect.height * fine), pygame.SRCALPHA)
        line.fill((*colour[:3], 0))
        points = [((x - rect.x) * fine, (y - rect.y) * fine) for x, y in along]
        stroke(line, colour, points, 2 * fine * width)
        drawn.blit(line if fine == 1 else pygame.transform.smoothscale(line, rect.size), (0, 0))


def _size(surface: Surface) -> int:
    return surface.get_pitch() * surface.get_height()


def _glow(mask: Surface, light: Light, hue: Colour, reach: float) -> Surface:
    """Return a colour that is strongest around a shape and fades inwards down to the strength of the fill.

    At the outline half of the blurred shape is gone; so the glow has half its strength there.
    """
    size = mask.get_size()
    drawn, soft = Surface(size, pygame.SRCALPHA), Surface(size, pygame.SRCALPHA)
    drawn.fill((*hue, light.fill))
    soft.fill((*hue, light.glow))
    coarse = max(1, round(reach / 4))
    away = pygame.transform.smoothscale(mask, (max(1, size[0] // coarse), max(1, size[1] // coarse)))
    away.fill((0, 0, 0, 255), None, pygame.BLEND_RGBA_MULT)
    away = pygame.transform.smoothscale(blurred(away, reach / 2 / coarse), size)
    soft.blit(away, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    drawn.blit(soft, (0, 0))
    return drawn


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
