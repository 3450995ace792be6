"""Are ratings right, and their intervals wide enough? `python tests/benchmarks/ratings.py [--results LADDER.jsonl ...]`

People of known strength, drawn by lot, play against opponents of Shogun's measured ones, each time against whoever the
list of games would propose, by the model that a rating stands on: how far off it is then, and how often its interval
holds the truth. With files of results of a ladder, its opponents are rated like people as well, each among those of the
step below, and held beside the ladder's own ratings.
"""

import argparse
import math
from pathlib import Path
from random import Random

import msgspec

from shogun.game.protocol import specialized
from shogun.games import entry_of
from shogun.players.ladder import LadderGame, Study, players_of
from shogun.players.ladder import ratings as of_ladder
from shogun.players.ratings import SCALE, RatedGame, next_opponent, ratings
from shogun.table.journal import PERSON

COUNTS = (1, 3, 10, 30, 100)
"""After so many games it is looked at."""


def game_of(strengths: list[float], players: tuple[str, ...], rng: Random) -> RatedGame:
    """Return a game that ends as the model has it: places are drawn one after the other by strength."""
    left, order = list(range(len(players))), list[int]()
    while left:
        order.append(rng.choices(left, [math.exp(strengths[seat] / SCALE) for seat in left])[0])
        left.remove(order[-1])
    points = tuple(len(players) - order.index(seat) for seat in range(len(players)))
    names = tuple("" if player != PERSON else "A" for player in players)
    return RatedGame("00000000", "shogun", players, names, points, (order[0],))


def of_people(people: int, seats: int, seed: int) -> None:
    """Print how far ratings are off, and how often their intervals hold the truth."""
    rng, opponents = Random(seed), entry_of("shogun").opponents
    measured, usual = opponents.RATINGS, opponents.SUBSTITUTE
    off: dict[int, list[float]] = {count: [] for count in COUNTS}
    held = dict.fromkeys(COUNTS, 0)
    for _person in range(people):
        truth, games, code = rng.uniform(-100, 1100), list[RatedGame](), usual
        for count in range(1, COUNTS[-1] + 1):
            players = (PERSON, *(code,) * (seats - 1))
            games.append(game_of([truth, *(measured[code],) * (seats - 1)], players, rng))
            if count in COUNTS:
                rating = ratings(games, measured, usual)["A"]
                low, high = rating.interval
                off[count].append(abs(rating.points - truth))
                held[count] += low <= truth <= high
            if count % 3 == 0:
                code = next_opponent(ratings(games, measured, usual)["A"], measured, tuple(measured)) or usual
    for count in COUNTS:
        far = sum(off[count]) / people
        print(f"{seats} players, {count:3} games: off by {far:3.0f} points, {100 * held[count] / people:.0f} % held")


def of_results(path: Path) -> None:
    """Print ratings of a ladder's opponents, found as those of people are, beside the ladder's own."""
    lines = path.read_bytes().splitlines()
    game = msgspec.json.decode(lines[0])["game"]
    study = msgspec.json.decode(lines[0], type=specialized(Study, entry_of(game).rules.types.setup))
    played = [msgspec.json.decode(line, type=LadderGame) for line in lines[1:]]
    known = of_ladder(study, played)
    print(f"{game}, {study.setup.seats} players")
    for below, above in study.steps:
        games = [_as_person(study, one, above) for one in played if players_of(study, one.place)[one.seat] == above]
        rating = ratings(games, known, below)["A"]
        low, high = rating.interval
        told = f"{above:12} {known[above]:5.0f} by the ladder, {rating.points:5.0f} ({low:.0f} to {high:.0f})"
        print(f"{told} after {rating.games} games")


def _as_person(study: Study, one: LadderGame, above: str) -> RatedGame:
    players = tuple(PERSON if player == above else player for player in players_of(study, one.place))
    names = tuple("A" if player == PERSON else "" for player in players)
    return RatedGame("00000000", study.game, players, names, one.points, one.winners)


def main() -> None:
    """Print both."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--people", type=int, default=400)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--results", type=Path, nargs="*", default=[])
    options = ask.parse_args()
    for seats in (2, 4) if options.people else ():
        of_people(options.people, seats, options.seed)
    for path in options.results:
        of_results(path)


if __name__ == "__main__":
    main()
