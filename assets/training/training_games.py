"""Games to learn from: `python assets/training/training_games.py --into FOLDER`.

Planners play them, each with values a little changed, on the quick model of the tower `classic`: those that are held
out by the rules, those to fit to many at once (`batch_games.py`). What is kept are the positions at the beginning of
each season and how the game ended, in files of some hundred games for each board, number of players and lot ("fitting",
"held-out"): the command goes on where it was ended. Chance comes from the numbers of the games alone, so the number of
processes changes nothing.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import product
from math import exp
from pathlib import Path
from random import Random
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from batch_games import BatchGames
from shogun.base.files import make_folder, write_whole
from shogun.base.worker_pool import Workers
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS, Positions, gathered
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, fast_state
from shogun.games.shogun.opponents.rollouts.rollout import winners
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import LineUp, Setup, State
from shogun.games.shogun.rules.views import Result, View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, Turn, run
from shogun.table.towers import Inside
from shogun.tower import load_tower
from shogun.tower.quick_model import FIXED, model_for

SPREAD = 0.3
"""Spread of the logarithm of each seat's values around the planner's."""
TOWER = "classic"
IN_A_FILE = 250
"""Games in one file."""
AT_ONCE = 125
"""Games to fit to that are played together."""
Shares = npt.NDArray[np.float32]


class Kind(Struct, frozen=True):
    """Which games: all that one evaluator is made for, and for what they are played."""

    side: Side
    seats: int
    lot: str

    @property
    def name(self) -> str:
        """What their folder is called, e.g. "sun-4-fitting"."""
        return f"{self.side}-{self.seats}-{self.lot}"


class Record(Struct):
    """What games leave for evaluators to learn from; all arrays have one row for each position."""

    positions: Positions
    game: npt.NDArray[np.int32]
    """The number of the game."""
    points: Shares
    """Each seat's points in the end, shape (n, seats)."""
    won: Shares
    """Each seat's part of the victory, shape (n, seats)."""

    def at(self, which: Any) -> "Record":
        """Return the rows of an index."""
        return Record(self.positions.at(which), self.game[which], self.points[which], self.won[which])


class EvaluatedSeat(Struct, frozen=True):
    """A planner as a seat of the table."""

    planner: Planner

    def __call__(self, view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
        """Return the planner's move."""
        return self.planner.choose(view, question, rng)


def varied(rng: Random) -> ValuationWeights:
    """Return a planner's values, each a little changed."""
    plain = ValuationWeights()
    changed = {
        name: getattr(plain, name) * exp(rng.gauss(0, SPREAD)) for name in plain.__struct_fields__ if name != "wasted"
    }
    return ValuationWeights(**changed)


class SeasonWatcher:
    """Keeps the position at the beginning of each season while a game runs."""

    def __init__(self) -> None:
        self._seen: dict[str, FastState] = {}

    def __call__(self, turn: Turn) -> None:
        """Look at what a turn leads to."""
        when = rules.period(turn.after)
        if when in PERIODS and when not in self._seen:
            self._seen[when] = in_numbers(turn.after)

    def record(self, number: int, ended: Result) -> Record:
        """Return what the game of this number leaves, which has ended so."""
        return _record(number, list(self._seen.values()), ended.points, ended.winners)


def _record(number: int, seen: Sequence[FastState], points: Sequence[int], winners: Sequence[int]) -> Record:
    rows, seats = len(seen), len(points)
    won = [(seat in winners) / len(winners) for seat in range(seats)]
    return Record(
        gathered(seen),
        np.full(rows, number, dtype=np.int32),
        np.tile(np.array(points, dtype=np.float32), (rows, 1)),
        np.tile(np.array(won, dtype=np.float32), (rows, 1)),
    )


def line_up_of(side: Side, number: int) -> LineUp:
    """Return how the game of this number begins: on the sun side three of four have the printed line-up."""
    return "printed" if side == "sun" and number % 4 else "draft"


def play(kind: Kind, number: int) -> Record:
    """Play one game among planners and return its record."""
    rng = Random(f"judging/{kind.name}/{number}")
    setup = Setup(seats=kind.seats, side=kind.side, line_up=line_up_of(kind.side, number))
    infos = tuple(SeatInfo(name=str(seat), player="planner") for seat in range(kind.seats))
    tower = TowerInfo.of_model(model_for(load_tower(TOWER)))
    session = Session.start(rules, Header(seed=rng.getrandbits(32), setup=setup, seats=infos, tower=tower))
    watch = SeasonWatcher()
    ended = run(session, [EvaluatedSeat(Planner(varied(rng))) for _seat in range(kind.seats)], watch=watch)
    return watch.record(number, ended)


def play_at_once(kind: Kind, count: int, first: int) -> Record:
    """Play so many games among planners at once, the first of this number, and return their record."""
    numbers = range(first, first + count)
    setups = [Setup(seats=kind.seats, side=kind.side, line_up=line_up_of(kind.side, number)) for number in numbers]
    chances = [Random(f"judging/{kind.name}/{number}") for number in numbers]
    games = BatchGames(setups, model_for(load_tower(TOWER)), chances)
    seen: list[list[FastState]] = [[] for _game in numbers]
    while not games.is_over:
        for fast, season in zip(games.tables, seen, strict=True):
            season.append(fast.copy(fast.rng))
        games.play_season()
    ended = zip(numbers, seen, games.tables, strict=True)
    return together([_record(number, seasons, fast.points, winners(fast)) for number, seasons, fast in ended])


def in_numbers(state: State) -> FastState:
    """Return a position in numbers, as a planner's playout has it."""
    setup = state.setup
    return fast_state(
        state, ValueTables(ValuationWeights(), fast_board(setup.side, setup.seats), state.year, state.season), FIXED
    )


# Files


def record(kind: Kind, games: int, folder: Path, jobs: int) -> None:
    """Play games of a kind among planners until there are so many; files that are there stay."""
    at_once = 1 if kind.lot == "held-out" else min(AT_ONCE, IN_A_FILE)
    made = partial(play, kind) if at_once == 1 else partial(play_at_once, kind, at_once)
    Files(folder / kind.name, IN_A_FILE, at_once).fill(made, games, jobs)


class Files(Struct, frozen=True):
    """Files of games in one folder."""

    folder: Path
    in_a_file: int
    at_once: int = 1
    """Games that are made together."""

    def fill(self, made: Callable[[int], Record], games: int, jobs: int) -> None:
        """Have games made, by the number of the first of those made together, until the folder holds so many.

        A file is made at a time, and those that are there stay. The last one may hold more games than were asked for.
        """
        make_folder(self.folder)
        with Workers(jobs) as workers:
            for first in range(0, games, self.in_a_file):
                path = self.folder / f"{first:06}.npz"
                if not path.exists():
                    _write(path, list(workers.map(made, range(first, first + self.in_a_file, self.at_once))))
                    print(f"{self.folder.name}: {first + self.in_a_file} games", flush=True)


def _write(path: Path, records: Sequence[Record]) -> None:
    whole = together(records)
    arrays: dict[str, Any] = {f"position{place}": array for place, array in enumerate(whole.positions.arrays)}
    file = BytesIO()
    np.savez_compressed(file, game=whole.game, points=whole.points, won=whole.won, **arrays)
    write_whole(path, file.getvalue())


def recorded(kind: Kind, folder: Path, games: int | None = None) -> Record:
    """Return the games of a kind that a folder holds, at most so many. Raises FileNotFoundError if there are none."""
    paths = sorted((folder / kind.name).glob("*.npz"))[: None if games is None else -(-games // IN_A_FILE)]
    if not paths:
        raise FileNotFoundError(f"{folder / kind.name}: no games have been played yet")
    return together(list(_read(kind, paths)))


def _read(kind: Kind, paths: Sequence[Path]) -> Iterator[Record]:
    for path in paths:
        with np.load(path) as kept:
            arrays = (kept[f"position{place}"] for place in range(8))
            yield Record(Positions(kind.side, kind.seats, *arrays), kept["game"], kept["points"], kept["won"])


def together(records: Sequence[Record]) -> Record:
    """Return several records, at least one, as one."""
    return Record(
        _joined([one.positions for one in records]),
        *(np.concatenate([getattr(one, name) for one in records]) for name in ("game", "points", "won")),
    )


def _joined(parts: Sequence[Positions]) -> Positions:
    """Return the positions of several parts, at least one, all of one board."""
    arrays = (np.concatenate(column) for column in zip(*(part.arrays for part in parts), strict=True))
    return Positions(parts[0].side, parts[0].seats, *arrays)


def kinds(sides: Sequence[Side], seats: Sequence[int], lot: str) -> list[Kind]:
    """Return the kinds of games on these boards with these numbers of players."""
    return [Kind(side, number, lot) for number, side in product(seats, sides)]


def main() -> None:
    """Play and keep the games."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--into", type=Path, required=True)
    ask.add_argument("--games", type=int, default=40_000)
    ask.add_argument("--players", type=int, nargs="+", choices=(3, 4, 5), default=(4, 3, 5))
    ask.add_argument("--side", nargs="+", choices=get_args(Side), default=("sun", "moon"))
    ask.add_argument("--lot", choices=("fitting", "held-out"), default="fitting")
    ask.add_argument("--jobs", type=int, default=2)
    options = ask.parse_args()
    for kind in kinds(options.side, options.players, options.lot):
        record(kind, options.games, options.into, options.jobs)


if __name__ == "__main__":
    main()
