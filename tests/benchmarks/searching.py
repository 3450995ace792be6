"""What plans a search finds: `python -m tests.benchmarks.searching [positions]`.

At planning questions of games among planners, a master's plan is held against the planner's in fresh playouts, judged
by the same judge: by how much the seat's chance to win grows (aim: the more, the better, at equal processor time). The
same for a search that varies its best plans at random, as a strategist's does. Told besides: how much of what plans
come to a linear model explains that was fitted to others (see `proposals.py`).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random

import numpy as np
from msgspec import Struct

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.rollouts.rollout import Imagined
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.playout_search import Candidate, LinearModel, catching_up
from shogun.games.shogun.opponents.search.strategist import Strategist, cells_of
from shogun.games.shogun.opponents.search.trial import Trial
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import outcome_model
from shogun.tower import load_tower
from shogun.tower.quick_model import OutcomeModel

SEASONS = 6
FRESH = 400
"""Playouts of each plan that was found."""
FITTED = 2 / 3
"""The part of the plans that the linear model is fitted to, in `explained`."""


class Varying(Master, frozen=True):
    """A master that searches as a strategist does: by random variations of its best plan."""

    _try_plans = Strategist._try_plans


SEARCHES: Mapping[str, Callable[..., Master]] = {
    "varying 2400": Varying,
    "master 600": Master,
    "master 2400": Master,
    "master 9600": Master,
}


class Position(Struct):
    """Where a seat plans."""

    view: View
    question: PlanQuestion
    model: OutcomeModel


class Found(Struct):
    """What came of a search, by position."""

    gains: list[float] = []
    """Chance to win beyond that of the planner's plan."""
    seconds: list[float] = []
    explained: list[float] = []

    def told(self) -> dict[str, float | None]:
        """Return the means, in per cent, and the standard error of the gain."""
        return {
            "gain": round(100 * statistics.mean(self.gains), 2),
            "error": round(100 * statistics.stdev(self.gains) / len(self.gains) ** 0.5, 2),
            "seconds": round(statistics.mean(self.seconds), 2),
            "explained": round(100 * statistics.median(self.explained)),
        }


def positions(count: int) -> Iterator[Position]:
    """Yield one of each of so many games, of one season and seat after the other."""
    tower = TowerInfo.of(load_tower("classic"))
    infos = tuple(SeatInfo(name=str(seat), player="planner") for seat in range(4))
    for number in range(count):
        session = Session.start(rules, Header(seed=1000 + number, setup=Setup(4), seats=infos, tower=tower))
        yield _position(session, number % SEASONS, number % 4)


def _position(session: Session, season: int, seat: int) -> Position:
    seen = set[str]()
    while True:
        asked = [] if session.chance else [each for each in session.questions if isinstance(each, PlanQuestion)]
        question = next((each for each in asked if each.seat == seat), None)
        if question is not None:
            seen.add(question.key)
            if len(seen) > season:
                return Position(session.view(seat), question, outcome_model(session.inside))
        take_turn(session, [opponent("planner")] * 4)


def search(name: str, position: Position, found: Found, number: int) -> None:
    """Have a search find a plan, and note what came of it."""
    thinker = SEARCHES[name](model=position.model)
    budget = Budget(playouts=int(name.split()[1]))
    began = time.process_time()
    candidates = thinker.consider(position.view, position.question, Random(number), budget)
    found.seconds.append(time.process_time() - began)
    found.gains.append(_gain(thinker, position, candidates[0], number))
    found.explained.append(_explained(position.question, candidates))


def _gain(thinker: Master, position: Position, best: Candidate, number: int) -> float:
    usual, plan = Candidate(next(thinker._moves(position.view, position.question, Random(1)))), Candidate(best.move)
    imagined = Imagined(thinker._imagine_rivals(position.view, Random(number + 1)), thinker.effort.trust)
    Trial(thinker, position.view, imagined, -number - 1, None).run(catching_up([usual, plan], FRESH))
    return plan.mean - usual.mean


def _explained(question: PlanQuestion, candidates: list[Candidate]) -> float:
    """Return the part of the variance of plans' means that a model of other plans explains; it may be below 0."""
    shuffled = Random(1).sample(candidates, len(candidates))
    plans = [candidate.move for candidate in shuffled if isinstance(candidate.move, Plan)]
    cells = np.array([cells_of(question, plan).ravel() for plan in plans])
    means = np.array([candidate.mean for candidate in shuffled])
    split = int(FITTED * len(means))
    seen, unseen = means[:split], means[split:]
    told = (cells[split:] - cells[:split].mean(axis=0)) @ LinearModel(cells[:split], seen).mean()
    return float(1 - np.mean((unseen - seen.mean() - seen.std() * told) ** 2) / unseen.var())


def main() -> None:
    """Print what each search found."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("positions", nargs="?", type=int, default=24)
    count: int = ask.parse_args().positions
    found = {name: Found() for name in SEARCHES}
    for number, position in enumerate(positions(count)):
        for name in SEARCHES:
            search(name, position, found[name], number)
    print(json.dumps({name: each.told() for name, each in found.items()}, indent=1))


if __name__ == "__main__":
    main()
