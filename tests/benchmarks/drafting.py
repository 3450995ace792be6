"""How often a seat that drafts by search wins among planners: `python -m tests.benchmarks.drafting [--games N] ...`.

The same among masters: `shogun ladder --opponents tests.benchmarks.drafting:by_rule,master --setup draft ...`.

Only the draft differs: afterwards all seats play as planners do, in batches. The searching seat is each seat equally
often. Its mean points are printed beside the others', and how long a question of the draft takes.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from math import fsum
from pathlib import Path
from random import Random
from statistics import mean

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.confidence_intervals import wilson
from shogun.base.worker_pool import in_order
from shogun.games.shogun.opponents.rollouts.rollout import winners
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "assets" / "training"))
from batch_games import BatchGames, planner_drafts

TOWER = "classic"
AT_ONCE = 40


def by_rule(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move of a master that drafts as a planner does."""
    effort = replace(EFFORT, completions=0)
    return Master(effort=effort, model=outcome_model(inside)).choose(view, question, rng, budget)


class Searching(Struct):
    """A table at which one seat drafts by search and the others as planners do."""

    seat: int
    master: Master
    seconds: list[float]
    """Seconds for each of its questions."""

    def __call__(self, view: View, question: PlayerQuestion, rng: Random) -> Move:
        """Return a seat's move."""
        if question.seat != self.seat:
            return planner_drafts(view, question, rng)
        began = time.perf_counter()
        move = self.master.choose(view, question, rng, Budget())
        self.seconds.append(time.perf_counter() - began)
        return move


class Lot(Struct, frozen=True):
    """Games that are played together."""

    seats: int
    side: Side
    completions: int
    caution: float
    numbers: range


class Ended(Struct, frozen=True):
    """The end of a game for the searching seat."""

    won: float
    points: int
    others: float
    """Mean points of the other seats."""
    seconds: float
    """Mean time for a question of the draft."""


def played(lot: Lot) -> list[Ended]:
    """Play these games to their ends."""
    model = model_for(load_tower(TOWER))
    effort = replace(EFFORT, completions=lot.completions, caution=lot.caution)
    tables = [Searching(number % lot.seats, Master(effort=effort, model=model), []) for number in lot.numbers]
    setups = [Setup(lot.seats, lot.side, "draft", number // lot.seats % lot.seats) for number in lot.numbers]
    chances = [Random(f"drafting/{lot.side}/{lot.seats}/{number}") for number in lot.numbers]
    games = BatchGames(setups, model, chances, tables)
    while not games.is_over:
        games.play_season()
    return [_ended(table, fast.points, winners(fast)) for table, fast in zip(tables, games.tables, strict=True)]


def _ended(table: Searching, points: list[int], best: tuple[int, ...]) -> Ended:
    others = mean(score for seat, score in enumerate(points) if seat != table.seat)
    return Ended((table.seat in best) / len(best), points[table.seat], others, mean(table.seconds or [0.0]))


def lots(given: argparse.Namespace) -> Iterator[Lot]:
    """Yield all games, some together."""
    for begin in range(0, given.games, AT_ONCE):
        numbers = range(begin, min(given.games, begin + AT_ONCE))
        yield Lot(given.players, given.side, given.completions, given.caution, numbers)


def main() -> None:
    """Print the figures."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--players", type=int, choices=(3, 4, 5), default=4)
    ask.add_argument("--side", choices=("sun", "moon"), default="sun")
    ask.add_argument("--completions", type=int, default=EFFORT.completions)
    ask.add_argument("--caution", type=float, default=EFFORT.caution)
    ask.add_argument("--jobs", type=int, default=1)
    given = ask.parse_args()
    ends = [end for lot in in_order(played, list(lots(given)), given.jobs) for end in lot]
    share = wilson(fsum(end.won for end in ends) / len(ends), len(ends))
    print(
        f"{given.side}, {given.players} players, {given.completions} completions: won "
        f"{100 * share.value:.1f} % ({100 * share.low:.1f}-{100 * share.high:.1f}) of {len(ends)}, "
        f"points {mean(end.points for end in ends):.1f}, others {mean(end.others for end in ends):.1f}, "
        f"{1000 * mean(end.seconds for end in ends):.0f} ms a question"
    )


if __name__ == "__main__":
    main()
