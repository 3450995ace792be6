"""Are the odds straight? `python -m shogun.games.shogun.analysis.calibrate --attacks 2000 --seed 1 --records FILE`.

Opponents play games on a simulated tower. Of every other attack the odds are told just before it is thrown, by drops
of their own; then it is thrown. In bands of ten points the table compares what was told with what happened, with
intervals that hold all at once.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from math import sqrt
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from shogun.base.intervals import CONFIDENCE, Share, each, wilson
from shogun.base.work import in_order
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.odds import Precision, first_odds, odds
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.state import Setup
from shogun.players.results import whole_lines
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.seats import take_turn
from shogun.table.session import Session, Turn
from shogun.tower import load_tower
from shogun.tower.models import fit_into_cache

BANDS = 10
PLAYERS = ("random", "greedy", "planner")
ASKED = 0.5
"""The part of the attacks of a game of which the odds are told."""


class Attack(Struct, frozen=True):
    """An attack of a played game: the chance to win that was told, the model's, and whether it was won."""

    told: float
    model: float
    won: bool


class Game(Struct, frozen=True):
    """The attacks of one game: a line of a file of records."""

    number: int
    attacks: tuple[Attack, ...]


def play(tower: TowerInfo, seed: int, drops: int, number: int) -> Game:
    """Return the attacks of one game, of which every other one was asked about."""
    rng = Random(f"calibrate/{seed}/{number}")
    setup = Setup(seats=(4, 3, 5)[number % 3])
    players = [rng.choice(PLAYERS) for _seat in range(setup.seats)]
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(players))
    header = Header(seed=rng.getrandbits(62), setup=setup, seats=infos, tower=tower)
    session = Session.start(rules, header)
    seats = [opponent(code) for code in players]
    attacks = []
    while not session.is_over:
        told = _tell(session, rng, drops)
        turn = take_turn(session, seats)
        if told:
            attacks.append(Attack(*told, won=_is_won(turn)))
    return Game(number, tuple(attacks))


def _tell(session: Session, rng: Random, drops: int) -> tuple[float, float] | None:
    """Return the chances to win of the attack that is about to be thrown, by drops and by the model."""
    if session.chance is None:
        return None
    fight = fights.pending(session.view(None))
    if fight is None or fight.kind == "revolt" or rng.random() > ASKED:
        return None
    exact = Precision(within=0.0, most=drops)
    told = odds(fight, session.inside, rng, None, exact).win.value
    return round(told, 4), round(first_odds(fight, session.inside, rng).win.value, 4)


def _is_won(turn: Turn) -> bool:
    settled = next(event for event in turn.events if isinstance(event, BattleSettled))
    return settled.winner is not None and settled.winner == settled.attacker


# The table


class Band(Struct, frozen=True):
    """What was told between two tenths, on average, and what happened."""

    low: float
    high: float
    attacks: int
    told: float
    won: Share

    @property
    def is_straight(self) -> bool:
        """Whether what was told lies in the interval of what happened."""
        return self.won.low <= self.told <= self.won.high


def bands(told: Sequence[tuple[float, bool]]) -> list[Band]:
    """Return the bands in which anything was told; their intervals hold all at once with 95 %."""
    sorted_in: list[list[tuple[float, bool]]] = [[] for _band in range(BANDS)]
    for chance, won in told:
        sorted_in[min(BANDS - 1, int(chance * BANDS))].append((chance, won))
    confidence = each(CONFIDENCE, sum(map(bool, sorted_in)))
    return [_band(number, found, confidence) for number, found in enumerate(sorted_in) if found]


def _band(number: int, found: Sequence[tuple[float, bool]], confidence: float) -> Band:
    attacks = len(found)
    told = sum(chance for chance, _won in found) / attacks
    won = sum(won for _chance, won in found) / attacks
    return Band(number / BANDS, (number + 1) / BANDS, attacks, told, wilson(won, attacks, confidence))


def markdown(attacks: Sequence[Attack], model: str) -> str:
    """Return the tables for the README: by drops, and by the model of this label alone."""
    error = sqrt(sum((attack.model - attack.told) ** 2 for attack in attacks) / len(attacks))
    return "\n".join(
        (
            *_rows(f"By drops, {len(attacks)} attacks", [(attack.told, attack.won) for attack in attacks]),
            "",
            *_rows(f"By the {model} alone", [(attack.model, attack.won) for attack in attacks]),
            "",
            f"The model differs from the drops by {100 * error:.1f} points (root of the mean square).",
        )
    )


def _rows(title: str, told: Sequence[tuple[float, bool]]) -> Iterator[str]:
    yield f"{title}:"
    yield ""
    yield "| band | attacks | told | won | interval | straight |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for band in bands(told):
        span = f"{100 * band.low:.0f}-{100 * band.high:.0f} %"
        interval = f"{100 * band.won.low:.1f}-{100 * band.won.high:.1f} %"
        shares = f"{100 * band.told:.1f} % | {100 * band.won.value:.1f} %"
        yield f"| {span} | {band.attacks} | {shares} | {interval} | {'yes' if band.is_straight else 'NO'} |"


# Running


def gather(games: Iterable[Game], wanted: int) -> Iterator[Game]:
    """Yield games until there are so many attacks."""
    found = 0
    for game in games:
        yield game
        found += len(game.attacks)
        if found >= wanted:
            return


def main() -> None:
    """Play until there are attacks enough and print the tables; what the file of records holds is not played again."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--attacks", type=int, default=2000)
    ask.add_argument("--drops", type=int, default=60, help="for the odds of each attack")
    ask.add_argument("--tower", default="classic")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=2)
    ask.add_argument("--records", type=Path, required=True, help="file to which each game is appended")
    options = ask.parse_args()
    played = _read(options.records)
    tower = load_tower(options.tower)
    model = fit_into_cache(tower)
    known = [attack for game in played for attack in game.attacks]
    task = partial(play, TowerInfo.of(tower), options.seed, options.drops)
    games = in_order(task, count(len(played)), options.jobs)
    with options.records.open("ab", buffering=0) as file:
        for game in gather(games, options.attacks - len(known)) if len(known) < options.attacks else ():
            file.write(msgspec.json.encode(game) + b"\n")
            known.extend(game.attacks)
    print(markdown(list(islice(known, options.attacks)), model.label))


def _read(path: Path) -> list[Game]:
    lines = whole_lines(path) if path.exists() else []
    return [msgspec.json.decode(line, type=Game) for line in lines]


if __name__ == "__main__":
    main()
