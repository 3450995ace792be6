"""What the table costs an answer: a game by the rules alone, beside the same game at the table with its journal.

    python tests/benchmarks/table.py [--rounds 12] [--games 15] [--json]

Random games of four on the quick tower; both ways in turn, in one process on one core; microseconds of processor time
an answer, medians of the rounds. "Rules" is all that a game needs without a table: questions, views, streams, the quick
tower, answers verified and applied. "Table" adds the journal in memory with its checksums, the hashes of the states,
undo, and the journal's hash at the end.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable

from shogun.base.random_streams import Streams
from shogun.game.questions import Throw, Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules import Answer
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, lots, run
from shogun.table.towers import Inside, ModelTower

SETUP = rules.Setup(seats=4)
SEATS = tuple(SeatInfo(str(seat), player="random") for seat in range(4))


def by_rules(seed: int) -> int:
    """Play a game without a table and return the number of answers."""
    streams, tower, state, answers = Streams(seed), ModelTower(), rules.new(SETUP), 0
    inside: Inside = tower.empty()
    answer: Answer
    while questions := rules.awaited(state):
        question = questions[0]
        if isinstance(question, Throw):
            fall = tower.throw(inside, question.cubes, streams.number(question.key), record=False)
            answer, inside = Thrown(fall.out), fall.inside
        elif question.seat is None:
            answer = lots(question, streams)
        else:
            rules.view(state, question.seat)
            answer = question.sample(streams.stream(f"seat{question.seat}/{question.key}"))
        state = rules.play(state, question.seat, answer).state
        answers += 1
    return answers


def at_table(seed: int) -> int:
    """Play the same game at the table and return the number of answers."""
    session = Session.start(rules, Header(seed=seed, setup=SETUP, seats=SEATS, tower=TowerInfo()))
    run(session, [opponent("random")] * 4)
    session.hash()
    return len(session.course.answers)


def microseconds(play: Callable[[int], int], seeds: range) -> float:
    """Return the processor time an answer, µs."""
    began = time.process_time()
    answers = sum(play(seed) for seed in seeds)
    return (time.process_time() - began) / answers * 1e6


def measure(rounds: int, games: int) -> dict[str, float]:
    """Return the medians of both ways and of their difference, µs an answer."""
    pairs = [(microseconds(by_rules, range(games)), microseconds(at_table, range(games))) for _round in range(rounds)]
    return {
        "rules": statistics.median(alone for alone, _both in pairs),
        "table": statistics.median(both for _alone, both in pairs),
        "difference": statistics.median(both - alone for alone, both in pairs),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measure(options.rounds, options.games)
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:12} {value:6.1f} µs an answer")


if __name__ == "__main__":
    main()
