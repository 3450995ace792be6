"""The shapes of the provinces, to cut what is laid over them; and a store that forgets what was not used for long."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.atlas import atlas
from shogun.games.shogun.screen.map.painting.brush import LARGE, bounds, stroke
from shogun.games.shogun.screen.map.painting.land import shape
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import Colour

FINENESS = 2
"""What is laid over provinces is drawn so many times as large, where the map is small."""
MOST_BYTES = 32_000_000
"""What was not used for the longest time is forgotten when all together takes more."""

VEIL: Colour = (40, 36, 46)
VEILING = 36
"""How strongly provinces are veiled that can't be clicked, of 255."""

Laid = tuple[Surface, Rect]
"""A surface, and where it lies in the picture."""


class Edge(Struct, frozen=True):
    """A stretch of a province's outline."""

    beyond: str | None
    """The neighbour, None for the sea."""
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
    """The provinces' shapes at one size of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self.projection = projection
        self._frame = Rect((0, 0), size)
        self._places = {place.name: place for place in atlas().provinces}
        self._veils: dict[str, Laid] = {}
        self._kept: OrderedDict[Hashable, Laid] = OrderedDict()
        self._bytes = 0

    def kept(self, key: Hashable, make: Callable[[], Laid]) -> Laid:
        """Return what was made for a key, or make it now."""
        if key not in self._kept:
            self._kept[key] = made = make()
            self._bytes += _bytes(made[0])
        self._kept.move_to_end(key)
        while self._bytes > MOST_BYTES and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1][0])
        return self._kept[key]

    def forget(self) -> None:
        """Drop all that was made: nothing is laid over the map any more."""
        self._veils.clear()
        self._kept.clear()
        self._bytes = 0

    def veil(self, province: str) -> Laid:
        """Return the veil over a province, whose strength the surface itself holds; kept always, and not drawn on."""
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

    def mask(self, province: str) -> Laid:
        """Return white inside of a province, clear outside, on a surface that is made anew."""
        veil, rect = self.veil(province)
        mask = veil.copy()
        mask.set_alpha(255)
        mask.fill((255, 255, 255, 0), None, pygame.BLEND_RGBA_MAX)
        return mask, rect

    def rect(self, province: str) -> Rect:
        """Return the part of the picture in which a province lies."""
        return self.veil(province)[1]

    def cut(self, drawn: Surface, province: str) -> Laid:
        """Return a surface of the province's size, cleared outside of it, and its place."""
        mask, rect = self.mask(province)
        if rect:
            drawn.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, rect

    def add_lines(
        self, drawn: Surface, province: str, lines: Iterable[Sequence[Point]], colour: tuple[int, ...], width: float
    ) -> None:
        """Draw lines of the map over a province, which reach so far (px) to both sides."""
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
