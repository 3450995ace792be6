"""The general figures in ten seconds: chains go on by turns until the time is over, and figures are shown meanwhile.

How far it comes depends on the machine, so the same seed gives the same throws, but not the same number of them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import msgspec

from shogun.lab.measuring.chains import HASTY, Experiment, Task
from shogun.lab.measuring.measurement import Measurement, check_jobs, evaluate
from shogun.lab.running.executors import Go, chain_executor
from shogun.lab.running.run_config import Chains

SECONDS = 9.0
"""For throws; the rest of ten seconds is for the start of the program and its tables."""
TURN = 5
"""Battles of a chain until it is the next one's turn."""
UNENDING = 10_000_000
"""Battles of a chain; none comes so far."""
REDRAW = 0.5
"""Seconds between two looks at the figures."""

Show = Callable[[Measurement], None]


def measured_quickly(
    task: Task,
    jobs: int,
    show: Show = lambda _figures: None,
    seconds: float = SECONDS,
    asked: Sequence[str] = (),
) -> Measurement:
    """Return what the chains of a task measure in so many seconds, or until Ctrl-C; `show` sees it grow.

    Raises KeyboardInterrupt and WorkerDied, the first if there is nothing yet.
    """
    check_jobs(jobs)

    def figures() -> Measurement:
        return evaluate(hasty, chains.tallies, asked=asked)

    hasty = msgspec.structs.replace(task, protocol=HASTY)
    chains = Chains(Experiment(hasty, HASTY.chains * UNENDING))
    is_interrupted = False
    try:
        with chain_executor(jobs) as run:
            _go_by_turns(chains, run, lambda: show(figures()), seconds)
    except KeyboardInterrupt:
        is_interrupted = True
    if is_interrupted and not chains.battles:
        raise KeyboardInterrupt
    return msgspec.structs.replace(figures(), interrupted=is_interrupted)


def _go_by_turns(chains: Chains, run: Go, show: Callable[[], None], seconds: float) -> None:
    start = shown = time.monotonic()
    for _progress in _turns(chains, run):
        now = time.monotonic()
        if now - start >= seconds:
            return
        if now - shown >= REDRAW and chains.battles:
            show()
            shown = time.monotonic()


def _turns(chains: Chains, run: Go) -> Iterator[object]:
    """Yield after each turn of a chain, for ever, or until all chains are given up."""
    for turn in count(1):
        before = chains.turns
        yield from chains.go(turn * TURN, run)
        if chains.turns == before:
            return
