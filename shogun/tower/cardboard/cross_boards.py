"""Flat parts of a cardboard tower, the boards between its plates and how they are lapped, and their tabs."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import _
from shogun.tower.cardboard import BuildError
from shogun.tower.geometry import Geometry
from shogun.tower.physics import collision_geometry as outlines
from shogun.tower.physics.collision_geometry import WALL_RADIUS, Capsule, World, build_world

# Parts

Vector = tuple[float, float, float]
"""x to the right, y upwards, v from the back plate to the front; mm."""


class Material(msgspec.Struct, frozen=True, order=True):
    """Material of a part."""

    thickness: float
    """Thickness in mm; 0 for the clear film of the window, of any thickness."""

    @property
    def name(self) -> str:
        """Name of the material in the player's language."""
        return _("cardboard {mm:g} mm").format(mm=self.thickness) if self.thickness else _("clear film")


class Note(msgspec.Struct, frozen=True):
    """A short text on a part, such as the number of the board for a slot."""

    x: float
    y: float
    text: str
    height: float = 2.6


class Frame(msgspec.Struct, frozen=True):
    """Place of a part in the tower: origin and axes of its outline, and the offsets of its two faces."""

    origin: Vector
    right: Vector
    up: Vector
    low: float
    high: float
    stage: float = 0
    """Stage in the assembly picture: 0 between the plates, larger to the front, negative behind."""


class Part(msgspec.Struct, frozen=True):
    """One part, or several identical ones."""

    number: int
    name: str
    outline: Polygon
    material: Material
    frame: Frame
    count: int = 1
    notes: tuple[Note, ...] = ()
    rounded: tuple[tuple[outlines.Point, outlines.Point], ...] = ()
    """Edges that are rounded with sandpaper."""
    hint: str = ""


def whole(shape: BaseGeometry) -> Polygon:
    """Return a shape as one polygon. Raises BuildError if it falls into pieces."""
    if not isinstance(shape, Polygon) or shape.is_empty:
        raise BuildError(_("the tower can't be cut: one of its parts would fall to pieces; try thinner cardboard"))
    return shape


def joined(*shapes: BaseGeometry) -> Polygon:
    """Return the union of shapes that touch."""
    return whole(unary_union(shapes))


def without(outline: Polygon, holes: Iterable[BaseGeometry]) -> Polygon:
    """Return a shape with holes in it."""
    return whole(outline.difference(unary_union(list(holes))))


# Boards between the plates, lapped where they meet
#
# Coordinates are the tower's: x to the right, y upwards from the exit plane, mm; v is the depth, from the back plate's
# inner face (0) to the front. On a board, u runs along it.

Kind = Literal["wall", "ledge", "piece"]
LEAST_LAP = 1e-3
"""Least shared area of boards that overlap, mm²; those that share less only touch."""
PROUD = 0.18
"""Most that the root of a ledge may stand out of a wall it meets at an angle, mm: the simulated root is round."""
FITS = 0.2
"""Largest difference of layers of cardboard from the simulated thickness, mm."""
SHARP = 0.12
"""Least that rounding must take off a wall's corner for it to be rounded as in the simulation, mm."""
CRUMB = 1.0
"""Least length of a piece of a board, mm; shorter ones are left out."""


class Board(msgspec.Struct, frozen=True):
    """One flat board, seen from the front as a line with a thickness."""

    kind: Kind
    start: outlines.Point
    """Beginning of the middle line: a wall's upper end, a ledge's root."""
    along: outlines.Point
    """The direction of u, length 1."""
    length: float
    layer: float
    """Thickness of the cardboard."""
    layers: int = 1
    rounded: tuple[bool, bool] = (False, False)
    """True for each rounded end, start and end: a wall's only on the inner edge, with a radius of WALL_RADIUS."""

    @property
    def thick(self) -> float:
        """Thickness of all layers together, mm."""
        return self.layer * self.layers

    def at(self, u: float, w: float = 0.0) -> outlines.Point:
        """Return the point at `u` along the board, `w` to the left of its middle line."""
        (x, y), (dx, dy) = self.start, self.along
        return x + u * dx - w * dy, y + u * dy + w * dx

    def strip(self, first: float, last: float) -> Polygon:
        """Return the board's area, seen from the front, between two places along it."""
        half = self.thick / 2
        return Polygon([self.at(first, -half), self.at(last, -half), self.at(last, half), self.at(first, half)])

    def extent(self, shape: BaseGeometry) -> tuple[float, float]:
        """Return the range along the board that a shape covers."""
        (x, y), (dx, dy) = self.start, self.along
        corners = [point for part in getattr(shape, "geoms", [shape]) for point in part.exterior.coords]
        along = [(px - x) * dx + (py - y) * dy for px, py in corners]
        return max(0.0, min(along)), min(self.length, max(along))


class Piece(msgspec.Struct, frozen=True):
    """Part of a board that is left where others lap it: mostly all of it in one piece."""

    board: Board
    outline: Polygon
    """Outline in u and v, without tabs."""


def boards_of(geometry: Geometry, thickness: float) -> list[Board]:
    """Return ledges, inner walls and outer walls, in this order, for cardboard of a thickness."""
    world = build_world(geometry)
    ledges = [_ledge(line, world, thickness) for line in world.baffles]
    inner = [_inner(line, thickness) for line in world.pieces]
    return [*ledges, *inner, *_walls(world, thickness)]


def _walls(world: World, thickness: float) -> Iterator[Board]:
    """Yield the boards of both faces from the rim down, each behind its face."""
    for face, side in ((world.left_face, -1), (world.right_face, 1)):
        eased = [False, *(_is_sharp(*corner, side) for corner in zip(face, face[1:], face[2:], strict=False)), False]
        for (upper, lower), ends in zip(pairwise(face), pairwise(eased), strict=True):
            length = math.dist(upper, lower)
            along = (lower[0] - upper[0]) / length, (lower[1] - upper[1]) / length
            outward = (-along[1] * side * thickness / 2, along[0] * side * thickness / 2)
            start = upper[0] + outward[0], upper[1] + outward[1]
            yield Board("wall", start, along, length, thickness, rounded=ends)


def _is_sharp(upper: outlines.Point, corner: outlines.Point, lower: outlines.Point, side: int) -> bool:
    """Return whether a corner of a face sticks out well beyond the simulated one, which is round."""
    before = corner[0] - upper[0], corner[1] - upper[1]
    after = lower[0] - corner[0], lower[1] - corner[1]
    turn = math.atan2(before[0] * after[1] - before[1] * after[0], before[0] * after[0] + before[1] * after[1])
    return WALL_RADIUS * (1 / math.cos(turn / 2) - 1) > SHARP and turn * side > 0


def layers_of(wanted: float, thickness: float) -> tuple[float, int]:
    """Return the thickness of the cardboard, mm, and the number of its layers for a board of the `wanted` thickness."""
    count = max(1, round(wanted / thickness))
    return (thickness, count) if abs(count * thickness - wanted) <= FITS else (wanted, 1)


def _ledge(line: Capsule, world: World, thickness: float) -> Board:
    """Return a ledge with a round tip, extended at its root until all of it reaches the wall's face."""
    layer, layers = layers_of(2 * line.radius, thickness)
    along = _direction(line)
    half = layer * layers / 2
    longer = min(half * _slant(line, along, world), math.sqrt((half + PROUD) ** 2 - half**2))
    start = line.start[0] - longer * along[0], line.start[1] - longer * along[1]
    length = math.dist(line.start, line.end) + line.radius + longer
    return Board("ledge", start, along, length, layer, layers, (False, True))


def _slant(line: Capsule, along: outlines.Point, world: World) -> float:
    """Return the tangent of the angle between a ledge and the normal of the wall that it meets."""
    face = world.left_face if line.start[0] < line.end[0] else world.right_face
    spans = [(a, b) for a, b in pairwise(face) if a[1] >= line.start[1] - 1e-9 >= b[1] - 2e-9]
    (ax, ay), (bx, by) = spans[0] if spans else face[:2]
    across = abs(along[0] * (by - ay) - along[1] * (bx - ax))
    return abs(along[0] * (bx - ax) + along[1] * (by - ay)) / max(across, 1e-9)


def _inner(line: Capsule, thickness: float) -> Board:
    layer, layers = layers_of(2 * line.radius, thickness)
    along = _direction(line)
    start = line.start[0] - line.radius * along[0], line.start[1] - line.radius * along[1]
    length = math.dist(line.start, line.end) + 2 * line.radius
    return Board("piece", start, along, length, layer, layers, (True, True))


def _direction(line: Capsule) -> outlines.Point:
    length = math.dist(line.start, line.end)
    return (line.end[0] - line.start[0]) / length, (line.end[1] - line.start[1]) / length


def pieces_of(boards: Sequence[Board], pins: Iterable[outlines.Disc], depth: float) -> list[Piece]:
    """Return all boards lapped: of two that overlap, the first keeps the front half and the second the back half.

    Pins go through all boards that they meet.
    """
    lost: list[list[Polygon]] = [[] for _board in boards]
    whole = [board.strip(0, board.length) for board in boards]
    for first, second in _overlapping(whole):
        shared = whole[first].intersection(whole[second])
        lost[first].append(box(boards[first].extent(shared)[0], 0, boards[first].extent(shared)[1], depth / 2))
        lost[second].append(box(boards[second].extent(shared)[0], depth / 2, boards[second].extent(shared)[1], depth))
    for pin in pins:
        disc = Point(pin.centre).buffer(pin.radius, quad_segs=32)
        for number, strip in enumerate(whole):
            if (shared := strip.intersection(disc)).area > LEAST_LAP:
                low, high = boards[number].extent(shared)
                lost[number].append(box(low, 0, high, depth))
    return [piece for board, gone in zip(boards, lost, strict=True) for piece in _remaining_pieces(board, gone, depth)]


def _overlapping(strips: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    for first, strip in enumerate(strips):
        for second in range(first + 1, len(strips)):
            if strip.intersects(strips[second]) and strip.intersection(strips[second]).area > LEAST_LAP:
                yield first, second


def _remaining_pieces(board: Board, gone: Iterable[Polygon], depth: float) -> Iterator[Piece]:
    """Yield the pieces of a board that remain without the areas `gone`, from its start on."""
    outline: BaseGeometry = box(0, 0, board.length, depth)
    for part in gone:
        outline = outline.difference(part)
    parts = outline.geoms if isinstance(outline, MultiPolygon) else [outline]
    for left in sorted(parts, key=lambda shape: shape.bounds):
        if isinstance(left, Polygon) and left.bounds[2] - left.bounds[0] >= CRUMB:
            yield Piece(board, left)


# Tabs of boards in the plates, of different lengths, so that no board can be put in the wrong way

Span = tuple[float, float]
"""Range along a board, mm."""

ONE_TAB = 9.0
"""Length below which a board has a single tab, mm."""
A_TAB = 75.0
"""Approximate distance of tabs, mm."""
MOST_TABS = 6
FIRST, OTHERS = (0.34, 18.0), (0.2, 11.0)
"""Length of the first tab and of the others: a share of the board's, and at most this many mm."""
SHORTER = (1.0, 0.65, 0.4)
"""Shares of its length to which a tab without room is shortened, ..."""
LEAST_TAB = 2.5
"""... and the shortest tab, mm."""
ROOM = 1.6
"""Least distance between slots, mm."""
SHOULDER = 0.8
"""Width of the shoulders at both sides of a tab, mm."""
STEP = 1.0
"""Step of the search for room for a tab, mm."""


class Slots:
    """The slots and holes of the plates so far."""

    def __init__(self) -> None:
        self.taken: list[Polygon] = []

    def has_room(self, slot: Polygon) -> bool:
        """Return whether a slot keeps its distance from all others."""
        if not self.taken:
            return True
        return bool(shapely.distance(np.array(self.taken), slot).min() >= ROOM)

    def take(self, slot: Polygon) -> None:
        """Remember a slot or a hole."""
        self.taken.append(slot)


def tabs_of(piece: Piece, depth: float, slots: Slots, *, on_both_sides: bool) -> list[Span]:
    """Return the tabs of a board and take their slots; a board without room for any is only glued.

    Tabs on both sides are at the same places.
    """
    spans = _edges(piece, 0.0)
    if on_both_sides:
        spans = _shared(spans, _edges(piece, depth))
    tabs: list[Span] = []
    for middle, length in _ideal_tabs(piece):
        tab = next((span for span in _candidates(middle, length) if _fits(span, spans, tabs, piece, slots)), None)
        if tab:
            tabs.append(tab)
            slots.take(piece.board.strip(*tab))
    return tabs


def _ideal_tabs(piece: Piece) -> Iterator[tuple[float, float]]:
    """Yield the ideal middle and length of each tab, the longest first."""
    low, _v0, high, _v1 = piece.outline.bounds
    length = high - low
    count = 1 if length < ONE_TAB else min(MOST_TABS, max(2, round(length / A_TAB)))
    for number in range(count):
        share, most = FIRST if number == 0 else OTHERS
        yield low + (number + 0.5) * length / count, min(share * length, most)


def _candidates(middle: float, length: float) -> Iterator[Span]:
    for share in SHORTER:
        reach = max(LEAST_TAB, length * share)
        for number in range(61):
            off = (number + 1) // 2 * STEP * (1 if number % 2 else -1)
            yield middle + off - reach / 2, middle + off + reach / 2


def _fits(span: Span, spans: Sequence[Span], others: Sequence[Span], piece: Piece, slots: Slots) -> bool:
    low, high = span[0] - SHOULDER, span[1] + SHOULDER
    if not any(first <= low and high <= last for first, last in spans):
        return False
    if any(first - ROOM < span[1] and span[0] < last + ROOM for first, last in others):
        return False
    return slots.has_room(piece.board.strip(*span))


def _edges(piece: Piece, v: float) -> list[Span]:
    """Return the ranges in which a board reaches the plate at `v`."""
    low, _v0, high, _v1 = piece.outline.bounds
    touching = piece.outline.intersection(LineString([(low - 1, v), (high + 1, v)]))
    lines = getattr(touching, "geoms", [touching])
    return sorted((line.bounds[0], line.bounds[2]) for line in lines if not line.is_empty and line.length > 0)


def _shared(some: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    both = ((max(a, c), min(b, d)) for a, b in some for c, d in others)
    return [span for span in both if span[0] < span[1]]


def tabbed(outline: Polygon, spans: Sequence[Span], v: float, reach: float) -> Polygon:
    """Return an outline with tabs from the edge at `v` outwards by `reach` (negative: towards smaller v)."""
    for low, high in spans:
        outline = whole(outline.union(box(low, min(v, v + reach), high, max(v, v + reach))))
    return outline
