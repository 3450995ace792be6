"""Plays River of Gold by two policies of chance, and compares what comes out with what another program found.

    python -m tests.games.river_of_gold.rules.figures [--games 2000] [--seed 1] [--resume FILE]

Both policies never exchange and never spend favor, and take each choice evenly among the legal ones. `moves` draws
evenly among all actions, `kinds` first among building, sailing and delivering. The expected figures are those of
chapter 17: means of 2000 games, with the standard deviation of a single value. A figure holds if both means are within
four standard errors of their difference. It ends with code 1 if one does not.

With `--resume FILE` each game that was played is kept as a line, and what is known isn't played again as long as the
rules and this command are what they were.
"""

import argparse
import hashlib
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
from msgspec import Struct

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Setup, State
from shogun.games.river_of_gold.rules.components import FILE, GOODS
from shogun.games.river_of_gold.rules.events import Built, Delivered, Event, MasteryClaimed, Sailed
from shogun.games.river_of_gold.rules.game import carry_out
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Build, Deliver, Exchange, Sail, SellGood, SpendFavor, StopSelling
from tests.games.river_of_gold.rules.random_games import chance

ROOT = Path(__file__).parents[4]
SOURCES = (*sorted((ROOT / "shogun" / "games" / "river_of_gold" / "rules").rglob("*.py")), FILE, Path(__file__))
Policy = Literal["moves", "kinds"]
POLICIES: tuple[Policy, ...] = ("moves", "kinds")
SEATS = (2, 3, 4)
GAMES_OF_THE_OTHER = 2000
ERRORS = 4.0


class Expected(Struct, frozen=True):
    """A figure of chapter 17 for 2, 3 and 4 players: means, and standard deviations of a single value."""

    means: tuple[float, float, float]
    deviations: tuple[float, float, float]


def _share(*percent: float) -> Expected:
    two, three, four = percent
    return Expected((two, three, four), (_of_share(two), _of_share(three), _of_share(four)))


def _of_share(percent: float) -> float:
    return sqrt(percent * (100 - percent))


EXPECTED: Mapping[Policy, Mapping[str, Expected]] = {
    "moves": {
        "turns": Expected((33.53, 41.76, 50.17), (2.5, 2.9, 3.2)),
        "winner": Expected((47.22, 56.55, 48.23), (7.7, 8.5, 7.3)),
        "last": Expected((36.28, 38.19, 27.84), (7.0, 7.2, 6.1)),
        "points": Expected((41.75, 47.26, 37.81), (9.2, 10.6, 9.7)),
        "play": Expected((18.81, 15.60, 12.70), (6.7, 6.9, 6.5)),
        "regions": Expected((19.92, 29.32, 23.14), (4.8, 7.2, 7.0)),
        "delivered": Expected((1.80, 1.38, 1.16), (2.1, 1.8, 1.6)),
        "abilities": Expected((1.22, 0.95, 0.81), (2.0, 1.7, 1.6)),
        "builds": Expected((12.28, 15.39, 18.42), (0.8, 1.0, 1.1)),
        "sails": Expected((19.67, 24.51, 29.60), (2.2, 2.6, 2.8)),
        "deliveries": Expected((1.58, 1.87, 2.15), (1.1, 1.3, 1.4)),
        "journeys": Expected((5.19, 6.50, 7.92), (0.8, 0.9, 1.0)),
        "masteries": Expected((1.35, 1.65, 1.40), (0.8, 1.2, 1.2)),
        "influence": Expected((27.87, 22.30, 19.22), (5.8, 5.4, 5.1)),
        "first wins %": _share(53.9, 37.1, 28.2),
        "shared %": _share(2.3, 3.2, 4.0),
    },
    "kinds": {
        "turns": Expected((36.67, 45.75, 54.94), (3.2, 3.7, 4.1)),
        "winner": Expected((52.22, 60.56, 51.73), (9.4, 10.1, 8.8)),
        "last": Expected((39.90, 39.73, 28.17), (8.2, 8.2, 6.9)),
        "points": Expected((46.06, 49.98, 39.67), (10.8, 12.3, 11.4)),
        "play": Expected((20.81, 16.75, 13.36), (7.4, 7.6, 7.1)),
        "regions": Expected((19.87, 29.12, 22.79), (5.1, 7.8, 7.5)),
        "delivered": Expected((3.23, 2.45, 2.08), (2.9, 2.4, 2.2)),
        "abilities": Expected((2.15, 1.65, 1.43), (2.6, 2.3, 2.1)),
        "builds": Expected((11.52, 14.45, 17.27), (1.0, 1.1, 1.3)),
        "sails": Expected((22.56, 28.20, 34.07), (3.0, 3.3, 3.7)),
        "deliveries": Expected((2.59, 3.11, 3.60), (1.4, 1.6, 1.7)),
        "journeys": Expected((5.92, 7.40, 9.01), (1.0, 1.1, 1.2)),
        "masteries": Expected((1.45, 1.65, 1.47), (0.8, 1.2, 1.2)),
        "influence": Expected((28.77, 22.87, 19.31), (6.2, 6.1, 5.4)),
        "first wins %": _share(54.7, 37.4, 27.2),
        "shared %": _share(1.5, 2.8, 3.3),
    },
}
A_PLAYER = ("points", "play", "regions", "delivered", "abilities", "influence")
"""Figures of which each player of a game gives one."""


# The policies


class Chance:
    """Answers for all players as a policy says."""

    def __init__(self, policy: Policy, rng: Random) -> None:
        self.policy, self.rng = policy, rng
        self.sale: list[Any] = []

    def __call__(self, state: State, question: OneOf[Any]) -> Any:
        """Return a move."""
        moves = [move for move in question.moves if not isinstance(move, Exchange | SpendFavor)]
        if isinstance(moves[-1], StopSelling):
            return self._sell(state.players[question.seat].goods)
        if self.policy == "kinds" and isinstance(moves[0], Build | Sail | Deliver):
            kind = self.rng.choice(sorted({type(move) for move in moves}, key=lambda kind: kind.__name__))
            moves = [move for move in moves if isinstance(move, kind)]
        return self.rng.choice(moves)

    def _sell(self, goods: Sequence[int]) -> Any:
        """Sell a number of each kind, every combination with the same chance, good by good."""
        if not self.sale:
            numbers = [self.rng.randint(0, held) for held in goods]
            sold = [SellGood(good) for good, number in zip(GOODS, numbers, strict=True) for _one in range(number)]
            self.sale = [*sold, StopSelling()]
        move = self.sale.pop(0)
        if sum(goods) == 1:
            self.sale = []  # nothing is left that could be sold: the end isn't asked
        return move


class Played(Struct):
    """What one game came to; what each player gives in seat order."""

    code: str
    policy: Policy
    seats: int
    seed: int
    number: int
    figures: dict[str, list[float]]


def played(policy: Policy, seats: int, seed: int, number: int) -> Played:
    """Return the figures of one game."""
    rng = Random(f"{policy}/{seats}/{seed}/{number}")
    choose, progress = Chance(policy, rng), Play(rules.new(Setup(seats)))
    while questions := rules.awaited(progress.state):
        (question,) = questions
        carry_out(
            progress,
            choose(progress.state, question) if isinstance(question, OneOf) else chance(question, rng),
        )
    return Played(code(), policy, seats, seed, number, figures(progress.state, progress.events))


def figures(state: State, events: Sequence[Event]) -> dict[str, list[float]]:
    """Return the figures of a game that has ended."""
    ended = rules.result(state)
    assert ended is not None
    sails = [event for event in events if isinstance(event, Sailed)]
    number: Callable[[type], int] = lambda kind: sum(isinstance(event, kind) for event in events)  # noqa: E731
    return {
        "turns": [state.turn + 1],
        "winner": [max(ended.points)],
        "last": [min(ended.points)],
        "points": list(ended.points),
        "play": [score.play for score in ended.scores],
        "regions": [score.regions for score in ended.scores],
        "delivered": [score.delivered for score in ended.scores],
        "abilities": [score.abilities for score in ended.scores],
        "builds": [number(Built)],
        "sails": [len(sails)],
        "deliveries": [number(Delivered)],
        "journeys": [sum(event.journey for event in sails)],
        "masteries": [number(MasteryClaimed)],
        "influence": [sum(player.influence) for player in state.players],
        "first wins %": [100 * (state.order[0] in ended.winners)],
        "shared %": [100 * (len(ended.winners) > 1)],
    }


# Comparing


class Compared(Struct, frozen=True):
    """A figure beside what was expected."""

    name: str
    mean: float
    expected: float
    errors: float
    """How many standard errors of the difference both are apart."""

    @property
    def holds(self) -> bool:
        """Whether they are near enough."""
        return abs(self.errors) <= ERRORS

    def __str__(self) -> str:
        mark = "" if self.holds else "  too far apart"
        return f"{self.name:14} {self.mean:8.2f} {self.expected:8.2f} {self.errors:+6.1f}{mark}"


def compared(policy: Policy, seats: int, games: Sequence[Played]) -> list[Compared]:
    """Return all figures of some games beside those expected."""
    return [
        _compared(name, seats, expected, [value for game in games for value in game.figures[name]])
        for name, expected in EXPECTED[policy].items()
    ]


def _compared(name: str, seats: int, expected: Expected, values: Sequence[float]) -> Compared:
    place = SEATS.index(seats)
    of_the_other = GAMES_OF_THE_OTHER * (seats if name in A_PLAYER else 1)
    error = expected.deviations[place] * sqrt(1 / len(values) + 1 / of_the_other)
    mean = statistics.fmean(values)
    return Compared(name, mean, expected.means[place], (mean - expected.means[place]) / error)


# Many games


@cache
def code() -> str:
    """Return what names the rules and this command as they are now."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()[:16]


def known(path: Path | None, seed: int) -> dict[tuple[Policy, int, int], Played]:
    """Return the games of a file that need not be played again; a line that was cut off counts for nothing."""
    found = {}
    for line in path.read_bytes().splitlines() if path and path.exists() else ():
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            continue
        if (game.code, game.seed) == (code(), seed):
            found[game.policy, game.seats, game.number] = game
    return found


def series(policy: Policy, seats: int, games: int, seed: int, path: Path | None) -> Iterator[Played]:
    """Yield so many games, those that a file knows and then new ones, each of which is written into it."""
    done = known(path, seed)
    for number in range(games):
        game = done.get((policy, seats, number)) or played(policy, seats, seed, number)
        if path and (policy, seats, number) not in done:
            with path.open("ab") as file:
                file.write(b"\n" + msgspec.json.encode(game))
        yield game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    options = parser.parse_args()
    holds = True
    for policy in POLICIES:
        for seats in SEATS:
            found = compared(policy, seats, list(series(policy, seats, options.games, options.seed, options.resume)))
            print(f"\neven {policy}, {seats} players     here expected errors", *found, sep="\n", flush=True)
            holds = holds and all(figure.holds for figure in found)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
