"""How long the highest opponent and the adviser take in a window: `python -m tests.benchmarks.deciding [games]`.

In games of a person against masters, played by greedies, the masters decide in two workers as the window has them do:
all plans are begun at once, and the person asks the adviser for one meanwhile.
What is told are seconds from when a worker takes a question up to its answer (aim: at most 4), and from when all plans
are begun to the last one.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from shogun.base.worker_pool import Workers
from shogun.games import GAMES
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.search.strategist import WEIGHED
from shogun.games.shogun.rules.questions import MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.players.session_driver import OpponentTask
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, take_turn
from shogun.tower import load_tower
from shogun.window.game.hint_request import HintTask

CODES = ("person", "master", "master", "master")
WORKERS = 2
GAME = GAMES["shogun"]


class Timed(Struct, frozen=True):
    """A task that tells how long it took (s)."""

    task: Callable[[], Any]

    def __call__(self) -> float:
        """Do it and return the seconds."""
        began = time.monotonic()
        self.task()
        return time.monotonic() - began


class Times(Struct):
    """Seconds, by what they were needed for."""

    plans: list[float] = []
    all_plans: list[float] = []
    others: list[float] = []
    hints: list[float] = []


def decide(number: int, workers: Workers, times: Times) -> None:
    """Have the masters decide in one game, and note how long they take."""
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(CODES))
    tower = TowerInfo.of(load_tower("classic"))
    session = Session.start(rules, Header(seed=number, setup=Setup(4), seats=infos, tower=tower))
    asked = set[str]()
    while not session.is_over:
        question = session.questions[0]
        if session.chance is None and question.key not in asked:
            asked.add(question.key)
            _put(session, question, workers, times)
        take_turn(session, [opponent("greedy")] * len(CODES))


def _put(session: Session, question: PlayerQuestion, workers: Workers, times: Times) -> None:
    if isinstance(question, PlanQuestion):
        if question.seat == 0:
            _plan(session, workers, times)
    elif isinstance(question, MarchQuestion) or question.topic in WEIGHED:
        times.others.append(workers.submit(Timed(_opinion(session, question))).result())


def _plan(session: Session, workers: Workers, times: Times) -> None:
    """Have the masters plan, and advise the person meanwhile."""
    mine, *theirs = session.questions
    began = time.monotonic()
    plans = [workers.submit(Timed(_opinion(session, question))) for question in theirs]
    rng, names = session.streams.stream(f"hint/{mine.key}"), [seat.name for seat in session.header.seats]
    hint = workers.submit(Timed(HintTask(GAME, session.view(mine.seat), session.inside, mine, rng, names)))
    times.plans.extend(plan.result() for plan in plans)
    times.all_plans.append(time.monotonic() - began)
    times.hints.append(hint.result())


def _opinion(session: Session, question: PlayerQuestion) -> OpponentTask:
    rng = session.streams.stream(f"seat{question.seat}/{question.key}")
    return OpponentTask(GAME, "master", session.view(question.seat), session.inside, question, rng)


def _told(seconds: list[float]) -> dict[str, float]:
    return {
        "number": len(seconds), "median": round(statistics.median(seconds), 2), "longest": round(max(seconds), 2)
    }  # fmt: skip


def main() -> None:
    """Print what was measured."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("games", nargs="?", type=int, default=2)
    games: int = ask.parse_args().games
    times = Times()
    with Workers(WORKERS) as workers:
        for worker in [workers.submit(Timed(_nothing)) for _worker in range(WORKERS)]:
            worker.result()
        for number in range(games):
            decide(number, workers, times)
    print(json.dumps({name: _told(getattr(times, name)) for name in times.__struct_fields__}, indent=1))


def _nothing() -> None:
    """Load what opponents need, so that no decision waits for it."""
    opponent("master")


if __name__ == "__main__":
    main()
