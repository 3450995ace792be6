"""The part of the map on which what belongs to an area may stand: its land, and the sea that lies nearest to it.

No two of them overlap, so nothing that keeps within its own covers a neighbour's border or what stands there.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import ceil, floor

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Mask, Rect, Surface

from shogun.games.rumble_nation.screen.atlas import Line, Point, Projection, atlas

CELL = 8.0
"""Side of a square of the map that is asked at once whose it is, in units of the map."""
NOBODYS, BORDER = 0, 255


class Ground:
    """Where in a picture what belongs to an area may stand."""

    def __init__(self, cells: Mask, projection: Projection, kept: Sequence[Rect]) -> None:
        """Take a territory in cells; what lies in `kept` (px) is kept for something else."""
        self._projection = projection
        self._cells = cells.copy()
        for rect in kept:
            left, top, wide, high = self._cells_of(rect)
            self._cells.erase(_filled(wide, high), (left, top))

    def lacking(self, rects: Sequence[Rect]) -> int:
        """Return how many cells under some rectangles (px) belong to somebody else, or lie off the map."""
        lacking = 0
        for rect in rects:
            left, top, wide, high = self._cells_of(rect)
            lacking += wide * high - self._cells.overlap_area(_filled(wide, high), (left, top))
        return lacking

    def _cells_of(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return left, top, width and height of all cells that a rectangle touches."""
        left, top = map(floor, _cell(self._projection, rect.topleft))
        right, bottom = map(ceil, _cell(self._projection, rect.bottomright))
        return left, top, right - left, bottom - top


def _cell(projection: Projection, pixel: Point) -> Point:
    """Return the column and the row of a pixel, with its place in that cell as fractions."""
    x, y = projection.point_under(pixel)
    return x / CELL, y / CELL


def is_in_territory(area: str, projection: Projection, position: Point) -> bool:
    """Return whether a pixel of the picture lies in the territory of an area."""
    cells = territories()[area]
    column, row = map(floor, _cell(projection, position))
    columns, rows = cells.get_size()
    return 0 <= column < columns and 0 <= row < rows and bool(cells.get_at((column, row)))


@lru_cache(maxsize=512)
def _filled(wide: int, high: int) -> Mask:
    return Mask((wide, high), fill=True)


@cache
def territories() -> Mapping[str, Mask]:
    """Return by area its territory, in cells of the map's box."""
    labels = _labels()
    masks = {}
    for number, area in enumerate(atlas().areas, 1):
        shape = Surface((labels.shape[0], labels.shape[1]), depth=32)
        pygame.surfarray.blit_array(shape, np.where(labels == number, 0xFFFFFF, 0))
        masks[area.name] = pygame.mask.from_threshold(shape, (255, 255, 255), (1, 1, 1, 255))
    return masks


def _labels() -> NDArray[np.uint8]:
    """Return the number of the area, from 1, to whose territory each cell belongs, [column, row]; borders to none."""
    inside = next(number for number, area in enumerate(atlas().areas, 1) if area.name == "Shuri")
    lands = {number: area.polygon for number, area in enumerate(atlas().areas, 1) if number != inside}
    labels = _spread(_painted(lands))
    labels[_painted_borders(list(lands.values()))] = BORDER
    left, top, right, bottom = _inset()
    labels[left - 1 : right + 1, top - 1 : bottom + 1] = BORDER
    labels[left:right, top:bottom] = inside
    return labels


def _inset() -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the cells that lie wholly in the frame around Shuri."""
    left, top, wide, high = atlas().inset
    return ceil(left / CELL), ceil(top / CELL), floor((left + wide) / CELL), floor((top + high) / CELL)


def _painted(lands: Mapping[int, Line]) -> NDArray[np.uint8]:
    """Return the number of the area whose land each cell is."""
    picture = _empty()
    for number, polygon in lands.items():
        pygame.draw.polygon(picture, (0, 0, number), _in_cells(polygon))
    return pygame.surfarray.array3d(picture)[:, :, 2].astype(np.uint8)


def _painted_borders(lands: Sequence[Line]) -> NDArray[np.bool_]:
    """Return whether land of two areas meets in a cell."""
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
    """Return labels after each has grown over the sea, step by step, until nothing is left of it; in its place."""
    while (labels == NOBODYS).any():
        before = labels.copy()
        for near, far in ((np.s_[1:, :], np.s_[:-1, :]), (np.s_[:, 1:], np.s_[:, :-1])):
            for to, source in ((near, far), (far, near)):
                np.copyto(labels[to], before[source], where=labels[to] == NOBODYS)
    return labels
