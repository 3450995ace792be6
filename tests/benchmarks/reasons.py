"""Whether the reasons that hints and reviews give hold in other playouts.

    python -m tests.benchmarks.reasons [--game shogun] [--hints 15] [--players 4] [--seed 1] [--playouts 400]

Questions are drawn by the seed from games of computer players: in Shogun plans, in the other games everything that a
hint weighs. Each reason names a difference of the chance to win: of a hint between the advised answer and another with
one thing done otherwise, of a review between the advised answer and the same with one thing done as a beginner does
it. Each is compared again with other luck and other imagined secrets, in so many playouts. It holds if the sign is the
same. Printed are how many hold, of reasons and of hints all of whose reasons do, how large differences were said to be
and turned out, and the seconds of processor time that a hint took.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct

from shogun.games import entry_of
from shogun.games.river_of_gold.analysis import decisions as river_decisions
from shogun.games.river_of_gold.analysis.last_turn import is_last_turn
from shogun.games.river_of_gold.analysis.swaps import SWAPS as RIVER
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL
from shogun.games.rumble_nation.analysis import decisions as rumble_decisions
from shogun.games.rumble_nation.analysis.swaps import SWAPS as RUMBLE
from shogun.games.shogun.analysis import decisions, swaps
from shogun.games.shogun.analysis.decisions import before_plans
from shogun.games.shogun.analysis.hint import plan_reasons
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.swaps import Reasons, Swap
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session, take_turn

WEAK = "beginner"
"""The opponent whose answers are reviewed."""
AGAIN = "again"
"""Part of the seed of playouts that verify a reason."""
SHARE = 0.15
"""Part of the questions of a game that are looked at, where they aren't plans."""


class Studied(Struct, frozen=True):
    """A game's reasons; an option is a move, or the moves of a turn."""

    player: str
    """The opponent whose games the questions are from."""
    playouts: int
    """Playouts that verify a reason, by default."""
    advised: Callable[[DecisionPoint, Random], Any]
    """Returns the advised option; None where nothing is weighed."""
    reasons: Callable[[DecisionPoint, Any, Random], Reasons]
    """Returns the reasons of a hint for an option, after all that it takes to give them."""
    compare: Callable[[DecisionPoint, Any, Sequence[Any], int, str], list[Swap]]
    """Returns what options bring beside the first one, in so many playouts with a seed."""
    words: Callable[[Any, Any], str]
    """Returns what one option does and another doesn't."""
    option: Callable[[Any], Any] = lambda move: move
    """Makes an option of a single move."""
    move: Callable[[Any], Any] = lambda option: option
    """Returns the first move of an option."""
    only: type | tuple[type, ...] = object
    """Kinds of questions that are asked."""


# The games


def _plan_reasons(point: DecisionPoint, plan: Any, rng: Random) -> Reasons:
    found = swaps.plan_swaps(point, plan, rng)
    list(plan_reasons(point, plan, rng, found))
    return found


def _rumble_advised(point: DecisionPoint, rng: Random) -> Any:
    options = rumble_decisions.weighed(point, rng, UNLIMITED)
    return None if options.shares is None else options.advised[0]


def _river_advised(point: DecisionPoint, rng: Random) -> Any:
    if is_last_turn(dealt(point.view, Random(AS_ONE_DEAL)), point.question.seat):
        return None
    options = river_decisions.weighed(point, rng, UNLIMITED)
    return None if options.shares is None else options.advised


STUDIED: Mapping[str, Studied] = {
    "shogun": Studied(
        "planner", decisions.PLAYOUTS,
        advised=lambda point, rng: decisions.weighed(point, rng, UNLIMITED)[0].move, reasons=_plan_reasons,
        compare=lambda point, plan, others, playouts, seed: swaps.compare_swaps(
            point, plan, others, playouts, Random(seed)
        ),
        words=swaps.swap_words, only=PlanQuestion,
    ),
    "rumble-nation": Studied(
        "solid", RUMBLE.playouts.compared, advised=_rumble_advised, reasons=RUMBLE.reasons,
        compare=RUMBLE.compare, words=RUMBLE.words,
    ),
    "river-of-gold": Studied(
        "solid", 400, advised=_river_advised, reasons=RIVER.reasons, compare=RIVER.compare,
        words=RIVER.words, option=lambda move: (move,), move=lambda option: option[0],
    ),
}  # fmt: skip


def points(game: str, players: int, seed: int) -> Iterator[DecisionPoint]:
    """Yield questions of games: plans, one of each season, or some of all questions with several answers."""
    rng, entry, studied = Random(seed), entry_of(game), STUDIED[game]
    while True:
        seats = tuple(SeatInfo(str(seat), player=studied.player) for seat in range(players))
        tower = TowerInfo() if entry.rules.has_tower else None
        header = Header(seed=rng.getrandbits(32), setup=entry.agreed(players, {}), seats=seats, tower=tower)
        session = Session.start(entry.rules, header)
        season = ""
        while not session.is_over:
            asked = session.questions[0]
            if isinstance(asked, PlanQuestion) and asked.key != season:
                season, seat = asked.key, rng.randrange(players)
                (question,) = (one for one in session.questions if one.seat == seat)
                yield DecisionPoint(before_plans(session.view(seat)), session.inside, question)
            elif studied.only is object and asked.seat is not None and asked.count() > 1 and rng.random() < SHARE:
                yield DecisionPoint(session.view(asked.seat), session.inside, asked)
            take_turn(session, [entry.opponents.opponent(studied.player)] * players)


class Reason(Struct, frozen=True):
    """A difference that was named."""

    kind: str
    """Whether a hint or a review named it."""
    option: Any
    other: Any
    told: float
    """The chance that the option brings beside the other, as it was said."""
    words: str


def reasons_at(game: str, point: DecisionPoint, option: Any, found: Reasons, seed: str) -> Iterator[Reason]:
    """Yield the reasons of a hint, and those of a review of a beginner's answer."""
    entry, studied = entry_of(game), STUDIED[game]
    judge = entry.decisions
    assert judge is not None
    for swap in found.swaps:
        yield Reason("hints", option, swap.option, -swap.gain.mean, studied.words(option, swap.option))
    usual = entry.opponents.opponent(WEAK)(point.view, point.inside, point.question, Random(seed), UNLIMITED)
    better = studied.move(option)
    if usual == better:
        return
    for part in judge.parts(point, usual, better, judge.PLAYOUTS, f"{seed}/closer"):
        first, other = (studied.option(one) for one in (better, msgspec.convert(part.instead, entry.rules.types.move)))
        yield Reason("reviews", first, other, part.lost.mean, studied.words(other, first))


def main() -> None:
    """Print how many reasons hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=STUDIED, default="shogun")
    parser.add_argument("--hints", type=int, default=15)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int)
    wanted = parser.parse_args()
    studied = STUDIED[wanted.game]
    found: dict[str, list[tuple[float, float]]] = {"hints": [], "reviews": []}
    seconds: list[float] = []
    whole, with_reasons = 0, 0
    for point in points(wanted.game, wanted.players, wanted.seed):
        if len(seconds) == wanted.hints:
            break
        number, began = len(seconds), time.process_time()
        seed = f"{wanted.seed}/{number}"
        option = studied.advised(point, Random(seed))
        if option is None:
            continue
        swaps_found = studied.reasons(point, option, Random(f"{seed}/swaps"))
        seconds.append(time.process_time() - began)
        held = []
        for reason in reasons_at(wanted.game, point, option, swaps_found, seed):
            playouts = wanted.playouts or studied.playouts
            (swap,) = studied.compare(point, reason.option, [reason.other], playouts, f"{seed}/{AGAIN}")
            again = -swap.gain.mean
            found[reason.kind].append((reason.told, again))
            held += [again > 0] if reason.kind == "hints" else []
            print(f"{number:3} {reason.kind:8} {100 * reason.told:5.1f} {100 * again:5.1f}  {reason.words}", flush=True)
        with_reasons, whole = with_reasons + bool(held), whole + (bool(held) and all(held))
    for kind, pairs in found.items():
        if pairs:
            hold = sum(again > 0 for _told, again in pairs)
            told, again = (100 * fmean(column) for column in zip(*pairs, strict=True))
            print(f"{kind}: {hold} of {len(pairs)} hold; {told:.1f} points named, {again:.1f} again")
    print(f"of {len(seconds)} hints {with_reasons} name reasons; in {whole} of those all hold")
    print(f"seconds for a hint: {fmean(seconds):.1f} on average, {max(seconds):.1f} at most")


if __name__ == "__main__":
    main()
