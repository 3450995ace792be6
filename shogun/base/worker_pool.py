"""One pool of warm worker processes: for many games, and for what a window must not wait for.

Workers are started by `spawn` everywhere, so that every system behaves alike; only those that many are needed of, one
after the other, are forked where that is safe. Results come back in the order of their
tasks: they never depend on the number of workers. Each worker has a thread here that hands it tasks, and replaces it
when it has died or stands still: the other workers never notice.

Python's own pool breaks as a whole when one worker dies, hangs for good when one was stopped, and since 3.12 it waits
for itself when it is put away in a callback: so workers stand on processes, pipes and threads alone, as Python
documents them. `tests/benchmarks/workers.py` holds this pool beside pebble's: here the first answer comes after 0.2 s,
one after a task that stood still after 0.13 s, and 5,000 small tasks come back in a second.
"""

import atexit
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, InvalidStateError, wait
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from weakref import WeakSet

from shogun.base.interrupts import held_back
from shogun.base.language import _, current
from shogun.base.notices import notice_at_once
from shogun.base.worker import LOST, TOLD, Lost, Worker, endings

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks that wait per worker, so that none is idle and memory stays flat."""
_LOOK = 0.5
"""Seconds between two looks at whether somebody has pressed Ctrl-C: not every system wakes who waits."""
_TRIES = 2
"""Workers that may die over a task before it is given up."""
_STARTS = 5
"""Workers that may be started for a task, if some die before they have begun with it."""


MOST_JOBS = 61
"""Processes of a pool at most: Windows waits for no more at once."""


def processors() -> int:
    """Return how many processes this computer keeps busy, at most MOST_JOBS."""
    return min(os.cpu_count() or 1, MOST_JOBS)


class WorkerDied(RuntimeError):
    """A worker process died twice over the same task, for instance for want of memory."""

    def __init__(self) -> None:
        super().__init__(_("a worker process died, and died again when its task was repeated"))

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()


class _Task(NamedTuple):
    """What is to be done, pickled, and who is told."""

    pickled: bytes
    promise: "Future[Any]"


class Workers:
    """A pool of `count` worker processes, at most MOST_JOBS, that start with the first task, or with `warm`.

    With `tasks_each` a worker ends after so many tasks, and another one takes its place: nothing piles up in it.
    `loaded` names modules that a worker would load anyway: where many short-lived ones are needed it saves time.
    """

    def __init__(self, count: int | None = None, *, tasks_each: int | None = None, loaded: Sequence[str] = ()) -> None:
        self.count = min(count or processors(), MOST_JOBS)
        self._tasks_each = tasks_each
        self._loaded = loaded
        self._changed = threading.Condition()
        self._waiting: deque[_Task] = deque()
        self._keepers: list[_Keeper] = []
        self._idle = 0
        self._is_closing = False
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
        try:
            pickled = pickle.dumps((current(), task))
        except Exception as error:  # pickle raises whatever the objects do
            promise.set_exception(error)
            return promise
        with held_back, self._changed:
            self._waiting.append(_Task(pickled, promise))
            if self._idle < len(self._waiting) and len(self._keepers) < self.count:
                self._start_keeper()
            self._changed.notify()
        return promise

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield `function(item)` of each item in the order of the items, as soon as it is there."""
        waiting: deque[Future[R]] = deque()
        for item in items:
            waiting.append(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _AHEAD:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())

    def as_done(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield `function(item)` of each item as soon as it is there, whichever comes first."""
        waiting: set[Future[R]] = set()
        for item in items:
            waiting.add(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _AHEAD:
                done, waiting = _first_done(waiting)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = _first_done(waiting)
            yield from (future.result() for future in done)

    def restart(self) -> None:
        """End all workers in the middle of what they do; tasks that were not cancelled are done again by new ones."""
        with self._changed:
            keepers = list(self._keepers)
        for keeper in keepers:
            keeper.kill()

    def close(self) -> None:
        """End the workers; tasks that wait are dropped."""
        with self._changed:
            self._is_closing = True
            dropped, self._waiting = self._waiting, deque()
            self._changed.notify_all()
        for task in dropped:
            task.promise.cancel()
        for keeper in list(self._keepers):
            keeper.join()
        with self._changed:
            self._keepers.clear()
            self._is_closing = False

    def abandon(self) -> None:
        """End the workers for good in the middle of what they do; nobody waits for a result any more."""
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

    def _start_keeper(self) -> None:
        if not self._keepers:
            _open_pools.add(self)
            atexit.unregister(end_all)
            atexit.register(end_all)  # now, so that it comes before what waits for all processes
        keeper = _Keeper(self, self._tasks_each, self._loaded)
        keeper.start()
        self._keepers.append(keeper)

    def _next(self) -> _Task | None:
        """Wait for a task, and return it; None when the pool closes."""
        with self._changed:
            self._idle += 1
            try:
                self._changed.wait_for(lambda: self._waiting or self._is_closing)
            finally:
                self._idle -= 1
            return self._waiting.popleft() if self._waiting and not self._is_closing else None


class _Keeper(threading.Thread):
    """Hands the tasks of a pool to one worker, and replaces it when it has died."""

    def __init__(self, pool: Workers, tasks_each: int | None, loaded: Sequence[str]) -> None:
        super().__init__(daemon=True, name="worker")
        self._pool = pool
        self._tasks_each = tasks_each
        self._loaded = loaded
        self._worker: Worker | None = None

    def run(self) -> None:
        while (task := self._pool._next()) is not None:
            _settle(task.promise, self._done(task))
            self._pool._something_is_done.set()
            if self._worker and self._worker.tasks == self._tasks_each:
                self._end()
        self._end()

    def kill(self) -> None:
        """End the worker in the middle of what it does."""
        if worker := self._worker:
            worker.kill()

    def _done(self, task: _Task) -> tuple[bool, Any]:
        """Return whether a task was done, and its result or error."""
        deaths = 0
        for _start in range(_STARTS):
            if task.promise.cancelled() or self._pool._is_abandoned or deaths == _TRIES:
                break
            try:
                done, result = pickle.loads(self._ready().do(task.pickled, _tell))
            except Lost as lost:
                deaths += lost.has_begun
                self.kill()
                self._end()
            except Exception as error:  # what pickle raises, or that no process can be started
                return False, error
            else:
                return done, result
        return False, WorkerDied()

    def _ready(self) -> Worker:
        """Return the worker, or a new one if it is none any more. Raises OSError, and Lost when nobody waits."""
        if self._worker and not self._worker.is_there:
            self._end()
        if self._worker is None:
            self._worker = Worker(self._loaded)
        if self._pool._is_abandoned:
            raise Lost(has_begun=True)
        return self._worker

    def _end(self) -> None:
        if worker := self._worker:
            self._worker = None
            worker.end()


def _first_done(waiting: "set[Future[T]]") -> "tuple[set[Future[T]], set[Future[T]]]":
    """Wait until some are done, and return those and the others."""
    while True:
        done, others = wait(waiting, _LOOK, FIRST_COMPLETED)
        if done:
            return done, others


def _result(promise: "Future[T]") -> T:
    _first_done({promise})
    return promise.result()


def _settle(promise: "Future[Any]", outcome: tuple[bool, Any]) -> None:
    done, result = outcome
    with suppress(InvalidStateError):  # it was cancelled meanwhile
        if done:
            promise.set_result(result)
        else:
            promise.set_exception(result)


def _tell(missed: int) -> None:
    if missed == TOLD:
        sentence = _("A worker process hasn't responded for {seconds} s. It will be replaced in {more} s.")
        notice_at_once(sentence.format(seconds=TOLD, more=LOST - TOLD))


_open_pools: "WeakSet[Workers]" = WeakSet()


def end_all() -> None:
    """End the workers of all pools of this process, which ends: nobody waits for a result any more."""
    for pool in list(_open_pools):
        pool.abandon()


endings.append(end_all)


def in_order(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield `function(item)` of each item in their order, by `jobs` processes; by this one alone if `jobs` is 1."""
    if jobs == 1:
        yield from map(function, items)
        return
    with Workers(jobs) as workers:
        yield from workers.map(function, items)
