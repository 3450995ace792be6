"""Where a part that is larger than the printer's bed is cut, and the dovetails that hold its pieces together.

A part is a stack of outlines (`Layer`). It is cut upright, into the cells of a grid, so its pieces come together from
above and are as easy to print as the whole part. Lengths in mm.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

import msgspec
from shapely import LineString, Point, Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import ngettext
from shogun.tower.cardboard import BuildError

KEY_LENGTH, KEY_NECK, KEY_HEAD = 8.0, 8.0, 12.0
"""Length of a dovetail, and its width at the cut and at its end."""
KEY_MARGIN = 3.0
"""Least material around a dovetail's socket."""
KEY_DISTANCE = 60.0
"""Approximate distance of dovetails."""
KEY_STEP, KEY_REACH = 1.0, 25.0
"""Step and reach of the search for a better place for a dovetail."""
CUT_STEP = 1.0
"""Step of the search for the best place of a cut."""
CUT_MARGIN = 2.0
"""Distance on both sides of a cut that should be free of walls, ledges and pins."""
INSET = 0.01
"""Less than any printer can make."""
MOST_PIECES = 60
FAR = 1e5
"""Beyond all parts."""


class Layer(msgspec.Struct, frozen=True):
    """An outline from one height to another."""

    outline: BaseGeometry
    low: float
    high: float


Piece = tuple[Layer, ...]
"""One piece of a cut part, with as many layers as stand on it."""


def cut(layers: Sequence[Layer], bed: tuple[float, float], clearance: float) -> list[Piece]:
    """Return a part in pieces that fit a bed, with gaps of `clearance`; the first layer is the one with dovetails.

    The first layer must be a rectangle, and hold all others. Raises BuildError if the pieces would be too many.
    """
    plate, upper = layers[0].outline, unary_union([layer.outline for layer in layers[1:]])
    left, low, right, high = plate.bounds
    columns, rows = _grid((right - left, high - low), bed)
    if columns * rows == 1:
        return [(layers[0], *(Layer(tidy(layer.outline), layer.low, layer.high) for layer in layers[1:]))]
    if columns * rows > MOST_PIECES:
        sentence = ngettext(
            "--bed {width:g}x{depth:g} is too small: the tower would be cut into {count} piece",
            "--bed {width:g}x{depth:g} is too small: the tower would be cut into {count} pieces",
            columns * rows,
        )
        raise BuildError(sentence.format(width=bed[0], depth=bed[1], count=columns * rows))
    across, up = _turned_bed((right - left, high - low), bed)
    at_x = _cuts(left, right, columns, across, _Obstacles(upper, (low, high), upright=True))
    at_y = _cuts(low, high, rows, up, _Obstacles(upper, (left, right), upright=False))
    cells = _cells(at_x, at_y, plate, upper)
    return [_piece(layers, cell.buffer(-clearance / 2, join_style="mitre", mitre_limit=5)) for cell in cells]


def _piece(layers: Sequence[Layer], cell: BaseGeometry) -> Piece:
    """Return what a cell holds; upper layers end just within the lowest one, so that no sides nearly coincide."""
    within = cell.buffer(-INSET, join_style="mitre", mitre_limit=5)
    plate = Layer(layers[0].outline.intersection(cell), layers[0].low, layers[0].high)
    upper = (Layer(tidy(layer.outline.intersection(within)), layer.low, layer.high) for layer in layers[1:])
    return plate, *(layer for layer in upper if not layer.outline.is_empty)


def tidy(shape: BaseGeometry) -> BaseGeometry:
    """Return an outline without gaps and necks that no printer can make: parts that touch in one point are joined."""
    closed = shape.buffer(INSET, join_style="mitre").buffer(-2 * INSET, join_style="mitre")
    return closed.buffer(INSET, join_style="mitre").simplify(INSET / 10)


# The grid: as few pieces as possible, on a bed that may be used either way round


def pieces_along(length: float, room: float) -> int:
    """Return the number of pieces into which a length is cut; all but the last have dovetails at their end."""
    return 1 if length <= room else ceil((length - KEY_LENGTH) / (room - KEY_LENGTH) - 1e-9)


def _grid(size: tuple[float, float], bed: tuple[float, float]) -> tuple[int, int]:
    across, up = _turned_bed(size, bed)
    return pieces_along(size[0], across), pieces_along(size[1], up)


def _turned_bed(size: tuple[float, float], bed: tuple[float, float]) -> tuple[float, float]:
    """Return the bed's room along both sides of a part, turned so that the pieces are the fewest."""
    ways = (bed, (bed[1], bed[0]))
    return min(ways, key=lambda way: pieces_along(size[0], way[0]) * pieces_along(size[1], way[1]))


class _Obstacles:
    """Pieces on the plate, as a cut meets them."""

    def __init__(self, upper: BaseGeometry, span: tuple[float, float], *, upright: bool) -> None:
        self._upper, self._span, self._is_upright = upper, span, upright

    def met_by(self, place: float) -> float:
        """Return the area that a cut at this place, with its margins, has in common with what stands there, mm²."""
        first, last = place - CUT_MARGIN, place + CUT_MARGIN
        low, high = self._span
        strip = box(first, low, last, high) if self._is_upright else box(low, first, high, last)
        return float(self._upper.intersection(strip).area)


def _cuts(low: float, high: float, count: int, room: float, obstacles: _Obstacles) -> list[float]:
    """Return the places of the cuts along one side: each where least is in the way, and the pieces are most alike."""
    places: list[float] = []
    last = low
    for number in range(1, count):
        left = count - number
        least = high - (left * (room - KEY_LENGTH) + KEY_LENGTH)
        first, end = max(least, last + KEY_LENGTH + 2 * KEY_MARGIN), last + room - KEY_LENGTH
        equal = last + (high - last) / (left + 1)
        steps = int((end - first) / CUT_STEP)
        choices = [*(first + step * CUT_STEP for step in range(steps + 1)), end]
        last = min(choices, key=lambda place: (round(obstacles.met_by(place), 1), abs(place - equal)))
        places.append(last)
    return places


# Cells, with dovetails that reach from each into the next one


def _cells(
    at_x: Sequence[float], at_y: Sequence[float], plate: BaseGeometry, upper: BaseGeometry
) -> Iterator[BaseGeometry]:
    columns, rows = list(pairwise((-FAR, *at_x, FAR))), list(pairwise((-FAR, *at_y, FAR)))
    cells: dict[tuple[int, int], BaseGeometry] = {
        (column, row): box(across[0], up[0], across[1], up[1])
        for column, across in enumerate(columns)
        for row, up in enumerate(rows)
    }
    left, low, right, high = plate.bounds
    for column, row in list(cells):
        (west, east), (south, north) = columns[column], rows[row]
        top, bottom = min(north, high), max(south, low)
        for other, line in (
            ((column, row + 1), LineString([(max(west, left), north), (min(east, right), north)])),
            ((column + 1, row), LineString([(east, top), (east, bottom)])),
        ):
            for key in _keys(plate, upper, line) if other in cells else ():
                cells[column, row] = cells[column, row].union(key)
                cells[other] = cells[other].difference(key)
    yield from cells.values()


def _keys(plate: BaseGeometry, upper: BaseGeometry, line: LineString) -> list[Polygon]:
    """Return the dovetails on a cut, to the left of its direction, where nothing stands if there are such places."""
    count = max(1 if line.length < KEY_DISTANCE / 2 else 2, round(line.length / KEY_DISTANCE))
    keys: list[Polygon] = []
    for number in range(count):
        ideal = (number + 0.5) * line.length / count
        choices = sorted(
            (along for along in _steps(ideal) if 0 < along < line.length), key=lambda along: abs(along - ideal)
        )
        fitting = [key for along in choices if _has_room(key := _key(line, along), plate, line, keys)]
        free = (key for key in fitting if not key.buffer(CUT_MARGIN).intersects(upper))
        if fitting:
            keys.append(next(free, fitting[0]))
    return keys


def _steps(middle: float) -> Iterator[float]:
    reach = int(KEY_REACH / KEY_STEP)
    return (middle + step * KEY_STEP for step in range(-reach, reach + 1))


def _has_room(key: Polygon, plate: BaseGeometry, line: LineString, others: Sequence[Polygon]) -> bool:
    """Return whether a dovetail keeps its margins to the plate's sides, to the ends of the cut and to others."""
    socket = key.buffer(KEY_MARGIN)
    ends = (Point(line.coords[0]), Point(line.coords[-1]))
    return (
        plate.covers(socket)
        and all(end.distance(key) >= KEY_LENGTH + KEY_MARGIN for end in ends)
        and not any(socket.intersects(other) for other in others)
    )


def _key(line: LineString, along: float) -> Polygon:
    """Return a dovetail on a cut, `along` mm from its start, to the left of its direction."""
    (x0, y0), (x1, y1) = line.coords[0], line.coords[-1]
    dx, dy = (x1 - x0) / hypot(x1 - x0, y1 - y0), (y1 - y0) / hypot(x1 - x0, y1 - y0)
    neck, head = KEY_NECK / 2, KEY_HEAD / 2
    drawn = Polygon([(-neck, -1), (neck, -1), (neck, 0), (head, KEY_LENGTH), (-head, KEY_LENGTH), (-neck, 0)])
    moved = affine_transform(drawn, [dx, -dy, dy, dx, x0 + along * dx, y0 + along * dy])
    assert isinstance(moved, Polygon)
    return moved
