"""One pool of warm worker processes: for many games, and for what a window must not wait for.

Workers are started by `spawn` everywhere, so that every system behaves alike. Results come back in the order of their
tasks: they never depend on the number of workers.

Pebble, a kept library whose pool has deadlines of its own, was held beside it (`tests/benchmarks/workers.py`, medians
of five rounds): its first answer comes after 0.18 s against 0.09 s, and after a task that stood still the next one
after 0.22 s against 0.11 s; of small tasks it does 8,000 a second against 4,700. A window waits for the first two.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from types import TracebackType
from typing import Any, Self, TypeVar

from shogun.base.absolute_paths import existing_folder
from shogun.base.interrupts import held_back
from shogun.base.language import _, current, use

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks that wait per worker, so that none is idle and memory stays flat."""


MOST_JOBS = 61
"""Processes of a pool at most: Windows waits for no more at once."""


def processors() -> int:
    """Return how many processes this computer keeps busy, at most MOST_JOBS."""
    return min(os.cpu_count() or 1, MOST_JOBS)


class _Process(SpawnProcess):
    """A worker process, which is started in a folder that exists: it could not even begin in one that was removed."""

    def start(self) -> None:
        with existing_folder():
            super().start()


class _Spawn(SpawnContext):
    Process = _Process


class WorkerDied(RuntimeError):
    """A worker process died twice over the same task, for instance for want of memory."""

    def __init__(self) -> None:
        super().__init__(_("a worker process died, and died again when its task was repeated"))


class Workers:
    """A pool of `count` worker processes, at most MOST_JOBS, that start with the first task, or with `warm`.

    With `tasks_each` a worker ends after so many tasks, and another one takes its place: nothing piles up in it.
    """

    def __init__(self, count: int | None = None, *, tasks_each: int | None = None) -> None:
        self.count = min(count or processors(), MOST_JOBS)
        self._tasks_each = tasks_each
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._is_abandoned = False
        self._something_is_done = threading.Event()

    def rest(self, seconds: float) -> None:
        """Sleep for so long, or until a task is done if that is earlier."""
        if self._something_is_done.wait(seconds):
            self._something_is_done.clear()

    def warm(self, task: Callable[[], object]) -> None:
        """Start all workers and have each do `task` (for instance an import), without waiting for them."""
        for _worker in range(self.count):
            self.submit(task)

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        """Return the future result of a picklable `task`; its error is the task's own, or WorkerDied."""
        promise: Future[T] = Future()
        self._send(partial(_spoken, current(), task), promise, retries=1)
        return promise

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield `function(item)` of each item in the order of the items, as soon as it is there."""
        waiting: deque[Future[R]] = deque()
        for item in items:
            waiting.append(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def as_done(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is there, whichever comes first."""
        waiting: set[Future[R]] = set()
        for item in items:
            waiting.add(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _AHEAD:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        yield from (future.result() for future in as_completed(waiting))

    def restart(self) -> None:
        """End all workers in the middle of what they do; tasks that were not cancelled are done again by new ones."""
        with self._lock:
            processes = dict(self._executor._processes) if self._executor else {}
        for process in processes.values():
            process.kill()

    def close(self) -> None:
        """End the workers; tasks that wait are dropped."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor:
            executor.shutdown(wait=True, cancel_futures=True)

    def abandon(self) -> None:
        """End the workers for good in the middle of what they do; nobody waits for a result any more."""
        with self._lock:
            self._is_abandoned = True
        self.restart()
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self.abandon()
        else:
            self.close()

    def _send(self, task: Callable[[], T], promise: "Future[T]", *, retries: int) -> None:
        executor = self._running()
        try:
            with held_back, _deaf_processes():  # one that starts must not be left without what it shall do
                inner = executor.submit(task)
        except BrokenProcessPool:  # it broke a moment ago, under another task
            self._drop(executor)
            inner = self._running().submit(task)
        inner.add_done_callback(partial(self._done, task, promise, retries, executor))

    def _done(
        self,
        task: Callable[[], T],
        promise: "Future[T]",
        retries: int,
        executor: ProcessPoolExecutor,
        inner: "Future[T]",
    ) -> None:
        """Hand on how a task has ended, or send it once more; wakes who rests."""
        self._hand_on(task, promise, retries, executor, inner)
        self._something_is_done.set()

    def _hand_on(
        self,
        task: Callable[[], T],
        promise: "Future[T]",
        retries: int,
        executor: ProcessPoolExecutor,
        inner: "Future[T]",
    ) -> None:
        if inner.cancelled():
            promise.cancel()
        elif promise.cancelled():
            self._drop_if_broken(executor, inner)
        elif (error := inner.exception()) is None:
            _fulfil(promise, inner.result())
        elif not isinstance(error, BrokenProcessPool):
            promise.set_exception(error)
        elif retries and not self._is_abandoned:
            self._drop(executor)
            self._send(task, promise, retries=retries - 1)
        else:
            promise.set_exception(WorkerDied())

    def _drop_if_broken(self, executor: ProcessPoolExecutor, inner: "Future[Any]") -> None:
        if isinstance(inner.exception(), BrokenProcessPool):
            self._drop(executor)

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._executor is None:
                _start_tracker()
                each = self._tasks_each
                self._executor = ProcessPoolExecutor(self.count, _Spawn(), initializer=_begin, max_tasks_per_child=each)
            return self._executor

    def _drop(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._executor is broken:
                self._executor = None
        broken.shutdown(wait=False)


def _start_tracker() -> None:
    """Start the process in which Python cleans up after a program that was killed: it shall do so in silence."""
    if sys.platform == "win32" or hasattr(sys, "frozen"):  # one without Python sees to it where it starts
        return
    from multiprocessing import resource_tracker

    before = list(sys.warnoptions)
    sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = before


@contextmanager
def _deaf_processes() -> Iterator[None]:
    """Let processes and threads that are started meanwhile never hear a Ctrl-C, which a terminal tells them too.

    They would hear it before they can say that it is for their parent.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _fulfil(promise: "Future[Any]", result: object) -> None:
    if not promise.cancelled():
        promise.set_result(result)


def _begin() -> None:
    """Leave interrupts to the parent, and end with it, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _spoken(language: str, task: Callable[[], T]) -> T:
    """Do a task in a language: what it says in words is shown by the process that asked for it."""
    use(language)
    return task()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_order(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield `function(item)` of each item in their order, by `jobs` processes; by this one alone if `jobs` is 1."""
    if jobs == 1:
        yield from map(function, items)
        return
    with Workers(jobs) as workers:
        yield from workers.map(function, items)
