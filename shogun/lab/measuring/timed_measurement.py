"""Measurements against the clock: the general figures in ten seconds, and main figures from the cache if possible.

Chains take turns until time runs out, while figures are shown. The same seed gives the same throws, but their number
depends on the machine.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import msgspec

from shogun.lab.measuring.chains import HASTY, Experiment, Task
from shogun.lab.measuring.live_measurement import cache_statistics, cached_statistics, long_run, statistics_of
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES, LiveStatistics
from shogun.lab.measuring.measurement import Measurement, check_jobs, evaluate
from shogun.lab.running.batch_evaluation import Chains
from shogun.lab.running.executors import Go, chain_executor
from shogun.tower.geometry import Geometry

SECONDS = 9.0
"""Seconds for throws; the rest of ten seconds is for starting the program and printing its tables."""
TURN = 5
"""Battles of a chain per turn."""
UNENDING = 10_000_000
"""Battles of a chain; none gets this far."""
REDRAW = 0.5
"""Seconds between two updates of the figures."""

Show = Callable[[Measurement], None]


def measured_quickly(
    task: Task,
    jobs: int,
    show: Show = lambda _figures: None,
    seconds: float = SECONDS,
    asked: Sequence[str] = (),
) -> Measurement:
    """Return a task's measurement in `seconds`, or until Ctrl-C; `show` receives the figures meanwhile.

    Raises KeyboardInterrupt and WorkerDied, the first if there is nothing yet.
    """
    check_jobs(jobs)

    def statistics_of() -> Measurement:
        return evaluate(hasty, chains.tallies, asked=asked)

    hasty = msgspec.structs.replace(task, protocol=HASTY)
    chains = Chains(Experiment(hasty, HASTY.chains * UNENDING))
    is_interrupted = False
    try:
        with chain_executor(jobs) as run:
            _go_by_turns(chains, run, lambda: show(statistics_of()), seconds)
    except KeyboardInterrupt:
        is_interrupted = True
    if is_interrupted and not chains.battles:
        raise KeyboardInterrupt
    return msgspec.structs.replace(statistics_of(), interrupted=is_interrupted)


def _go_by_turns(chains: Chains, run: Go, show: Callable[[], None], seconds: float) -> None:
    start = shown = time.perf_counter()
    for _progress in _turns(chains, run):
        now = time.perf_counter()
        if now - start >= seconds:
            return
        if now - shown >= REDRAW and chains.battles:
            show()
            shown = time.perf_counter()


def _turns(chains: Chains, run: Go) -> Iterator[object]:
    """Yield after each turn of a chain, forever, or until all chains are given up."""
    for turn in count(1):
        before = chains.turns
        yield from chains.go(turn * TURN, run)
        if chains.turns == before:
            return


# The main figures of a tower, from the cache or measured soon
#
# A tower that clogs takes many times as long as others, so time runs out for it: fewer battles are counted then.

CACHED_SECONDS = 30.0
"""Seconds after which no more battles begin; most towers need a third of it."""


def cached_metrics_of(geometry: Geometry, jobs: int = 1, seconds: float = CACHED_SECONDS) -> LiveStatistics | None:
    """Return the main figures of a tower: cached ones, or measured ones, which are cached if nothing was cut short.

    None if fewer than two chains have counted a battle in time. Raises WorkerDied.
    """
    cached = cached_statistics(geometry)
    if cached is not None and cached.battles >= ENOUGH_BATTLES:
        return cached
    chains = Chains(Experiment(long_run(geometry), ENOUGH_BATTLES))
    _measure(chains, jobs, time.perf_counter() + seconds)
    tallies = [tally for tally in chains.tallies if tally.battles]
    if len(tallies) < 2:
        return None
    statistics = statistics_of(tallies)
    if statistics.battles >= ENOUGH_BATTLES:
        with contextlib.suppress(OSError):  # then they are measured again
            cache_statistics(geometry, statistics)
    return statistics


def _measure(chains: Chains, jobs: int, end: float) -> None:
    """Run all chains to their end by turns, or as far as they get by a moment of the clock."""
    with chain_executor(jobs) as run:
        for turn in count(1):
            before = chains.turns
            for _progress in chains.go(turn * TURN, run):
                if time.perf_counter() > end:
                    return
            if chains.turns == before:
                return
