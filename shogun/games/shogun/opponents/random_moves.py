"""The opponent `random`: any legal move, each with the same chance."""

from random import Random

from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside


def choose(_view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
    """Return a legal move, drawn uniformly."""
    return question.sample(rng)
