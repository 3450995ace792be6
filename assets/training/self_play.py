"""Masters learn from games among masters: `python assets/training/self_play.py --into FOLDER`.

One round: masters that judge by the present evaluators play each other, with few playouts (`play`); a copy of the
evaluators goes on to learn from those games by temporal differences (`learn`); and the master that judges by the copy
sits among three of the present one (`match`). The round is accepted if it wins enough of those games. Each part alone
goes on where it was ended, and none changes the evaluators that ship: copy those of an accepted round there.

Every game has a seed of its own, so the number of processes changes nothing.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from math import fsum
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from msgspec import Struct

from shogun.base.confidence_intervals import percent, wilson
from shogun.base.files import make_folder, write_whole
from shogun.base.worker_pool import Workers
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.evaluators import FOLDER, file_of
from shogun.games.shogun.opponents.play_statistics import Habits, ShogunStatisticsCollector, gathered
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, run
from shogun.table.towers import Inside, outcome_model
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for
from training_games import (
    TOWER,
    Files,
    Kind,
    Record,
    SeasonWatcher,
    kinds,
    line_up_of,
)

PLAYOUTS = 150
"""Playouts for a plan in games to learn from and in matches."""
IN_A_FILE = 10
"""Games in one file."""
ACCEPTED = 0.35
"""The share of games that a new master must win among three of the old one; even is a quarter."""
NEW, OLD = "new", "old"
PARTS = ("play", "learn", "match")


class MasterSeat(Struct, frozen=True):
    """A master as a seat of the table, that judges by the evaluators of a folder."""

    judges: Path = FOLDER

    def __call__(self, view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return the master's move."""
        return Master(model=outcome_model(inside), judges=self.judges).choose(view, question, rng, budget)


# Games to learn from


def play(kind: Kind, judges: Path, playouts: int, number: int) -> Record:
    """Return the record of one game among masters."""
    watch = SeasonWatcher()
    session = _begun(kind, number, ["master"] * kind.seats)
    result = run(session, [MasterSeat(judges)] * kind.seats, Budget(playouts=playouts), watch)
    return watch.record(number, result)


def _begun(kind: Kind, number: int, players: Sequence[str]) -> Session:
    setup = Setup(seats=kind.seats, side=kind.side, line_up=line_up_of(kind.side, number))
    infos = tuple(SeatInfo(name=str(seat), player=player) for seat, player in enumerate(players))
    seed = Random(f"self-play/{kind.name}/{number}").getrandbits(32)
    tower = TowerInfo.of_model(model_for(load_tower(TOWER)))
    return Session.start(rules, Header(seed=seed, setup=setup, seats=infos, tower=tower))


# The match


class Played(Struct, frozen=True):
    """A game of the match: a line of its file."""

    number: int
    won: float
    """The new master's part of the victory."""
    points: tuple[int, ...]
    """Each seat's; the new master sits on seat `number` modulo the seats."""
    habits: dict[str, Any]


def contest(kind: Kind, judges: tuple[Path, Path], playouts: int, number: int) -> Played:
    """Return how one game of the new master among the old ones ended; `judges` are the new one's and the old ones'."""
    place = number % kind.seats
    players = tuple(NEW if seat == place else OLD for seat in range(kind.seats))
    seats = [MasterSeat(judges[player == OLD]) for player in players]
    watcher = ShogunStatisticsCollector(players)
    result = run(_begun(kind, number, players), seats, Budget(playouts=playouts), watcher)
    won = (place in result.winners) / len(result.winners)
    return Played(number, won, tuple(result.points), dict(watcher.habits))


def match(kind: Kind, judges: tuple[Path, Path], options: argparse.Namespace) -> bool:
    """Play what is missing of a match, print how it stands, and return whether the new master is accepted."""
    path = options.into / f"{kind.name}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    with Workers(options.jobs) as workers:
        for one in workers.map(partial(contest, kind, judges, options.playouts), range(len(lines), options.match)):
            lines.append(msgspec.json.encode(one) + b"\n")
            write_whole(path, b"".join(lines))
    played = [msgspec.json.decode(line, type=Played) for line in lines]
    return _told(kind, played)


def _told(kind: Kind, played: Sequence[Played]) -> bool:
    share = wilson(fsum(one.won for one in played) / max(1, len(played)), len(played))
    is_accepted = bool(played) and share.value >= ACCEPTED
    habits = gathered([one.habits for one in played])
    hungry = ", ".join(f"{code} {percent(_hunger(habits[code]))}" for code in habits)
    print(
        f"{kind.name}: new won {percent(share.value)} ({100 * share.low:.0f}-{percent(share.high)}) of {len(played)} "
        f"games; short of rice in winters: {hungry}; {'accepted' if is_accepted else 'not accepted'}",
        flush=True,
    )
    return is_accepted


def _hunger(habits: Habits) -> float:
    return habits.short / max(1, habits.winters)


# The command


def main() -> None:
    """Play a round of games, learn from them, and play the match."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts of the round; by default all")
    ask.add_argument("--into", type=Path, required=True, help="folder of the round: games, judges, match")
    ask.add_argument("--judges", type=Path, default=FOLDER, help="the present evaluators, e.g. of the round before")
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--match", type=int, default=100, help="games of the match")
    ask.add_argument("--playouts", type=int, default=PLAYOUTS)
    ask.add_argument("--players", type=int, nargs="+", choices=(3, 4, 5), default=(4,))
    ask.add_argument("--side", nargs="+", choices=get_args(Side), default=("sun",))
    ask.add_argument("--jobs", type=int, default=1)
    options = ask.parse_args()
    make_folder(options.into)
    for kind in kinds(options.side, options.players, "self-play"):
        _round(kind, options)


def _round(kind: Kind, options: argparse.Namespace) -> None:
    judges = options.into / "judges"
    if "play" in options.only:
        made = partial(play, kind, options.judges, options.playouts)
        Files(options.into / kind.name, IN_A_FILE).fill(made, options.games, options.jobs)
    if "learn" in options.only:
        from td_learning import go_on_learning

        go_on_learning(kind, options.into, file_of(kind.side, kind.seats, options.judges), judges)
    if "match" in options.only:
        against = Kind(kind.side, kind.seats, "match")
        match(against, (judges, options.judges), options)


if __name__ == "__main__":
    main()
