"""The opponent `learner`: weighs a turn as `solid` does, but sees less of it and misjudges the rest.

It exchanges nothing, turns the die by one point of favor at a time, and doesn't look at others' gains, at masteries
that are more than a step away, or at a customer's reward before the goods are there.
"""

from random import Random

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, Weights
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, choices
from shogun.games.river_of_gold.opponents.turn_plans import choice, plans
from shogun.games.river_of_gold.rules import View
from shogun.games.river_of_gold.rules.state import Move
from shogun.table.session import Budget
from shogun.table.towers import Inside

SHORTSIGHTED = Weights(ready=0.0, mastery=0.0, rival=(0.0, 0.0, 0.0), entry=0.0, card=0.0)
"""Weights that count only what is near: nothing that others have or that takes several turns."""
BLUR = 1.5
"""Spread of the error in what a turn is worth, in points (a normal distribution)."""


def choose(view: View, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return the first move of the plan that seems best, or the best of other choices."""
    state = dealt(view, Random(AS_ONE_DEAL))
    appraisal = Appraisal(state, question.seat, SHORTSIGHTED)
    if state.pending[-1].verb == "turn":
        options = plans(appraisal, most_favor=1, exchanging=False)
        return max(options, key=lambda plan: plan.worth + rng.gauss(0.0, BLUR)).moves[0]
    move: Move = choice(appraisal, state.pending[-1].verb, choices(question))
    return move
