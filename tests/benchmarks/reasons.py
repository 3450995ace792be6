"""Whether the reasons that hints and reviews of plans give hold in other playouts.

    python -m tests.benchmarks.reasons [--hints 15] [--players 4] [--seed 1] [--playouts 400]

Plans are asked for in games of planners that are drawn by the seed. Each reason names a difference of the chance to
win: of a hint between the advised plan and another use of a card, of a review between the advised plan and the same
with one thing done as in a beginner's plan. Each is compared again with other luck and other imagined plans, in so
many playouts. It holds if the sign is the same. Printed are how many hold, how large differences were said to be and
turned out, and the seconds of processor time that a hint took.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import fmean

import msgspec

from shogun.games.shogun import rules
from shogun.games.shogun.analysis.decisions import PLAYOUTS, before_plans, parts, weighed
from shogun.games.shogun.analysis.hint import plan_reasons
from shogun.games.shogun.analysis.swaps import compare_swaps, plan_swaps, swap_words
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session, take_turn

WEAK = "beginner"
"""The opponent whose plans are reviewed."""
AGAIN = "again"
"""Part of the seed of playouts that verify a reason."""


def points(players: int, seed: int) -> Iterator[DecisionPoint]:
    """Yield plans to be made, one of each season of games of planners."""
    rng = Random(seed)
    while True:
        seats = tuple(SeatInfo(str(seat), player="planner") for seat in range(players))
        header = Header(seed=rng.getrandbits(32), setup=Setup(players), seats=seats, tower=TowerInfo())
        session = Session.start(rules, header)
        season = ""
        while not session.is_over:
            asked = session.questions[0]
            if isinstance(asked, PlanQuestion) and asked.key != season:
                season, seat = asked.key, rng.randrange(players)
                (question,) = (one for one in session.questions if one.seat == seat)
                yield DecisionPoint(before_plans(session.view(seat)), session.inside, question)
            take_turn(session, [opponent("planner")] * players)


def main() -> None:
    """Print how many reasons hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hints", type=int, default=15)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    wanted = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = {"hints": [], "reviews": []}
    seconds = []
    for number, point in zip(range(wanted.hints), points(wanted.players, wanted.seed), strict=False):
        seed, began = f"{wanted.seed}/{number}", time.process_time()
        advised = weighed(point, Random(seed), UNLIMITED)[0].move
        assert isinstance(advised, Plan)
        swaps = plan_swaps(point, advised, Random(f"{seed}/swaps"))
        list(plan_reasons(point, advised, Random(seed), swaps))
        seconds.append(time.process_time() - began)
        usual = opponent(WEAK)(point.view, point.inside, point.question, Random(seed), UNLIMITED)
        assert isinstance(usual, Plan)
        named = parts(point, usual, advised, PLAYOUTS, f"{seed}/closer")
        reasons = [
            *(("hints", advised, swap.plan, -swap.gain.mean) for swap in swaps.reasons),
            *(("reviews", advised, msgspec.convert(part.instead, Plan), part.lost.mean) for part in named),
        ]
        for kind, plan, other, told in reasons:
            (swap,) = compare_swaps(point, plan, [other], wanted.playouts, Random(f"{seed}/{AGAIN}"))
            again = -swap.gain.mean
            found[kind].append((told, again))
            words = swap_words(plan, other) if kind == "hints" else swap_words(other, plan)
            print(f"{number:3} {kind:8} {100 * told:5.1f} {100 * again:5.1f}  {words}", flush=True)
    for kind, pairs in found.items():
        if pairs:
            hold = sum(again > 0 for _told, again in pairs)
            told, again = (100 * fmean(column) for column in zip(*pairs, strict=True))
            print(f"{kind}: {hold} of {len(pairs)} hold; {told:.1f} points named, {again:.1f} again")
    print(f"seconds for a hint: {fmean(seconds):.1f} on average, {max(seconds):.1f} at most")


if __name__ == "__main__":
    main()
