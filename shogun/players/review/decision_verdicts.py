"""What tells how good a decision was, from what its seat could know then: brought by each game for its reviews."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import _
from shogun.game.protocol import AnyGame
from shogun.players.adviser import reads_equal, second_choice
from shogun.table.towers import Inside

Shares: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""The share of the victory after each of several moves in each playout, shape (moves, n)."""


class DecisionPoint(Struct, frozen=True):
    """What a seat was asked, and all that it could know then."""

    view: Any
    inside: Inside
    question: Any


class Considered(Struct, frozen=True):
    """What good players would have done where a seat was asked."""

    best: tuple[Any, ...]
    """What the strongest opponent would have done: its move, then with what it would have gone on."""
    usual: Any
    """The move of an opponent that plans well and searches little."""


class Explained(Struct, frozen=True):
    """Where a game explains what a kind of decisions is about."""

    rule: str
    """The section or rule, by its number."""
    chapter: str = ""
    """The chapter of the tutorial, by its name; empty: none speaks of it."""


class DecisionJudge(Protocol):
    """What a game brings to judge decisions: `Game.decisions`.

    It is given what the seat that is asked could see and know, and nothing else of the game.
    """

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Goes up when the same decision is judged otherwise."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """How often the game is played on after each move that is compared, unless somebody says otherwise."""

    def considered(self, point: DecisionPoint, seed: str, /) -> Considered | None:
        """Return what good players would have done; None where no playout can tell moves apart."""

    def shares(self, point: DecisionPoint, moves: Sequence[Any], playouts: int, seed: str, /) -> Shares:
        """Return the share of the victory of the seat that is asked after each move, in so many playouts.

        In the n-th playout of all moves what the seat can't see is dealt alike, and luck is the same.
        """

    def lines(self, moves: Sequence[Any], /) -> list[str]:
        """Return in words what a seat does that is asked the same several times, in lines that can be compared."""

    def kind(self, point: DecisionPoint, given: Any, better: Any, /) -> str:
        """Return of which kind a decision is, in English: a word of `KINDS`."""

    @property
    def KINDS(self) -> tuple[str, ...]:  # noqa: N802
        """All kinds of decisions, in English, marked for translation."""

    @property
    def EXPLAINED(self) -> Mapping[str, Explained]:  # noqa: N802
        """Where each kind is explained."""


class Judgeable(Protocol):
    """A game whose decisions can be judged; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def decisions(self) -> DecisionJudge | None:
        """What judges decisions; None if it brings nothing that does."""


# Judged decisions: by how much another answer would have been better, and what they are called for that.

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


# Options of one decision, ranked by the chance to win that the judge of decisions gives them: for hints and reviews.
#
# What a hint advises and what a review holds a decision against is the same option, found by the same playouts.

CONFIDENCE_Z = 1.96
"""Standard errors that a difference must be for less than 5 % of such differences to be mere chance."""
Option: TypeAlias = tuple[Any, ...]
"""A move, followed by the rest of the seat's turn."""


class Options(Struct, frozen=True):
    """Options with their playouts: the advised one first, then the others, the highest chance first."""

    options: tuple[Option, ...]
    shares: Shares | None = None
    """The share of the victory in each playout, shape (options, n); None: nothing was compared."""

    @property
    def advised(self) -> Option:
        """The option that is advised."""
        return self.options[0]

    def chance(self, place: int) -> float:
        """Return the chance to win with an option."""
        assert self.shares is not None
        return float(self.shares[place].mean())

    def is_apart(self, place: int) -> bool:
        """Return whether chance alone hardly explains by how much an option differs from the advised one."""
        assert self.shares is not None
        return _lead(self.shares[place], self.shares[0]) != 0


def ranked_options(options: Sequence[Option], shares: Shares) -> Options:
    """Return options in the order of their chances; the first given stays first unless another is surely better."""
    means = shares.mean(axis=1)
    order = sorted(range(len(options)), key=lambda place: -means[place])
    advised = next((place for place in order if _lead(shares[place], shares[0]) > 0), 0)
    places = [advised, *(place for place in order if place != advised)]
    return Options(tuple(options[place] for place in places), shares[places])


def _lead(some: Shares, others: Shares) -> float:
    """Return by how much one option leads another in the same playouts; 0 where that may be chance."""
    difference = some - others
    mean, error = float(difference.mean()), float(difference.std()) / sqrt(max(1, difference.size - 1))
    return mean if abs(mean) > CONFIDENCE_Z * error else 0.0


def chance_sentences(found: Options, text: Callable[[Option], str]) -> Iterator[str]:
    """Yield how likely the game is won with the advised option, and with the next best one."""
    if found.shares is None:
        return
    chance, number = found.chance(0), found.shares.shape[1]
    error = ceil(100 * CONFIDENCE_Z * float(found.shares[0].std()) / sqrt(max(1, number - 1))) / 100
    sentence = _("Chance to win: {chance} (±{error}), from {n} simulated games.")
    yield sentence.format(chance=percent(chance), error=percent(error), n=number)
    if len(found.options) > 1:
        second = found.chance(1)
        what = text(found.options[1])
        if reads_equal(chance, second) or not found.is_apart(1):
            yield _("Practically equal ({chance}): {what}.").format(chance=percent(second), what=what)
        else:
            yield second_choice(chance, second, what)
