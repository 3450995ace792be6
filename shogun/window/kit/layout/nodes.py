"""The nodes of a layout's declaration."""

from typing import Literal, TypedDict, Unpack

from msgspec import Struct

from shogun.window.kit.drawing.theme import BODY, Weight
from shogun.window.kit.layout.sizes import Length

Axis = Literal["wide", "high"]
Padding = float | tuple[float, float]
"""Free room around the content, em: on all sides; or at left and right, and above and below."""
Alignment = Literal["start", "middle", "end"]
"""Position along the other axis, or in spare room, of something that doesn't fill it."""
Alignments = tuple[Alignment, Alignment]
"""Position in a room: horizontally and vertically."""
MIDDLE: Alignments = ("middle", "middle")


class Give(Struct, frozen=True):
    """How a part gives way where not all have their preferred length."""

    how: Literal["shrinks", "wraps", "folds", "short"]
    name: str


def shrinks(name: str) -> Give:
    """Let a part become shorter, down to its least."""
    return Give("shrinks", name)


def wraps(name: str) -> Give:
    """Let a text of a row take more lines, down to the width of its longest word."""
    return Give("wraps", name)


def folds(name: str) -> Give:
    """Let a part vanish, with the gap next to it: then it has no place."""
    return Give("folds", name)


def short_form(name: str) -> Give:
    """Let a text take its short form."""
    return Give("short", name)


class Part(Struct, frozen=True, kw_only=True):
    """Something with a place of its own; without a length it takes a share of what is spare."""

    name: str = ""
    wide: Length | None = None
    high: Length | None = None


class Text(Part, frozen=True, kw_only=True):
    """A line of text, or several; without a length it is as large as its words."""

    words: str
    short: str = ""
    """Short form for when the words don't fit."""
    size: float = BODY
    weight: Weight = "Regular"
    wrapped: bool = False
    """True if it takes as many lines as its width needs, instead of one."""


class Box(Part, frozen=True, kw_only=True):
    """Parts beside or below each other; without a length it is as large as they are."""

    axis: Axis
    children: tuple["Node", ...]
    gap: float = 0.0
    padding: Padding = 0.0
    gives_way: tuple[Give, ...] = ()
    """The order in which parts give way, and how; those not named shrink last, all together."""
    align: Alignment = "start"
    """Position of parts that don't fill the other axis."""
    justify: Alignment = "start"
    """Position of all parts together in spare room that none takes."""


class Grid(Part, frozen=True, kw_only=True):
    """Equal cells in lines: a declared number of columns, or as many as fit their least width."""

    children: tuple["Node", ...]
    columns: int = 0
    """Number of columns; 0: as many as fit."""
    least_wide: float = 0.0
    """Least width of a cell, em."""
    row_high: Length | None = None
    """Height of a line of cells; None: the grid's height in equal parts."""
    gap: float = 0.0
    padding: Padding = 0.0


class Overlay(Part, frozen=True, kw_only=True):
    """Parts on top of each other, each filling the room or at a position in it in its own size."""

    children: tuple["Node", ...]
    horizontal: Alignment = "start"
    vertical: Alignment = "start"


Node = Part | Text | Box | Grid | Overlay


class PartOptions(TypedDict, total=False):
    """Options of any part."""

    name: str
    wide: Length | None
    high: Length | None


class BoxOptions(PartOptions, total=False):
    """Options of a row or a column."""

    gap: float
    padding: Padding
    gives_way: tuple[Give, ...]
    align: Alignment
    justify: Alignment


class GridOptions(PartOptions, total=False):
    """Options of a grid."""

    columns: int
    least_wide: float
    row_high: Length | None
    gap: float
    padding: Padding


class OverlayOptions(PartOptions, total=False):
    """Options of an overlay."""

    horizontal: Alignment
    vertical: Alignment


class TextOptions(TypedDict, total=False):
    """Options of a text."""

    wide: Length | None
    high: Length | None
    short: str
    size: float
    weight: Weight
    wrapped: bool


def part(name: str = "", wide: Length | None = None, high: Length | None = None) -> Part:
    """Return a part; without a name it only keeps room free."""
    return Part(name=name, wide=wide, high=high)


def text(name: str, words: str, **options: Unpack[TextOptions]) -> Text:
    """Return a text, measured in the theme's fonts."""
    return Text(name=name, words=words, **options)


def row(*children: Node, **options: Unpack[BoxOptions]) -> Box:
    """Return parts from left to right."""
    return Box(axis="wide", children=children, **options)


def column(*children: Node, **options: Unpack[BoxOptions]) -> Box:
    """Return parts from top to bottom."""
    return Box(axis="high", children=children, **options)


def grid(*children: Node, **options: Unpack[GridOptions]) -> Grid:
    """Return parts in equal cells, line by line."""
    return Grid(children=children, **options)


def overlay(*children: Node, **options: Unpack[OverlayOptions]) -> Overlay:
    """Return parts on top of each other."""
    return Overlay(children=children, **options)
