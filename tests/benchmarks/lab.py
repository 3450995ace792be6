"""Times experiments: `python tests/benchmarks/lab.py`. Drops a second with one process and with two, in one run.

Target: two processes do at least 1.8 times the work of one. The rounds take turns, so that a busy machine hits both
alike; what others use of the processors is told beside the figures, as it lowers what two processes can gain. The
memory of a worker that makes all drops, and of the process that takes in what it has counted, is told after a tenth of
the drops and at the end: it must stay flat.
"""

import argparse
import json
import os
import resource
import statistics
import time

import msgspec

from shogun.base.worker_pool import Workers
from shogun.lab.measuring.chains import Protocol, Task, run_chain, tasks
from shogun.lab.measuring.measurement import experiment
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.tower import load_tower

LIMIT = 1.8


def main() -> None:
    """Print drops a second, the gain of the second process, and the memory."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--battles", type=int, default=640)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, default=5000, help="drops of the memory test")
    options = parser.parse_args()
    task = experiment(load_tower("classic"), 1, find_throws("4-12"), Protocol(discarded=5, start_throws=0))
    report = speed(task, options.battles, options.rounds) | memory(task, options.memory)
    print(json.dumps(report, indent=1))


def speed(task: Task, battles: int, rounds: int) -> dict[str, float]:
    """Return drops a second by one and by two processes (median of the rounds, start of the workers not counted).

    `gain_if_free` is twice the processor time of one over that of two: what the gain would be on two processors that
    nobody else uses, but for the last chains.
    """
    taken: dict[int, list[Taken]] = {1: [], 2: []}
    for _round in range(rounds):
        for jobs, times in taken.items():
            times.append(timed(task, battles, jobs))
    drops = battles + task.protocol.chains * (task.protocol.discarded + 1)
    pairs = list(zip(taken[1], taken[2], strict=True))
    return {
        "drops_a_second_1": round(drops / statistics.median(one.seconds for one in taken[1]), 1),
        "drops_a_second_2": round(drops / statistics.median(one.seconds for one in taken[2]), 1),
        "gain": round(statistics.median(one.seconds / two.seconds for one, two in pairs), 2),
        "gain_if_free": round(statistics.median(2 * one.processor / two.processor for one, two in pairs), 2),
        "target": LIMIT,
        "ms_a_drop": round(1000 * statistics.median(one.processor for one in taken[1]) / drops, 2),
        "processors": float(os.cpu_count() or 1),
        "load_of_the_machine": round(os.getloadavg()[0], 1),
    }


class Taken(msgspec.Struct):
    """Seconds on the clock, and of all workers' processors."""

    seconds: float
    processor: float


def timed(task: Task, battles: int, jobs: int) -> Taken:
    """Return what warm workers need."""
    todo = tasks(task, battles)
    with Workers(jobs) as workers:
        list(workers.map(timed_chain, todo[:jobs]))
        start = time.perf_counter()
        processor = sum(workers.map(timed_chain, todo))
        return Taken(time.perf_counter() - start, processor)


def timed_chain(task: Task) -> float:
    """Return the processor time of one chain, s."""
    start = time.process_time()
    run_chain(task)
    return time.process_time() - start


def memory(task: Task, drops: int) -> dict[str, float]:
    """Return the largest memory of one worker and of this process, MB, after a tenth of the drops and after all."""
    single = Protocol(chains=10, discarded=0, start_throws=0)
    todo = tasks(Task(task.geometry, 1, 0, 0, task.throws, single), drops)
    with Workers(1) as workers:
        used = [(of_worker, largest_memory()) for of_worker in workers.map(memory_after, todo)]
    (first, own_first), (last, own_last) = used[0], used[-1]
    return {
        "worker_after_a_tenth": first,
        "worker_at_the_end": last,
        "own_after_a_tenth": own_first,
        "own_at_the_end": own_last,
        "drops": drops,
    }


def memory_after(task: Task) -> float:
    """Run a chain and return the largest memory of this process until now, MB."""
    run_chain(task)
    return largest_memory()


def largest_memory() -> float:
    """Return the largest memory that this process has had, MB."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


if __name__ == "__main__":
    main()
