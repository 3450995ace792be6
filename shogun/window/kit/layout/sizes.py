"""Lengths along one axis, and the distribution of a room's px among them."""

from collections.abc import Sequence
from math import fsum, inf

from msgspec import Struct


class Size(Struct, frozen=True):
    """The length of a part along one axis, in em."""

    preferred: float
    least: float
    """Least length, unless the room is too small for the least of all; then that is recorded."""
    most: float
    """Largest length: beyond it the part takes no spare room."""
    share: float
    """Weight in the distribution of spare room; 0: the part takes none."""


Length = float | Size
"""A length in a declaration: a number of em is fixed."""


def fixed(ems: float) -> Size:
    """Return a length that is always the same."""
    return Size(ems, ems, ems, 0.0)


def share(weight: float = 1.0, least: float = 0.0, most: float = inf) -> Size:
    """Return a length that is a share of the spare room, between two bounds."""
    return Size(least, least, most, weight)


def between(least: float, preferred: float, most: float | None = None, weight: float = 0.0) -> Size:
    """Return a length that shrinks down to `least` and, with a weight, grows up to `most` (None: without limit)."""
    top = inf if most is None and weight else preferred if most is None else most
    return Size(preferred, least, top, weight)


FILLS = share()
"""The length of a part that declares nothing."""


EXACT = 1e-9
"""Tolerance for rounding errors in whole numbers."""


class Measure(Struct, frozen=True):
    """A `Size` in px."""

    preferred: int
    least: int
    most: float
    share: float


def measured(length: Length, em: int) -> Measure:
    """Return a length in px."""
    if not isinstance(length, Size):
        pixels = round(length * em)
        return Measure(pixels, pixels, pixels, 0.0)
    most = length.most if length.most == inf else round(length.most * em)
    return Measure(round(length.preferred * em), round(length.least * em), most, length.share)


def apportioned(room: int, weights: Sequence[float], floors: Sequence[int], caps: Sequence[float]) -> list[int]:
    """Return the px of a room that each of several gets: in proportion to its weight, between its floor and its cap.

    The divisor method of Jefferson with bounds: the sum is the room as far as the bounds allow, and a larger room makes
    no part smaller, unlike rounding each part or the largest remainders. A part without weight keeps its floor.
    """
    level = _level(room, weights, floors, caps) + EXACT
    parts = [
        int(min(cap, max(floor, weight * level))) for weight, floor, cap in zip(weights, floors, caps, strict=True)
    ]
    for _ in range(room - sum(parts)):
        growing = [n for n, weight in enumerate(weights) if weight > 0 and parts[n] < caps[n]]
        if not growing:
            break
        parts[max(growing, key=lambda n: weights[n] / (parts[n] + 1))] += 1
    return parts


def _level(room: int, weights: Sequence[float], floors: Sequence[int], caps: Sequence[float]) -> float:
    """Return the px for each unit of weight at which the room is filled, bounds kept."""
    bounds = [(weight, floor, cap) for weight, floor, cap in zip(weights, floors, caps, strict=True) if weight > 0]
    if not bounds:
        return 0.0
    room -= sum(floor for weight, floor in zip(weights, floors, strict=True) if weight <= 0)
    unbounded = room / fsum(weight for weight, *_ in bounds)
    if all(floor <= weight * unbounded <= cap for weight, floor, cap in bounds):
        return unbounded

    def filled(level: float) -> float:
        return fsum(min(cap, max(floor, weight * level)) for weight, floor, cap in bounds)

    turns = sorted({limit / weight for weight, *limits in bounds for limit in limits if limit != inf})
    start = max((turn for turn in turns if filled(turn) <= room), default=0.0)
    growing = fsum(weight for weight, floor, cap in bounds if floor <= weight * start + EXACT and weight * start < cap)
    return start + max(0.0, room - filled(start)) / growing if growing else start


def fitted(measures: Sequence[Measure], room: int) -> tuple[list[int], int]:
    """Return the px of a room that each of several gets, and the px lacking for the least of all.

    If there is less than the preferred length, all shrink in proportion to their slack; if there is less than the
    least, all become smaller than that, so that none leaves the room.
    """
    lengths = [measure.preferred for measure in measures]
    lacking = sum(lengths) - room
    if lacking < 0:
        return _stretched(measures, lengths, room), 0
    if lacking > 0:
        lengths, lacking = _cut_down(lengths, [measure.least for measure in measures], lacking)
    too_small = max(0, lacking)
    if too_small:
        lengths, _ = _cut_down(lengths, [0] * len(lengths), too_small)
    return lengths, too_small


def _stretched(measures: Sequence[Measure], lengths: list[int], room: int) -> list[int]:
    growing = [index for index, measure in enumerate(measures) if measure.share]
    if len(growing) == 1:  # as in most rows: one takes all that is spare
        index = growing[0]
        most = max(measures[index].most, lengths[index])
        lengths[index] = int(min(most, lengths[index] + room - sum(lengths)))
        return lengths
    if not growing:
        return lengths
    weights = [measure.share for measure in measures]
    return apportioned(room, weights, lengths, [max(measure.most, measure.preferred) for measure in measures])


def _cut_down(lengths: Sequence[int], least: Sequence[int], lacking: int) -> tuple[list[int], int]:
    """Return lengths after all have shrunk in proportion to their slack, and the px still lacking."""
    can = [max(0, long - short) for long, short in zip(lengths, least, strict=True)]
    given = apportioned(min(lacking, sum(can)), can, [0] * len(can), can)
    return [long - part for long, part in zip(lengths, given, strict=True)], lacking - sum(given)
