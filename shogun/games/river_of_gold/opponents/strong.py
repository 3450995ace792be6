"""The opponent `strong`: weighs a plan together with the turn after it, over all numbers of the die.

A plan that ends the game has no turn after it: it is taken if it wins whatever the others do in their last turns.
"""

from random import Random

from msgspec import Struct

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import (
    LONGEST,
    Lots,
    dealt,
    next_turn_worth,
    play_on,
    played_to_end_of_turn,
)
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, chosen
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan, plans
from shogun.games.river_of_gold.rules import State, View, view
from shogun.games.river_of_gold.rules.scoring import result
from shogun.games.river_of_gold.rules.state import Move
from shogun.table.session import Budget
from shogun.table.towers import Inside

CONSIDERED = 24
"""Plans that look best and are followed up."""
NEXT = 0.8
"""Weight of the next turn, compared with this one."""


ENDINGS, DEALS = 3, 8
"""Number of the best game-ending plans that are played to the end, and of deals of the hidden cards for each."""


class WeighedPlan(Struct, frozen=True):
    """A plan, with what it and the turn after it are worth together."""

    plan: TurnPlan
    worth: float
    wins: bool = False
    """True if it ends the game and the seat won in every playout of the others' last turns."""


def choose(seen: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Move:
    """Return the first move of the plan that is best with the turn after it, or the best of other choices."""
    state = dealt(seen, Random(AS_ONE_DEAL))
    if state.pending[-1].verb == "turn":
        return best_plans(state, question.seat)[0].plan.moves[0]
    return chosen(state, question)


def best_plans(state: State, seat: int) -> list[WeighedPlan]:
    """Return the plans that look best, each weighed with the turn after it, the best first: those that win by far."""
    promising = sorted(plans(Appraisal(state, seat)), key=lambda plan: plan.worth, reverse=True)[:CONSIDERED]
    after = [played_to_end_of_turn(state, plan.moves, Lots(AS_ONE_DEAL)) for plan in promising]
    ends = [number for number, then in enumerate(after) if then.last_turn is not None and state.last_turn is None]
    winning = {number for number in ends[:ENDINGS] if _wins(after[number], seat)}
    both = [
        WeighedPlan(plan, plan.worth + NEXT * _next(then, seat), number in winning)
        for number, (plan, then) in enumerate(zip(promising, after, strict=True))
    ]
    return sorted(both, key=lambda candidate: (candidate.wins, candidate.worth), reverse=True)


def _wins(after: State, seat: int) -> bool:
    """Return whether a seat that has ended the game wins in every deal of what is hidden, played on quickly."""
    for deal in range(DEALS):
        played = dealt(view(after, seat), Random(deal))
        play_on(played, LONGEST, Lots(deal))
        ended = result(played)
        if ended is None or ended.winners != (seat,):
            return False
    return True


def _next(after: State, seat: int) -> float:
    appraisal = Appraisal(after, seat)
    return next_turn_worth(appraisal) if after.pending and appraisal.left > 0 else 0.0
