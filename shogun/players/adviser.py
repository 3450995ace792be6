"""Advice: what a good player would do in somebody's place, and why. A game brings an adviser, or none."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside


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
