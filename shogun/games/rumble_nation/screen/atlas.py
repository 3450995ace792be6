"""Map as polygons (`assets/rumble_nation/map/areas.json`, format in its README), and its projection to the screen."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import ceil, floor

import msgspec
import numpy as np
import pygame
from msgspec import Struct
from numpy.typing import NDArray
from pygame import Rect, Surface

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing.projection import Line, Point, Projection, is_inside


class MapArea(Struct, frozen=True):
    """Area on the map: its outline, and the center for its pieces."""

    name: str
    pieces: Point
    polygon: Line


class SeaRoute(Struct, frozen=True):
    """Line between two areas that are adjacent by sea (1.2)."""

    a: str
    b: str
    line: Line


class Atlas(Struct, frozen=True):
    """Whole map in its own units."""

    format: int
    box: Point
    inset: tuple[float, float, float, float]
    """Frame around Shuri: left, top, width, height."""
    areas: tuple[MapArea, ...]
    coasts: tuple[Line, ...]
    """Closed outlines of all islands."""
    sea_routes: tuple[SeaRoute, ...]


@cache
def atlas() -> Atlas:
    """Return the shipped map."""
    return msgspec.json.decode((ASSETS / "rumble_nation" / "map" / "areas.json").read_bytes(), type=Atlas)


@lru_cache(maxsize=16)
def fitted(width: int, height: int) -> Projection:
    """Return the projection that fits the whole map into a picture, in its lower right corner."""
    wide, high = atlas().box
    scale = min(width / wide, height / high)
    return Projection(scale, width - wide * scale, height - high * scale)


def area_at(projection: Projection, position: Point) -> str | None:
    """Return the area under a pixel of the picture; for Shuri, which is small, anywhere in its frame."""
    x, y = projection.point_under(position)
    left, top, width, height = atlas().inset
    if left <= x < left + width and top <= y < top + height:
        return "Shuri"
    return next((area.name for area in atlas().areas if is_inside((x, y), area.polygon)), None)


# Part of the map for everything that belongs to an area: its land, and the sea nearest to it
#
# Territories don't overlap, so pieces inside one never cover a neighbor's border or pieces.

CELL = 8.0
"""Side of a cell, all of which belongs to the same territory, in units of the map."""
NOBODYS, BORDER = 0, 255


class Ground:
    """Part of a picture where an area's pieces may be drawn."""

    def __init__(self, cells: NDArray[np.bool_], projection: Projection, kept: Sequence[Rect]) -> None:
        """Take a territory, [column, row]; the rectangles in `kept` (px) are reserved."""
        self._projection = projection
        cells = cells.copy()
        for rect in kept:
            left, top, right, bottom = (max(0, int(side)) for side in self._cells_under(_boxes([rect]))[0])
            cells[left:right, top:bottom] = False
        self._sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), np.int64)
        """Number of cells of the territory to the left of a column and above a row."""
        self._sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)

    def lacking(self, rects: Sequence[Rect]) -> int:
        """Return the number of cells under some rectangles (px) that are in other territories or off the map."""
        return int(self.lacking_each(_boxes(rects)).sum()) if rects else 0

    def lacking_each(self, boxes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the same for each of many boxes: left, top, right and bottom in the last dimension, px."""
        left, top, right, bottom = np.moveaxis(self._cells_under(boxes), -1, 0)
        columns, rows = self._sums.shape
        from_left, to_right = left.clip(0, columns - 1), right.clip(0, columns - 1)
        from_top, to_bottom = top.clip(0, rows - 1), bottom.clip(0, rows - 1)
        sums = self._sums
        inside = sums[to_right, to_bottom] - sums[from_left, to_bottom]
        inside += sums[from_left, from_top] - sums[to_right, from_top]
        return np.asarray((right - left) * (bottom - top) - inside)

    def _cells_under(self, boxes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cells that boxes touch, as boxes in cells."""
        projection = self._projection
        cells = (boxes - np.tile((projection.left, projection.top), 2)) / projection.scale / CELL
        return np.concatenate([np.floor(cells[..., :2]), np.ceil(cells[..., 2:])], axis=-1).astype(np.int64)


def _boxes(rects: Sequence[Rect]) -> NDArray[np.int64]:
    return np.array([(*rect.topleft, *rect.bottomright) for rect in rects], np.int64)


def is_in_territory(area: str, projection: Projection, position: Point) -> bool:
    """Return whether a pixel of the picture is in the territory of an area."""
    cells = territories()[area]
    x, y = projection.point_under(position)
    column, row = floor(x / CELL), floor(y / CELL)
    columns, rows = cells.shape
    return 0 <= column < columns and 0 <= row < rows and bool(cells[column, row])


@cache
def territories() -> Mapping[str, NDArray[np.bool_]]:
    """Return the cells of each area's territory, [column, row]."""
    labels = _labels()
    return {area.name: labels == number for number, area in enumerate(atlas().areas, 1)}


def _labels() -> NDArray[np.uint8]:
    """Return the number of the area, from 1, that has each cell in its territory, [column, row]; 0 for borders."""
    inside = next(number for number, area in enumerate(atlas().areas, 1) if area.name == "Shuri")
    lands = {number: area.polygon for number, area in enumerate(atlas().areas, 1) if number != inside}
    labels = _spread(_painted(lands))
    labels[_painted_borders(list(lands.values()))] = BORDER
    left, top, right, bottom = _inset()
    labels[left - 1 : right + 1, top - 1 : bottom + 1] = BORDER
    labels[left:right, top:bottom] = inside
    return labels


def _inset() -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the cells entirely inside the frame around Shuri."""
    left, top, wide, high = atlas().inset
    return ceil(left / CELL), ceil(top / CELL), floor((left + wide) / CELL), floor((top + high) / CELL)


def _painted(lands: Mapping[int, Line]) -> NDArray[np.uint8]:
    """Return the number of the area with land in each cell."""
    picture = _empty()
    for number, polygon in lands.items():
        pygame.draw.polygon(picture, (0, 0, number), _in_cells(polygon))
    return pygame.surfarray.array3d(picture)[:, :, 2].astype(np.uint8)


def _painted_borders(lands: Sequence[Line]) -> NDArray[np.bool_]:
    """Return the cells where the land of two areas meets."""
    touched = []
    for polygon in lands:
        picture = _empty()
        pygame.draw.polygon(picture, (0, 0, 1), _in_cells(polygon))
        pygame.draw.lines(picture, (0, 0, 1), True, _in_cells(polygon))
        touched.append(pygame.surfarray.array3d(picture)[:, :, 2] > 0)
    return np.asarray(np.sum(touched, axis=0) > 1)


def _empty() -> Surface:
    wide, high = atlas().box
    return Surface((ceil(wide / CELL), ceil(high / CELL)), depth=32)


def _in_cells(polygon: Line) -> list[tuple[float, float]]:
    return [(x / CELL, y / CELL) for x, y in polygon]


def _spread(labels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return labels after each has grown step by step over the sea until none is left; done in place."""
    while (labels == NOBODYS).any():
        before = labels.copy()
        for near, far in ((np.s_[1:, :], np.s_[:-1, :]), (np.s_[:, 1:], np.s_[:, :-1])):
            for to, source in ((near, far), (far, near)):
                np.copyto(labels[to], before[source], where=labels[to] == NOBODYS)
    return labels
