"""The opponent `strategist-1`: the first strategist, whose choices stay as they were. Later ones are compared with it.

What it values and how much it thinks stand here, so that it stays the same when others learn; what it shares with them
may become faster, and tests hold its choices.
"""

from random import Random

from shogun.games.shogun.opponents.effort import Effort
from shogun.games.shogun.opponents.strategist import Strategist
from shogun.games.shogun.opponents.values import Values
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.inside import Inside, outcome_model
from shogun.table.seats import Budget

VALUES = Values(
    chest=0.57, army=0.4, dread=4.0, hunger=1.5, growth=0.3, doubt=0.8, land=0.16, site=0.3, building=1.7, rivalry=0.55,
    fear=0.55, aggression=0.45, later=0.45, envy=0.4, last_army=0.1, marker=0.2, battle=0.3, bid=0.29, wasted=-0.05,
)  # fmt: skip
EFFORT = Effort(
    plans=20, variations=10, rival_plans=6, trust=0.5, scruple=0.1, noise=0.35, marches=5, plan_playouts=700,
    move_playouts=60,
)  # fmt: skip


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Strategist(VALUES, EFFORT, outcome_model(inside)).choose(view, question, rng, budget)
