"""The sizes that the parts of a declaration need, and the order in which they give way."""

from collections.abc import Sequence
from math import fsum, inf

from msgspec.structs import replace

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.layout.nodes import Axis, Box, Give, Grid, Node, Overlay, Text
from shogun.window.kit.layout.sizes import Measure, fitted, measured

ANY = Measure(0, 0, inf, 1.0)
"""Measure of a part that declares nothing."""
NOTHING = Measure(0, 0, 0, 0.0)


class Measuring:
    """Measures the parts of one declaration at one em; widths don't depend on the room, heights on the width."""

    def __init__(self, em: int) -> None:
        self.em = em
        self._widths: dict[int, tuple[Node, Measure]] = {}
        self._heights: dict[tuple[int, int], tuple[Node, Measure]] = {}
        # They hold the nodes too: the id of one that is gone would be given to another.

    def px(self, ems: float) -> int:
        """Return a length in px."""
        return round(ems * self.em)

    def wide(self, node: Node) -> Measure:
        """Return the width that a node prefers."""
        cached = self._widths.get(id(node))
        if cached is None:
            cached = self._widths[id(node)] = node, self._width(node)
        return cached[1]

    def _width(self, node: Node) -> Measure:
        if node.wide is not None:
            return measured(node.wide, self.em)
        if isinstance(node, Text):
            return self._text_width(node)
        if isinstance(node, Box):
            measures = [self.wide(child) for child in node.children]
            return self._summed(node, measures) if node.axis == "wide" else _largest(measures, self.padding(node)[0])
        if isinstance(node, Overlay):
            return _largest([self.wide(child) for child in node.children], 0)
        return ANY

    def _text_width(self, text: Text) -> Measure:
        if text.wrapped:
            longest = self._longest_word(text)
            return Measure(longest, longest, inf, 1.0)
        return _exactly(texts.width(text.words, self.px(text.size), text.weight))

    def _longest_word(self, text: Text) -> int:
        pixels = self.px(text.size)
        return max((texts.width(word, pixels, text.weight) for word in text.words.split()), default=0)

    def high(self, node: Node, width: int) -> Measure:
        """Return the height that a node prefers at a width of so many px."""
        cached = self._heights.get((id(node), width))
        if cached is None:
            cached = self._heights[id(node), width] = node, self._height(node, width)
        return cached[1]

    def _height(self, node: Node, width: int) -> Measure:
        if node.high is not None:
            return measured(node.high, self.em)
        if isinstance(node, Text):
            pixels = self.px(node.size)
            return _exactly(
                texts.line_height(pixels) * len(texts.wrapped(node.words, pixels, max(1, width), node.weight))
            )
        if isinstance(node, Box):
            return self._box_height(node, width)
        if isinstance(node, Grid):
            return self._grid_height(node, width)
        if isinstance(node, Overlay):
            return _largest([self.high(child, self.across(child, width, "wide")) for child in node.children], 0)
        return ANY

    def _box_height(self, box: Box, width: int) -> Measure:
        beside, above = self.padding(box)
        if box.axis == "high":
            return self._summed(box, self.along(box, width - beside))
        kept, settled = self.settled(box, self.along(box, 0), width - beside)
        gaps = self.px(box.gap) * (len(kept) - 1)
        widths = fitted(settled, width - beside - gaps)[0]
        return _largest([self.high(child, long) for child, long in zip(kept, widths, strict=True)], above)

    def _grid_height(self, grid: Grid, width: int) -> Measure:
        beside, above = self.padding(grid)
        count = self.columns(grid, width - beside)
        lines, gap = -(-len(grid.children) // count), self.px(grid.gap)
        if grid.row_high is not None:
            cell = measured(grid.row_high, self.em)
        else:
            wide = (width - beside + gap) // count - gap
            cell = _largest([self.high(child, wide) for child in grid.children], 0)
        beyond = gap * max(0, lines - 1) + above
        return Measure(
            cell.preferred * lines + beyond, cell.least * lines + beyond, cell.most * lines + beyond, cell.share * lines
        )

    def columns(self, grid: Grid, room: int) -> int:
        """Return the number of columns of a grid in a room of so many px."""
        if grid.columns:
            return grid.columns
        gap, least = self.px(grid.gap), max(1, self.px(grid.least_wide))
        return max(1, min(len(grid.children), (room + gap) // (least + gap)))

    def padding(self, node: Box | Grid) -> tuple[int, int]:
        """Return the padding on both sides together, px: left and right, above and below."""
        beside, above = node.padding if isinstance(node.padding, tuple) else (node.padding, node.padding)
        return 2 * self.px(beside), 2 * self.px(above)

    def along(self, box: Box, width: int) -> list[Measure]:
        """Return the measures of a box's parts along its axis; `width`: of the room of a column, px."""
        if box.axis == "wide":
            return [self.wide(child) for child in box.children]
        return [self.high(child, self.across(child, width, "wide")) for child in box.children]

    def across(self, node: Node, room: int, axis: Axis) -> int:
        """Return the px that a node takes along an axis it doesn't share: all of the room, or its declared length."""
        said = node.wide if axis == "wide" else node.high
        if said is None:
            return room
        measure = measured(said, self.em)
        return int(min(room, max(measure.most, measure.preferred) if measure.share else measure.preferred))

    def _summed(self, box: Box, measures: Sequence[Measure]) -> Measure:
        gap = self.px(box.gap)
        beyond = self.padding(box)[box.axis == "high"] + gap * max(0, len(measures) - 1)
        least = sum(measure.least for measure in measures)
        for give in box.gives_way:
            index = index_of(box.children, give.name)
            least -= measures[index].least - self._after_giving_way(box.children[index], measures[index], give).least
            least -= gap if give.how == "folds" else 0
        return Measure(
            sum(measure.preferred for measure in measures) + beyond,
            least + beyond,
            fsum(measure.most for measure in measures) + beyond,
            fsum(measure.share for measure in measures),
        )

    # Giving way

    def settled(self, box: Box, measures: Sequence[Measure], room: int) -> tuple[list[Node], list[Measure]]:
        """Return the visible parts in a room of so many px, and each one's preferred length after giving way."""
        return self._settled(list(box.children), list(measures), box.gives_way, self.px(box.gap), room)

    def _settled(
        self, kept: list[Node], measures: list[Measure], gives: tuple[Give, ...], gap: int, room: int
    ) -> tuple[list[Node], list[Measure]]:
        lacking = sum(measure.preferred for measure in measures) + gap * (len(kept) - 1) - room
        now = list(measures)
        for give in gives:
            if lacking <= 0:
                break
            index = index_of(kept, give.name)
            given = self._after_giving_way(kept[index], now[index], give)
            if give.how in ("folds", "short"):
                # Then those before it need not give as much: they are computed again.
                seen = () if give.how == "folds" else (kept[index],)
                rest = tuple(other for other in gives if other.name != give.name or (seen and other != give))
                measures[index : index + 1] = [given for _ in seen]
                return self._settled(
                    [*kept[:index], *seen_in_short(seen), *kept[index + 1 :]], measures, rest, gap, room
                )
            shorter = max(given.least, now[index].preferred - lacking)
            lacking -= now[index].preferred - shorter
            now[index] = replace(now[index], preferred=shorter, least=min(shorter, given.least))
        return kept, now

    def _after_giving_way(self, node: Node, measure: Measure, give: Give) -> Measure:
        """Return a part's measure after it has given way."""
        if give.how == "folds":
            return NOTHING
        if not isinstance(node, Text) or give.how == "shrinks":
            return measure
        if give.how == "short":
            return _exactly(texts.width(node.short, self.px(node.size), node.weight))
        return replace(measure, least=min(measure.least, self._longest_word(node)))


def index_of(nodes: Sequence[Node], name: str) -> int:
    """Return the index of a part. Raises ValueError if there is none of that name."""
    for index, node in enumerate(nodes):
        if node.name == name:
            return index
    raise ValueError(f"no part is called {name!r}")


def seen_in_short(nodes: Sequence[Node]) -> list[Node]:
    """Return texts with their short forms in place of their words."""
    return [replace(node, words=node.short) if isinstance(node, Text) else node for node in nodes]


def _exactly(pixels: int) -> Measure:
    return Measure(pixels, pixels, pixels, 0.0)


def _largest(measures: Sequence[Measure], beyond: int) -> Measure:
    """Return the measure that contains the largest of several, and so many px more."""
    if not measures:
        return _exactly(beyond)
    return Measure(
        max(measure.preferred for measure in measures) + beyond,
        max(measure.least for measure in measures) + beyond,
        max(measure.most for measure in measures) + beyond,
        max(measure.share for measure in measures),
    )
