"""Empty board as a picture: paper land in six textures, the indigo river with gold on it, and the bay."""

import math
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import Self

import msgspec
import pygame
from msgspec import Struct
from msgspec.structs import replace
from pygame import Surface

from shogun.base.resources import ASSETS
from shogun.games.river_of_gold.rules.components import REGIONS, RIVER, SHORES, START
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INK, PAPER_BRIGHT, VERMILION, Colour, mix

# Map as lines (`assets/river_of_gold/map/river.json`, format in its README), and its projection to the screen

WIDE = 1000.0
"""Width of the plane with all places."""
TOP, BOTTOM = 117.0, 564.0
"""Range of the plane that is always visible (y): all shore spaces, with room above for the regions' names."""
STRETCH = (0.55, 1.5)
"""Range of the vertical stretch relative to the horizontal one."""
FLAT = 0.86
"""Aspect (height by width of a unit) below which tiles are narrower too."""
TILE = (54.0, 74.0)
"""Width and height of a building tile on the plane."""

RING = 19.0
"""Radius of the ring of a river space, on the plane."""
JETTIES_APART = 0.3
"""Distance between two jetties of a tile, as a share of its width."""


class RiverMap(Struct, frozen=True):
    """Whole map, on the plane."""

    format: int
    top: float
    bottom: float
    course: Line
    right_bank: Line
    left_bank: Line
    borders: tuple[Line, ...]
    growths: tuple[tuple[str, float, float, float], ...]
    """Plants and buildings on the land: kind, x, y, size; from back to front."""


@cache
def river_map() -> RiverMap:
    """Return the shipped map."""
    return msgspec.json.decode((ASSETS / "river_of_gold" / "map" / "river.json").read_bytes(), type=RiverMap)


class RiverProjection(Projection, frozen=True):
    """Projection of the plane into a picture, stretched vertically."""

    down: float = 1.0

    @property
    def tile(self) -> tuple[int, int]:
        """Width and height of a building tile, px."""
        wide, high = min(self.scale, self.down / FLAT), min(self.scale, self.down * 1.06)
        return round(TILE[0] * wide), round(TILE[1] * high)

    def shore(self, number: int) -> pygame.Rect:
        """Return the position of a shore space's tile, px."""
        shore = SHORES[number - 1]
        rect = pygame.Rect((0, 0), self.tile)
        rect.center = _rounded(self.point((shore.x, shore.y)))
        return rect

    def river(self, number: int) -> pygame.Rect:
        """Return the position of a river space's number, px."""
        rect = pygame.Rect(0, 0, round(0.6 * self.tile[0]), round(0.6 * self.tile[0]))
        rect.center = self.space(number)
        return rect

    def square(self, middle: Point, wide: int) -> pygame.Rect:
        """Return the square of a width (px) around a pixel."""
        return pygame.Rect(0, 0, wide, wide).move_to(center=_rounded(middle))

    def jetty(self, shore: int, space: int) -> tuple[Point, Point]:
        """Return the ends of the jetty from a shore space's tile to a river space that it touches, px."""
        tile, spaces, at = self.shore(shore), SHORES[shore - 1].river, self.space(space)
        aside = (spaces.index(space) - (len(spaces) - 1) / 2) * JETTIES_APART * tile.width
        start = tile.centerx + aside, float(tile.bottom if at[1] > tile.centery else tile.top)
        share = RING * self.scale / math.dist(start, at)
        return start, (at[0] + (start[0] - at[0]) * share, at[1] + (start[1] - at[1]) * share)

    def between(self, start: float, end: float, picture: pygame.Rect) -> pygame.Rect:
        """Return the part of a picture between two borders (x), px."""
        left, right = (round(self.left + x * self.scale) for x in (start, end))
        return pygame.Rect(left, picture.top, right - left, picture.height)

    def space(self, number: int) -> tuple[int, int]:
        """Return the middle of a river space, px."""
        space = RIVER[number - 1]
        return _rounded(self.point((space.x, space.y)))

    def enlarged(self, times: float, left: float = 0.0, top: float = 0.0) -> Self:
        """Return the same projection enlarged `times`, with its pixel (left, top) moved to the corner."""
        return replace(super().enlarged(times, left, top), down=self.down * times)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


@lru_cache(maxsize=16)
def fitted(width: int, height: int) -> RiverProjection:
    """Return the projection that fills a picture of this size with the plane; a taller one shows more land."""
    across = width / WIDE
    down = min(max(height / (BOTTOM - TOP), across * STRETCH[0]), across * STRETCH[1])
    return RiverProjection(across, 0.0, (height - (BOTTOM - TOP) * down) / 2 - TOP * down, down)


def way(source: int, target: int) -> list[Line]:
    """Return the points of the plane along a ship's way from one river space to another.

    From the river's end it leads out to the bay, and back in from the mountains: then there are two lines.
    """
    spaces = [source, *_after(source, target)]
    points = tuple((float(RIVER[space - 1].x), float(RIVER[space - 1].y)) for space in spaces)
    if target < source:
        end = len(RIVER) - source + 1
        return [(*points[:end], _BAY), (_SPRING, *points[end:])]
    return [points]


_BAY, _SPRING = (WIDE + 40, 470.0), (-40.0, 335.0)


def _after(source: int, target: int) -> list[int]:
    found, space = [], source
    while space != target:
        space = space % len(RIVER) + START.upper
        found.append(space)
    return found


FINE = 2
"""Factor by which the board is drawn larger before it is scaled down smoothly."""
WATER_DEEP: Colour = (33, 56, 94)
WATER: Colour = (52, 84, 128)
WATER_SHALLOW: Colour = (112, 150, 172)
SHORE_INK: Colour = (64, 52, 42)
TONES: dict[int, Colour] = {
    1: (205, 198, 186), 2: (178, 192, 158), 3: (226, 207, 154),
    4: (196, 200, 152), 5: (186, 201, 190), 6: (229, 212, 180),
}  # fmt: skip
"""Paper colors for the land of each region; neighbors differ."""
JETTY_WIDE, PLANK_WIDE = 5.0, 3.6
PLANK: Colour = (186, 148, 98)
PLANK_DARK: Colour = (124, 88, 54)
BANKS = ((13.0, 0.16), (7.0, 0.4))
"""Sand along the water: its width on the plane, and how much lighter than the land it is."""


@lru_cache(maxsize=3)
def landscape(size: tuple[int, int]) -> Surface:
    """Return the board without tiles and ships. It is shared: blit it, don't draw on it."""
    picture = Surface((size[0] * FINE, size[1] * FINE))
    lies = fitted(*size).enlarged(FINE)
    _paint_land(picture, lies)
    _paint_borders(picture, lies)
    _paint_water(picture, lies)
    _paint_gold(picture, lies)
    for kind, x, y, times in river_map().growths:
        at = lies.point((x, y))
        if -80 < at[1] < picture.get_height() + 80:
            _GROWTHS[kind](picture, at, lies.scale * times, TONES[region_at(x, y)])
    _paint_jetties(picture, lies)
    _paint_spaces(picture, lies)
    return pygame.transform.smoothscale(picture, size)


def region_at(x: float, y: float) -> int:
    """Return the region at a point of the plane."""
    return REGIONS[sum(_border_at(line, y) < x for line in river_map().borders)]


def _border_at(line: Line, y: float) -> float:
    return min(line, key=lambda point: abs(point[1] - y))[0]


# Land


def _paint_land(picture: Surface, lies: RiverProjection) -> None:
    """Fill each region with its tone, and add the grain of paper."""
    found = river_map()
    left: Line = ((-50.0, found.top), (-50.0, found.bottom))
    right: Line = ((WIDE + 50, found.top), (WIDE + 50, found.bottom))
    edges = (left, *found.borders, right)
    for region, (start, end) in zip(REGIONS, pairwise(edges), strict=True):
        pygame.draw.polygon(picture, TONES[region], lies.line((*start, *reversed(end))))
    rng, (wide, high) = Random(3), picture.get_size()
    for _fibre in range(wide * high // 2600):
        x, y, far, turn = rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(5, 22) * FINE, rng.uniform(0, math.pi)
        ground = picture.get_at((int(x), int(y)))[:3]
        colour = mix((ground[0], ground[1], ground[2]), rng.choice((PAPER_BRIGHT, SHORE_INK)), rng.uniform(0.03, 0.09))
        pygame.draw.line(picture, colour, (x, y), (x + far * math.cos(turn), y + far * math.sin(turn)), FINE)


def _paint_borders(picture: Surface, lies: RiverProjection) -> None:
    """Draw the borders between regions as rows of ink dots."""
    for line in river_map().borders:
        points = lies.line(line)
        rest = 0.0
        step = 9.0 * lies.scale
        for start, end in pairwise(points):
            length = math.dist(start, end)
            while rest < length:
                share = rest / length
                at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
                pygame.draw.circle(picture, mix(SHORE_INK, PAPER_BRIGHT, 0.25), at, 1.5 * lies.scale)
                rest += step
            rest -= length


# Water


def _river(lies: RiverProjection, more: float = 0.0) -> list[Point]:
    """Return the outline of the river with its bay, widened by this much on the plane."""
    found = river_map()
    upper = lies.line(tuple((x, y - more) for x, y in found.right_bank))
    lower = lies.line(tuple((x, y + more) for x, y in found.left_bank))
    return [*upper, *reversed(lower)]


def _paint_water(picture: Surface, lies: RiverProjection) -> None:
    ground = TONES[3]
    for more, share in BANKS:
        pygame.draw.polygon(picture, mix(ground, PAPER_BRIGHT, share + 0.25), _river(lies, more))
    outline = _river(lies)
    pygame.draw.polygon(picture, WATER_SHALLOW, outline)
    for inset, colour in (
        (-6.0, mix(WATER_SHALLOW, WATER, 0.55)),
        (-12.0, WATER),
        (-20.0, mix(WATER, WATER_DEEP, 0.5)),
    ):
        pygame.draw.polygon(picture, colour, _river(lies, inset))
    pygame.draw.lines(picture, SHORE_INK, True, outline, max(2, round(1.7 * lies.scale)))


def _paint_gold(picture: Surface, lies: RiverProjection) -> None:
    """Draw lines of gold along the river, and waves in the bay."""
    found, rng = river_map(), Random(5)
    course = found.course
    for _line in range(64):
        start = rng.randrange(2, len(course) - 24)
        far, aside = rng.randrange(6, 20), rng.uniform(-26, 26)
        swing, phase = rng.uniform(1, 4), rng.uniform(0, 6)
        points = [
            lies.point((x, y + aside + swing * math.sin(phase + number / 3)))
            for number, (x, y) in enumerate(course[start : start + far])
        ]
        shine = mix(WATER, rng.choice((GOLD, GOLD_PALE, WATER_SHALLOW)), rng.uniform(0.3, 0.75))
        pygame.draw.lines(picture, shine, False, points, max(2, round(rng.uniform(0.8, 1.7) * lies.scale)))


# Plants and buildings


def _peak(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    wide, high = 22 * unit, 30 * unit
    dark, edge = mix(tone, INK, 0.3), mix(tone, INK, 0.62)
    body = [
        (x - wide, y),
        (x - 0.3 * wide, y - 0.8 * high),
        (x, y - high),
        (x + 0.4 * wide, y - 0.6 * high),
        (x + wide, y),
    ]
    pygame.draw.polygon(picture, mix(tone, INK, 0.14), body)
    pygame.draw.polygon(
        picture, dark, [(x, y - high), (x + 0.4 * wide, y - 0.6 * high), (x + wide, y), (x + 0.1 * wide, y)]
    )
    snow = [
        (x - 0.3 * wide, y - 0.8 * high),
        (x, y - high),
        (x + 0.24 * wide, y - 0.76 * high),
        (x + 0.06 * wide, y - 0.62 * high),
        (x - 0.1 * wide, y - 0.74 * high),
        (x - 0.26 * wide, y - 0.6 * high),
    ]
    pygame.draw.polygon(picture, PAPER_BRIGHT, snow)
    pygame.draw.lines(picture, edge, False, body, _thin(unit))


def _rock(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    body = [(x - 8 * unit, y), (x - 5 * unit, y - 6 * unit), (x + 2 * unit, y - 8 * unit), (x + 8 * unit, y)]
    pygame.draw.polygon(picture, mix(tone, INK, 0.2), body)
    pygame.draw.lines(picture, mix(tone, INK, 0.55), False, body, _thin(unit))


def _cedar(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    pygame.draw.line(picture, mix(tone, INK, 0.6), (x, y), (x, y - 8 * unit), _thin(unit) + 1)
    for level, wide in ((2.0, 9.0), (9.0, 7.5), (16.0, 5.5)):
        low, top = y - level * unit, y - (level + 13) * unit
        shape = [(x - wide * unit, low), (x, top), (x + wide * unit, low)]
        pygame.draw.polygon(picture, mix(tone, (40, 74, 52), 0.55), shape)
        pygame.draw.polygon(picture, mix(tone, (24, 50, 38), 0.62), [(x, top), (x + wide * unit, low), (x, low)])
        pygame.draw.lines(picture, mix(tone, INK, 0.6), False, shape, _thin(unit))


def _cedar_small(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    _cedar(picture, at, 0.62 * unit, tone)


def _field(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    """Draw a field of grain: rows of ears within a low wall."""
    x, y = at
    wide, high = 17 * unit, 9 * unit
    shape = [(x - wide, y + high), (x - 0.8 * wide, y - high), (x + wide, y - high), (x + 0.84 * wide, y + high)]
    pygame.draw.polygon(picture, mix(tone, GOLD, 0.4), shape)
    for row in range(5):
        level = y - high + (row + 0.5) * high * 0.4
        for ear in range(9):
            left = x - 0.76 * wide + ear * wide * 0.19
            pygame.draw.line(
                picture, mix(tone, (120, 84, 24), 0.55), (left, level), (left + 2 * unit, level - 4 * unit), _thin(unit)
            )
    pygame.draw.lines(picture, mix(tone, INK, 0.45), True, shape, _thin(unit))


def _hut(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    pygame.draw.rect(picture, PAPER_BRIGHT, (x - 7 * unit, y - 8 * unit, 14 * unit, 8 * unit))
    roof = [
        (x - 11 * unit, y - 7 * unit),
        (x - 4 * unit, y - 16 * unit),
        (x + 4 * unit, y - 16 * unit),
        (x + 11 * unit, y - 7 * unit),
    ]
    pygame.draw.polygon(picture, mix(tone, (96, 66, 38), 0.75), roof)
    pygame.draw.lines(picture, mix(tone, INK, 0.7), True, roof, _thin(unit))


def _pine(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    trunk = [(x, y), (x - 2 * unit, y - 7 * unit), (x + 2 * unit, y - 14 * unit)]
    pygame.draw.lines(picture, mix(tone, (70, 48, 32), 0.8), False, trunk, max(2, round(2.4 * unit)))
    for dx, dy, wide in ((-5, -9, 9), (6, -13, 9), (0, -20, 8)):
        box = pygame.Rect(0, 0, round(2 * wide * unit), round(8 * unit))
        box.center = round(x + dx * unit), round(y + dy * unit)
        pygame.draw.ellipse(picture, mix(tone, (44, 84, 56), 0.55), box)
        pygame.draw.ellipse(picture, mix(tone, INK, 0.55), box, _thin(unit))


def _gate(picture: Surface, at: Point, unit: float, _tone: Colour) -> None:
    x, y = at
    red = mix(VERMILION, PAPER_BRIGHT, 0.1)
    for side in (-1, 1):
        pygame.draw.line(
            picture, red, (x + 6 * side * unit, y), (x + 5 * side * unit, y - 16 * unit), max(2, round(2.6 * unit))
        )
    for level, wide in ((-16, 10), (-11, 8)):
        pygame.draw.line(
            picture,
            red,
            (x - wide * unit, y + level * unit),
            (x + wide * unit, y + level * unit),
            max(2, round(2.4 * unit)),
        )


def _bush(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    for dx, dy, radius in ((-4, 0, 4), (3, -1, 5), (0, -4, 4)):
        spot = at[0] + dx * unit, at[1] + dy * unit
        pygame.draw.circle(picture, mix(tone, (60, 92, 50), 0.42), spot, radius * unit)
    pygame.draw.arc(
        picture, mix(tone, INK, 0.5), (at[0] - 9 * unit, at[1] - 9 * unit, 17 * unit, 15 * unit), 0.2, 3.0, _thin(unit)
    )


def _pool(picture: Surface, at: Point, unit: float, _tone: Colour) -> None:
    box = pygame.Rect(0, 0, round(32 * unit), round(13 * unit))
    box.center = round(at[0]), round(at[1])
    pygame.draw.ellipse(picture, mix(WATER_SHALLOW, PAPER_BRIGHT, 0.18), box)
    pygame.draw.ellipse(picture, mix(WATER, INK, 0.15), box, _thin(unit))
    for dx in (-6, 5):
        leaf = pygame.Rect(0, 0, round(8 * unit), round(4 * unit))
        leaf.center = round(at[0] + dx * unit), round(at[1] + dx * 0.3 * unit)
        pygame.draw.ellipse(picture, (104, 138, 96), leaf)


def _reeds(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    x, y = at
    for number, lean in enumerate((-4, -1.5, 1, 4)):
        top = x + lean * 1.6 * unit, y - (11 + number % 2 * 4) * unit
        pygame.draw.line(picture, mix(tone, (84, 100, 52), 0.75), (x + lean * unit, y), top, _thin(unit))
        pygame.draw.line(picture, mix(tone, (92, 62, 36), 0.85), top, (top[0], top[1] + 4 * unit), _thin(unit) + 2)


def _dune(picture: Surface, at: Point, unit: float, tone: Colour) -> None:
    for number in range(3):
        box = pygame.Rect(0, 0, round((30 - 7 * number) * unit), round((16 - 4 * number) * unit))
        box.center = round(at[0]), round(at[1])
        pygame.draw.arc(picture, mix(tone, (142, 108, 64), 0.6), box, 0.3, 2.8, _thin(unit))


def _thin(unit: float) -> int:
    return max(FINE, round(0.9 * unit))


_GROWTHS: Mapping[str, Callable[[Surface, Point, float, Colour], None]] = {
    "peak": _peak, "rock": _rock, "cedar": _cedar, "cedar_small": _cedar_small, "field": _field, "hut": _hut,
    "pine": _pine, "gate": _gate, "bush": _bush, "pool": _pool, "reeds": _reeds, "dune": _dune,
}  # fmt: skip


# River spaces and jetties


def _paint_jetties(picture: Surface, lies: RiverProjection) -> None:
    """Draw a jetty from each shore space to each river space that it touches: planks on two beams."""
    for space in RIVER:
        for shore in space.shores:
            _paint_jetty(picture, *lies.jetty(shore, space.space), lies.scale)


def _paint_jetty(picture: Surface, start: Point, end: Point, unit: float) -> None:
    length = math.dist(start, end)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    half = JETTY_WIDE / 2 * unit
    aside = -along[1] * half, along[0] * half
    corners = [
        (at[0] + side * aside[0], at[1] + side * aside[1])
        for at, side in zip((start, start, end, end), (-1, 1, 1, -1), strict=True)
    ]
    pygame.draw.polygon(picture, PLANK, corners)
    for number in range(1, round(length / (PLANK_WIDE * unit))):
        far = number * PLANK_WIDE * unit
        at = start[0] + along[0] * far, start[1] + along[1] * far
        left, right = ((at[0] + side * aside[0], at[1] + side * aside[1]) for side in (-1, 1))
        pygame.draw.line(picture, PLANK_DARK, left, right, _thin(unit))
    pygame.draw.lines(picture, SHORE_INK, True, corners, _thin(unit) + 1)


def _paint_spaces(picture: Surface, lies: RiverProjection) -> None:
    """Draw the river spaces as rings on the water, connected by the way downstream."""
    across = lies.scale
    for space in RIVER:
        at = lies.point((space.x, space.y))
        pygame.draw.circle(picture, mix(WATER, WATER_SHALLOW, 0.35), at, RING * across)
        pygame.draw.circle(picture, GOLD, at, RING * across, max(2, round(1.6 * across)))
        pygame.draw.circle(picture, mix(WATER, GOLD, 0.4), at, 16 * across, max(1, round(0.9 * across)))
