"""How long odds take: `python -m tests.benchmarks.odds [fights]`.

Of some fights of played games on the tower classic: the time to the first answer, the drops until every chance has an
interval of +-5 points, and the time that takes in two worker processes that are warm. Where other programs run too, the
time on a processor tells more: half of it is what two idle cores need.
"""

import argparse
import os
import time
from itertools import count
from random import Random
from typing import NamedTuple

from shogun.base.worker_pool import Workers
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.analysis.odds import GrowingOdds, load_physics, odds
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, take_turn
from shogun.table.towers import Inside
from shogun.tower import load_tower

CODES = ("random", "greedy", "greedy", "random")


def cases(wanted: int) -> list[tuple[Fight, Inside]]:
    """Every third fight of games of four, as many as wanted."""
    found: list[tuple[Fight, Inside]] = []
    for seed in count():
        found.extend(fights_of(seed)[::3])
        if len(found) >= wanted:
            return found[:wanted]
    raise AssertionError("counting never ends")


def fights_of(seed: int) -> list[tuple[Fight, Inside]]:
    """All fights of a game, with what lay in the tower."""
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(CODES))
    header = Header(seed=seed, setup=Setup(seats=4), seats=infos, tower=TowerInfo.of(load_tower("classic")))
    session, seats = Session.start(rules, header), [opponent(code) for code in CODES]
    found: list[tuple[Fight, Inside]] = []
    while not session.is_over:
        fight = fights.pending(session.view(None)) if session.chance else None
        if fight:
            found.append((fight, session.inside))
        take_turn(session, seats)
    return found


class Measured(NamedTuple):
    """What one fight took."""

    first: float
    """Seconds to the first answer."""
    precise: float
    """Seconds to the precise one, in two workers."""
    drops: int
    processor: float
    """Seconds of one processor for the precise answer, without workers."""
    thrown: int
    resting: int


def measure(fight: Fight, inside: Inside, workers: Workers) -> Measured:
    """Tell the odds of a fight twice: in workers, and here."""
    began = time.perf_counter()
    growing = GrowingOdds(fight, inside, Random(1), workers)
    growing.start()
    first = time.perf_counter() - began
    found = growing.finish()
    precise = time.perf_counter() - began
    busy = time.process_time()
    odds(fight, inside, Random(1))
    resting = sum(inside.counts().values())
    return Measured(first, precise, found.drops, time.process_time() - busy, fight.thrown, resting)


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("fights", nargs="?", type=int, default=30)
    wanted: int = ask.parse_args().fights
    measured = cases(wanted)
    with Workers(2) as workers:
        for ready in [workers.submit(load_physics) for _worker in range(4)]:
            ready.result()
        found = [measure(fight, inside, workers) for fight, inside in measured]
    print(f"{len(found)} fights, load of the last minute {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    rows = (
        ("first answer, s", [row.first for row in found]),
        ("+-5 points, s", [row.precise for row in found]),
        ("  processor / 2, s", [row.processor / 2 for row in found]),
        ("drops", [row.drops for row in found]),
    )
    for name, values in rows:
        ordered = sorted(values)
        middle, high = ordered[len(ordered) // 2], ordered[int(0.9 * (len(ordered) - 1))]
        print(f"{name:18} median {middle:8.3f}  90 % {high:8.3f}  most {ordered[-1]:8.3f}")
    for row in sorted(found, key=lambda row: -row.processor)[:5]:
        print(
            f"{row.drops} drops of {row.thrown} cubes on {row.resting}: {row.processor / 2:.2f} s, {row.precise:.2f} s"
        )


if __name__ == "__main__":
    main()
