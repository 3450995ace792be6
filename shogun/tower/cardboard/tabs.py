"""Where boards are tabbed into the plates: tabs of different lengths, so that no board can be put in the wrong way."""

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely import LineString, Polygon, box

from shogun.tower.cardboard.cross_boards import Piece
from shogun.tower.cardboard.part import whole

Span = tuple[float, float]
"""From where to where along a board, mm."""

ONE_TAB = 9.0
"""Shorter boards have a single tab."""
A_TAB = 75.0
"""About so far from tab to tab, mm."""
MOST_TABS = 6
FIRST, OTHERS = (0.34, 18.0), (0.2, 11.0)
"""Length of the first tab and of the others: a share of the board, and at most so many mm."""
SHORTER = (1.0, 0.65, 0.4)
"""Where there is no room, a tab is made shorter ..."""
LEAST_TAB = 2.5
"""... but not shorter than that."""
ROOM = 1.6
"""Between slots, mm."""
SHOULDER = 0.8
"""Of a board at both sides of a tab."""
STEP = 1.0
"""How finely room for a tab is looked for, mm."""


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
    """Return the tabs of a board and take their slots; none where there is no room: then it is only glued.

    Tabs on both sides stand at the same places.
    """
    spans = _edges(piece, 0.0)
    if on_both_sides:
        spans = _shared(spans, _edges(piece, depth))
    found: list[Span] = []
    for middle, length in _wanted(piece):
        span = next((one for one in _candidates(middle, length) if _fits(one, spans, found, piece, slots)), None)
        if span:
            found.append(span)
            slots.take(piece.board.strip(*span))
    return found


def _wanted(piece: Piece) -> Iterator[tuple[float, float]]:
    """Yield middle and length of each tab as they would best be, the longest first."""
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
    """Return where a board reaches one of the plates."""
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
