"""Verdicts on decisions, from what their seats could know: the judge that a game provides, mistakes, ranked options."""

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
    """A seat's question, with all that it could know then."""

    view: Any
    inside: Inside
    question: Any


class Considered(Struct, frozen=True):
    """Good players' answers to a seat's question."""

    best: tuple[Any, ...]
    """The strongest opponent's answer: its move, then the rest of its turn."""
    usual: Any
    """The move of an opponent that plans well and searches little."""


class Explained(Struct, frozen=True):
    """A game's explanation of a kind of decision."""

    rule: str
    """Number of the section or rule."""
    chapter: str = ""
    """Name of the tutorial's chapter; empty: none."""


class DecisionJudge(Protocol):
    """A game's judge of decisions: `Game.decisions`.

    It receives only what the seat that is asked could see and know.
    """

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Increased when the same decision is judged differently."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """Default number of playouts after each compared move."""

    def considered(self, point: DecisionPoint, seed: str, /) -> Considered | None:
        """Return good players' answers; None where playouts can't tell moves apart."""

    def shares(self, point: DecisionPoint, moves: Sequence[Any], playouts: int, seed: str, /) -> Shares:
        """Return the seat's share of the victory after each move, in so many playouts.

        In the n-th playout of all moves hidden information is dealt alike, and luck is the same.
        """

    def lines(self, moves: Sequence[Any], /) -> list[str]:
        """Return the answers of a seat to repeated questions in words, as comparable lines."""

    def kind(self, point: DecisionPoint, given: Any, better: Any, /) -> str:
        """Return the kind of a decision, in English: a word of `KINDS`."""

    @property
    def KINDS(self) -> tuple[str, ...]:  # noqa: N802
        """All kinds of decisions, in English, marked for translation."""

    @property
    def EXPLAINED(self) -> Mapping[str, Explained]:  # noqa: N802
        """The explanation of each kind."""


class Judgeable(Protocol):
    """A game whose decisions can be judged; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def decisions(self) -> DecisionJudge | None:
        """The judge of decisions; None for a game without one."""


# Judged decisions: the gain of the better answer, and the verdict

Verdict = Literal["inaccuracy", "mistake", "great mistake", "well seen"]
BOUNDS: Mapping[Verdict, float] = {"great mistake": 0.15, "mistake": 0.08, "inaccuracy": 0.04}
"""Smallest loss in chance to win for each verdict.

`python -m tests.benchmarks.mistakes` plays games to their end after both answers: the answer said to be better is
better for nearly all great mistakes, and for 8 of 10 overall. For smaller losses the judges' errors are as large.
"""
LEAST_GOOD_FIND = 0.04
"""Smallest gain over an opponent that plans well for a good find."""
SURE = 2.0
"""Standard errors of a significant difference."""
MISTAKES_SHOWN, GOOD_FINDS_SHOWN = 5, 2
"""Number of mistakes, and of good finds, shown at first."""


class Difference(Struct, frozen=True):
    """A difference of two chances to win, with its standard error."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        """True if it is significant: more than chance."""
        return self.mean > SURE * self.error


NONE = Difference(0.0, 0.0)


class Decision(Struct, frozen=True):
    """A judged decision."""

    place: int
    """Number of answers given before it."""
    seat: int
    kind: str
    """Kind in English."""
    better: tuple[Any, ...]
    """The strongest opponent's answer, as plain data: its move, then the rest of its turn."""
    usual: Any
    """The move of an opponent that plans well, as plain data."""
    lost: Difference
    """The chance that the better move would have gained over the actual one."""
    found: Difference
    """The chance that the actual move gained over an opponent that plans well."""

    @property
    def verdict(self) -> Verdict | None:
        """Its verdict; None if it is unremarkable."""
        if self.lost.is_sure:
            return next((name for name, bound in BOUNDS.items() if self.lost.mean >= bound), None)
        return "well seen" if self.found.is_sure and self.found.mean >= LEAST_GOOD_FIND else None

    @property
    def weight(self) -> float:
        """Its weight among others: the loss or gain."""
        return self.found.mean if self.verdict == "well seen" else self.lost.mean


class JudgedSeat(Struct, frozen=True):
    """The decisions of one seat in a game."""

    seat: int
    decisions: tuple[Decision, ...]

    def mistakes(self) -> list[Decision]:
        """Return the significant losses, the greatest first."""
        return self._ranked(lambda verdict: verdict in BOUNDS)

    def well_seen(self) -> list[Decision]:
        """Return the good finds, the greatest first."""
        return self._ranked(lambda verdict: verdict == "well seen")

    def _ranked(self, is_wanted: Callable[[Verdict | None], bool]) -> list[Decision]:
        found = [decision for decision in self.decisions if is_wanted(decision.verdict)]
        return sorted(found, key=lambda one: (-one.weight, one.place))


# Options of one decision, ranked by the judge's chance to win: for hints and reviews
#
# A hint's advice and a review's better answer are the same option, found by the same playouts.

CONFIDENCE_Z = 1.96
"""Standard errors of a difference that is due to chance in less than 5 % of cases."""
Option: TypeAlias = tuple[Any, ...]
"""A move, followed by the rest of the seat's turn."""


class Options(Struct, frozen=True):
    """Options with their playouts: the advised one first, then the others by falling chance."""

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
        """Return whether the difference of an option from the advised one is hardly explained by chance."""
        assert self.shares is not None
        return _lead(self.shares[place], self.shares[0]) != 0


def ranked_options(options: Sequence[Option], shares: Shares) -> Options:
    """Return options by falling chance; the first given stays first unless another is significantly better."""
    means = shares.mean(axis=1)
    order = sorted(range(len(options)), key=lambda place: -means[place])
    advised = next((place for place in order if _lead(shares[place], shares[0]) > 0), 0)
    places = [advised, *(place for place in order if place != advised)]
    return Options(tuple(options[place] for place in places), shares[places])


def _lead(some: Shares, others: Shares) -> float:
    """Return the lead of one option over another in the same playouts; 0 if it may be chance."""
    difference = some - others
    mean, error = float(difference.mean()), float(difference.std()) / sqrt(max(1, difference.size - 1))
    return mean if abs(mean) > CONFIDENCE_Z * error else 0.0


def chance_sentences(options: Options, text: Callable[[Option], str]) -> Iterator[str]:
    """Yield sentences with the chance to win by the advised option, and by the next best one."""
    if options.shares is None:
        return
    chance, number = options.chance(0), options.shares.shape[1]
    error = ceil(100 * CONFIDENCE_Z * float(options.shares[0].std()) / sqrt(max(1, number - 1))) / 100
    sentence = _("Chance to win: {chance} (±{error}), from {n} simulated games.")
    yield sentence.format(chance=percent(chance), error=percent(error), n=number)
    if len(options.options) > 1:
        second = options.chance(1)
        what = text(options.options[1])
        if reads_equal(chance, second) or not options.is_apart(1):
            yield _("Practically equal ({chance}): {what}.").format(chance=percent(second), what=what)
        else:
            yield second_choice(chance, second, what)
