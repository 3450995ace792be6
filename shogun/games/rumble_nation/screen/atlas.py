"""The map as polygons (`assets/rumble_nation/map/areas.json`, format in its README), and how it lies on the screen."""

from functools import cache, lru_cache

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing.projection import Line, Point, Projection, is_inside


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
    return next((area.name for area in atlas().areas if is_inside((x, y), area.polygon)), None)
