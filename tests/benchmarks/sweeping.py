"""Times sweeps: `python -m tests.benchmarks.sweeping`. Chains a second with one process and with two, and the memory.

Target: two processes do at least 1.8 times the work of one. Rounds take turns, so that a busy machine hits both alike.
`gain_if_free` is what the gain would be on two processors that nobody else uses: twice the processor time of all chains
with one process, over that with two and what this process needs itself to hand out chains and write results.
The memory is that of this process while it takes in as many results as 100,000 drops have, from workers that count
nothing; what a worker needs is told by `tests/benchmarks/lab.py --memory 100000`.
"""

import argparse
import json
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from shogun.lab.measuring.chains import HASTY
from shogun.lab.measuring.metrics import Done
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.running.executors import Executor, executor
from shogun.lab.running.results_file import open_results
from shogun.tower import Design, load_design, set_parameters
from tests.lab.searching.test_sweep import SUMS

LIMIT = 1.8
TILTS = (17.0, 17.5, 18.0, 18.5)


def main() -> None:
    """Print the gain of the second process, and the memory."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--battles", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--drops", type=int, default=100_000)
    options = parser.parse_args()
    design = load_design("classic")
    print(json.dumps(speed(design, options.battles, options.rounds) | memory(design, options.drops), indent=1))


class Taken(msgspec.Struct):
    """What a sweep took, s."""

    seconds: float
    own: float
    """Processor time of this process."""
    chains: float
    """Processor time of all chains."""


def speed(design: Design, battles: int, rounds: int) -> dict[str, float]:
    """Return what one and two processes take for the same sweep, the start of the workers not counted."""
    plan = BatchPlan(battles, protocol=msgspec.structs.replace(HASTY, discarded=10, start_throws=1))
    taken: dict[int, list[Taken]] = {1: [], 2: []}
    for _round in range(rounds):
        for jobs, times in taken.items():
            times.append(timed(design, plan, jobs))
    pairs = list(zip(taken[1], taken[2], strict=True))
    free = [2 * one.chains / (two.chains + 2 * two.own) for one, two in pairs]
    return {
        "seconds_1": round(statistics.median(one.seconds for one in taken[1]), 2),
        "seconds_2": round(statistics.median(two.seconds for two in taken[2]), 2),
        "gain": round(statistics.median(one.seconds / two.seconds for one, two in pairs), 2),
        "gain_if_free": round(statistics.median(free), 2),
        "target": LIMIT,
        "load_of_the_machine": round(os.getloadavg()[0], 1),
    }


def timed(design: Design, plan: BatchPlan, jobs: int) -> Taken:
    """Return what warm workers take for a sweep into a file."""
    towers = {number: set_parameters(design, {"ledges.tilt": tilt}) for number, tilt in enumerate(TILTS)}
    with tempfile.TemporaryDirectory() as folder, executor(jobs) as some:
        with open_results(None, {}) as warm:
            short = msgspec.structs.replace(plan, battles=4)
            measure_many(towers, short, Work(warm, some))
        with open_results(Path(folder) / "s.sqlite", {}) as results:
            start, own = time.perf_counter(), time.process_time()
            measure_many(towers, plan, Work(results, some))
            seconds, own = time.perf_counter() - start, time.process_time() - own
            chains = results.seconds
    return Taken(seconds, own - chains if jobs == 1 else own, chains)


class Nothing:
    """Workers that count nothing."""

    def as_done(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        """Yield the same counts for each chain."""
        for piece in items:
            yield Done(piece.number, piece.task.chain, SUMS)


def memory(design: Design, drops: int) -> dict[str, float]:
    """Return the largest memory of this process, MB, after a tenth of the results of so many drops and after all."""
    plan = BatchPlan(160)
    of_each = plan.battles + plan.protocol.chains * (plan.protocol.discarded + plan.protocol.start_throws + 1)
    some: Executor = Nothing()
    used = []
    with tempfile.TemporaryDirectory() as folder, open_results(Path(folder) / "s.sqlite", {}) as results:
        for number in range(drops // of_each):
            measure_many({number: design}, plan, Work(results, some))
            used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return {"memory_after_a_tenth": round(used[len(used) // 10], 1), "memory_at_the_end": round(used[-1], 1)}


if __name__ == "__main__":
    main()
