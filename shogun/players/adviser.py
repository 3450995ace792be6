"""Advice: what a good player would do in somebody's place, and why. A game brings an adviser, or none."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import ngettext
from shogun.table.session import Budget
from shogun.table.towers import Inside


class FoundHint(Protocol):
    """What is advised."""

    @property
    def move(self) -> Any:
        """The move, or None as long as it is thought about."""

    @property
    def reasons(self) -> Sequence[str]:
        """Why, a sentence each."""


class Adviser(Protocol):
    """What a game brings for hints: `Game.advice`.

    A game with a judge of decisions advises by that judge: what is advised is what a review holds decisions against.
    """

    def hint(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> FoundHint:
        """Return what a good player would answer in the seat that is asked, with reasons.

        A budget that names nothing stands for the playouts by which the game's reviews search.
        """


def hint_seed(seed: int, question: Any) -> str:
    """Return the seed of a hint, which the review of the same decision takes as well: so both say the same.

    It is made of the game's seed and the question, and of nothing that is hidden from the seat.
    """
    return f"{seed}/{question.key}/{question.seat}/search"


# What an adviser says: light enough to be known where nobody has asked it yet.


class Hint(Struct, frozen=True):
    """What an adviser would do, and why, a sentence each; no move: it is still being thought about."""

    move: Any = None
    reasons: tuple[str, ...] = ()


class PlanHint(Hint, frozen=True):
    """A hint for a turn: all moves of the plan that its move begins."""

    plan: tuple[Any, ...] = ()


def second_choice(best: float, second: float, what: str, *, is_plan: bool = False) -> str:
    """Return in a sentence by how much the second-best choice is worse; both chances read different."""
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
