"""Chances to win from each place: `python -m tests.benchmarks.places GAME [--opponent CODE] [--games N] ...`

One opponent plays every seat of whole games, and each seat is first equally often. What is printed is TOML as in
`assets/GAME/places.toml`, one table for each kind of beginning; `--players` and `--begins` choose some of them.

Shogun's planners play by the hundred, as judges' training games do (7 ms a game, in batches); any other opponent plays
by the rules, on the quick model of the tower, with as many playouts as `--budget` says. What a place is worth is the
number of points to give up there so that every place wins about as often: first with all these games as they were
played, then corrected by games in which those points were given up, since whoever is behind plays differently.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from shogun.base.worker_pool import in_order
from shogun.game.options import fields_of, usual_choices
from shogun.games import Game, entry_of
from shogun.games.shogun.opponents.rollouts.rollout import winners
from shogun.games.shogun.rules.state import Setup
from shogun.players.ladder import Place, Study, first_seat, play
from shogun.players.place_chances import places_from
from shogun.table.journal import TowerInfo
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "assets" / "training"))
from batch_games import BatchGames

TOWER = "classic"
BATCHED = "planner"
"""The opponent that plays Shogun in batches."""
AT_ONCE = 125
"""Games that are played together."""
CORRECTED = 1000
"""Games by which the worth of places is corrected."""
ROUNDS, STEP = 60, 30.0
"""Rounds in which the worth of places is found, and points by which it changes for a share of victories, at first."""


class Beginning(Struct, frozen=True):
    """A kind of beginning: its name, and the choices on the sheet of a new game that lead to it."""

    name: str
    seats: int
    chosen: dict[str, str]

    def fields(self, game: Game) -> dict[str, Any]:
        """Return the fields of its setup that matter."""
        named = [option for option in game.options if option.name in self.chosen]
        return {"seats": self.seats, **fields_of(named, self.chosen)}

    def setup(self, game: Game) -> Any:
        """Return its setup."""
        every = fields_of(game.options, {**usual_choices(game.options), **self.chosen})
        return game.rules.types.setup(seats=self.seats, **every)


CHOICES: dict[str, list[dict[str, str]]] = {
    "shogun": [
        {"line_up": "printed", "side": "sun"},
        {"line_up": "draft", "side": "sun"},
        {"line_up": "draft", "side": "moon"},
    ],
    "rumble-nation": [{"game": "basic"}, {"game": "advanced"}],
    "river-of-gold": [{"patrons": "none"}, {"patrons": "table"}, {"patrons": "lot"}],
}
COUNTS = {"shogun": (3, 4, 5), "rumble-nation": (2, 3, 4), "river-of-gold": (2, 3, 4)}


def beginnings(code: str) -> Iterator[Beginning]:
    """Yield all kinds of beginnings of a game."""
    for chosen in CHOICES[code]:
        for seats in COUNTS[code]:
            yield Beginning(f"{'-'.join(chosen.values())}-{seats}", seats, chosen)


class Ended(Struct, frozen=True):
    """The end of a game; lists by place."""

    won: tuple[float, ...]
    """Parts of the victory."""
    points: tuple[int, ...]


def ended(points: Sequence[int], best: Sequence[int], first: int) -> Ended:
    """Return the end of a game, given by seat."""
    seats = len(points)
    won = [0.0] * seats
    scores = [0] * seats
    for seat, place in enumerate(places_from(first, seats)):
        won[place] = (seat in best) / len(best)
        scores[place] = points[seat]
    return Ended(tuple(won), tuple(scores))


def worth_of(games: Sequence[Ended]) -> list[int]:
    """Return the points to give up at each place so that all win about as often; the worst place gives up none."""
    seats = len(games[0].points)
    given_up = [0.0] * seats
    for turn in range(ROUNDS):
        won = victories_without(games, given_up)
        step = STEP * (1 - turn / ROUNDS)
        given_up = [
            points + step * (victories / len(games) - 1 / seats)
            for points, victories in zip(given_up, won, strict=True)
        ]
    return [round(points - min(given_up)) for points in given_up]


def victories_without(games: Sequence[Ended], given_up: Sequence[float]) -> list[float]:
    """Return each place's victories if these points are given up; who is as good shares the victory."""
    won = [0.0] * len(given_up)
    for game in games:
        scores = [points - less for points, less in zip(game.points, given_up, strict=True)]
        best = [place for place, score in enumerate(scores) if score >= max(scores) - 1e-9]
        for place in best:
            won[place] += 1 / len(best)
    return won


def in_batches(setup: Setup, games: int, given_up: Sequence[int]) -> Iterator[Ended]:
    """Yield games among planners who have given up these points for their places."""
    model = model_for(load_tower(TOWER))
    for begin in range(0, games, AT_ONCE):
        numbers = range(begin, min(games, begin + AT_ONCE))
        setups = []
        for number in numbers:
            first = number % setup.seats
            handicap = tuple(given_up[place] for place in places_from(first, setup.seats))
            setups.append(Setup(setup.seats, setup.side, setup.line_up, first, handicap=handicap))
        chances = [Random(f"places/{setup.side}/{setup.line_up}/{setup.seats}/{number}") for number in numbers]
        together = BatchGames(setups, model, chances)
        while not together.is_over:
            together.play_season()
        for number, table in zip(numbers, together.tables, strict=True):
            yield ended(table.points, winners(table), number % setup.seats)


def by_the_rules(game: Game, setup: Any, games: int, given: argparse.Namespace) -> Iterator[Ended]:
    """Yield games among equal opponents."""
    code: str = given.opponent
    tower = TowerInfo.of_model(model_for(load_tower(TOWER))) if game.rules.has_tower else None
    study = Study((code, code), setup, "model" if tower else "", None, 1, given.budget, game.code)
    wanted = [Place(0, number) for number in range(games)]
    for played in in_order(partial(play, game, study, tower), wanted, given.jobs):
        yield ended(played.points, played.winners, first_seat(study, played.place))


def main() -> None:
    """Print the chances."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=sorted(CHOICES))
    ask.add_argument("--opponent", default=BATCHED)
    ask.add_argument("--games", type=int, default=6000)
    ask.add_argument("--players", type=int, nargs="+", default=(2, 3, 4, 5))
    ask.add_argument("--begins", nargs="+", default=())
    ask.add_argument("--budget", type=int)
    ask.add_argument("--jobs", type=int, default=1)
    given = ask.parse_args()
    game = entry_of(given.game)
    for beginning in beginnings(given.game):
        if beginning.seats not in given.players or (given.begins and beginning.name not in given.begins):
            continue
        setup = beginning.setup(game)
        # every seat is first equally often: whole rounds only
        games = max(given.games - given.games % setup.seats**2, setup.seats**2)
        if (given.game, given.opponent) == ("shogun", BATCHED):
            played = list(in_batches(setup, games, [0] * setup.seats))
        else:
            played = list(by_the_rules(game, setup, games, given))
        won = [fsum(one.won[place] for one in played) for place in range(beginning.seats)]
        fields = ", ".join(f"{name} = {_toml(value)}" for name, value in beginning.fields(game).items())
        shares = ", ".join(f"{victories / games:.4f}" for victories in won)
        print(
            f'[[beginning]]\ncode = "{beginning.name}"\nsetup = {{ {fields} }}\nopponent = "{given.opponent}"\n'
            f"games = {games}\nwon = [{shares}]"
        )
        if hasattr(setup, "handicap"):
            _print_worth(setup, played, is_batched=(given.game, given.opponent) == ("shogun", BATCHED))
        print(flush=True)


def _print_worth(setup: Setup, played: Sequence[Ended], *, is_batched: bool) -> None:
    worth = worth_of(played)
    if is_batched:
        played = list(in_batches(setup, CORRECTED, worth))
        worth = [points + more for points, more in zip(worth, worth_of(played), strict=True)]
        worth = [points - min(worth) for points in worth]
    print(f"worth = {worth}")


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


if __name__ == "__main__":
    main()
