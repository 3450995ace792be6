"""Executors of work: this process, several worker processes, or a cluster.

The results are the same, to the bit, unless workers with other physics are allowed (`mixed`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from shogun.base.interrupts import heeded
from shogun.base.worker_pool import Workers
from shogun.lab.measuring.chains import Leg, Progress, advance_chain, received, sendable_leg

# The protocol that worker processes and clusters share

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Runs a task for each of some items."""

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is ready, in any order; `function` can be pickled.

        Raises KeyboardInterrupt, WorkerDied and LabError.
        """


Go = Callable[[Iterable[Leg]], Iterator[Progress]]
"""Yields the progress of each leg, in order; raises KeyboardInterrupt and WorkerDied."""


class _ThisProcess:
    """This process."""

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield `function(item)` of each item."""
        return map(function, items)


@contextmanager
def chain_executor(jobs: int, scheduler: str = "", *, mixed: bool = False) -> Iterator[Go]:
    """Yield a function that advances chains, like `as_done`; after an interrupt no process is waited for."""
    with executor(jobs, scheduler, mixed=mixed) as some:
        yield partial(_go_far if scheduler else _go, some)


@contextmanager
def executor(jobs: int, scheduler: str = "", *, mixed: bool = False) -> Iterator[Executor]:
    """Yield an executor: processes of this machine, or the workers of the cluster with this scheduler.

    `mixed`: workers with other physics take part. Raises LabError if the cluster can't be used.
    """
    with heeded():
        if scheduler:
            from shogun.lab.running.cluster import cluster

            with cluster(scheduler, mixed=mixed) as workers:
                yield workers
        elif jobs == 1:
            yield _ThisProcess()
        else:
            with Workers(jobs) as pool:
                yield pool


def in_turn(some: Executor, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Yield `function(item)` of each item in the order of the items, as soon as it and all before it are ready."""
    known: dict[int, R] = {}
    following = 0
    for number, result in some.as_done(partial(_numbered, function), list(enumerate(items))):
        known[number] = result
        while following in known:
            yield known.pop(following)
            following += 1


def _numbered(function: Callable[[T], R], item: tuple[int, T]) -> tuple[int, R]:
    return item[0], function(item[1])


def _go(some: Executor, legs: Iterable[Leg]) -> Iterator[Progress]:
    return in_turn(some, advance_chain, legs)


def _go_far(some: Executor, legs: Iterable[Leg]) -> Iterator[Progress]:
    """Advance chains on other computers: saved progress is read and written here."""
    every = list(legs)
    for leg, progress in zip(every, in_turn(some, advance_chain, map(sendable_leg, every)), strict=True):
        yield received(leg, progress)
