"""Chooses and keeps games of Shogun that show between them all of `covering.WANTED`.

    python -m tests.golden [--renew] [--tries 4000] [--seed 1]

Each setup is played on each tower first; then games are played by lot, and kept if they show something new. Without
`--renew` the kept games are looked at: how many they are, and what they show. The games whose winters were worked out
by hand stay as they are.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import Side
from shogun.games.shogun.rules.state import LineUp, Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, run
from shogun.tower import load_tower, model_for
from shogun.tower.quick_model import FEATURES, Coefficients, Fit, Line, OutcomeModel
from tests.referee import referee

from .covering import BY_HAND, LINE_UPS, TOWERS, WANTED, Witness
from .kept import ARCHIVE, WINTERS, Past, games, past, write

SEATED = (("random",), ("greedy", "random"), ("greedy",), ("random", "random", "greedy"))
"""Who plays, seat by seat and round again."""
SETUPS = tuple((seats, side, line_up) for seats in (3, 4, 5) for side, line_up in LINE_UPS)
STRANGE = {"keeps": -4.0, "returns": 4.0}
"""Log-odds that a cube comes out of a tower that keeps, or returns, nearly all."""
QUICK = tuple(tower for tower in TOWERS if tower.startswith("model"))


def tower_of(name: str) -> TowerInfo:
    """Return what a journal tells of a tower, or of a quick model, by the name in `covering.TOWERS`."""
    if not name.startswith("model"):
        return TowerInfo.of(load_tower(name))
    fitted = name.removeprefix("model").removeprefix(":")
    if fitted in STRANGE:
        return TowerInfo.of_model(strange(fitted))
    return TowerInfo.of_model(model_for(load_tower(fitted))) if fitted else TowerInfo()


def strange(name: str) -> OutcomeModel:
    """Return a model that keeps or returns nearly all cubes, thrown or resting."""
    weights = (STRANGE[name],) * (FEATURES - 2) + (0.0, 0.0)
    found = Coefficients(weights, weights, Line(1.0, 0.0), Line(1.0, 0.0), Line(0.0, 0.0))
    return OutcomeModel(name, "0" * 64, Fit(seed=0, drops=0, most_resting=0, coefficients=found))


def played(setup: Setup, tower: str, players: tuple[str, ...], seed: int) -> bytes:
    """Return the journal of a game that was played to its end."""
    seats = tuple(SeatInfo(f"Seat {seat + 1}", "", players[seat % len(players)]) for seat in range(setup.seats))
    session = Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=tower_of(tower)))
    run(session, [opponent(seat.player) for seat in seats])
    return b"".join(session.writer.lines)


def by_plan(rng: Random) -> Iterator[tuple[str, bytes, str]]:
    """Yield a game of each setup on each tower: name, journal and tower."""
    for number, (tower, agreed) in enumerate((tower, agreed) for tower in TOWERS for agreed in SETUPS):
        yield drawn(agreed, tower, number, rng)


def by_lot(rng: Random, tries: int) -> Iterator[tuple[str, bytes, str]]:
    """Yield games drawn by lot on quick towers."""
    for _try in range(tries):
        yield drawn(rng.choice(SETUPS), rng.choice(QUICK), rng.randrange(4), rng)


def drawn(agreed: tuple[int, Side, LineUp], tower: str, number: int, rng: Random) -> tuple[str, bytes, str]:
    seats, side, line_up = agreed
    seed, players = rng.randrange(100_000), SEATED[number % len(SEATED)]
    setup = Setup(seats, side, line_up, rng.choice((None, rng.randrange(seats))))
    name = f"{seats}-{side}-{line_up}-{tower.replace(':', '-')}-{'-'.join(players)}-{seed}.journal"
    return name, played(setup, tower, players, seed), tower


def shown(pasts: Sequence[Past], tower: str) -> set[str]:
    """Return what a game shows."""
    return Witness(pasts[0].before.setup, tower).watch(pasts)


def judged(journal: bytes, tower: str) -> set[str]:
    """Return what a game shows. Raises Disagreement and Foul where rules or referee see it otherwise."""
    *_all, _last = referee(journal)
    return shown(list(past(journal)), tower)


def renew(seed: int, tries: int) -> set[str]:
    """Choose games anew, write them into the archive and return what none of them shows."""
    rng, missing = Random(seed), set(WANTED)
    kept = {name: journal for name, journal in games().items() if name in WINTERS.read_text("utf-8")}
    for name, journal, tower in by_plan(rng):
        kept[name] = journal
        missing -= judged(journal, tower)
    for name, journal, tower in by_lot(rng, tries):
        found = judged(journal, tower) & missing
        if found:
            kept[name] = journal
            missing -= found
            print(name, *sorted(found), sep="\n    ")
        if not missing:
            break
    write(kept, ARCHIVE)
    games.cache_clear()
    return missing


def tower_in(name: str) -> str:
    """Return the tower that a kept game's name tells of."""
    return max((tower for tower in TOWERS if f"-{tower.replace(':', '-')}-" in name), key=len)


def missing() -> set[str]:
    """Return what none of the kept games shows."""
    return set(WANTED).difference(*(judged(journal, tower_in(name)) for name, journal in games().items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="play games and keep those that are needed")
    parser.add_argument("--tries", type=int, default=4000, help="so many games are drawn by lot at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    left = renew(options.seed, options.tries) if options.renew else missing()
    for words in sorted(left):
        print(f"no game shows: {words}")
    print(f"{len(games())} games show {len(WANTED) - len(left)} of {len(WANTED)} things; by hand: {', '.join(BY_HAND)}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
