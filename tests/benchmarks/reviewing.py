"""Whether reviews of games tell the truth, and how long they take.

    python -m tests.benchmarks.reviewing [--games 20] [--first-seed 1001] [--only shogun] [--opponent greedy]
        [--playouts 40] [--jobs 2]

Games of three among equal opponents are reviewed. Printed are, for each game of the registry: seconds for a review;
what seats have won and lost by own decisions and by everything else but others' decisions, on average over games with a
standard error (nobody is better, so own decisions come to the same for every seat, and chance is fair, so the tower,
dice and lots come to nothing); and of all moments in which somebody was told a chance within one of ten bands how often
they won, with the standard error over games: all moments count the same.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from shogun.games import GAMES, Game
from shogun.players.review.game_review import GameReview, ReviewWork
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, run
from shogun.table.visible_past import whole_past

SEATS = 3
BANDS = 10
FEWEST = 2
"""Games that must have been in a band."""
FIRST_SEED = 1001
"""Of the games, unless somebody says otherwise: none of them fitted a judge."""
OPPONENTS = {"shogun": "greedy", "rumble-nation": "solid", "river-of-gold": "solid"}
"""Who plays, unless somebody else is named."""
PLAYOUTS = {"shogun": 40, "rumble-nation": 512, "river-of-gold": 12}
"""How many are made at each moment, unless somebody says otherwise."""


def work_of(entry: Game, opponent: str, seed: int, playouts: int) -> ReviewWork:
    """Return the work of reviewing a game among equal opponents."""
    seats = tuple(SeatInfo(str(seat), player=opponent) for seat in range(SEATS))
    setup = entry.agreed(SEATS, {})
    tower = TowerInfo() if entry.rules.has_tower else None
    session = Session.start(entry.rules, Header(game=entry.code, seed=seed, setup=setup, seats=seats, tower=tower))
    choose: Any = entry.opponents.opponent(opponent)
    run(session, [choose] * SEATS, Budget(playouts=100))
    return ReviewWork(entry, whole_past(session.header, session.course.answers), playouts)


def reviews(entry: Game, options: argparse.Namespace) -> Iterator[tuple[GameReview, float]]:
    """Yield the reviews of so many games, each with the seconds that it took."""
    opponent, playouts = options.opponent or OPPONENTS[entry.code], options.playouts or PLAYOUTS[entry.code]
    for seed in range(options.first_seed, options.first_seed + options.games):
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


class Band(NamedTuple):
    """What one game told within a band of chances: summed over its moments and seats."""

    moments: int
    told: float
    won: float


def in_band(found: GameReview, band: int) -> Band:
    """Return what a game told within a band; moments after which nothing is open any more aren't counted."""
    end = found.estimates[-1].chances
    inside = [
        (chance, end[seat])
        for estimate in found.estimates
        for seat, chance in enumerate(estimate.chances)
        if band <= BANDS * chance < band + 1 and min(estimate.errors) > 0
    ]
    return Band(len(inside), fsum(chance for chance, _won in inside), fsum(share for _chance, share in inside))


def bands(found: Sequence[GameReview]) -> Iterator[str]:
    """Yield for each band of chances what was told on average, and how often these have won.

    Each moment counts the same: a mean of games' means would weigh moments by how long a game stays in a band, which
    hangs on how it goes on. The error is that of a ratio of sums over games (W. G. Cochran, Sampling Techniques, 1977,
    6.4), since the moments of one game have one end, and at least the binomial one of so many games.
    """
    for band in range(BANDS):
        sums = [one for one in (in_band(game, band) for game in found) if one.moments]
        if len(sums) < FEWEST:
            continue
        moments = sum(one.moments for one in sums)
        told, won = fsum(one.told for one in sums) / moments, fsum(one.won for one in sums) / moments
        off = [(one.won - one.told) - (won - told) * one.moments for one in sums]
        clustered = sqrt(fsum(each * each for each in off) * len(sums) / (len(sums) - 1)) / moments
        error = max(clustered, sqrt(told * (1 - told) / len(sums)))
        beyond = "" if abs(won - told) <= 2 * error else ", beyond two standard errors"
        shares = f"  told {100 * told:3.0f} %: won {100 * won:3.0f} ± {100 * error:.0f} %"
        yield f"{shares} ({moments:,} moments of {len(sums)} games){beyond}"


def main() -> None:
    """Print all of it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--first-seed", type=int, default=FIRST_SEED)
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
