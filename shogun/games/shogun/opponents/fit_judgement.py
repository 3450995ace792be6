"""Fit the strategist's judgement: `python -m shogun.games.shogun.opponents.fit_judgement --games 1500 --seed 1`.

Planners play on the quick tower, each with values of its own, so that all kinds of positions occur. At the beginning
of each season every seat's features are noted; its final points are regressed on them.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import exp
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from shogun.base.files import write_whole
from shogun.base.work import Workers
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.judgement import WEIGHTS, Forecast, features
from shogun.games.shogun.opponents.planner import Planner
from shogun.games.shogun.opponents.values import Values
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.state import LineUp, Setup
from shogun.games.shogun.rules.views import View
from shogun.table.inside import Inside
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.playing import run
from shogun.table.seats import Budget
from shogun.table.session import Session
from shogun.table.turns import Turn

SPREAD = 0.3
"""Spread of the logarithm of each seat's values around the planner's."""

Rows = dict[str, list[tuple[tuple[float, ...], float]]]
"""By period: features of a seat, and the points it ended with."""


class JudgedSeat(Struct, frozen=True):
    """A planner as a seat of the table."""

    planner: Planner

    def __call__(self, view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
        """Return the planner's move."""
        return self.planner.choose(view, question, rng)


def varied(rng: Random) -> Values:
    """Return a planner's values, each a little changed."""
    plain = Values()
    changed = {
        name: getattr(plain, name) * exp(rng.gauss(0, SPREAD)) for name in plain.__struct_fields__ if name != "wasted"
    }
    return Values(**changed)


def play(seed: int, seats: int) -> Rows:
    """Play one game and return its rows."""
    rng = Random(f"judgement/{seats}/{seed}")
    line_up: LineUp = "printed" if rng.random() < 0.5 else "draft"
    setup = Setup(seats=seats, side="sun" if line_up == "printed" else "moon", line_up=line_up)
    infos = tuple(SeatInfo(name=str(seat), player="planner") for seat in range(seats))
    session = Session.start(rules, Header(seed=rng.getrandbits(32), setup=setup, seats=infos, tower=TowerInfo()))
    seen: dict[str, list[tuple[float, ...]]] = {}

    def watch(turn: Turn) -> None:
        when = rules.period(turn.after)
        if when != rules.period(turn.before) and when.startswith("year") and "winter" not in when:
            seen[when] = features(turn.after)

    ended = run(session, [JudgedSeat(Planner(varied(rng))) for _seat in range(seats)], watch=watch)
    return {
        when: [(row, float(points)) for row, points in zip(found, ended.points, strict=True)]
        for when, found in seen.items()
    }


def gather(games: int, seed: int, jobs: int) -> Rows:
    """Return the rows of games of three, four and five in turn."""
    rows: Rows = defaultdict(list)
    with Workers(jobs) as workers:
        for found in workers.map(_play_numbered, range(seed * 1_000_000, seed * 1_000_000 + games)):
            for when, more in found.items():
                rows[when].extend(more)
    return rows


def _play_numbered(number: int) -> Rows:
    return play(number, (4, 4, 3, 5)[number % 4])


def fit(rows: Iterable[tuple[tuple[float, ...], float]]) -> Forecast:
    """Return the forecast of least squares."""
    found = list(rows)
    known = np.array([row for row, _points in found])
    points = np.array([points for _row, points in found])
    weights, *_rest = np.linalg.lstsq(known, points, rcond=None)
    error = points - known @ weights
    return Forecast(tuple(round(float(weight), 4) for weight in weights), round(float(error.std()), 3))


def main() -> None:
    """Fit and write the weights."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=1500)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=2)
    ask.add_argument("--out", type=Path, default=WEIGHTS)
    options = ask.parse_args()
    rows = gather(options.games, options.seed, options.jobs)
    found: Mapping[str, Forecast] = {when: fit(rows[when]) for when in sorted(rows)}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(options.out, msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    for when, forecast in found.items():
        print(f"{when:14} error {forecast.spread:6.2f} points, {len(rows[when])} seats")


if __name__ == "__main__":
    main()
