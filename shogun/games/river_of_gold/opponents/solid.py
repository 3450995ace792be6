"""The opponent `solid`: takes the plan for its turn that is worth most, by the turns that are left."""

from random import Random

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.turn_plans import best, choice, plans
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.state import Exchange, Move
from shogun.table.session import Budget
from shogun.table.towers import Inside

AS_ONE_DEAL = 1
"""A single deal of the hidden cards: none of the worths looks at them."""


def choose(view: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Move:
    """Return the first move of the best plan, or the best of other choices."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if state.pending[-1].verb == "turn":
        return best(plans(Appraisal(state, question.seat))).moves[0]
    return chosen(state, question)


def chosen(state: State, question: OneOf[Move]) -> Move:
    """Return the best choice where no action is asked."""
    move: Move = choice(Appraisal(state, question.seat), state.pending[-1].verb, choices(question))
    return move


def choices(question: OneOf[Move]) -> list[Move]:
    """Return the worth of each choice that isn't an action."""
    return [move for move in question.moves if not isinstance(move, Exchange)]
