"""The opponent `expert`: a master that thinks for a while and not for as long as it may.

It stands between the strategist and the master, so that who beats the one finds a fair next opponent.
"""

from random import Random

from shogun.games.shogun.opponents.effort import Effort
from shogun.games.shogun.opponents.master import Master
from shogun.games.shogun.opponents.strategist import Strategist
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.inside import Inside, outcome_model
from shogun.table.seats import Budget

EFFORT = Effort(
    plans=20, variations=60, rounds=6, rival_plans=6, trust=0.5, scruple=0.0, caution=0.5, marches=5,
    plan_playouts=1400, move_playouts=100,
)  # fmt: skip


class Expert(Master, frozen=True):
    """A master that makes no more playouts where a clock decides than where they are counted."""

    effort: Effort = EFFORT
    _playouts = Strategist._playouts


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Expert(model=outcome_model(inside)).choose(view, question, rng, budget)
