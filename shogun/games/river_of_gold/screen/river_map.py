"""The map as lines (`assets/river_of_gold/map/river.json`, format in its README), and how it lies on the screen."""

import math
from functools import cache, lru_cache
from typing import Self

import msgspec
import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.resources import ASSETS
from shogun.games.river_of_gold.rules.components import RIVER, SHORES, START
from shogun.window.kit.drawing.projection import Line, Point, Projection

WIDE = 1000.0
"""Width of the plane on which all lies."""
TOP, BOTTOM = 117.0, 564.0
"""What of the plane is always seen (y): all shore spaces, with room for the names of the regions above."""
STRETCH = (0.55, 1.5)
"""How much farther things may lie apart in height than in width."""
FLAT = 0.86
"""In a picture that is flatter than this (height by width of a unit) tiles are narrower too."""
TILE = (54.0, 74.0)
"""Width and height of a building tile on the plane."""

RING = 19.0
"""Radius of the ring of a river space, on the plane."""
JETTIES_APART = 0.3
"""Between two jetties of a tile, as a share of its width."""


class RiverMap(Struct, frozen=True):
    """The whole map, on the plane."""

    format: int
    top: float
    bottom: float
    course: Line
    right_bank: Line
    left_bank: Line
    borders: tuple[Line, ...]
    growths: tuple[tuple[str, float, float, float], ...]
    """What grows and stands on the land: kind, x, y, size; from the back to the front."""


@cache
def river_map() -> RiverMap:
    """Return the shipped map."""
    return msgspec.json.decode((ASSETS / "river_of_gold" / "map" / "river.json").read_bytes(), type=RiverMap)


class RiverProjection(Projection, frozen=True):
    """How the plane lies in a picture, stretched in height."""

    down: float = 1.0

    @property
    def tile(self) -> tuple[int, int]:
        """Width and height of a building tile, px."""
        wide, high = min(self.scale, self.down / FLAT), min(self.scale, self.down * 1.06)
        return round(TILE[0] * wide), round(TILE[1] * high)

    def shore(self, number: int) -> pygame.Rect:
        """Return where the tile of a shore space lies, px."""
        shore = SHORES[number - 1]
        rect = pygame.Rect((0, 0), self.tile)
        rect.center = _whole(self.point((shore.x, shore.y)))
        return rect

    def river(self, number: int) -> pygame.Rect:
        """Return where the number of a river space is written, px."""
        rect = pygame.Rect(0, 0, round(0.6 * self.tile[0]), round(0.6 * self.tile[0]))
        rect.center = self.space(number)
        return rect

    def square(self, middle: Point, wide: int) -> pygame.Rect:
        """Return the square of a width (px) around a pixel."""
        return pygame.Rect(0, 0, wide, wide).move_to(center=_whole(middle))

    def jetty(self, shore: int, space: int) -> tuple[Point, Point]:
        """Return the ends of the jetty from a shore space's tile to a river space that it touches, px."""
        tile, spaces, at = self.shore(shore), SHORES[shore - 1].river, self.space(space)
        aside = (spaces.index(space) - (len(spaces) - 1) / 2) * JETTIES_APART * tile.width
        start = tile.centerx + aside, float(tile.bottom if at[1] > tile.centery else tile.top)
        share = RING * self.scale / math.dist(start, at)
        return start, (at[0] + (start[0] - at[0]) * share, at[1] + (start[1] - at[1]) * share)

    def between(self, start: float, end: float, picture: pygame.Rect) -> pygame.Rect:
        """Return what of a picture lies between two borders (x), px."""
        left, right = (round(self.left + x * self.scale) for x in (start, end))
        return pygame.Rect(left, picture.top, right - left, picture.height)

    def space(self, number: int) -> tuple[int, int]:
        """Return the middle of a river space, px."""
        space = RIVER[number - 1]
        return _whole(self.point((space.x, space.y)))

    def enlarged(self, times: float, left: float = 0.0, top: float = 0.0) -> Self:
        """Return the same picture drawn `times` as large, its pixel (left, top) moved to the corner."""
        return replace(super().enlarged(times, left, top), down=self.down * times)


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


@lru_cache(maxsize=16)
def fitted(width: int, height: int) -> RiverProjection:
    """Return the projection in which the plane fills a picture of a size; in a higher one there is more land."""
    across = width / WIDE
    down = min(max(height / (BOTTOM - TOP), across * STRETCH[0]), across * STRETCH[1])
    return RiverProjection(across, 0.0, (height - (BOTTOM - TOP) * down) / 2 - TOP * down, down)


def way(source: int, target: int) -> list[Line]:
    """Return the points of the plane through which a ship sails from one river space to another.

    From the river's end it goes out to the bay, and comes again from the mountains: then there are two lines.
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
