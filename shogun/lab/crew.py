"""Who takes chains on their way: this process alone, or several workers."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from shogun.base.interrupts import heeded
from shogun.base.work import Workers
from shogun.lab.chains import Leg, Progress, go_on

Go = Callable[[Iterable[Leg]], Iterator[Progress]]
"""Yields where each leg has led, in order; raises KeyboardInterrupt and WorkerDied."""


@contextmanager
def crew(jobs: int) -> Iterator[Go]:
    """Yield what takes chains on their way with so many processes; after an interrupt none of them is waited for."""
    with heeded():
        if jobs == 1:
            yield _go_alone
            return
        with Workers(jobs) as workers:
            yield partial(workers.map, go_on)


def _go_alone(legs: Iterable[Leg]) -> Iterator[Progress]:
    return map(go_on, legs)
