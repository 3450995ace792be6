"""A tower as it is being drawn: pieces by name, and the changes to them. Nothing here knows pictures.

Every change gives a new plan, so any number of them can be undone.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as kinds

from shogun.tower.file.design import KINDS, Origins, as_in_file
from shogun.tower.geometry import MOST_PIECES, Baffle, Geometry, Pin, Wall
from shogun.tower.physics.collision_geometry import half_width

DIGITS = 2
"""Decimals of what is dragged and typed, mm and degrees."""
LEAST_SHARE = 0.01
"""Steps of friction and restitution."""

Ref = tuple[str, int]
"""A piece: its kind, as a file names it, and its number."""
Piece = Baffle | Pin | Wall
P = TypeVar("P", bound=msgspec.Struct)
COORDINATES = {"start_x": ("start", 0), "start_y": ("start", 1), "end_x": ("end", 0), "end_y": ("end", 1)}
"""Coordinates of a wall's ends by name: the end, and the axis."""


class DrawnTower(msgspec.Struct, frozen=True):
    """A tower with the pieces of its file that its own are."""

    geometry: Geometry
    origins: Origins

    @classmethod
    def of(cls, geometry: Geometry) -> "DrawnTower":
        """Return the plan of a tower that has just been read."""
        return cls(geometry, as_in_file(geometry))

    def refs(self) -> list[Ref]:
        """Return all pieces, in the order of their kinds."""
        return [(kind, number) for kind in KINDS for number in range(len(self._of(kind)))]

    def piece(self, ref: Ref) -> Piece:
        """Return a piece."""
        piece: Piece = self._of(ref[0])[ref[1]]
        return piece

    def has(self, ref: Ref) -> bool:
        """Return whether there is such a piece."""
        return ref[1] < len(self._of(ref[0]))

    def _of(self, kind: str) -> tuple[Any, ...]:
        pieces: tuple[Any, ...] = getattr(self.geometry, KINDS[kind])
        return pieces

    @property
    def has_room(self) -> bool:
        """Return whether one more piece may be added."""
        return len(self.refs()) < MOST_PIECES

    def with_geometry(self, **changes: Any) -> "DrawnTower":
        """Return the plan with other parts of its tower; pieces stay the same in number."""
        return DrawnTower(msgspec.structs.replace(self.geometry, **changes), self.origins)

    def with_part(self, name: str, **changes: float) -> "DrawnTower":
        """Return the plan with other numbers in a table such as `funnel`, as near as the format allows."""
        return self.with_geometry(**{name: changed(getattr(self.geometry, name), changes)})

    def with_piece(self, ref: Ref, piece: Piece) -> "DrawnTower":
        """Return the plan with a piece replaced."""
        pieces = list(self._of(ref[0]))
        pieces[ref[1]] = piece
        return self.with_geometry(**{KINDS[ref[0]]: tuple(pieces)})

    def with_values(self, refs: Iterable[Ref], **changes: Any) -> "DrawnTower":
        """Return the plan with new numbers in those of some pieces that have them."""
        plan = self
        for ref in refs:
            piece = plan.piece(ref)
            names = {*piece.__struct_fields__, *numbers_of(piece)}
            own = {name: value for name, value in changes.items() if name in names}
            plan = plan.with_piece(ref, changed(piece, own))
        return plan

    def values(self, refs: Iterable[Ref], name: str) -> list[float]:
        """Return a number of those of some pieces that have it."""
        return [numbers[name] for numbers in map(numbers_of, map(self.piece, refs)) if name in numbers]

    def shifted(self, refs: Sequence[Ref], name: str, by: float) -> "DrawnTower":
        """Return the plan with a number changed by `by` in those of some pieces that have it: differences stay.

        It changes as far as the format allows for all of them.
        """
        having = {ref: numbers[name] for ref in refs if name in (numbers := numbers_of(self.piece(ref)))}
        for ref, value in having.items():
            low, high = limits(type(self.piece(ref)), name)
            by = min(max(by, low - value), high - value)
        plan = self
        for ref, value in having.items():
            plan = plan.with_values([ref], **{name: value + by})
        return plan

    def added(self, pieces: Sequence[Piece]) -> "tuple[DrawnTower, list[Ref]]":
        """Return the plan with more pieces, as many as there is room for, and which those are."""
        plan, refs = self, []
        for piece in pieces[: MOST_PIECES - len(self.refs())]:
            kind = kind_of(piece)
            refs.append((kind, len(plan._of(kind))))
            plan = plan._set(kind, (*plan._of(kind), piece), (*plan.origins[kind], None))
        return plan, refs

    def removed(self, refs: Iterable[Ref]) -> "DrawnTower":
        """Return the plan without some pieces."""
        plan, gone = self, set(refs)
        for kind in KINDS:
            kept = [number for number in range(len(self._of(kind))) if (kind, number) not in gone]
            pieces, origins = self._of(kind), self.origins[kind]
            plan = plan._set(kind, tuple(pieces[n] for n in kept), tuple(origins[n] for n in kept))
        return plan

    def _set(self, kind: str, pieces: tuple[Any, ...], origins: tuple[int | None, ...]) -> "DrawnTower":
        geometry = msgspec.structs.replace(self.geometry, **{KINDS[kind]: pieces})
        return DrawnTower(geometry, {**self.origins, kind: origins})

    def moved(self, refs: Iterable[Ref], x: float, y: float) -> "DrawnTower":
        """Return the plan with some pieces moved by these mm; ledges stay at their wall."""
        plan = self
        for ref in refs:
            plan = plan.with_piece(ref, moved(plan.piece(ref), x, y))
        return plan

    def tilted(self, refs: Iterable[Ref], degrees: float) -> "DrawnTower":
        """Return the plan with some ledges steeper by `degrees`, and walls turned about their middle."""
        plan = self
        for ref in refs:
            plan = plan.with_piece(ref, tilted(plan.piece(ref), degrees))
        return plan

    def mirrored(self, refs: Iterable[Ref]) -> "tuple[DrawnTower, list[Ref]]":
        """Return the plan with mirror images of some pieces added, and the references of those."""
        images = [mirror(self.piece(ref)) for ref in refs]
        there = [self.piece(ref) for ref in self.refs()]
        return self.added([image for image in images if image not in there])


def kind_of(piece: Piece) -> str:
    """Return the kind of a piece, as a file names it."""
    return type(piece).__name__.lower()


def numbers_of(piece: Piece) -> dict[str, float]:
    """Return the numbers of a piece by name; the ends of a wall count as two numbers each."""
    if isinstance(piece, Wall):
        ends = {name: getattr(piece, end)[axis] for name, (end, axis) in COORDINATES.items()}
        return ends | {name: getattr(piece, name) for name in ("thickness", "friction", "restitution")}
    values = {name: getattr(piece, name) for name in piece.__struct_fields__}
    return {name: value for name, value in values.items() if isinstance(value, int | float)}


def changed(part: P, values: dict[str, Any]) -> P:
    """Return a part with other values, rounded, and numbers as near as the format allows."""
    for name, value in values.items():
        field = name
        if name in COORDINATES:
            field, axis = COORDINATES[name]
            point = list(getattr(part, field))
            point[axis] = value
            value = tuple(point)  # noqa: PLW2901
        part = msgspec.structs.replace(part, **{field: _fit(type(part), field, value)})
    return part


def _fit(struct: type[msgspec.Struct], name: str, value: Any) -> Any:
    if isinstance(value, tuple):
        low, high = limits(struct, name)
        return tuple(rounded(min(max(number, low), high)) for number in value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    low, high = limits(struct, name)
    return rounded(min(max(float(value), low), high))


def rounded(value: float) -> float:
    """Return a number as it is written into a file; no zero has a sign."""
    return round(value, DIGITS) + 0.0


def limits(struct: Any, name: str) -> tuple[float, float]:
    """Return the lowest and the highest legal value of a number of a part."""
    return _limits(struct, COORDINATES[name][0] if name in COORDINATES else name)


@lru_cache(maxsize=256)
def _limits(struct: Any, name: str) -> tuple[float, float]:
    field = next(field for field in msgspec.structs.fields(struct) if field.name == name)
    kind = kinds.type_info(field.type)
    while not isinstance(kind, kinds.FloatType):
        kind = kind.item_types[0] if isinstance(kind, kinds.TupleType) else kind.type  # type: ignore[attr-defined]
    low = kind.ge if kind.ge is not None else (0.01 if kind.gt is not None else -1000.0)
    return float(low), float(kind.le if kind.le is not None else 1000.0)


# Single pieces


def moved(piece: Piece, x: float, y: float) -> Piece:
    """Return a piece moved right and up by these mm; a ledge keeps to its wall."""
    if isinstance(piece, Baffle):
        return changed(piece, {"height": piece.height + y})
    if isinstance(piece, Pin):
        return changed(piece, {"x": piece.x + x, "y": piece.y + y})
    start, end = ((px + x, py + y) for px, py in (piece.start, piece.end))
    return changed(piece, {"start": start, "end": end})


def tilted(piece: Piece, degrees: float) -> Piece:
    """Return a ledge that slopes down more, or a wall turned clockwise about its middle; a pin has no tilt."""
    if isinstance(piece, Baffle):
        return changed(piece, {"tilt": piece.tilt + degrees})
    if isinstance(piece, Pin):
        return piece
    middle = middle_of(piece)
    turn = math.radians(-degrees)
    start, end = (_turned(point, middle, turn) for point in (piece.start, piece.end))
    return changed(piece, {"start": start, "end": end})


def _turned(point: tuple[float, float], middle: tuple[float, float], turn: float) -> tuple[float, float]:
    x, y = point[0] - middle[0], point[1] - middle[1]
    return (
        middle[0] + x * math.cos(turn) - y * math.sin(turn),
        middle[1] + x * math.sin(turn) + y * math.cos(turn),
    )


def middle_of(wall: Wall) -> tuple[float, float]:
    """Return the middle of a wall, mm."""
    return (wall.start[0] + wall.end[0]) / 2, (wall.start[1] + wall.end[1]) / 2


def mirror(piece: Piece) -> Piece:
    """Return the mirror image of a piece at the tower's middle line."""
    if isinstance(piece, Baffle):
        return msgspec.structs.replace(piece, side="right" if piece.side == "left" else "left")
    if isinstance(piece, Pin):
        return changed(piece, {"x": -piece.x})
    start, end = ((-x, y) for x, y in (piece.start, piece.end))
    return changed(piece, {"start": start, "end": end})


def new_piece(kind: str, geometry: Geometry, x: float, y: float) -> Piece:
    """Return a piece of usual size at a place of a tower."""
    size = geometry.grain.size
    if kind == "pin":
        return Pin(rounded(x), rounded(y), rounded(size * 0.75))
    if kind == "wall":
        reach = 1.25 * size
        return Wall((rounded(x - reach), rounded(y)), (rounded(x + reach), rounded(y)))
    usual = geometry.baffles[0] if geometry.baffles else Baffle("left", 0, _usual_length(geometry, y), 18)
    side = "left" if x <= 0 else "right"
    return msgspec.structs.replace(usual, side=side, height=rounded(max(y, 0.0)), group=None)


def _usual_length(geometry: Geometry, y: float) -> float:
    return float(max(1, round(half_width(geometry, y) * 0.73)))


class Pattern(msgspec.Struct, frozen=True):
    """Rows of pins, every other one shifted by half a step."""

    rows: int = 4
    columns: int = 4
    across: float = 22.0
    """Distance between pins in a row, mm."""
    up: float = 26.0
    """Distance between rows, mm."""
    diameter: float = 6.0
    lowest: float = 60.0
    """Height of the lowest row, mm."""


def pins(pattern: Pattern) -> list[Piece]:
    """Return the pins of a pattern around the middle line; a shifted row has one pin less."""
    return [
        Pin(
            rounded((column - (count - 1) / 2) * pattern.across),
            rounded(pattern.lowest + row * pattern.up),
            pattern.diameter,
        )
        for row in range(pattern.rows)
        for count in [max(1, pattern.columns - row % 2)]
        for column in range(count)
    ]


class History:
    """All former plans that can be undone to, and those that can be redone."""

    def __init__(self, plan: DrawnTower, past: Iterable[DrawnTower] = (), future: Iterable[DrawnTower] = ()) -> None:
        self.plan = plan
        self._past, self._future = list(past), list(future)

    @property
    def past(self) -> Sequence[DrawnTower]:
        """All former plans, the last one at the end."""
        return self._past

    @property
    def future(self) -> Sequence[DrawnTower]:
        """Undone plans, the next to redo at the end."""
        return self._future

    def change(self, plan: DrawnTower, before: DrawnTower | None = None) -> None:
        """Make this the present plan; `before` is the plan that undo leads to, by default the last one."""
        old = before or self.plan
        self.plan = plan
        if plan != old:
            self._past.append(old)
            self._future.clear()

    @property
    def can_undo(self) -> bool:
        """Return whether a step can be undone."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Return whether a step can be redone."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back."""
        if self._past:
            self._future.append(self.plan)
            self.plan = self._past.pop()

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        if self._future:
            self._past.append(self.plan)
            self.plan = self._future.pop()
