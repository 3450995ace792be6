"""Layout: from declarations to rectangles in px."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from pygame import Rect

from shogun.window.kit.layout.measuring import Measuring
from shogun.window.kit.layout.nodes import (
    MIDDLE,
    Alignment,
    Alignments,
    Axis,
    Box,
    Grid,
    Node,
    Overlay,
    Part,
    Text,
    overlay,
    part,
)
from shogun.window.kit.layout.sizes import FILLS, Length, fitted, measured


class Misfit(Struct, frozen=True):
    """A part whose least size doesn't fit."""

    name: str
    axis: Axis
    lacking: int
    """px"""

    def __str__(self) -> str:
        return f"{self.name} is {self.lacking} px too small ({self.axis})"


class Places(Mapping[str, Rect]):
    """The rectangle of each named part; what has folded has none."""

    def __init__(self, rects: dict[str, Rect], words: dict[str, str], misfits: tuple[Misfit, ...]) -> None:
        self._rects = rects
        self._words = words
        self.misfits = misfits
        """Parts smaller than their least size, with the px that they lack."""

    def __getitem__(self, name: str) -> Rect:
        return self._rects[name].copy()

    def __iter__(self) -> Iterator[str]:
        return iter(self._rects)

    def __len__(self) -> int:
        return len(self._rects)

    def words(self, name: str) -> str:
        """Return the shown words of a text: its own, or its short form. Raises KeyError."""
        return self._words[name]


def place(node: Node, room: Rect, em: int) -> Places:
    """Return the places of a declaration's parts in a room. Raises ValueError if two have one name.

    The layout of the same declaration in the same room is cached.
    """
    return _place(node, (*room.topleft, *room.size), em)


@lru_cache(maxsize=1024)
def _place(node: Node, room: tuple[int, int, int, int], em: int) -> Places:
    placing = _Placing(em)
    placing.put(node, Rect(room))
    return Places(placing.rects, placing.words, tuple(placing.misfits))


def first_that_fits(variants: Sequence[Node], room: Rect, em: int) -> Places:
    """Return the places of the first variant of a layout in which nothing is too small; otherwise of the last."""
    for variant in variants:
        places = place(variant, room, em)
        if not places.misfits:
            break
    return places


def within(room: Rect, em: int, beside: float, above: float | None = None) -> Rect:
    """Return a room reduced by so many em at left and right, and above and below (None: the same)."""
    wide, high = round(beside * em), round((beside if above is None else above) * em)
    return room.inflate(-2 * wide, -2 * high)


def across(room: Rect, em: int, *lengths: Length, gap: float = 0.0) -> list[Rect]:
    """Return parts of a room from left to right, `gap` em between them."""
    cuts = _cut(room.width, em, lengths, gap)
    return [Rect(room.left + start, room.top, long, room.height) for start, long in cuts]


def down(room: Rect, em: int, *lengths: Length, gap: float = 0.0) -> list[Rect]:
    """Return parts of a room from top to bottom, `gap` em between them."""
    cuts = _cut(room.height, em, lengths, gap)
    return [Rect(room.left, room.top + start, room.width, long) for start, long in cuts]


def columns(room: Rect, em: int, count: int, gap: float = 0.0) -> list[Rect]:
    """Return a room in equal columns."""
    return across(room, em, *(FILLS,) * count, gap=gap)


def rows(room: Rect, em: int, count: int, gap: float = 0.0) -> list[Rect]:
    """Return a room in equal rows."""
    return down(room, em, *(FILLS,) * count, gap=gap)


def lines(room: Rect, em: int, high: float, gap: float = 0.0) -> list[Rect]:
    """Return rows of so many em from the top of a room downwards, as many as fit; at least one."""
    one, between = max(1, round(high * em)), round(gap * em)
    return down(room, em, *(high,) * max(1, (room.height + between) // (one + between)), gap=gap)


def flow(room: Rect, em: int, wide: Sequence[float], high: float, gap: float = 0.0) -> list[Rect]:
    """Return parts of so many em from left to right, all of one height; one that doesn't fit goes to the next line.

    A part wider than the room gets the room's width; lines may continue below the room.
    """
    parts: list[Rect] = []
    left, top, between = room.left, room.top, round(gap * em)
    for width in (min(room.width, round(ems * em)) for ems in wide):
        if left > room.left and left + width > room.right:
            left, top = room.left, top + round(high * em)
        parts.append(Rect(left, top, width, round(high * em)))
        left += width + between
    return parts


def spot(room: Rect, em: int, wide: Length = FILLS, high: Length = FILLS, at: Alignments = MIDDLE) -> Rect:
    """Return a part of a room, so many em large but no larger than the room: in its middle, or at its sides."""
    return place(overlay(part("spot", wide, high), horizontal=at[0], vertical=at[1]), room, em)["spot"]


def shaped(room: Rect, proportion: float, at: Alignments = MIDDLE) -> Rect:
    """Return the largest part of a room with this ratio of width to height: in its middle, or at its sides."""
    wide, high = min(room.width, round(room.height * proportion)), min(room.height, round(room.width / proportion))
    x, y = _shift(at[0], room.width - wide), _shift(at[1], room.height - high)
    return Rect(room.left + x, room.top + y, wide, high)


def _cut(room: int, em: int, lengths: Sequence[Length], gap: float) -> Iterator[tuple[int, int]]:
    between, start = round(gap * em), 0
    for long in fitted([measured(length, em) for length in lengths], room - between * (len(lengths) - 1))[0]:
        yield start, long
        start += long + between


class _Placing:
    """One layout in progress."""

    def __init__(self, em: int) -> None:
        self.measuring = Measuring(em)
        self.rects: dict[str, Rect] = {}
        self.words: dict[str, str] = {}
        self.misfits: list[Misfit] = []

    def put(self, node: Node, room: Rect) -> None:
        """Record the place of a node, and of everything inside it."""
        if node.name:
            if node.name in self.rects:
                raise ValueError(f"two parts are called {node.name!r}")
            self.rects[node.name] = room
            if isinstance(node, Text):
                self.words[node.name] = node.words
        if isinstance(node, Box):
            self._put_box(node, room)
        elif isinstance(node, Grid):
            self._put_grid(node, room)
        elif isinstance(node, Overlay):
            for child in node.children:
                self._put_across(child, room, node.horizontal, node.vertical)

    def _put_box(self, box: Box, room: Rect) -> None:
        measuring, is_row = self.measuring, box.axis == "wide"
        inner = self._inside(box, room)
        long = inner.width if is_row else inner.height
        kept, measures = measuring.settled(box, measuring.along(box, inner.width), long)
        gap = measuring.px(box.gap)
        self._record_misfit(box, box.axis, gap * (len(kept) - 1) - long)
        lengths, lacking = fitted(measures, long - gap * (len(kept) - 1))
        at = _shift(box.justify, long - sum(lengths) - gap * (len(kept) - 1))
        for child, measure, length in zip(kept, measures, lengths, strict=True):
            if lacking and length < measure.least:
                self._record_misfit(child, box.axis, measure.least - length)
            if is_row:
                self._put_across(child, Rect(inner.left + at, inner.top, length, inner.height), None, box.align)
            else:
                self._put_across(child, Rect(inner.left, inner.top + at, inner.width, length), box.align, None)
            at += length + gap

    def _put_across(self, node: Node, room: Rect, horizontal: Alignment | None, vertical: Alignment | None) -> None:
        """Place a node in a room; along an axis with a position it takes only its declared length."""
        measuring = self.measuring
        wide, high = room.width, room.height
        if type(node) is Part and node.wide is node.high is None:  # as most are: it takes whatever room there is
            self.put(node, room)
            return
        if horizontal is not None:
            wide = measuring.across(node, room.width, "wide")
            self._record_misfit(node, "wide", measuring.wide(node).least - room.width)
        if vertical is not None:
            high = measuring.across(node, room.height, "high")
            self._record_misfit(node, "high", measuring.high(node, wide).least - room.height)
        x, y = _shift(horizontal or "start", room.width - wide), _shift(vertical or "start", room.height - high)
        self.put(node, Rect(room.left + x, room.top + y, wide, high))

    def _put_grid(self, grid: Grid, room: Rect) -> None:
        measuring = self.measuring
        inner = self._inside(grid, room)
        count = measuring.columns(grid, inner.width)
        lines = -(-len(grid.children) // count)
        wide = list(_cut(inner.width, measuring.em, (FILLS,) * count, grid.gap))
        high = list(_cut(inner.height, measuring.em, (grid.row_high or FILLS,) * lines, grid.gap))
        self._record_misfit(grid, "wide", measuring.px(grid.gap) * (count - 1) - inner.width)
        self._record_misfit(grid, "high", measuring.high(grid, room.width).least - room.height)
        for number, child in enumerate(grid.children):
            (x, width), (y, height) = wide[number % count], high[number // count]
            self._put_across(child, Rect(inner.left + x, inner.top + y, width, height), "start", "start")

    def _inside(self, node: Box | Grid, room: Rect) -> Rect:
        """Return the room within the padding, and record what is too small for it."""
        beside, above = self.measuring.padding(node)
        self._record_misfit(node, "wide", beside - room.width)
        self._record_misfit(node, "high", above - room.height)
        return Rect(
            room.left + beside // 2, room.top + above // 2, max(0, room.width - beside), max(0, room.height - above)
        )

    def _record_misfit(self, node: Node, axis: Axis, lacking: int) -> None:
        if lacking > 0:
            self.misfits.append(Misfit(_named(node), axis, lacking))


def _shift(place: Alignment, spare: int) -> int:
    """Return the offset of something from the start, with so many px spare."""
    if place == "start" or spare <= 0:
        return 0
    return spare if place == "end" else spare // 2


def _named(node: Node) -> str:
    """Return the name of a node, or of the first one inside it that has one."""
    if node.name or not isinstance(node, Box | Grid | Overlay):
        return node.name
    return next((name for child in node.children if (name := _named(child))), "")
