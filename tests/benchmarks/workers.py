"""Our pool of workers beside pebble's, which has deadlines of its own, in one run; medians count.

    python tests/benchmarks/workers.py [--rounds 7] [--tasks 2000]

`first` is the time from nothing to the first answer of two workers, `small` how many small tasks a second come back,
`stuck` the time from ending a task that stands still to the next answer of its worker. Pebble (`pip install pebble`) is
left out where it isn't installed.
"""

import argparse
import importlib.util
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from shogun.base.worker_pool import Workers

Times = dict[str, list[float]]


def ours(tasks: int) -> Iterator[tuple[str, float]]:
    """Yield the figures of our pool."""
    began = time.perf_counter()
    with Workers(2) as workers:
        workers.submit(partial(pow, 2, 10)).result()
        yield "first (s)", time.perf_counter() - began
        yield "small (1/s)", tasks / _seconds(lambda: list(workers.map(abs, range(tasks))))
        stuck = [workers.submit(partial(time.sleep, 60.0)) for _worker in range(2)]
        time.sleep(0.3)
        began = time.perf_counter()
        for future in stuck:
            future.cancel()
        workers.restart()
        workers.submit(partial(pow, 2, 10)).result()
        yield "stuck (s)", time.perf_counter() - began


def pebbles(tasks: int) -> Iterator[tuple[str, float]]:
    """Yield the figures of pebble's pool."""
    pebble: Any = importlib.import_module("pebble")
    began = time.perf_counter()
    with pebble.ProcessPool(2, context=multiprocessing.get_context("spawn")) as pool:
        pool.submit(pow, None, 2, 10).result()
        yield "first (s)", time.perf_counter() - began
        yield (
            "small (1/s)",
            tasks / _seconds(lambda: [f.result() for f in [pool.submit(abs, None, n) for n in range(tasks)]]),
        )
        stuck = [pool.submit(time.sleep, None, 60.0) for _worker in range(2)]
        time.sleep(0.3)
        began = time.perf_counter()
        for future in stuck:
            future.cancel()
        pool.submit(pow, None, 2, 10).result()
        yield "stuck (s)", time.perf_counter() - began


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    """Print the medians side by side."""
    parser = argparse.ArgumentParser(description="Our pool of workers beside pebble's.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tasks", type=int, default=2000)
    asked = parser.parse_args()
    pools = {"ours": ours, "pebble": pebbles}
    if importlib.util.find_spec("pebble") is None:
        print("pebble is not installed: only ours is measured")
        del pools["pebble"]
    found: dict[str, Times] = {name: {} for name in pools}
    for _round in range(asked.rounds):
        for name, pool in pools.items():
            for figure, value in pool(asked.tasks):
                found[name].setdefault(figure, []).append(value)
    for name, figures in found.items():
        print(f"{name:8}", *(f"{figure} {statistics.median(values):.3g}  " for figure, values in figures.items()))


if __name__ == "__main__":
    main()
