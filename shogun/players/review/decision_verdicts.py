"""Verdicts on decisions, from what their seats could know: the judge that a game provides, and mistakes."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from shogun.game.protocol import AnyGame
from shogun.table.towers import Inside

if TYPE_CHECKING:  # a window that shows no verdict loads no NumPy
    import numpy as np

Shares: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
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

    def parts(self, point: DecisionPoint, given: Any, better: Any, playouts: int, seed: str, /) -> "tuple[Part, ...]":
        """Return which parts of a move cost most beside a better one, in the playouts of `shares` with this seed.

        Each part is put back into the better move by itself; nothing is returned for moves that have no parts.
        """

    def part_words(self, better: Sequence[Any], part: "Part", /) -> str:
        """Return a sentence about a part of a move: the choice made, the better one, and the difference in points.

        `better` is the better move, then the rest of its turn. Nothing for moves that have no parts.
        """

    def kind(self, point: DecisionPoint, given: Any, better: Any, /) -> str:
        """Return the kind of a decision, in English: a word of `KINDS`."""

    @property
    def KINDS(self) -> tuple[str, ...]:  # noqa: N802
        """All kinds of decisions, in English, marked for translation."""

    @property
    def EFFECTS(self) -> tuple[str, ...]:  # noqa: N802
        """The effects that parts can have besides the chance to win, in English, marked for translation."""

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


NAMEABLE = 0.01
"""The least difference of a chance that is named: a smaller one would read as zero."""
MOST_PARTS = 3
"""Parts of a mistake that are named, at most."""


class Difference(Struct, frozen=True):
    """A difference of two chances to win, with its standard error."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        """True if it is significant: more than chance."""
        return self.mean > SURE * self.error

    @property
    def is_clear(self) -> bool:
        """Whether it is more than chance, in either direction."""
        return abs(self.mean) > SURE * self.error


NONE = Difference(0.0, 0.0)


GROUPS, LEAST_IN_GROUPS = 16, 64
"""Groups of successive playouts, and the playouts from which on they are looked at."""


def difference_of(values: Shares) -> Difference:
    """Return the mean of differences in the same playouts, with its standard error.

    Successive playouts may share something, such as the others' plans: then groups of them differ by more than chance,
    and the error is that of the groups' means.
    """
    import numpy as np

    error = float(values.std()) / sqrt(max(1, len(values) - 1))
    if len(values) >= LEAST_IN_GROUPS:
        means = [part.mean() for part in np.array_split(values, GROUPS)]
        error = max(error, float(np.std(means)) / sqrt(GROUPS - 1))
    return Difference(round(float(values.mean()), 6), round(error, 6))


class Effect(Struct, frozen=True):
    """An effect of another choice besides the chance to win."""

    what: str
    """In English."""
    change: float


class Part(Struct, frozen=True):
    """A part of a decision that cost more than chance explains."""

    instead: Any
    """The better move with only this part as it was done, as plain data."""
    lost: Difference
    """The chance that the better move brings beside that."""
    effect: Effect | None = None
    """The clearest other effect of this part, where it is worse."""


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
    parts: tuple[Part, ...] = ()
    """Parts of a mistake that mattered, the most expensive first; none where it has no parts."""

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


Grade = Literal["best", "better", "no better"]
"""Quality of another answer to a mistake: as good as the best one known, better than the actual one, or neither."""


class TriedAnswer(Struct, frozen=True):
    """Another answer to a judged decision, in the playouts that judged it."""

    short: Difference
    """The chance that the better move brings beside it."""
    gained: Difference
    """The chance that it brings beside the actual move."""
    is_best: bool = False
    """True if it is the better move itself."""
    is_given: bool = False
    """True if it is the actual move."""

    @property
    def grade(self) -> Grade:
        """Its grade, beyond chance."""
        if self.is_best or (self.gained.is_sure and not self._is_short):
            return "best"
        return "better" if self.gained.is_sure else "no better"

    @property
    def _is_short(self) -> bool:
        return self.short.is_sure and self.short.mean >= NAMEABLE


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
