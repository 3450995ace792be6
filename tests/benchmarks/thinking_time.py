"""How much of its time a master uses: `python -m tests.benchmarks.thinking_time [decisions]`.

Plans at one question of so many games among planners, on an idle computer and while six other processes are busy: for
each the seconds that a decision took, the seconds of a processor that it had, and the playouts that were made of its
moves, as median, least and most (aims: at least nine tenths of `PLAN_SECONDS`, and never 0.3 s more).
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.thinking_time import budget_for
from tests.benchmarks.searching import Position, positions

DECISIONS = 30
LOAD = 6


class Decision(NamedTuple):
    """What a decision took."""

    seconds: float
    processor_seconds: float
    playouts: int


def decide(place: int, position: Position) -> Decision:
    """Have a master plan."""
    began, busy = time.monotonic(), time.process_time()
    found = Master(model=position.model).consider(
        position.view, position.question, Random(place), budget_for(position.question)
    )
    playouts = sum(len(candidate.results) for candidate in found)
    return Decision(time.monotonic() - began, time.process_time() - busy, playouts)


def told(decisions: Sequence[Decision]) -> dict[str, dict[str, float]]:
    """Return median, least and most of all that decisions took."""
    return {
        name: {"median": round(statistics.median(row), 2), "least": round(min(row), 2), "most": round(max(row), 2)}
        for name, row in zip(Decision._fields, zip(*decisions, strict=True), strict=True)
    }


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep so many processes busy meanwhile."""
    context = get_context("spawn")
    busy = [context.Process(target=_never_rest, args=(os.getpid(),), daemon=True) for _process in range(processes)]
    for process in busy:
        process.start()
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.join()


def _never_rest(parent: int) -> None:
    while os.getppid() == parent:
        for number in range(100_000):
            number * number


def main() -> None:
    """Print what was measured."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("decisions", nargs="?", type=int, default=DECISIONS)
    count: int = ask.parse_args().decisions
    asked = list(positions(count))
    decide(0, asked[0])  # loads evaluators, so that no decision waits for them
    report = {}
    for name, processes in (("idle", 0), (f"load of {LOAD}", LOAD)):
        with load(processes):
            report[name] = told([decide(place, position) for place, position in enumerate(asked)])
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
