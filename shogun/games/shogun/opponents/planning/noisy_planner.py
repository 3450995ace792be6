"""Planners that make mistakes, so that each level has a fair one below it: three below `greedy`, one above.

They see what a planner sees and misjudge it: the worth of an action or a march gets an error, drawn from their own
random stream with a spread of `blur` victory points, and some actions are overlooked. They don't misjudge what nobody
does: that an action is possible and a bid can be paid. A beginner has other faults besides.
"""

from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.games.shogun.opponents.planning.planner import NEVER, Planner, Worth, assign, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import March, MarchQuestion, Move, Plan, PlanQuestion, PlayerQuestion, Stay
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside

UNAWARE = ValuationWeights(rivalry=0.0, fear=0.0, envy=0.0, aggression=0.0, later=0.0, dread=0.0, hunger=0.0, doubt=0.0)
"""A beginner's weights: only its own things count, nothing that others have or could do, and no winter."""


class NoisyPlanner(Struct, frozen=True):
    """A planner with these values that makes mistakes; it is a seat of the table itself."""

    blur: float
    """Spread of the error in what an action or a march is worth, in victory points."""
    overlooks: float = 0.0
    """The chance that it overlooks an action as a whole when it plans: its field gets a card that is left over."""
    values: ValuationWeights = ValuationWeights()
    reach: float = 1.0
    """Share of the armies that may march from which it picks the best number: below 1 its attacks are too weak."""
    spared: int = 0
    """Chests that it never plans to spend."""

    def __call__(self, view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
        """Return its move."""
        if isinstance(question, PlanQuestion):
            return self._plan(Valuation(view, question.seat, self.values, view.plan), question, rng)
        if isinstance(question, MarchQuestion):
            return self._march(Valuation(view, question.seat, self.values, view.plan), question, rng)
        return Planner(self.values).choose(view, question, rng)

    def _plan(self, valuation: Valuation, question: PlanQuestion, rng: Random) -> Plan:
        thrifty = replace(question, chests=max(0, question.chests - self.spared))
        worth = self._misjudged(plan_worth(valuation, thrifty), rng)
        for action in worth[: len(ACTIONS)]:
            if rng.random() < self.overlooks:
                action[action > 0] = self.values.wasted
        return assign(valuation, thrifty, worth)

    def _misjudged(self, worth: Worth, rng: Random) -> Worth:
        """Return values with their errors; useless, impossible and forbidden things stay known as such."""
        errors = self.blur * np.random.default_rng(rng.getrandbits(64)).standard_normal(worth.shape)
        is_plain = (worth == 0) | (worth == self.values.wasted) | (worth == NEVER)
        return np.where(is_plain, worth, worth + errors)

    def _march(self, valuation: Valuation, question: MarchQuestion, rng: Random) -> Move:
        most = max(1, round(self.reach * question.most))
        marches = [March(question.source, to, n) for to in question.targets for n in range(1, most + 1)]
        errors = {to: rng.gauss(0.0, self.blur) for to in question.targets}

        def worth(move: March) -> float:
            return valuation.march(move.source, move.target, move.armies) + errors[move.target]

        best = max(marches, key=worth)
        return Stay() if question.may_stay and worth(best) <= 0 else best


beginner = NoisyPlanner(blur=2.0, overlooks=0.25, values=UNAWARE, reach=0.55, spared=1)
learner = NoisyPlanner(blur=3.0, overlooks=0.2)
hasty = NoisyPlanner(blur=2.8)
steady = NoisyPlanner(blur=0.5)
