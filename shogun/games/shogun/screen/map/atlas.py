"""The map as polygons (`assets/shogun/map/provinces.json`, format in its README) and its projection on the screen."""

from functools import cache

import msgspec
import pygame
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing.projection import Line, Point, Projection, is_inside

SQUARE_SHARE = 0.03
"""Size of a province for arrow-key navigation, as a share of the map's width."""
MARGIN = 15.0
"""Width of the sea that is always visible around the land, in units of the map (1600 x 1000)."""


class MapPlace(Struct, frozen=True):
    """One province on the map; points given for pieces are their centers."""

    name: str
    label: Point
    label_box: Point
    cubes: Point
    sites: tuple[Point, ...]
    marker: Point
    polygon: Line


class Border(Struct, frozen=True):
    """The line between two provinces that meet on land."""

    a: str
    b: str
    line: Line


class Coast(Struct, frozen=True):
    """A stretch of the coast that belongs to one province."""

    island: str
    province: str
    line: Line


class SeaRoute(Struct, frozen=True):
    """The dashed line between two provinces that meet by sea (1.3)."""

    a: str
    b: str
    line: Line


class Lake(Struct, frozen=True):
    """Water inside a province; decoration."""

    province: str
    polygon: Line


class Islet(Struct, frozen=True):
    """An island that belongs to no province; decoration."""

    name: str
    polygon: Line


class Atlas(Struct, frozen=True):
    """The whole map in units of its 1600 x 1000 box."""

    format: int
    box: Point
    provinces: tuple[MapPlace, ...]
    borders: tuple[Border, ...]
    coasts: tuple[Coast, ...]
    sea_routes: tuple[SeaRoute, ...]
    lakes: tuple[Lake, ...]
    islets: tuple[Islet, ...]

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the land."""
        xs = [x for place in self.provinces for x, _ in place.polygon]
        ys = [y for place in self.provinces for _, y in place.polygon]
        return min(xs), min(ys), max(xs), max(ys)


@cache
def atlas() -> Atlas:
    """Return the shipped map."""
    return msgspec.json.decode((ASSETS / "shogun" / "map" / "provinces.json").read_bytes(), type=Atlas)


@cache
def _shipped_bounds() -> tuple[float, float, float, float]:
    return atlas().bounds()


@cache
def square_of(province: str) -> pygame.Rect:
    """Return a square around the middle of a province, in map units: arrow keys move from one square to the next."""
    chart = atlas()
    middle = next(place.cubes for place in chart.provinces if place.name == province)
    rect = pygame.Rect(0, 0, *(round(chart.box[0] * SQUARE_SHARE),) * 2)
    rect.center = round(middle[0]), round(middle[1])
    return rect


def place_at(point: Point) -> MapPlace | None:
    """Return the province in which a point of the map lies, None for the sea."""
    x, y = point
    for place, (left, top, right, bottom) in _boxes():
        if left <= x <= right and top <= y <= bottom and is_inside(point, place.polygon):
            return place
    return None


@cache
def _boxes() -> tuple[tuple[MapPlace, tuple[float, float, float, float]], ...]:
    """Return each province with its left, top, right and bottom."""
    boxes = []
    for place in atlas().provinces:
        xs, ys = [x for x, _ in place.polygon], [y for _, y in place.polygon]
        boxes.append((place, (min(xs), min(ys), max(xs), max(ys))))
    return tuple(boxes)


def fitted(chart: Atlas, rect: pygame.Rect) -> Projection:
    """Return the projection that shows all land of `chart` as large as fits into `rect`, in the middle of it."""
    left, top, right, bottom = _shipped_bounds() if chart is atlas() else chart.bounds()
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    scale = min(rect.width / width, rect.height / height)
    return Projection(
        scale,
        rect.left + (rect.width - scale * width) / 2 - scale * (left - MARGIN),
        rect.top + (rect.height - scale * height) / 2 - scale * (top - MARGIN),
    )


# Visible part of the map and its scale: zooming at the pointer, and panning


class Viewport(Struct, frozen=True):
    """A part of the whole map's picture, enlarged by `zoom`, with its corner at (left, top) px of that picture."""

    zoom: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def projection(self, whole: Projection) -> Projection:
        """Return the projection of this part, where `whole` is that of the whole map."""
        return whole.enlarged(self.zoom, self.left, self.top)

    def zoomed(self, times: float, at: Point, size: tuple[int, int], most: float) -> "Viewport":
        """Return the part enlarged `times` more, to `most` at most, with the point `at` (px) kept in place."""
        zoom = min(max(self.zoom * times, 1.0), most)
        x, y = self.whole(at)
        return Viewport(zoom, x - at[0] / zoom, y - at[1] / zoom)._inside(size)

    def moved(self, x: float, y: float, size: tuple[int, int]) -> "Viewport":
        """Return the part after its picture was dragged by (x, y) px."""
        return Viewport(self.zoom, self.left - x / self.zoom, self.top - y / self.zoom)._inside(size)

    def _inside(self, size: tuple[int, int]) -> "Viewport":
        """Return the part moved back so that nothing beyond the whole picture is visible."""
        most = [length - length / self.zoom for length in size]
        return Viewport(self.zoom, min(max(self.left, 0.0), most[0]), min(max(self.top, 0.0), most[1]))

    def whole(self, point: Point) -> Point:
        """Return the pixel of the whole picture at a point of the window."""
        return self.left + point[0] / self.zoom, self.top + point[1] / self.zoom

    def window(self, point: Point) -> Point:
        """Return the point of the window that shows a pixel of the whole picture."""
        return (point[0] - self.left) * self.zoom, (point[1] - self.top) * self.zoom
