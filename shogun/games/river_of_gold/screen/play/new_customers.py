"""Which customers of a hand have come since its owner's last turn began."""

from shogun.games.river_of_gold.rules.turns import TURN
from shogun.games.river_of_gold.rules.views import View
from shogun.table.replay import History


def new_customers(history: History, view: View) -> frozenset[str]:
    """Return the customers of the hand that is seen which were not in it when its owner last had a turn to use.

    They are new until something is done in the next turn.
    """
    if view.seat is None:
        return frozenset()
    for step in reversed(history.steps):
        pending = step.before.pending
        if step.line.seat == view.seat and pending and pending[-1].verb == TURN:
            return frozenset(view.hand) - frozenset(step.before.hands[view.seat])
    return frozenset()
