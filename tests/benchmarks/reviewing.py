"""Whether reviews of games tell the truth, and how long they take.

    python -m tests.benchmarks.reviewing [--games 20] [--only shogun] [--opponent greedy] [--playouts 40] [--jobs 2]

Games of three among equal opponents are reviewed. Printed are, for each game of the registry: seconds for a review;
what seats have won and lost by own decisions and by everything else but others' decisions, on average over games with a
standard error (nobody is better, so own decisions come to the same for every seat, and chance is fair, so the tower,
dice and lots come to nothing); and of all moments in which somebody was told a chance within one of ten bands how often
they won, with the standard error over games.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from shogun.games import GAMES, Entry
from shogun.players.review.game_review import GameReview, ReviewWork
from shogun.table.running.game_loop import run
from shogun.table.running.seats import Budget
from shogun.table.running.session import Session
from shogun.table.storage.journal import Header, SeatInfo, TowerInfo

SEATS = 3
BANDS = 10
OPPONENTS = {"shogun": "greedy", "rumble-nation": "solid", "river-of-gold": "solid"}
"""Who plays, unless somebody else is named."""
PLAYOUTS = {"shogun": 40, "rumble-nation": 512, "river-of-gold": 12}
"""How many are made at each moment, unless somebody says otherwise."""


def work_of(entry: Entry, opponent: str, seed: int, playouts: int) -> ReviewWork:
    """Return the work of reviewing a game among equal opponents."""
    seats = tuple(SeatInfo(str(seat), player=opponent) for seat in range(SEATS))
    setup = entry.words.setup_of(SEATS, {})
    tower = TowerInfo() if entry.rules.has_tower else None
    session = Session.start(entry.rules, Header(game=entry.code, seed=seed, setup=setup, seats=seats, tower=tower))
    choose: Any = entry.opponents.opponent(opponent)
    run(session, [choose] * SEATS, Budget(playouts=100))
    return ReviewWork(entry, session.header, session.course.answers, playouts)


def reviews(entry: Entry, options: argparse.Namespace) -> Iterator[tuple[GameReview, float]]:
    """Yield the reviews of so many games, each with the seconds that it took."""
    opponent, playouts = options.opponent or OPPONENTS[entry.code], options.playouts or PLAYOUTS[entry.code]
    for seed in range(1, options.games + 1):
        work = work_of(entry, opponent, seed, playouts)
        began = time.perf_counter()
        *_before, estimates = work.estimates([], options.jobs)
        found = work.review(estimates)
        assert found is not None, "whole games are played"
        yield found, time.perf_counter() - began


def mean(values: Iterable[float], places: int = 1) -> str:
    """Return an average with its standard error, in points of 100."""
    found = [100 * value for value in values]
    error = stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
    return f"{fmean(found):+.{places}f} ± {error:.{places}f}"


def bands(found: Sequence[GameReview]) -> Iterator[str]:
    """Yield for each band of chances how many were told, and how many of these have won."""
    for band in range(BANDS):
        told, won = [], []
        for one in found:
            end = one.estimates[-1].chances
            inside = [
                (chance, end[seat])
                for estimate in one.estimates
                for seat, chance in enumerate(estimate.chances)
                if band <= BANDS * chance < band + 1 and min(estimate.errors) > 0
            ]
            if inside:
                told.append(fmean(chance for chance, _won in inside))
                won.append(fmean(share for _chance, share in inside))
        if told:
            yield f"  told {100 * fmean(told):3.0f} %: won {mean(won, 0)} % ({len(told)} games)"


def main() -> None:
    """Print all of it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--only", choices=tuple(GAMES))
    ask.add_argument("--opponent")
    ask.add_argument("--playouts", type=int)
    ask.add_argument("--jobs", type=int, default=2)
    options = ask.parse_args()
    for entry in GAMES.values():
        if options.only in (None, entry.code):
            pairs = list(reviews(entry, options))
            found, seconds = [one for one, _time in pairs], [one for _review, one in pairs]
            print(f"{entry.code}: {fmean(seconds):.1f} s a review, {max(seconds):.1f} s at most")
            for seat in range(SEATS):
                booked = [one.booked(seat) for one in found]
                causes = sorted({cause for one in booked for cause in one.chance})
                told = [f"{cause} {mean(one.chance.get(cause, 0.0) for one in booked)}" for cause in causes]
                print(f"  seat {seat}: own decisions {mean(one.own for one in booked)}", *told, sep=", ")
            print(*bands(found), sep="\n", flush=True)


if __name__ == "__main__":
    main()
