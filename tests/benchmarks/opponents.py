"""How fast opponents think: `python -m tests.benchmarks.opponents [games]`.

Season playouts of the strategist a second of processor time, at the planning questions of a game of four on the tower
`classic` (aim: 150), and what two processes gain over one in games of the ladder (aim: 1.8), both in one run. The
games are those of the step `planner` among `greedy`; one and two processes take turns, the workers' start counts too.
"""

import json
import statistics
import sys
import time
from random import Random

from shogun.games import entry_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.strategist import Strategist
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.players import ladder
from shogun.players.ladder import Place, Study
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.playing import take_turn
from shogun.table.seats import Budget
from shogun.table.session import Session
from shogun.table.towers import outcome_model
from shogun.tower import load_tower

CODES = ("greedy", "planner", "greedy", "planner")
PLAYOUTS = 400
ROUNDS = 3
STUDY = Study(("greedy", "planner"), Setup(4), "classic", None, 1)


def playouts_a_second() -> float:
    """Return the median over the planning questions of one seat."""
    tower = TowerInfo.of(load_tower("classic"))
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(CODES))
    session = Session.start(rules, Header(seed=1, setup=Setup(4), seats=infos, tower=tower))
    seats, rates, asked = [opponent(code) for code in CODES], [], set[str]()
    while not session.is_over:
        question = next((q for q in session.questions if isinstance(q, PlanQuestion) and q.seat == 0), None)
        if question is not None and question.key not in asked:
            asked.add(question.key)
            thinker = Strategist(model=outcome_model(session.inside))
            busy = time.process_time()
            tried = thinker.consider(session.view(0), question, Random(1), Budget(playouts=PLAYOUTS))
            played = sum(len(candidate.results) for candidate in tried)
            rates.append(played / (time.process_time() - busy))
        take_turn(session, seats)
    return statistics.median(rates)


def seconds(games: int, jobs: int) -> float:
    """Return how long games of the ladder take."""
    began = time.perf_counter()
    list(
        ladder.play_all(
            entry_of("shogun"), STUDY, TowerInfo.of(load_tower("classic")), [Place(0, n) for n in range(games)], jobs
        )
    )
    return time.perf_counter() - began


def main() -> None:
    """Print both."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    pairs = [(seconds(games, 1), seconds(games, 2)) for _round in range(ROUNDS)]
    report = {
        "playouts_a_processor_second": round(playouts_a_second()),
        "games_a_second_1": round(games / statistics.median(one for one, _two in pairs), 2),
        "games_a_second_2": round(games / statistics.median(two for _one, two in pairs), 2),
        "gain": round(statistics.median(one / two for one, two in pairs), 2),
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
