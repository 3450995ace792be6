"""What plans win in whole games: `python -m tests.benchmarks.plans_to_the_end [positions] [--playouts N] [--jobs N]`.

At planning questions of games among planners, the plans of masters with different searches are laid, each
season is played out against imagined plans of the others, and planners play on to the end of the game. It prints how
much more often each plan wins than the planner's, in the same playouts, and how much more the evaluator at the end of
the season believes it to win: a search that merely finds the evaluator's errors shows by the difference.
"""

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from statistics import mean, stdev

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.worker_pool import in_order
from shogun.games.shogun.analysis.lookahead import chances_at, season_ahead
from shogun.games.shogun.analysis.swaps import DEALS
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.rules.questions import Move
from shogun.table.session import Budget
from tests.benchmarks.searching import Position, positions

SEASONS_LEFT = 6
"""More seasons than are ever left."""
PLAYOUTS = 300
MASTERS: Mapping[str, Master] = {
    "2400, one by one": Master(effort=replace(EFFORT, plan_playouts=2400, batched=False)),
    "600": Master(effort=replace(EFFORT, plan_playouts=600)),
    "2400": Master(effort=replace(EFFORT, plan_playouts=2400)),
    "9600": Master(),
}


class Gains(Struct, frozen=True):
    """By how much each master's plan does better than a planner's, in the order of `MASTERS`."""

    believed: tuple[float, ...]
    """As the evaluator judges the ends of the season."""
    won: tuple[float, ...]
    """In games played to their ends."""


def gains(playouts: int, numbered: tuple[int, Position]) -> Gains:
    """Return what the masters' plans gain in a position."""
    number, position = numbered
    view, question = position.view, position.question
    assert view.seat is not None
    masters = [replace(master, model=position.model) for master in MASTERS.values()]
    plans = (thinker.choose(view, question, Random(number), Budget()) for thinker in masters)
    moves: list[Move] = [Planner(VALUES).choose(view, question, Random(number)), *plans]
    judge = Master(model=position.model, effort=replace(EFFORT, deals=DEALS))
    played = list(judge.play_out(view, moves, playouts, Random(f"fresh/{number}")))
    believed, won = [], []
    for place in range(len(moves)):
        ends = [each[place] for each in played]
        believed.append(_share(ends, view.seat))
        for _season in range(SEASONS_LEFT):
            ends = season_ahead(ends, 1.0, view.unseen_events, f"{number}/{_season}")
        assert all(end.is_over for end in ends)
        won.append(_share(ends, view.seat))
    return Gains(tuple(each - believed[0] for each in believed[1:]), tuple(each - won[0] for each in won[1:]))


def _share(ends: Sequence[End], seat: int) -> float:
    """Return a seat's mean chance to win at these ends."""
    return float(np.mean(chances_at(ends)[:, seat]))


def _points(values: Sequence[float]) -> str:
    """Return a mean in percentage points with its standard error."""
    return f"{100 * mean(values):+.2f} ± {100 * stdev(values) / len(values) ** 0.5:.2f}"


def main() -> None:
    """Print the gains."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("positions", type=int, nargs="?", default=48)
    ask.add_argument("--playouts", type=int, default=PLAYOUTS)
    ask.add_argument("--jobs", type=int, default=1)
    given = ask.parse_args()
    asked = list(enumerate(islice(positions(given.positions), given.positions)))
    found = list(in_order(partial(gains, given.playouts), asked, given.jobs))
    for place, name in enumerate(MASTERS):
        believed, won = ([getattr(one, what)[place] for one in found] for what in ("believed", "won"))
        print(f"{name:18} believed {_points(believed)}, won {_points(won)}", flush=True)
    last = len(MASTERS) - 1
    for place, name in enumerate(list(MASTERS)[:last]):
        believed, won = (
            [getattr(one, what)[last] - getattr(one, what)[place] for one in found] for what in ("believed", "won")
        )
        print(f"9600 over {name:18} believed {_points(believed)}, won {_points(won)}", flush=True)


if __name__ == "__main__":
    main()
