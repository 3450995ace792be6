"""Are the odds straight? `python -m tests.benchmarks.odds_calibration --attacks 2000 --records FILE`.

Opponents play games on a simulated tower. Of every other attack the odds are told just before it is thrown, by drops
of their own; then it is thrown. Attacks with few armies or on neutral provinces, and revolts, are rarer: of these all
are told. In bands of ten points the tables compare what was told with what happened, with intervals that hold all at
once within a table.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from math import fsum, sqrt
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from shogun.base.confidence_intervals import CONFIDENCE, Share, each, wilson
from shogun.base.worker_pool import in_order
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.analysis.odds import Precision, first_odds, odds
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.battle import BattleKind
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.state import Setup
from shogun.players.ladder import whole_lines
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, Turn, take_turn
from shogun.tower.model_fit import fit_into_cache
from shogun.tower.tower_lookup import load_tower

BANDS = 10
PLAYERS = ("random", "greedy", "planner")
ASKED = 0.5
"""The part of the attacks of a game of which the odds are told."""
FEW = 3
"""An attack with so many armies at most is a small one."""
DROPS = 60
"""For the odds of each fight."""


class Told(Struct, frozen=True):
    """A fight of a played game: the chance that was told, the model's, and how it ended."""

    kind: BattleKind
    armies: int
    """Of the attacker, or in a revolt of the owner, that were thrown."""
    told: float
    """By drops: to take the province, or in a revolt to keep it."""
    model: float
    won: bool

    @property
    def is_attack(self) -> bool:
        """Return whether it was one, and no revolt."""
        return self.kind != "revolt"


class CalibratedGame(Struct, frozen=True):
    """The fights of one game of which odds were told: a line of a file of records."""

    number: int
    fights: tuple[Told, ...]

    @property
    def attacks(self) -> int:
        """Return how many of them were attacks."""
        return sum(fight.is_attack for fight in self.fights)


def play(tower: TowerInfo, seed: int, drops: int, number: int) -> CalibratedGame:
    """Return the fights of one game that were asked about."""
    rng = Random(f"calibrate/{seed}/{number}")
    setup = Setup(seats=(4, 3, 5)[number % 3])
    players = [rng.choice(PLAYERS) for _seat in range(setup.seats)]
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(players))
    header = Header(seed=rng.getrandbits(62), setup=setup, seats=infos, tower=tower)
    session = Session.start(rules, header)
    seats = [opponent(code) for code in players]
    found = []
    while not session.is_over:
        fight = _asked(session, rng)
        chances = _tell(fight, session, rng, drops) if fight else (0.0, 0.0)
        turn = take_turn(session, seats)
        if fight:
            found.append(Told(fight.kind, _armies(fight), *chances, won=_is_won(turn, fight)))
    return CalibratedGame(number, tuple(found))


def _asked(session: Session, rng: Random) -> Fight | None:
    """Return the fight that is about to be thrown, if its odds are told."""
    fight = fights.pending(session.view(None)) if session.chance is not None else None
    if fight is None:
        return None
    is_rare = fight.kind != "players" or _armies(fight) <= FEW
    return fight if is_rare or rng.random() < ASKED else None


def _armies(fight: Fight) -> int:
    """Return the armies of the side whose chances are told."""
    colour = fight.attacker or fight.defender
    return fight.cubes.get(colour, 0) if colour else 0


def _tell(fight: Fight, session: Session, rng: Random, drops: int) -> tuple[float, float]:
    """Return the chances of a fight, by drops and by the model."""
    exact = Precision(within=0.0, most=drops)
    told = odds(fight, session.inside, rng, None, exact).win.value
    return round(told, 4), round(first_odds(fight, session.inside, rng).win.value, 4)


def _is_won(turn: Turn, fight: Fight) -> bool:
    """Return whether the attacker took the province, or in a revolt the owner kept it."""
    settled = next(event for event in turn.events if isinstance(event, BattleSettled))
    acting = settled.defender if fight.kind == "revolt" else settled.attacker
    return settled.winner is not None and settled.winner == acting


# The table


class Band(Struct, frozen=True):
    """What was told between two tenths, on average, and what happened."""

    low: float
    high: float
    fights: int
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
    told = fsum(chance for chance, _won in found) / len(found)
    won = sum(won for _chance, won in found) / len(found)
    return Band(number / BANDS, (number + 1) / BANDS, len(found), told, wilson(won, len(found), confidence))


GROUPS: dict[str, Callable[[Told], bool]] = {
    "All attacks": lambda told: told.is_attack,
    f"Attacks with 1-{FEW} armies": lambda told: told.is_attack and told.armies <= FEW,
    "Attacks on neutral provinces": lambda told: told.kind == "neutral",
    "Revolts": lambda told: told.kind == "revolt",
}


def markdown(found: Sequence[Told], model: str) -> str:
    """Return the tables for the manual: each group of fights by drops, and by the model of this label alone."""
    lines: list[str] = []
    for name, belongs in GROUPS.items():
        group = [told for told in found if belongs(told)]
        lines += [*_rows(f"{name}, by drops ({len(group)})", [(told.told, told.won) for told in group]), ""]
        lines += [*_rows(f"{name}, by the {model} alone", [(told.model, told.won) for told in group]), ""]
    error = sqrt(fsum((told.model - told.told) ** 2 for told in found) / max(1, len(found)))
    lines.append(f"The model differs from the drops by {100 * error:.1f} points (root of the mean square).")
    return "\n".join(lines)


def _rows(title: str, told: Sequence[tuple[float, bool]]) -> Iterator[str]:
    yield f"{title}:"
    yield ""
    yield "| band | fights | told | won | interval | straight |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for band in bands(told):
        span = f"{100 * band.low:.0f}-{100 * band.high:.0f} %"
        interval = f"{100 * band.won.low:.1f}-{100 * band.won.high:.1f} %"
        shares = f"{100 * band.told:.1f} % | {100 * band.won.value:.1f} %"
        yield f"| {span} | {band.fights} | {shares} | {interval} | {'yes' if band.is_straight else 'NO'} |"


# Running


def gather(games: Iterable[CalibratedGame], wanted: int) -> Iterator[CalibratedGame]:
    """Yield games until there are so many attacks."""
    found = 0
    for game in games:
        yield game
        found += game.attacks
        if found >= wanted:
            return


def main() -> None:
    """Play until there are attacks enough and print the tables; what the file of records holds is not played again."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--attacks", type=int, default=2000)
    ask.add_argument("--drops", type=int, default=DROPS, help="for the odds of each fight")
    ask.add_argument("--tower", default="classic")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=2)
    ask.add_argument("--records", type=Path, required=True, help="file to which each game is appended")
    options = ask.parse_args()
    played = _read(options.records)
    tower = load_tower(options.tower)
    model = fit_into_cache(tower)
    known = list(played)
    missing = options.attacks - sum(game.attacks for game in played)
    task = partial(play, TowerInfo.of(tower), options.seed, options.drops)
    games = in_order(task, count(len(played)), options.jobs)
    with options.records.open("ab", buffering=0) as file:
        for game in gather(games, missing) if missing > 0 else ():
            file.write(msgspec.json.encode(game) + b"\n")
            known.append(game)
    print(markdown([fight for game in known for fight in game.fights], model.label))


def _read(path: Path) -> list[CalibratedGame]:
    lines = whole_lines(path) if path.exists() else []
    return [msgspec.json.decode(line, type=CalibratedGame) for line in lines]


if __name__ == "__main__":
    main()
