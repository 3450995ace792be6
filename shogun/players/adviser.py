"""Advice: a good player's move in a seat, with reasons. A game provides an adviser, or none."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import ngettext
from shogun.table.session import Budget
from shogun.table.towers import Inside


class FoundHint(Protocol):
    """An adviser's answer."""

    @property
    def move(self) -> Any:
        """The move, or None while it is still being searched for."""

    @property
    def reasons(self) -> Sequence[str]:
        """The reasons, a sentence each."""


class Adviser(Protocol):
    """A game's adviser: `Game.advice`.

    A game with a judge of decisions advises by that judge, so hints and reviews agree.
    """

    def hint(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> FoundHint:
        """Return a good player's answer in the seat that is asked, with reasons.

        A budget without limits stands for the playouts of the game's reviews.
        """


def hint_seed(seed: int, question: Any) -> str:
    """Return the seed of a hint, shared with the review of the same decision so that both give the same result.

    It is made of the game's seed and the question, and of nothing that is hidden from the seat.
    """
    return f"{seed}/{question.key}/{question.seat}/search"


# The adviser's results: plain data, to be imported by modules that never ask one


class Hint(Struct, frozen=True):
    """An adviser's move, and the reasons, a sentence each; without a move it is still thinking."""

    move: Any = None
    reasons: tuple[str, ...] = ()


class PlanHint(Hint, frozen=True):
    """A hint for a turn: all moves of the plan that its move begins."""

    plan: tuple[Any, ...] = ()


def second_choice(best: float, second: float, what: str, *, is_plan: bool = False) -> str:
    """Return a sentence on how much worse the second-best choice is; the two chances always read differently."""
    lower = round(100 * best) - round(100 * second)
    if is_plan:
        sentence = ngettext(
            "The second-best plan ({what}) is {n} percentage point worse: {chance}.",
            "The second-best plan ({what}) is {n} percentage points worse: {chance}.",
            lower,
        )
    else:
        sentence = ngettext(
            "The second-best choice ({what}) is {n} percentage point worse: {chance}.",
            "The second-best choice ({what}) is {n} percentage points worse: {chance}.",
            lower,
        )
    return sentence.format(what=what, n=lower, chance=percent(second))


def reads_equal(one: float, other: float) -> bool:
    """Return whether two chances are equal in whole percent, so that no reader could compare them."""
    return f"{one:.0%}" == f"{other:.0%}"
