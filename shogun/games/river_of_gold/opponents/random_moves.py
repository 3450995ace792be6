"""The opponent `random`: any legal move, each with the same chance."""

from random import Random

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.rules import View
from shogun.games.river_of_gold.rules.state import Move
from shogun.table.session import Budget
from shogun.table.towers import Inside


def choose(_view: View, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return a legal move, drawn uniformly."""
    return question.sample(rng)
