"""Whether a higher bid would be worth it: `python -m tests.benchmarks.bidding [positions] [--rivals 0.3]`.

At planning questions of games among planners a master's plan is held against the same plan with each other bid of
chests, in playouts of its own (4.6). The best of those is measured again in fresh playouts, so that luck in the choice
counts for nothing. `--rivals` is the chance that each imagined rival bids a chest where it would bid none.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec.structs import replace

from shogun.game.errors import IllegalMove
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import CHEST_CARDS
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from tests.benchmarks.searching import Position, positions

CHOOSING, FRESH = 400, 1600
"""Playouts of each bid to choose one, and of the two that are compared."""


class Bidding(Master, frozen=True):
    """A master whose imagined rivals bid a chest now and then."""

    rivals: float = 0.0
    """How often."""

    def _imagine_rivals(self, view: View, rng: Random) -> list[list[Plan]]:
        return [[self._raised(plan, rng) for plan in plans] for plans in super()._imagine_rivals(view, rng)]

    def _raised(self, plan: Plan, rng: Random) -> Plan:
        is_low = not (isinstance(plan.bid, int) and plan.bid)
        return replace(plan, bid=1) if is_low and rng.random() < self.rivals else plan


class Gain(NamedTuple):
    """The best other bid at a position."""

    bid: object
    other: object
    gain: float
    """Points of the chance to win that the other bid adds."""


def others(question: PlanQuestion, plan: Plan) -> Iterator[Plan]:
    """Yield the plan with each other bid of chests that is legal."""
    for chests in CHEST_CARDS:
        other = replace(plan, bid=chests)
        try:
            question.verify(other)
        except IllegalMove:
            continue
        if chests != plan.bid:
            yield other


def gain(position: Position, number: int, rivals: float) -> Gain | None:
    """Return what the best other bid adds; None if there is none."""
    master = Bidding(model=position.model, rivals=rivals)
    plan = master.choose(position.view, position.question, Random(number), Budget())
    assert isinstance(plan, Plan)
    tried = list(others(position.question, plan))
    if not tried:
        return None
    found = master.compare(position.view, tried, CHOOSING, Random(f"choose/{number}"))
    best = max(zip(map(fmean, found), range(len(tried)), strict=True))[1]
    own, other = map(fmean, master.compare(position.view, [plan, tried[best]], FRESH, Random(f"fresh/{number}")))
    return Gain(plan.bid if isinstance(plan.bid, int) else "a card", tried[best].bid, 100 * (other - own))


def main() -> None:
    """Print it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("positions", type=int, nargs="?", default=48)
    ask.add_argument("--rivals", type=float, default=0.0)
    options = ask.parse_args()
    asked = enumerate(positions(options.positions))
    gains = [one for number, position in asked if (one := gain(position, number, options.rivals)) is not None]
    mean, error = fmean(one.gain for one in gains), stdev([one.gain for one in gains]) / sqrt(len(gains))
    print(f"bids of the master: {dict(Counter(one.bid for one in gains))}")
    print(f"the best other bid adds {mean:+.2f} ± {error:.2f} points of the chance to win ({len(gains)} plans)")
    better, clearly = sum(one.gain > 0 for one in gains), sum(one.gain >= 1 for one in gains)
    print(f"it is better in {better}; by a point or more in {clearly}")


if __name__ == "__main__":
    main()
