"""Whether random games come to what another implementation of the rules came to (rules 13.1 to 13.4).

    python -m tests.games.rumble_nation.figures [--games 20000] [--jobs 1] [--check] [--results FILE] [--all]

Two kinds of random players, "dice" and "cards", in the basic and in the advanced game, each with 2, 3 and 4 players.
A figure agrees if it is within four standard errors of the difference of two such samples. With --check the invariants
(11.3 to 11.6) are verified at every step of every game. With --results each hundred games are kept in a file, and the
next call goes on with it. Prints each figure that disagrees, or all of them side by side; the exit code is 1 if one
disagrees.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec
from msgspec import Struct

from shogun.base.worker_pool import in_order
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.state import (
    AreaResolved,
    CardPlayed,
    CarryOut,
    Choosing,
    Deploy,
    Deploying,
    Event,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    Setup,
    State,
)
from tests.games.rumble_nation.build import by_chance

KINDS = [f"{name} {seats}" for name, seats in product(("dice", "cards", "advanced"), (2, 3, 4))]
GAMES = 20_000
"""So many games of each kind the expected figures are averages of."""
CHUNK = 100
EXPECTED: Mapping[str, tuple[float, Sequence[float | None]]] = {
    "turns": (0.022, (18.68, 28.03, 37.30, 20.50, 30.76, 41.01, 20.16, 30.25, 40.30)),
    "winner's points": (0.053, (36.32, 37.43, 34.20, 37.02, 38.38, 35.02, 37.13, 38.43, 35.14)),
    "last player's points": (0.053, (23.29, 21.62, 15.17, 23.50, 21.90, 15.26, 23.41, 21.84, 15.30)),
    "points of all": (0.073, (59.61, 87.86, 96.89, 60.51, 89.69, 98.53, 60.53, 89.64, 98.82)),
    "areas with nobody": (0.012, (2.50, 1.40, 0.85, 2.35, 1.26, 0.73, 2.35, 1.25, 0.70)),
    "areas with one": (0.012, (4.78, 3.26, 2.25, 4.74, 3.16, 2.10, 4.80, 3.20, 2.09)),
    "ties for the first": (0.012, (0.62, 1.05, 1.50, 0.66, 1.09, 1.53, 0.66, 1.06, 1.51)),
    "support placed": (0.034, (6.45, 14.32, 14.86, 6.89, 15.25, 15.87, 7.03, 15.58, 16.26)),
    "most support": (0.034, (4.35, 9.64, 10.00, 4.61, 10.17, 10.58, 4.70, 10.36, 10.79)),
    "cards played": (0.012, (0, 0, 0, 1.77, 2.63, 3.51, 2.60, 3.91, 5.20)),
    "won by katana": (0.155, (2.4, 4.2, 4.6, 2.5, 4.1, 4.7, 2.3, 4.0, 4.7)),
    "katana 1 won": (0.36, (41.8, 28.2, 17.6, 40.0, 27.2, 15.6, 39.7, 26.1, 15.5)),
    "katana 2 won": (0.36, (58.2, 33.8, 21.6, 60.0, 32.8, 21.9, 60.3, 33.1, 21.3)),
    "katana 3 won": (0.36, (None, 38.0, 27.8, None, 40.0, 27.6, None, 40.8, 28.1)),
    "katana 4 won": (0.36, (None, None, 33.1, None, None, 34.9, None, None, 35.1)),
    "first won": (0.36, (53.4, 36.5, 28.7, 52.8, 36.6, 27.5, 53.3, 36.2, 27.6)),
    "second won": (0.36, (46.6, 33.3, 26.2, 47.2, 32.7, 26.0, 46.7, 33.6, 25.7)),
    "third won": (0.36, (None, 30.2, 23.5, None, 30.7, 23.7, None, 30.2, 23.8)),
    "fourth won": (0.36, (None, None, 21.5, None, None, 22.9, None, None, 22.8)),
}
"""Each figure's standard error and its value for each kind of game (13.3)."""
SPREAD: Sequence[tuple[float, float, float, float]] = (
    (7.1, 25, 36, 49), (6.2, 28, 37, 49), (5.7, 26, 34, 45), (7.2, 26, 37, 50), (6.3, 29, 38, 49), (5.8, 26, 34, 46),
    (7.3, 26, 37, 50), (6.4, 29, 38, 50), (5.9, 27, 34, 46),
)  # fmt: skip
"""Of the winner's points: standard deviation, 5 % below, median, 5 % above (13.4)."""


class Game(Struct, array_like=True):
    """One random game: its figures in the order of `EXPECTED`, and what was wrong with it."""

    figures: list[float]
    problems: list[str]


class Chunk(Struct):
    """A hundred games of a kind: a line of a file of results."""

    kind: str
    number: int
    games: list[Game]


def play_cards(state: State, rng: Random) -> Iterator[Move]:
    """Yield the moves of a turn in which a random player plays a card, nothing if none can be played (13.1)."""
    cards = [move for move in rules.awaited(state)[0].moves if isinstance(move, PlayCard)]  # type: ignore[union-attr]
    if cards:
        yield rng.choice(cards)


def choice(state: State, moves: Sequence[Move], rng: Random, *, with_cards: bool) -> Move:
    """Return what a random player answers (13.1)."""
    match state.stage:
        case Choosing():
            looks = with_cards and rng.random() < 1 / 4
            return next(play_cards(state, rng), RollDice()) if looks else RollDice()
        case Deploying(again=again):
            if with_cards and not again and rng.random() < 1 / 2:
                return RollAgain()
            splits = [move for move in moves if isinstance(move, Deploy)]
            area = rng.choice(sorted({move.area for move in splits}))
            return rng.choice([move for move in splits if move.area == area])
    return rng.choice(moves)


def played(kind: str, seed: int, *, check: bool) -> Game:
    """Return the figures of one random game."""
    name, seats = kind.split()
    rng, with_cards = Random(f"{kind}/{seed}"), name != "dice"
    state, turns = rules.new(Setup(int(seats), name == "advanced")), 0
    events: list[Event] = []
    problems: list[str] = []
    while questions := rules.awaited(state):
        question = questions[0]
        answer = (
            by_chance(question, rng)
            if question.seat is None
            else choice(state, question.moves, rng, with_cards=with_cards)
        )
        turns += isinstance(answer, Deploy | CarryOut)
        step = rules.play(state, question.seat, answer)
        state = step.state
        events.extend(step.events)
        problems.extend(rules.problems(state) if check else ())
    fought = [event for event in events if isinstance(event, AreaResolved)]
    problems.extend(found_wrong(state, fought, turns) if check else ())
    cards = sum(isinstance(event, CardPlayed) for event in events)
    return Game([turns, *of_points(state, fought), cards, *of_winner(state)], problems)


def of_points(state: State, fought: Sequence[AreaResolved]) -> Iterator[float]:
    """Yield the figures of points, areas and support."""
    points = [player.points for player in state.players]
    yield from (max(points), min(points), sum(points))
    present = [sum(map(bool, one.strengths)) for one in fought]
    yield from (present.count(0), present.count(1))
    yield sum(any(one.strengths) and one.strengths.count(max(one.strengths)) > 1 for one in fought)
    yield sum(len(one.supported) * one.support for one in fought)
    yield max(support_standing(fought))


def of_winner(state: State) -> Iterator[float]:
    """Yield 100 for what is true of the winner, else 0; averages are per cent."""
    result = rules.result(state)
    assert result is not None
    [winner] = result.winners
    yield 100 * (result.points.count(max(result.points)) > 1)
    for katana in range(1, 5):
        yield 100 * (result.katana[winner] == katana)
    for place in range(4):
        yield 100 * ((winner - state.first) % state.setup.seats == place)


def support_standing(fought: Sequence[AreaResolved]) -> Iterator[int]:
    """Yield how many support pieces stand on open areas after each area of the war."""
    standing = dict.fromkeys(AREAS, 0)
    for one in fought:
        del standing[one.area]
        for area in one.supported:
            standing[area] += one.support
        yield sum(standing.values())


def found_wrong(state: State, fought: Sequence[AreaResolved], turns: int) -> Iterator[str]:
    """Yield what breaks rules 11.4 to 11.6 in a game that has ended."""
    seats = state.setup.seats
    if not 6 * seats <= turns <= 19 * seats + 2:
        yield f"{turns} turns"
    if max(support_standing(fought)) > (13 if seats == 2 else 26):
        yield f"{max(support_standing(fought))} support pieces at one time"
    lonely = sum(one.castle // 2 for one in fought if sum(map(bool, one.strengths)) < 2)
    expected = 77 - sum(state.set_aside) + (36 - lonely if seats > 2 else 0)
    if sum(player.points for player in state.players) != expected:
        yield f"the points of all together are not {expected}"
    for area, own in _own_strengths(state).items():
        [one] = [one for one in fought if one.area == area]
        for before, after in zip(own, one.strengths, strict=True):
            if bool(before) != bool(after) or (after - before) % one.support or after < before:
                yield f"{area}: {own} became {one.strengths}"


def _own_strengths(state: State) -> dict[str, list[int]]:
    return {
        area: [there[seat] + 2 * (player.daimyo == area) for seat, player in enumerate(state.players)]
        for area, there in state.soldiers.items()
    }


def chunk(place: tuple[str, int], *, check: bool) -> Chunk:
    """Return a hundred games of a kind."""
    kind, number = place
    seeds = range(number * CHUNK, (number + 1) * CHUNK)
    return Chunk(kind, number, [played(kind, seed, check=check) for seed in seeds])


def all_chunks(games: int, jobs: int, path: Path | None, *, check: bool) -> list[Chunk]:
    """Return so many games of each kind, those in the file and new ones, which are added to it."""
    kept = []
    if path and path.exists():
        kept = [msgspec.json.decode(line, type=Chunk) for line in path.read_bytes().splitlines(keepends=True)]
    there = {(one.kind, one.number) for one in kept}
    wanted = [(kind, number) for number in range(-(-games // CHUNK)) for kind in KINDS if (kind, number) not in there]
    for found in in_order(partial(chunk, check=check), wanted, jobs):
        kept.append(found)
        if path:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
    return kept


class Comparison(Struct):
    """A figure beside the expected one."""

    kind: str
    figure: str
    found: float
    expected: float
    allowed: float

    @property
    def agrees(self) -> bool:
        """Whether they are as near to each other as chance explains."""
        return abs(self.found - self.expected) <= self.allowed

    def __str__(self) -> str:
        verdict = "" if self.agrees else "  DISAGREES"
        told = f"{self.found:8.2f} beside {self.expected:8.2f}, at most {self.allowed:.2f} apart"
        return f"{self.kind:12} {self.figure:22} {told}{verdict}"


def compared(kind: str, games: Sequence[Game]) -> Iterator[Comparison]:
    """Yield each figure of a kind beside the expected one (13.3), and the spread of the winner's points (13.4)."""
    column = KINDS.index(kind)
    for row, (figure, (error, values)) in enumerate(EXPECTED.items()):
        expected = values[column]
        if expected is not None:
            allowed = 4 * error * sqrt(1 + GAMES / len(games))
            yield Comparison(kind, figure, fmean(game.figures[row] for game in games), expected, allowed)
    points = sorted(game.figures[1] for game in games)
    deviation, *shares = SPREAD[column]
    mean = fmean(points)
    spread = sqrt(fmean((one - mean) ** 2 for one in points))
    yield Comparison(kind, "standard deviation", spread, deviation, 0.05 + 0.2 * sqrt(GAMES / len(games)))
    for share, expected in zip((0.05, 0.5, 0.95), shares, strict=True):
        found = points[int(share * len(points))]
        yield Comparison(kind, f"{share:.0%} of winners' points", found, expected, sqrt(GAMES / len(games)))


def comparisons(chunks: Sequence[Chunk]) -> Iterator[Comparison]:
    """Yield all figures of all kinds beside the expected ones."""
    for kind in KINDS:
        yield from compared(kind, [game for one in chunks if one.kind == kind for game in one.games])


def main() -> int:
    """Print what was found; return 1 if anything disagrees or is wrong."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=GAMES)
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--check", action="store_true")
    ask.add_argument("--all", action="store_true", help="print all figures, not only those that disagree")
    ask.add_argument("--results", type=Path)
    asked = ask.parse_args()
    chunks = all_chunks(asked.games, asked.jobs, asked.results, check=asked.check)
    found = list(comparisons(chunks))
    wrong = [problem for one in chunks for game in one.games for problem in game.problems]
    for line in [*(str(one) for one in found if asked.all or not one.agrees), *wrong]:
        print(line)
    games = sum(len(one.games) for one in chunks)
    agree = sum(one.agrees for one in found)
    print(f"{games} games: {agree} of {len(found)} figures agree; {len(wrong)} invariants broken")
    return 0 if agree == len(found) and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
