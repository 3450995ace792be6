"""Patterns of pieces, and a tower as its file describes it: with patterns kept, so that these can be varied too.

`Origins` map a tower's own pieces to those of its file.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from shogun.tower.geometry import (
    MOST_PIECES,
    Baffle,
    Coefficient,
    Geometry,
    Group,
    Length,
    Offset,
    Part,
    Pin,
    Place,
    Restitution,
    Tilt,
)

# Patterns of pieces, the `[[rows]]` of a tower's file, which are expanded on reading
#
# A tower doesn't know whether its pieces came from a pattern: a pattern and the same pieces written one by one are the
# same tower, with the same hash. Rows are counted from the top down.

Count = Annotated[int, Meta(ge=1, le=MOST_PIECES)]
"""A number of rows, or of pieces in a row."""
DIGITS = 9
"""Decimals of a coordinate that comes from a pattern: as many as a person would write."""


class PinRows(Part, frozen=True, tag_field="piece", tag="pin"):
    """Rows of pins, all alike."""

    count: Count
    """Number of rows."""
    height: Offset
    """Height of the highest row's middle line above the exit plane, mm."""
    step: Length
    """Vertical distance between rows, mm."""
    across: Count
    """Pins in a row."""
    spacing: Length
    """From the middle of a pin to that of its neighbour in the row, mm."""
    diameter: Length
    x: Place = 0
    """Middle of the rows, mm right of the tower's."""
    stagger: bool = False
    """Whether every other row has a pin less, and its pins over the gaps of the row above."""
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4
    group: Group | None = None

    @property
    def size(self) -> int:
        """Number of pins."""
        return self.count * self.across - (self.count // 2 if self.stagger else 0)

    def pieces(self) -> Iterator[Pin]:
        """Yield the pins, row by row from the top, each from the left."""
        for row in range(self.count):
            pins = self.across - (row % 2 if self.stagger else 0)
            y = round(self.height - row * self.step, DIGITS)
            for pin in range(pins):
                x = round(self.x + (pin - (pins - 1) / 2) * self.spacing, DIGITS)
                yield Pin(x, y, self.diameter, self.friction, self.restitution, self.group)


class BaffleRows(Part, frozen=True, tag_field="piece", tag="baffle"):
    """Ledges one below the other, all alike: a zig-zag, one wall's shelves, or pairs."""

    count: Count
    """Number of rows."""
    height: Offset
    """Height above the exit plane at which the highest ledge's middle line meets the wall, mm."""
    step: Length
    """Vertical distance between rows, mm."""
    side: Literal["left", "right", "both"]
    """Side of the highest ledge; both: each row has one on either side."""
    length: Length
    """From the wall to the tip along the ledge, mm."""
    tilt: Tilt
    """Degrees below the horizontal."""
    alternate: bool = True
    """Whether each further ledge starts at the other wall."""
    thickness: Length = 2
    friction: Coefficient = 0.6
    restitution: Restitution = 0.4
    group: Group | None = None

    @property
    def size(self) -> int:
        """Number of ledges."""
        return self.count * (2 if self.side == "both" else 1)

    def pieces(self) -> Iterator[Baffle]:
        """Yield the ledges from the top down, the left one of a pair first."""
        alike = (self.length, self.tilt, self.thickness, self.friction, self.restitution, self.group)
        for row in range(self.count):
            for side in self._sides(row):
                yield Baffle(side, round(self.height - row * self.step, DIGITS), *alike)

    def _sides(self, row: int) -> Sequence[Literal["left", "right"]]:
        if self.side == "both":
            return ("left", "right")
        turned = self.alternate and row % 2 == 1
        return ("left",) if (self.side == "left") != turned else ("right",)


Rows = PinRows | BaffleRows
PATTERN_KINDS: dict[type[Part], str] = {PinRows: "pin", BaffleRows: "baffle"}
"""Kinds of pieces that patterns consist of, as files name them."""


def pieces_of(patterns: Sequence[Rows]) -> tuple[list[Baffle], list[Pin]]:
    """Return the ledges and the pins of patterns, in their order. Raises ValueError if there are too many."""
    if sum(rows.size for rows in patterns) > MOST_PIECES:
        raise ValueError(f"more than {MOST_PIECES} pieces")
    every = [piece for rows in patterns for piece in rows.pieces()]
    return [piece for piece in every if isinstance(piece, Baffle)], [piece for piece in every if isinstance(piece, Pin)]


# Designs

RENAMED = {"baffles": "baffle", "pins": "pin", "walls": "wall"}


class Design(Geometry, frozen=True, kw_only=True, rename=RENAMED):
    """A tower whose `baffles` and `pins` are those of its own, besides patterns."""

    rows: tuple[Rows, ...] = ()
    """Patterns of pins or ledges."""

    @property
    def built(self) -> Geometry:
        """The tower with the pieces of its patterns. Raises ValueError if there are too many."""
        baffles, pins = pieces_of(self.rows)
        given = {name: getattr(self, name) for name in Geometry.__struct_fields__}
        return Geometry(**given | {"baffles": (*self.baffles, *baffles), "pins": (*self.pins, *pins)})


def built(tower: Geometry) -> Geometry:
    """Return a tower with all its pieces, whether it has patterns or not. Raises ValueError if there are too many."""
    return tower.built if isinstance(tower, Design) else tower


def as_design(geometry: Geometry) -> Design:
    """Return a tower as a design without patterns."""
    return Design(**{name: getattr(geometry, name) for name in Geometry.__struct_fields__})


KINDS = {"baffle": "baffles", "pin": "pins", "wall": "walls"}
"""Attributes of the pieces by their names in a file."""

Origins = dict[str, tuple[int | None, ...]]
"""Number of each piece in the file, by kind; None for a new one."""


def as_in_file(geometry: Geometry) -> Origins:
    """Return the origins of the pieces of a tower that was just read."""
    return {kind: tuple(range(len(getattr(geometry, name)))) for kind, name in KINDS.items()}
