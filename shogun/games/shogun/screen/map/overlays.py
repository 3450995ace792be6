"""The shapes of the provinces, for cutting overlays, and a cache that drops the least recently used ones."""

import itertools
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache

import pygame
from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.atlas import atlas
from shogun.games.shogun.screen.map.painting.brush import LARGE, bounds, stroke
from shogun.games.shogun.screen.map.painting.land import blurred, multiply_by_paper, shape
from shogun.window.kit.drawing.icons import BLACK, Clan, crest_figure
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import CUBES, INK, WHITE, Colour, contrast, mix, text_colour_on

FINENESS = 2
"""Oversampling factor of overlays on a small map."""
MOST_BYTES = 32_000_000
"""Most bytes in the cache; beyond that the least recently used surfaces are dropped."""

VEIL: Colour = (40, 36, 46)
VEILING = 36
"""Opacity of the veil over provinces that can't be clicked, 0 to 255."""

PlacedSurface = tuple[Surface, Rect]
"""A surface and its place in the picture."""


class Edge(Struct, frozen=True):
    """A stretch of a province's outline."""

    beyond: str | None
    """The neighbor, None for the sea."""
    line: Line


@cache
def edges(province: str) -> tuple[Edge, ...]:
    """Return the stretches of a province's outline: its borders, then its coasts."""
    borders = [border for border in atlas().borders if province in (border.a, border.b)]
    return (
        *(Edge(border.b if border.a == province else border.a, border.line) for border in borders),
        *(Edge(None, coast.line) for coast in atlas().coasts if coast.province == province),
    )


class Stencils:
    """The provinces' shapes at one scale of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self.projection = projection
        self._frame = Rect((0, 0), size)
        self._places = {place.name: place for place in atlas().provinces}
        self._veils: dict[str, PlacedSurface] = {}
        self._kept: OrderedDict[Hashable, PlacedSurface] = OrderedDict()
        self._bytes = 0

    def kept(self, key: Hashable, make: Callable[[], PlacedSurface]) -> PlacedSurface:
        """Return the cached surface for a key, or make it now."""
        if key not in self._kept:
            self._kept[key] = made = make()
            self._bytes += _bytes(made[0])
        self._kept.move_to_end(key)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1][0])
        return self._kept[key]

    def forget(self) -> None:
        """Clear the cache, once nothing is drawn over the map any more."""
        self._veils.clear()
        self._kept.clear()
        self._bytes = 0

    def veil(self, province: str) -> PlacedSurface:
        """Return the veil over a province, with its opacity in the surface; it is always kept, so don't draw on it."""
        if province not in self._veils:
            points = self.projection.line(self._places[province].polygon)
            rect = bounds(points).inflate(4, 4).clip(self._frame)
            veil = Surface(rect.size, pygame.SRCALPHA)
            if rect:
                inside = [((x - rect.x) * FINENESS, (y - rect.y) * FINENESS) for x, y in points]
                white = shape((rect.width * FINENESS, rect.height * FINENESS), inside)
                pygame.transform.smoothscale(white, rect.size, veil)
                veil.fill((*VEIL, 255), None, pygame.BLEND_RGBA_MIN)
            veil.set_alpha(VEILING)
            self._veils[province] = veil, rect
        return self._veils[province]

    def mask(self, province: str) -> PlacedSurface:
        """Return a new surface that is white inside of a province and clear outside."""
        veil, rect = self.veil(province)
        mask = veil.copy()
        mask.set_alpha(255)
        mask.fill((255, 255, 255, 0), None, pygame.BLEND_RGBA_MAX)
        return mask, rect

    def rect(self, province: str) -> Rect:
        """Return the bounding box of a province in the picture."""
        return self.veil(province)[1]

    def cut(self, drawn: Surface, province: str) -> PlacedSurface:
        """Return a surface of the province's size, cleared outside of it, and its place."""
        mask, rect = self.mask(province)
        if rect:
            drawn.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, rect

    def add_lines(
        self, drawn: Surface, province: str, lines: Iterable[Sequence[Point]], colour: tuple[int, ...], width: float
    ) -> None:
        """Draw lines of the map over a province, each reaching `width` pixels to both sides."""
        rect = self.rect(province)
        fine = FINENESS if self.projection.scale < LARGE else 1
        sheet = Surface((rect.width * fine, rect.height * fine), pygame.SRCALPHA)
        sheet.fill((*colour[:3], 0))
        for line in lines:
            points = [((x - rect.x) * fine, (y - rect.y) * fine) for x, y in self.projection.line(line)]
            stroke(sheet, colour, points, 2 * fine * width)
        drawn.blit(sheet if fine == 1 else pygame.transform.smoothscale(sheet, rect.size), (0, 0))

    def outline(self, province: str) -> list[Point]:
        """Return the closed outline of a province, on the map."""
        polygon = self._places[province].polygon
        return [*polygon, polygon[0]]


def _bytes(surface: Surface) -> int:
    return surface.get_pitch() * surface.get_height()


# Ownership: a wash on the paper, the clan's crest stamped on it, and a strong line along the realm's border.
#
# A province has the line only next to another owner, neutral land or the sea: a realm is outlined as a whole.

POOL = ((9.0, 0.10), (4.5, 0.16))
"""Darker edge of a dried wash along the outline: its reach (map units) and its share of umber."""
UMBER: Colour = (88, 62, 38)
FADE = ((10.0, 46), (7.6, 62), (5.8, 84))
"""Inward fading of the line along a realm's border: reach (map units) and opacity, 0 to 255."""
HAIR, LINE = 4.5, 3.9
"""Reach of the dark line at its inner side, and of the line itself."""
LEAST_HAIR, LEAST_LINE = 2.9, 2.1
"""The same in pixels, at least."""
DARK = 0.5
"""Share of ink in the dark line."""
STAMP, LIGHTER, DARKER = 0.24, 0.22, 0.2
"""Contrast of a crest with its ground: towards the ink of the names, or away from it to white or black."""
ROOMY = 7.0
"""Contrast of names with a ground above which a crest tends towards their ink; otherwise it tends away from it."""
PAPER_KEEPS = 0.955
"""Average share of a color's brightness that the paper's shading leaves."""


class Realms:
    """Draws and caches the owners' washes, crests and borders at one scale of the map."""

    def __init__(self, stencils: Stencils, grain: int) -> None:
        """Use these shapes; the paper's grain is that of the map."""
        self._stencils = stencils
        self._grain = grain

    def wash(self, province: str, colour: Colour, clan: Clan | None, place: Rect) -> PlacedSurface:
        """Return a province's paper, washed with a color, with its owner's crest on it."""
        return self._stencils.kept((province, colour, clan, "wash"), lambda: self._wash(province, colour, clan, place))

    def _wash(self, province: str, colour: Colour, clan: Clan | None, place: Rect) -> PlacedSurface:
        rect = self._stencils.rect(province)
        drawn = Surface(rect.size, pygame.SRCALPHA)
        if not rect:
            return drawn, rect
        red, green, blue = (min(255, round(part / PAPER_KEEPS)) for part in colour)
        paint = red, green, blue
        drawn.fill((*paint, 255))
        for reach, share in POOL:
            width = reach * self._stencils.projection.scale
            outline = [self._stencils.outline(province)]
            self._stencils.add_lines(drawn, province, outline, mix(paint, UMBER, share), width)
        if clan is not None:
            drawn.blit(
                crest_figure(clan.crest, place.width, _stamped(clan, colour)), (place.x - rect.x, place.y - rect.y)
            )
        multiply_by_paper(drawn, rect.topleft, self._grain)
        return self._stencils.cut(drawn, province)

    def crest(self, province: str, clan: Clan, ground: Colour, place: Rect) -> PlacedSurface:
        """Return a clan's crest as stamped on a ground: darker, or lighter on a dark ground."""
        return self._stencils.kept((province, clan, ground), lambda: self._crest(province, clan, ground, place))

    def _crest(self, province: str, clan: Clan, ground: Colour, place: Rect) -> PlacedSurface:
        mask, rect = self._stencils.mask(province)
        seen = place.clip(rect)
        ink = _stamped(clan, ground)
        drawn = Surface(seen.size, pygame.SRCALPHA)
        drawn.fill((*ink, 0))
        if seen:
            drawn.blit(crest_figure(clan.crest, place.width, ink), (place.x - seen.x, place.y - seen.y))
            drawn.blit(mask, (0, 0), seen.move(-rect.x, -rect.y), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, seen

    def rim(self, province: str, clan: Clan, met: tuple[bool, ...]) -> PlacedSurface:
        """Return the line along the edges of a province (`edges`) that are its realm's border."""
        return self._stencils.kept((province, clan.colour, met), lambda: self._rim(province, clan, met))

    def _rim(self, province: str, clan: Clan, met: tuple[bool, ...]) -> PlacedSurface:
        rect = self._stencils.rect(province)
        hue, scale = CUBES[clan.colour], self._stencils.projection.scale
        lines = [edge.line for edge, is_met in zip(edges(province), met, strict=True) if is_met]
        if not rect.width or not lines:
            return Surface((0, 0)), Rect(rect.topleft, (0, 0))
        drawn = Surface(rect.size, pygame.SRCALPHA)
        drawn.fill((*hue, 0))
        for reach, strength in FADE:
            self._stencils.add_lines(drawn, province, lines, (*hue, strength), reach * scale)
        self._stencils.add_lines(drawn, province, lines, mix(hue, INK, DARK), max(HAIR * scale, LEAST_HAIR))
        self._stencils.add_lines(drawn, province, lines, hue, max(LINE * scale, LEAST_LINE))
        whole, _rect = self._stencils.cut(drawn, province)
        seen = whole.get_bounding_rect()
        return whole.subsurface(seen).copy(), seen.move(rect.topleft)


def _stamped(clan: Clan, ground: Colour) -> Colour:
    """Return the color of a clan's crest on a ground."""
    writing = text_colour_on(ground)
    is_dark = writing != INK
    if contrast(writing, ground) > ROOMY:
        return mix(ground, WHITE, STAMP / 2) if is_dark else mix(ground, mix(CUBES[clan.colour], INK, DARK), STAMP)
    return mix(ground, BLACK, DARKER) if is_dark else mix(ground, WHITE, LIGHTER)


def borders_met(province: str, owners: Mapping[str, int | None]) -> tuple[bool, ...]:
    """Return for each edge of a province if another owner, neutral land or the sea is on the other side."""
    own = owners.get(province)

    def is_met(edge: Edge) -> bool:
        return edge.beyond is None or owners.get(edge.beyond) != own

    return tuple(map(is_met, edges(province)))


# Highlights of provinces and the arrow of a march; drawn when first needed and cached

GOLD: Colour = (255, 206, 84)
LIGHT: Colour = (255, 253, 240)
ARROW: Colour = (158, 22, 12)
ARROW_EDGE: Colour = (252, 244, 222)
INK_LINE: Colour = (30, 24, 22)


class Glow(Enum):
    """Ways of highlighting a province, for instance because it can be clicked."""

    VEILED = "veiled"
    SELECTABLE = "selectable"
    POINTED = "pointed"
    HOVERED = "hovered"
    SELECTED = "selected"


class Light(Struct, frozen=True):
    """Style of a highlight: lengths in map units, opacities 0 to 255."""

    colour: Colour
    fill: int = 0
    reach: float = 0.0
    """Inward reach of the edge's glow."""
    glow: int = 0
    width: float = 0.0
    """Width of the line along the edge, 0 for none."""
    hair: float = 0.0
    """Width of the dark line at its inner side, which makes it visible on any ground and to everybody."""
    core: float = 0.0
    """Width of a dark line in its middle, which splits it in two."""


FAINT = 0.4
"""Share of its fill that a highlight keeps on owners' colors."""
LIGHTS: dict[Glow, Light] = {
    Glow.SELECTABLE: Light(LIGHT, fill=44, reach=8.0, glow=200, width=2.4, hair=0.9),
    Glow.POINTED: Light(LIGHT, fill=46, reach=6.0, glow=200, width=1.6),
    Glow.HOVERED: Light(LIGHT, fill=150, reach=15.0, glow=255, width=5.0, hair=1.2),
    Glow.SELECTED: Light(GOLD, fill=96, reach=12.0, glow=255, width=6.4, hair=1.3, core=2.2),
}


class Highlighter:
    """Draws and caches the highlights of one scale of the map."""

    def __init__(self, stencils: Stencils) -> None:
        """Cut all highlights by these shapes."""
        self._stencils = stencils
        self.on_fills = False
        """True if highlights are drawn on owners' colors, which must stay recognizable."""

    def draw(self, surface: Surface, province: str, glow: Glow) -> None:
        """Draw a highlight over a province."""
        surface.blit(*self.light(province, glow))

    def light(self, province: str, glow: Glow) -> PlacedSurface:
        """Return a highlight inside the outline of a province, and its place in the picture."""
        if glow is Glow.VEILED:
            return self._stencils.veil(province)
        return self._stencils.kept((province, glow, self.on_fills), lambda: self._make(province, self._light(glow)))

    def _light(self, glow: Glow) -> Light:
        light = LIGHTS[glow]
        return replace(light, fill=round(light.fill * FAINT)) if self.on_fills else light

    def _make(self, province: str, light: Light) -> PlacedSurface:
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
    """Yield the inward reach and color of each line of a highlight, the innermost first."""
    if light.hair:
        yield light.width + light.hair, INK_LINE
    if light.width:
        yield light.width, light.colour
    if light.core:
        yield (light.width + light.core) / 2, INK_LINE
        yield (light.width - light.core) / 2, light.colour


def _add_glow(drawn: Surface, mask: Surface, light: Light, reach: float) -> None:
    """Add a color that is strongest around a shape and fades inwards.

    At the outline the blurred shape has half its strength, and so has the glow.
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
    """Return a curved arrow that ends before the target, for cubes of a size, and the place of its corner."""
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
    """Return points on an arc from source to target, without its first and its last `short` pixels."""
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
    """Return the points at both sides of `here`, looking towards `ahead`."""
    nx, ny = _normal(here, ahead)
    return (here[0] + nx * distance, here[1] + ny * distance), (here[0] - nx * distance, here[1] - ny * distance)


def _normal(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length
