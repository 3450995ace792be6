"""An adviser who likes high numbers."""

from random import Random
from typing import Any

from msgspec import Struct

from shogun.table.session import Budget
from shogun.table.towers import Inside
from tests.table.dice.opponents import highest


class Hint(Struct):
    move: Any
    reasons: tuple[str, ...]


def hint(view: Any, inside: Inside, question: Any, rng: Random, budget: Budget) -> Hint:
    return Hint(highest(view, inside, question, rng, budget), ("It is the highest.",))
