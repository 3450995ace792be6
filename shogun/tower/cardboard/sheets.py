"""Layout of parts on sheets of paper at 1:1; parts larger than the paper are split, with marks where they join.

A sheet holds parts of one material. Its origin is the paper's lower left corner; mm.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from shapely import LineString, MultiPolygon, Point, Polygon, box, maximum_inscribed_circle
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from shogun.base.language import _
from shogun.tower.cardboard import BuildError
from shogun.tower.cardboard.build_options import PAPERS
from shogun.tower.cardboard.cross_boards import Material, Note, Part, whole
from shogun.tower.cardboard.parts import BuildPlan

MARGIN = 8.0
"""Margin that most printers leave white."""
FOOTER = 17.0
"""Room below the parts for a ruler and the sheet's title."""
GAP = 4.0
"""Distance of two parts."""
MOST_SHEETS = 40
LABEL = 5.0
"""Height of a part's number, mm, where there is room."""
SMALLEST_LABEL = 1.8
Line = tuple[tuple[float, float], ...]


class PlacedPart(msgspec.Struct, frozen=True):
    """A part, or a tile of one, at its place on the sheet."""

    part: Part
    cuts: tuple[Line, ...]
    """Lines to cut; closed if the last point is the first one."""
    joins: tuple[tuple[Line, str], ...]
    """Lines where it joins other tiles, each with the letter that both have there."""
    rounded: tuple[Line, ...]
    label: Note
    notes: tuple[Note, ...]
    turned: float = 0.0
    """Rotation of texts, degrees."""


class Sheet(msgspec.Struct, frozen=True):
    """One sheet of paper."""

    number: int
    width: float
    height: float
    material: Material
    laid: tuple[PlacedPart, ...]


class _Tile(msgspec.Struct, frozen=True):
    """A part or a tile of one, to be placed as one; its coordinates are the part's own."""

    part: Part
    shape: Polygon
    """The part with half of the kerf around it."""
    cell: Polygon
    joins: tuple[tuple[LineString, str], ...] = ()
    suffix: str = ""

    @property
    def size(self) -> tuple[float, float]:
        left, low, right, high = self.shape.intersection(self.cell).bounds
        return right - left, high - low


class _Spot(msgspec.Struct):
    """Free place for a tile."""

    sheet: int
    x: float
    y: float
    is_turned: bool
    waste: float


def paper_of(plan: BuildPlan) -> str:
    """Return the paper that was asked for; without one A4, or A3 if some part doesn't fit."""
    if plan.wishes.paper:
        return plan.wishes.paper
    room = _room(*PAPERS["a4"])
    return "a4" if all(_has_room(part, plan.wishes.kerf, room) for part in plan.parts) else "a3"


def name_of(plan: BuildPlan) -> str:
    """Return the name of the sheets' paper or bed."""
    return "{:g} x {:g} mm".format(*plan.wishes.bed) if plan.wishes.bed else paper_of(plan).upper()


def size_of(plan: BuildPlan) -> tuple[float, float]:
    """Return width and height of all sheets, mm."""
    return plan.wishes.bed or PAPERS[paper_of(plan)]


def lay(plan: BuildPlan) -> list[Sheet]:
    """Return the sheets with all parts, packed by a simple rule. Raises BuildError if they are too many."""
    width, height = size_of(plan)
    room = _room(width, height)
    sheets: list[Sheet] = []
    for material in dict.fromkeys(part.material for part in sorted(plan.parts, key=_is_film)):
        tiles = [
            tile for part in plan.parts if part.material == material for tile in _tiles(part, plan.wishes.kerf, room)
        ]
        for laid in _Packing(room).lay(tiles):
            sheets.append(Sheet(len(sheets) + 1, width, height, material, tuple(laid)))
    if len(sheets) > MOST_SHEETS:
        sentence = _("the tower is too large: its parts take {count} sheets of {paper}, {most} at most")
        raise BuildError(sentence.format(count=len(sheets), paper=name_of(plan), most=MOST_SHEETS))
    return sheets


def _is_film(part: Part) -> bool:
    return not part.material.thickness


def _room(width: float, height: float) -> tuple[float, float]:
    return width - 2 * MARGIN, height - 2 * MARGIN - FOOTER


def _has_room(part: Part, kerf: float, room: tuple[float, float]) -> bool:
    left, low, right, high = part.outline.bounds
    wide, tall = right - left + kerf, high - low + kerf
    return (wide <= room[0] and tall <= room[1]) or (tall <= room[0] and wide <= room[1])


def _tiles(part: Part, kerf: float, room: tuple[float, float]) -> Iterator[_Tile]:
    """Yield all copies of a part, in tiles if it is larger than the paper."""
    shape = whole(part.outline.buffer(kerf / 2, join_style="mitre", mitre_limit=2.5)) if kerf else part.outline
    for copy in range(part.count):
        suffix = f" ({copy + 1}/{part.count})" if part.count > 1 else ""
        if _has_room(part, kerf, room):
            yield _Tile(part, shape, whole(shape.envelope), suffix=suffix)
        else:
            yield from _split(part, shape, room, suffix)


def _split(part: Part, shape: Polygon, room: tuple[float, float], suffix: str) -> Iterator[_Tile]:
    """Yield the tiles of a part that is larger than the paper, each with letters where it joins others."""
    left, low, right, high = shape.bounds
    across, up = math.ceil((right - left) / room[0]), math.ceil((high - low) / room[1])
    wide, tall = (right - left) / across, (high - low) / up
    letters: dict[tuple[float, ...], str] = {}
    for row in range(up):
        for column in range(across):
            cell = box(left + column * wide, low + row * tall, left + (column + 1) * wide, low + (row + 1) * tall)
            if shape.intersection(cell).area > 1e-6:
                joins = tuple(_joins(shape, cell, part.number, letters))
                yield _Tile(part, shape, cell, joins, f"{suffix} {row + 1}.{column + 1}")


def _joins(
    shape: Polygon, cell: Polygon, number: int, letters: dict[tuple[float, ...], str]
) -> Iterator[tuple[LineString, str]]:
    """Yield the lines in which a cell of a shape joins its neighbours, each with the part's number and a letter."""
    left, low, right, high = cell.bounds
    sides = ((left, low, left, high), (right, low, right, high), (left, low, right, low), (left, high, right, high))
    for a, b, c, d in sides:
        for line in _lines(shape.intersection(LineString([(a, b), (c, d)]))):
            if line.length > 1e-6 and shape.contains(line.interpolate(0.5, normalized=True)):
                key = tuple(round(value, 3) for value in line.bounds)
                yield line, letters.setdefault(key, f"{number}{_letters(len(letters))}")


def _letters(number: int) -> str:
    return ("" if number < 26 else _letters(number // 26 - 1)) + chr(ord("A") + number % 26)


def _lines(shape: BaseGeometry) -> Iterator[LineString]:
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, LineString) and not part.is_empty:
            yield part


class _Packing:
    """Packs rectangles onto sheets, each where it leaves the narrowest strip (Jylänki 2010: maximal rectangles)."""

    def __init__(self, room: tuple[float, float]) -> None:
        self._room = room[0] + GAP, room[1] + GAP
        self._free: list[list[tuple[float, float, float, float]]] = []

    def lay(self, tiles: Iterable[_Tile]) -> list[list[PlacedPart]]:
        """Return the tiles of each sheet, the largest first."""
        sheets: list[list[PlacedPart]] = []
        for tile in sorted(tiles, key=lambda tile: (-max(tile.size), tile.part.number)):
            spot = self._spot(tile)
            while len(sheets) <= spot.sheet:
                sheets.append([])
            sheets[spot.sheet].append(_placed(tile, spot))
        return sheets

    def _spot(self, tile: _Tile) -> _Spot:
        wide, high = tile.size[0] + GAP, tile.size[1] + GAP
        turns = [(wide, high, False)] if tile.joins else [(wide, high, False), (high, wide, True)]
        spots = [
            _Spot(number, x, y, turned, min(w - a, h - b))
            for number, free in enumerate(self._free)
            for x, y, w, h in free
            for a, b, turned in turns
            if a <= w + 1e-6 and b <= h + 1e-6
        ]
        if not spots:
            self._free.append([(0.0, 0.0, *self._room)])
            return self._spot(tile)
        spot = min(spots, key=lambda spot: (spot.sheet, spot.waste, spot.y, spot.x))
        a, b = (high, wide) if spot.is_turned else (wide, high)
        self._free[spot.sheet] = _rest(self._free[spot.sheet], (spot.x, spot.y, a, b))
        return spot


Rect = tuple[float, float, float, float]


def _rest(free: Sequence[Rect], used: Rect) -> list[Rect]:
    """Return the largest free rectangles (left, low, width, height) that are left after one is used."""
    left = [part for rect in free for part in _around(rect, used)]
    return [rect for rect in left if not any(rect != other and _holds(other, rect) for other in left)]


def _around(rect: Rect, used: Rect) -> list[Rect]:
    (x, y, w, h), (a, b, c, d) = rect, used
    if a >= x + w or a + c <= x or b >= y + h or b + d <= y:
        return [rect]
    parts = ((x, y, a - x, h), (a + c, y, x + w - a - c, h), (x, y, w, b - y), (x, b + d, w, y + h - b - d))
    return [part for part in parts if part[2] > 1e-6 and part[3] > 1e-6]


def _holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def _placed(tile: _Tile, spot: _Spot) -> PlacedPart:
    """Return a tile at its place on the sheet."""
    left, low, _right, high = tile.shape.intersection(tile.cell).bounds
    x, y = spot.x + MARGIN, spot.y + MARGIN + FOOTER
    matrix = (0.0, -1.0, 1.0, 0.0, x + high, y - left) if spot.is_turned else (1.0, 0.0, 0.0, 1.0, x - left, y - low)
    return _Move(matrix, tile).laid()


class _Move:
    """A tile on its way onto the sheet."""

    def __init__(self, matrix: Sequence[float], tile: _Tile) -> None:
        self._matrix, self._tile = list(matrix), tile

    def laid(self) -> PlacedPart:
        """Return all lines and texts of the tile, moved onto the sheet."""
        tile = self._tile
        inside = tile.cell.buffer(1e-6)
        rings = (tile.shape.exterior, *tile.shape.interiors)
        cuts = [line for ring in rings for line in self._cut(LineString(ring.coords))]
        notes = tuple(self._note(note) for note in tile.part.notes if inside.contains(Point(note.x, note.y)))
        rounded = tuple(self._line(LineString(edge)) for edge in tile.part.rounded)
        joins = tuple((self._line(line), letter) for line, letter in tile.joins)
        return PlacedPart(
            tile.part, tuple(cuts), joins, rounded, self._label(), notes, turned=90.0 if self._matrix[1] else 0.0
        )

    def _cut(self, ring: LineString) -> Iterator[Line]:
        """Yield the parts of a ring inside the cell, without the cell's own borders."""
        if not self._tile.joins:
            yield self._line(ring)
            return
        seams = [line for line, _letter in self._tile.joins]
        left = ring.intersection(self._tile.cell)
        for seam in seams:
            left = left.difference(seam.buffer(1e-7))
        for part in _lines(linemerge(list(_lines(left)))):
            yield self._line(part)

    def _line(self, line: LineString) -> Line:
        return tuple((x, y) for x, y in affine_transform(line, self._matrix).coords)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self._matrix
        return a * x + b * y + e, c * x + d * y + f

    def _note(self, note: Note) -> Note:
        x, y = self._point(note.x, note.y)
        return Note(x, y, note.text, note.height)

    def _label(self) -> Note:
        """Return the number of the part and tile, at the part's widest place."""
        tile = self._tile
        text = f"{tile.part.number}{tile.suffix}"
        place, height = _roomiest(tile, 0.7 * len(text))
        return Note(*self._point(place.x, place.y), text, height)


def _roomiest(tile: _Tile, width: float) -> tuple[Point, float]:
    """Return the middle of the widest place in a tile, away from its notes, and the height of text that fits there.

    `width` is that of the text, in heights.
    """
    shape: BaseGeometry = tile.shape.intersection(tile.cell)
    for note in tile.part.notes:
        shape = shape.difference(box(note.x - 3, note.y - 3, note.x + 3, note.y + 3))
    assert isinstance(shape, Polygon | MultiPolygon)
    middle = Point(maximum_inscribed_circle(shape, tolerance=0.5).coords[0])
    height = LABEL
    while height > SMALLEST_LABEL and not shape.contains(_plate(middle, height * width, height)):
        height -= 0.2
    return middle, height


def _plate(middle: Point, width: float, height: float) -> Polygon:
    x, y = middle.x, middle.y
    return box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
