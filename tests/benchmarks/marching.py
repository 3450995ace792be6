"""The quality of the marches that a master finds: `python -m tests.benchmarks.marching [positions]`.

At marches in games among planners, the march that a master chooses is held against the planner's in fresh playouts: by
how much the seat's chance to win grows. The same for a master that tries the eight marches that a planner likes best,
and for one that tries sixteen, with as many playouts in all.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Mapping
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.questions import MarchQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import outcome_model
from shogun.tower import load_tower
from shogun.tower.quick_model import OutcomeModel

FRESH = 400
"""Playouts of each march that was chosen."""
EVERY = 5
"""Marches from one that is looked at to the next."""


class Narrow(Master, frozen=True):
    """A master that tries the marches that a planner likes best."""

    _best_marches = Strategist._best_marches


SEARCHES: Mapping[str, Master] = {
    "the best 8": Narrow(effort=replace(EFFORT, marches=8)),
    "the best 16": Narrow(effort=replace(EFFORT, marches=16)),
    "as it is": Master(),
}


class Position(Struct):
    """Where a seat marches."""

    view: View
    question: MarchQuestion
    model: OutcomeModel


class Gains(Struct):
    """Results of a search, one for each position."""

    chances: list[float] = field(default_factory=list)
    """Chance to win beyond that of the planner's march."""
    tried: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def positions(count: int) -> Iterator[Position]:
    """Yield `count` positions, several from each game."""
    tower = TowerInfo.of(load_tower("classic"))
    infos = tuple(SeatInfo(name=str(seat), player="planner") for seat in range(4))
    found = 0
    for seed in range(3000, 10_000):
        session = Session.start(rules, Header(seed=seed, setup=Setup(4), seats=infos, tower=tower))
        met = seed
        while not session.is_over:
            for question in [] if session.chance else session.questions:
                if isinstance(question, MarchQuestion) and question.count() > 1:
                    met += 1
                    if met % EVERY == 0:
                        yield Position(session.view(question.seat), question, outcome_model(session.inside))
                        found += 1
                        if found == count:
                            return
            take_turn(session, [opponent("planner")] * 4)


def search(master: Master, position: Position, number: int, gains: Gains) -> None:
    """Have a master choose a march, and note what came of it."""
    thinker = replace(master, model=position.model)
    began = time.process_time()
    candidates = thinker.consider(position.view, position.question, Random(number), Budget())
    gains.seconds.append(time.process_time() - began)
    gains.tried.append(len(candidates))
    usual = Planner(VALUES).choose(position.view, position.question, Random(1))
    chosen = candidates[0].move
    if chosen == usual:
        gains.chances.append(0.0)
        return
    results = Master(model=position.model).compare(position.view, [usual, chosen], FRESH, Random(-number - 1))
    gains.chances.append(statistics.mean(results[1]) - statistics.mean(results[0]))


def main() -> None:
    """Print what each search found."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("positions", nargs="?", type=int, default=100)
    count: int = ask.parse_args().positions
    found = {name: Gains() for name in SEARCHES}
    for number, position in enumerate(positions(count)):
        for name, master in SEARCHES.items():
            search(master, position, number, found[name])
    first = next(iter(found.values())).chances
    for name, gains in found.items():
        more = [a - b for a, b in zip(gains.chances, first, strict=True)]
        told = {
            "gain over the planner, points": _mean(gains.chances),
            "more than the first": _mean(more),
            "tried": round(statistics.mean(gains.tried), 1),
            "seconds": round(statistics.mean(gains.seconds), 3),
        }
        print(json.dumps({name: told}))


def _mean(chances: list[float]) -> str:
    """Return a mean in per cent, with its standard error."""
    error = statistics.stdev(chances) / len(chances) ** 0.5
    return f"{100 * statistics.mean(chances):.2f} ± {100 * error:.2f}"


if __name__ == "__main__":
    main()
