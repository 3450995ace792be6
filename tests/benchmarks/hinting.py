"""Whether hints in *Shogun* and reviews tell the same chances: `python -m tests.benchmarks.hinting [--games 6]`.

In games among equal opponents each seat is given a hint for its plan, and the seat that is asked one for every fifth
march. Beside the chance that the hint tells stand the mean of the master's playouts of that move, and what the review
tells of the same moment; the review sees everything, the hint what its seat sees. Of plans, the chances of all seats
should add up to 100 %. --edge tries another edge of a plan that was searched for (`lookahead.EDGE`).
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from math import fsum, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from shogun.games.shogun import rules
from shogun.games.shogun.analysis import decisions, lookahead
from shogun.games.shogun.analysis.win_chances import win_chances
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import MarchQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Marching, Planning, Setup, State
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import Inside
from shogun.tower.quick_model import model_for
from shogun.tower.tower_lookup import load_tower

EVERY = 5
"""Of so many marches one is asked about."""


class Told(NamedTuple):
    """A hint beside the review of the same moment."""

    kind: str
    hint: float
    playouts: float
    """The mean of the master's playouts of the move."""
    review: float


def told(state: State, inside: Inside, playouts: int, seed: str) -> Iterator[Told]:
    """Yield what is told at a moment to each seat that is asked."""
    chances = win_chances(state, inside, decisions.PLAYOUTS, seed)
    assert chances is not None
    for question in rules.awaited(state):
        assert isinstance(question, PlayerQuestion)
        seat, rng = question.seat, Random(f"{seed}/{question.seat}")
        point = DecisionPoint(rules.view(state, seat), inside, question)
        best = decisions.weighed(point, rng, Budget(playouts=playouts))[0]
        hint, _error = decisions.chance_among_equals(point, best.move, decisions.PLAYOUTS, rng)
        kind = "march" if isinstance(question, MarchQuestion) else "plan"
        yield Told(kind, hint, best.mean if best.results else hint, float(chances[:, seat].mean()))


def game(number: int, options: argparse.Namespace) -> Iterator[list[Told]]:
    """Yield what is told at moments of a game, a list for each."""
    seats = tuple(SeatInfo(str(seat), player=options.opponent) for seat in range(options.players))
    setup = rules.begun_by(Setup(seats=options.players), number % options.players)
    tower = TowerInfo.of_model(model_for(load_tower("classic")))
    session = Session.start(rules, Header(seed=options.first_seed + number, setup=setup, seats=seats, tower=tower))
    choose, marches = [opponent(options.opponent)] * options.players, count()
    while not session.is_over:
        state = session.course.state
        plans = isinstance(state.stage, Planning) and not any(state.plans)
        if plans or (isinstance(state.stage, Marching) and next(marches) % EVERY == 0):
            yield list(told(state, session.inside, options.playouts, f"{number}/{len(session.course.answers)}"))
        take_turn(session, choose)


def lines(moments: Sequence[Sequence[Told]]) -> Iterator[str]:
    """Yield the table."""
    by_kind = defaultdict(list)
    for moment in moments:
        for one in moment:
            by_kind[one.kind].append(one)
    for kind, rows in by_kind.items():
        for name in ("playouts", "hint"):
            off = [100 * (getattr(one, name) - one.review) for one in rows]
            rms = sqrt(fsum(one * one for one in off) / len(off))
            yield (
                f"{kind}, by the {name}: {fmean(off):+.1f} ± {stdev(off) / sqrt(len(off)):.1f} points more than the "
                f"review, rms {rms:.1f} ({len(rows)})"
            )
    sums = [[100 * fsum(getattr(one, name) for one in moment) for name in ("playouts", "hint")]
            for moment in moments if moment[0].kind == "plan"]  # fmt: skip
    yield "all seats' plans together: " + " and ".join(f"{fmean(column):.0f} %" for column in zip(*sums, strict=True))


def main() -> None:
    """Print it for some games."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=6)
    ask.add_argument("--first-seed", type=int, default=3001)
    ask.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    ask.add_argument("--opponent", default="planner")
    ask.add_argument("--playouts", type=int, default=decisions.SEARCHED, help="of a plan in the search")
    ask.add_argument("--edge", type=float, default=lookahead.EDGE)
    options = ask.parse_args()
    lookahead.EDGE = options.edge
    print(*lines([moment for number in range(options.games) for moment in game(number, options)]), sep="\n")


if __name__ == "__main__":
    main()
