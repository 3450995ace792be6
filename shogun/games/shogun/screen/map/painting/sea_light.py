"""Light that moves slowly over the waves of the open sea: some of them brighten at a time, and fade again.

The light is added to the picture and removed again exactly. So a few waves change several times a second without
redrawing or updating the rest of the window.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.atlas import atlas
from shogun.games.shogun.screen.map.painting.ornament import CLOUDS, COMPASS, SHIPS
from shogun.games.shogun.screen.map.painting.ornament import RADIUS as COMPASS_RADIUS
from shogun.games.shogun.screen.map.painting.sea import RADIUS, all_land, wave_shape, waves
from shogun.window.kit.drawing.projection import Line, Point, Projection

CHANGES_A_SECOND = 3
"""Changes of the waves a second: more would cost more, and the light is so slow that the steps aren't noticed."""
PERIOD = 10.0
"""Seconds from one lighting of a wave to the next."""
LENGTH = 620.0
"""Distance between two bands of light, in map units."""
LEVELS = 8
BRIGHTEST = 0.3
"""Share of a wave's color that is added to it where the light is strongest."""
NARROW = 3
"""Exponent of the light's profile: a greater one makes narrower bands."""
DAWN = 4.0
"""Seconds in which the light fades in over a still sea."""
AWAY = RADIUS + 6.0
"""Distance of lit waves' middles from land, routes and ornament, in map units."""
OPEN, CLOSED = 0, 1
"""Values in the chart for the open sea and for everything else."""
CELL = 4.0
"""Map units per pixel of that chart."""
MARGIN = 300.0
"""Reach of that chart beyond the map, in map units."""


class Wave(Struct, frozen=True):
    """A wave that can be lit."""

    rect: Rect
    """The wave's place in the picture."""
    phase: float
    """Phase of the wave, as a share of the period."""


class SeaLight:
    """The light on the waves of one picture of the map."""

    def __init__(self, projection: Projection, size: tuple[int, int]) -> None:
        self._radius = RADIUS * projection.scale
        self._waves: list[Wave] = []
        self._rects: list[Rect] = []
        self._levels: list[int] = []
        """Current brightness level of each wave in the window."""
        self._bare: list[int] = []
        """Waves that nothing covers in the window."""
        self._is_looked_at = False
        """True if these waves are up to date with the window."""
        self._projection, self._size = projection, size

    def find(self, taken: Sequence[Rect]) -> Iterator[None]:
        """Find waves in the open sea that touch none of these places in the picture; each step takes little time."""
        frame = Rect((0, 0), self._size)
        for number, at in enumerate(waves(self._projection, self._size)):
            side = math.ceil(2 * self._radius) + 2
            rect = Rect(0, 0, side, side)
            rect.center = _rounded(self._projection.point(at))
            if frame.contains(rect) and _is_open(at) and rect.collidelist(taken) < 0:
                self._waves.append(Wave(rect, _phase(at)))
            if number % 64 == 63:
                yield
        self._rects = [wave.rect for wave in self._waves]
        self._levels = [0] * len(self._waves)

    def lay(self, window: Surface, moment: int) -> None:
        """Light the waves of the bare map, which has just been drawn."""
        self._levels = [_level(wave.phase, moment) for wave in self._waves]
        self._add(window, range(len(self._waves)))
        self.forget()

    def forget(self) -> None:
        """Note that something may have been drawn over the map."""
        self._is_looked_at = False

    def change(self, window: Surface, scene: Surface, moment: int) -> list[Rect]:
        """Update the light of the waves that nothing covers in the window, and return the changed rectangles."""
        if not self._is_looked_at:
            self._bare, self._is_looked_at = self._find_bare(window, scene), True
        changed = []
        for number in self._bare:
            before, now = self._levels[number], _level(self._waves[number].phase, moment)
            if before != now:
                rect = self._rects[number]
                window.blit(_light(self._radius, before), rect, special_flags=pygame.BLEND_RGB_SUB)
                window.blit(_light(self._radius, now), rect, special_flags=pygame.BLEND_RGB_ADD)
                self._levels[number] = now
                changed.append(rect)
        return changed

    def _add(self, surface: Surface, numbers: Iterable[int], corner: tuple[int, int] = (0, 0)) -> None:
        """Add the light of some waves to a surface that begins at a point of the picture."""
        left, top = corner
        for number in numbers:
            if level := self._levels[number]:
                place = self._rects[number].move(-left, -top)
                surface.blit(_light(self._radius, level), place, special_flags=pygame.BLEND_RGB_ADD)

    def _find_bare(self, window: Surface, scene: Surface) -> list[int]:
        """Return the waves at which the window shows only the map and its light."""
        bare = []
        for number, rect in enumerate(self._rects):
            expected = scene.subsurface(rect).copy()
            self._add(expected, rect.collidelistall(self._rects), rect.topleft)
            if pygame.image.tobytes(expected, "RGB") == pygame.image.tobytes(window.subsurface(rect), "RGB"):
                bare.append(number)
        return bare


@lru_cache(maxsize=4 * LEVELS)
def _light(radius: float, level: int) -> Surface:
    """Return the light that is added to a wave at a level."""
    wave = wave_shape(radius)
    light = Surface(wave.get_size())
    light.blit(wave, (0, 0))
    share = round(255 * BRIGHTEST * level / LEVELS)
    light.fill((share, share, share), None, pygame.BLEND_RGB_MULT)
    return light


def _level(phase: float, moment: int) -> int:
    """Return the brightness level of a wave, from 0 to `LEVELS`."""
    seconds = moment / CHANGES_A_SECOND
    most = LEVELS * min(1.0, seconds / DAWN)
    return round(most * max(0.0, math.sin(math.tau * (seconds / PERIOD - phase))) ** NARROW)


def _phase(at: Point) -> float:
    """Return a wave's phase: light moves to the south-east in curved bands, slightly different for each wave."""
    x, y = at
    bends = 0.14 * math.sin(x / 151) + 0.12 * math.sin(y / 83 + 1)
    return (x + 0.7 * y) / LENGTH + bends + 0.05 * math.sin(12.9 * x + 78.2 * y)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _is_open(at: Point) -> bool:
    """Return whether a point of the map is in the open sea."""
    chart = _open_sea()
    x, y = (round((value + MARGIN) / CELL) for value in at)
    return 0 <= x < chart.get_width() and 0 <= y < chart.get_height() and chart.get_at_mapped((x, y)) == OPEN


@cache
def _open_sea() -> Surface:
    """Return a small chart of the map that is `OPEN` where the sea is."""
    box, small = atlas().box, Projection(1 / CELL, MARGIN / CELL, MARGIN / CELL)
    chart = Surface([round((side + 2 * MARGIN) / CELL) for side in box], depth=8)
    for polygon in all_land(atlas()):
        pygame.draw.polygon(chart, CLOSED, small.line(polygon))
        _draw_wide(chart, small.line((*polygon, polygon[0])))
    for route in atlas().sea_routes:
        _draw_wide(chart, small.line(route.line))
    rings = [(COMPASS, COMPASS_RADIUS * 1.25), *((middle, width / 2) for middle, width, _to_right in SHIPS)]
    for centre, radius in rings:
        pygame.draw.circle(chart, CLOSED, small.point(centre), (radius + AWAY) / CELL)
    for left, middle, length, height in (band for cloud in CLOUDS for band in cloud):
        x, y = small.point((left - AWAY, middle - height / 2 - AWAY))
        chart.fill(CLOSED, Rect(x, y, (length + 2 * AWAY) / CELL, (height + 2 * AWAY) / CELL))
    return chart


def _draw_wide(chart: Surface, line: Line | list[Point]) -> None:
    for point in line:
        pygame.draw.circle(chart, CLOSED, point, AWAY / CELL)
