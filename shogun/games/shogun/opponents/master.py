"""The opponent `master`: a strategist that knows more and thinks more.

It judges where a season leads by what was learnt from games on that very board (`judging`), gives nothing for a full
larder beyond what the judge gives, and varies its best plan in several rounds. The more time it is given, the more it
plays out.
"""

from random import Random

from shogun.games.shogun.opponents.effort import Effort
from shogun.games.shogun.opponents.judging.judges import Judge, judge_for
from shogun.games.shogun.opponents.strategist import Strategist
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.inside import Inside, outcome_model
from shogun.table.seats import Budget

EFFORT = Effort(
    plans=24, variations=36, rounds=3, rival_plans=6, trust=0.5, scruple=0.0, caution=0.5, marches=8,
    plan_playouts=1400, move_playouts=160,
)  # fmt: skip
LONGER = 8
"""Where a clock decides, so many times as many playouts are made as where they are counted, if there is time."""


class Master(Strategist, frozen=True):
    """A strategist with the judge of its board."""

    effort: Effort = EFFORT

    def judge_of(self, view: View) -> Judge:
        """Return the judge that was fitted to this board and number of players."""
        return judge_for(view.setup.side, view.setup.seats)

    def _playouts(self, question: PlayerQuestion, budget: Budget) -> int:
        usual = super()._playouts(question, budget)
        return usual if budget.seconds is None else LONGER * usual


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Master(model=outcome_model(inside)).choose(view, question, rng, budget)
