"""How fast opponents think: `python -m tests.benchmarks.opponents [games]`.

Season playouts a second of processor time at the planning questions of a game of four on the tower `classic`: the
strategist's and, in turn with them, the same by the rules themselves; and what two processes gain over one in games of
the ladder (aim: 1.8). The games are those of the step `planner` among `greedy`; one and two processes take turns, the
workers' start counts too.
"""

import argparse
import json
import statistics
import time
from itertools import islice
from random import Random

from shogun.games import entry_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.players import ladder
from shogun.players.ladder import Place, Study
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, take_turn
from shogun.table.towers import outcome_model
from shogun.tower import load_tower
from shogun.tower.quick_model import OutcomeModel
from tests.games.shogun.opponents.by_rules import Begun, by_rules, scenario_of, worth_of

CODES = ("greedy", "planner", "greedy", "planner")
PLANS, SCENARIOS = 12, 8
ROUNDS = 3
STUDY = Study(("greedy", "planner"), Setup(4), "classic", None, 1)


def playouts_a_second() -> tuple[float, float]:
    """Return the medians over the planning questions of one seat, quick ones and those by the rules."""
    tower = TowerInfo.of(load_tower("classic"))
    infos = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(CODES))
    session = Session.start(rules, Header(seed=1, setup=Setup(4), seats=infos, tower=tower))
    seats, rates, asked = [opponent(code) for code in CODES], [], set[str]()
    while not session.is_over:
        question = next((q for q in session.questions if isinstance(q, PlanQuestion) and q.seat == 0), None)
        if question is not None and question.key not in asked:
            asked.add(question.key)
            rates.append(_rates(session.view(0), question, outcome_model(session.inside)))
        take_turn(session, seats)
    quick, slow = zip(*rates, strict=True)
    return statistics.median(quick), statistics.median(slow)


def _rates(view: View, question: PlanQuestion, model: OutcomeModel) -> tuple[float, float]:
    """Return playouts a second of some plans in some scenarios: quick ones and those by the rules."""
    thinker = Strategist(model=model)
    imagined, moves = (
        thinker._imagine_rivals(view, Random(1)),
        list(islice(thinker._moves(view, question, Random(1)), PLANS)),
    )
    quick = slow = 0.0
    for number in range(SCENARIOS):
        starts = [Begun(view, question, move, imagined, thinker.values, model, number) for move in moves]
        busy = time.process_time()
        scenario = scenario_of(starts[0])
        found = [worth_of(scenario.play_out(begun.move), begun.question.seat) for begun in starts]
        between = time.process_time()
        assert found == [by_rules(begun) for begun in starts]
        quick, slow = quick + between - busy, slow + time.process_time() - between
    playouts = SCENARIOS * len(moves)
    return playouts / quick, playouts / slow


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
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("games", nargs="?", type=int, default=16)
    games: int = ask.parse_args().games
    pairs = [(seconds(games, 1), seconds(games, 2)) for _round in range(ROUNDS)]
    quick, slow = playouts_a_second()
    report = {
        "playouts_a_processor_second": round(quick),
        "by_the_rules": round(slow),
        "games_a_second_1": round(games / statistics.median(one for one, _two in pairs), 2),
        "games_a_second_2": round(games / statistics.median(two for _one, two in pairs), 2),
        "gain": round(statistics.median(one / two for one, two in pairs), 2),
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
