"""The opponent `strong`: weighs a plan together with the turn that follows it, over all numbers of the die."""

from random import Random

from msgspec import Struct

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import Lots, next_turn_worth, played_to_end_of_turn
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, chosen
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan, plans
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.moves import Move
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

CONSIDERED = 24
"""So many of the plans that look best are followed up."""
NEXT = 0.8
"""How much the next turn counts beside this one."""


class Weighed(Struct, frozen=True):
    """A plan, with what it and the turn after it are worth together."""

    plan: TurnPlan
    worth: float


def choose(view: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Move:
    """Return the first move of the plan that is best with the turn after it, or the best of other choices."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if state.pending[-1].verb == "turn":
        return weighed(state, question.seat)[0].plan.moves[0]
    return chosen(state, question)


def weighed(state: State, seat: int) -> list[Weighed]:
    """Return the plans that look best, each weighed with the turn after it, the best first."""
    found = sorted(plans(Appraisal(state, seat)), key=lambda plan: plan.worth, reverse=True)[:CONSIDERED]
    both = [Weighed(plan, plan.worth + NEXT * _next(state, seat, plan)) for plan in found]
    return sorted(both, key=lambda one: one.worth, reverse=True)


def _next(state: State, seat: int, plan: TurnPlan) -> float:
    after = played_to_end_of_turn(state, plan.moves, Lots(AS_ONE_DEAL))
    appraisal = Appraisal(after, seat)
    return next_turn_worth(appraisal) if after.pending and appraisal.left > 0 else 0.0
