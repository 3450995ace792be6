"""The map as polygons (`assets/rumble_nation/map/areas.json`, format in its README), and how it lies on the screen."""

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec
import pygame
from msgspec import Struct

from shogun.base.resources import ASSETS

Point = tuple[float, float]
Line = tuple[Point, ...]


class MapArea(Struct, frozen=True):
    """An area on the map: its outline, and the middle of what stands in it."""

    name: str
    pieces: Point
    polygon: Line


class SeaRoute(Struct, frozen=True):
    """The line between two areas that are adjacent by sea (1.2)."""

    a: str
    b: str
    line: Line


class Atlas(Struct, frozen=True):
    """The whole map in units of its box."""

    format: int
    box: Point
    inset: tuple[float, float, float, float]
    """The frame around Shuri: left, top, width, height."""
    areas: tuple[MapArea, ...]
    coasts: tuple[Line, ...]
    """The closed outlines of all islands."""
    sea_routes: tuple[SeaRoute, ...]


@cache
def atlas() -> Atlas:
    """Return the shipped map."""
    return msgspec.json.decode((ASSETS / "rumble_nation" / "map" / "areas.json").read_bytes(), type=Atlas)


class Projection(Struct, frozen=True):
    """How the map lies in a picture: pixels of a unit, and where its left upper corner is (px)."""

    scale: float
    left: float
    top: float

    def point(self, point: Point) -> Point:
        """Return the pixel of a point of the map."""
        return self.left + point[0] * self.scale, self.top + point[1] * self.scale

    def point_under(self, pixel: Point) -> Point:
        """Return the point of the map under a pixel."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale

    def line(self, points: Sequence[Point]) -> list[Point]:
        """Return the pixels of points of the map."""
        return [self.point(point) for point in points]

    def rect(self, box: tuple[float, float, float, float]) -> pygame.Rect:
        """Return the pixels of a box of the map: left, top, width, height."""
        left, top = self.point(box[:2])
        return pygame.Rect(round(left), round(top), round(box[2] * self.scale), round(box[3] * self.scale))

    def before(self, room: pygame.Rect, corner: Point) -> pygame.Rect:
        """Return what of a room lies left of and above a point of the map."""
        x, y = self.point(corner)
        return pygame.Rect(room.left, room.top, round(x) - room.left, round(y) - room.top)

    def beyond(self, room: pygame.Rect, corner: Point) -> pygame.Rect:
        """Return what of a room lies right of and below a point of the map."""
        x, y = self.point(corner)
        return pygame.Rect(round(x), round(y), room.right - round(x), room.bottom - round(y))

    def moved(self, left: int, top: int) -> "Projection":
        """Return the projection of a picture that lies so many px further right and down."""
        return Projection(self.scale, self.left + left, self.top + top)

    def enlarged(self, times: float) -> "Projection":
        """Return the projection of a picture so many times as large."""
        return Projection(self.scale * times, self.left * times, self.top * times)


@lru_cache(maxsize=16)
def fitted(width: int, height: int) -> Projection:
    """Return the projection in which the whole map fits a picture, in its lower right corner."""
    wide, high = atlas().box
    scale = min(width / wide, height / high)
    return Projection(scale, width - wide * scale, height - high * scale)


def area_at(projection: Projection, position: Point) -> str | None:
    """Return the area under a pixel of the picture; of Shuri, which is small, the whole frame."""
    x, y = projection.point_under(position)
    left, top, width, height = atlas().inset
    if left <= x < left + width and top <= y < top + height:
        return "Shuri"
    return next((area.name for area in atlas().areas if _holds(area.polygon, x, y)), None)


def _holds(polygon: Line, x: float, y: float) -> bool:
    """Return whether a point lies in a polygon: a ray from it meets the outline an odd number of times."""
    inside = False
    before = polygon[-1]
    for here in polygon:
        if (here[1] > y) != (before[1] > y):
            inside ^= x < before[0] + (here[0] - before[0]) * (y - before[1]) / (here[1] - before[1])
        before = here
    return inside
