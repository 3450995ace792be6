"""Judged decisions: by how much another answer would have been better, and what they are called for that."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

Verdict = Literal["inaccuracy", "mistake", "great mistake", "well seen"]
BOUNDS: Mapping[Verdict, float] = {"great mistake": 0.15, "mistake": 0.08, "inaccuracy": 0.04}
"""So much of the chance to win is lost at least by what is called so.

`python -m tests.benchmarks.mistakes` plays games to their end after both answers: what was told to be better is,
of great mistakes nearly always, of all in 8 of 10. Of smaller ones the judges' errors are as large as what they tell.
"""
WELL_SEEN = 0.04
"""So much is won at least, beside what an opponent would have done that plans well, by what is called well seen."""
SURE = 2.0
"""Standard errors that a difference must be for anything to be told."""
TOLD, WELL_SEEN_TOLD = 5, 2
"""So many mistakes, and so many decisions that were well seen, are told at first."""


class Difference(Struct, frozen=True):
    """By how much a chance to win is another one, and the standard error of that."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether it is told as one: it is more than chance."""
        return self.mean > SURE * self.error


NONE = Difference(0.0, 0.0)


class Decision(Struct, frozen=True):
    """A decision that was judged."""

    place: int
    """So many answers had been given before it."""
    seat: int
    kind: str
    """In English."""
    better: tuple[Any, ...]
    """What the strongest opponent would have done, as plain data: its move, and with what it would have gone on."""
    usual: Any
    """The move of an opponent that plans well, as plain data."""
    lost: Difference
    """The chance that the better move would have brought beside what was done."""
    found: Difference
    """The chance that what was done has brought beside what an opponent would have done that plans well."""

    @property
    def verdict(self) -> Verdict | None:
        """What it is called; None where nothing is to be told."""
        if self.lost.is_sure:
            return next((name for name, bound in BOUNDS.items() if self.lost.mean >= bound), None)
        return "well seen" if self.found.is_sure and self.found.mean >= WELL_SEEN else None

    @property
    def weight(self) -> float:
        """By how much it counts beside others: what was lost by it, or found."""
        return self.found.mean if self.verdict == "well seen" else self.lost.mean


class JudgedSeat(Struct, frozen=True):
    """The decisions of one seat in a game."""

    seat: int
    decisions: tuple[Decision, ...]

    def mistakes(self) -> list[Decision]:
        """Return what was lost by more than chance, the greatest first."""
        return self._told(lambda verdict: verdict in BOUNDS)

    def well_seen(self) -> list[Decision]:
        """Return what was found, the greatest first."""
        return self._told(lambda verdict: verdict == "well seen")

    def _told(self, is_wanted: Callable[[Verdict | None], bool]) -> list[Decision]:
        found = [decision for decision in self.decisions if is_wanted(decision.verdict)]
        return sorted(found, key=lambda one: (-one.weight, one.place))
