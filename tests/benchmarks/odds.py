"""How long odds take: `python -m tests.benchmarks.odds [fights]`.

Of some fights of played games on the tower classic: the time to the first answer, the drops until every chance has an
interval of +-5 points, and the time that takes in two worker processes that are warm.
"""

import sys
import time
from itertools import count
from random import Random

from shogun import rules
from shogun.players import fights, opponent
from shogun.players.fights import Fight
from shogun.players.odds import GrowingOdds, load_physics
from shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.seats import take_turn
from shogun.table.session import Session
from shogun.table.towers import Inside
from shogun.tower import load_tower
from shogun.work import Workers

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


def measure(fight: Fight, inside: Inside, workers: Workers) -> tuple[float, float, int]:
    """Seconds to the first answer and to the precise one, and the drops of that."""
    began = time.perf_counter()
    growing = GrowingOdds(fight, inside, Random(1), workers)
    growing.start()
    first = time.perf_counter() - began
    found = growing.finish()
    return first, time.perf_counter() - began, found.drops


def main() -> None:
    """Measure and print."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    measured = cases(wanted)
    with Workers(2) as workers:
        for ready in [workers.submit(load_physics) for _worker in range(4)]:
            ready.result()
        found = [measure(fight, inside, workers) for fight, inside in measured]
    for name, column in (("first answer, s", 0), ("+-5 points, s", 1), ("drops", 2)):
        values = sorted(row[column] for row in found)
        middle, high = values[len(values) // 2], values[int(0.9 * (len(values) - 1))]
        print(f"{name:16} median {middle:8.3f}  90 % {high:8.3f}  most {values[-1]:8.3f}")


if __name__ == "__main__":
    main()
