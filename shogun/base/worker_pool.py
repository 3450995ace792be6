"""One worker process: what it does, and what is known of it where it was started.

Each has a pipe of its own, so that one that dies or stands still holds up nobody else's work. While it works it gives
a sign of life every second; one that was stopped gives none.
"""

import atexit
import os
import pickle
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, InvalidStateError, wait
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_connection
from multiprocessing.context import ForkServerContext, SpawnContext
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from weakref import WeakSet

from shogun.base.files import existing_folder
from shogun.base.interrupts import held_back
from shogun.base.language import _, current, use
from shogun.base.memory import is_out_of_memory
from shogun.base.notices import notice_at_once

BEAT = 1.0
"""Seconds between two signs of life."""
TOLD = 10
"""So many that don't come are told."""
LOST = 30
"""After so many that don't come a worker is taken for lost, and ended."""
SLOWEST_START = 120
"""So many may fail to come before the first one: a busy computer starts processes slowly."""
PUTTING_AWAY = 5.0
"""Seconds that a worker with nothing left to do has to end by itself."""

_starting = threading.Lock()
endings: list[Callable[[], object]] = []
"""What a worker does last of all: Python then waits for all processes that it has started."""


class Lost(Exception):
    """A worker died, or gave no sign of life any more."""

    def __init__(self, *, has_begun: bool) -> None:
        super().__init__()
        self.has_begun = has_begun
        """Whether it was in the middle of its task."""


class Worker:
    """A process that does one task after the other, for one thread."""

    def __init__(self, loaded: Sequence[str] = ()) -> None:
        """Start it, with modules of these names `loaded` already if that can save time. Raises OSError."""
        context = _context(loaded)
        with _starting, existing_folder():  # it could not even begin in one that was removed
            context.Lock()  # has Python start what keeps track of these, or it would have this thread hear Ctrl-C below
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,))
            with _deaf(), _no_arguments():
                self._process.start()
            theirs.close()
        self.tasks = 0
        self._is_heard = self._has_begun = False
        self._is_killed = False

    @property
    def is_there(self) -> bool:
        """Whether it can be given a task."""
        return not self._is_killed and self._process.is_alive()

    def do(self, task: bytes, tell: Callable[[int], object]) -> bytes:
        """Return what `outcome` has made of a task. Raises Lost when it is none any more.

        `tell` is told how many signs of life didn't come.
        """
        self.tasks += 1
        self._has_begun = False
        try:
            self._pipe.send_bytes(task)
            return self._answer(tell)
        except (EOFError, OSError):
            self.kill()
            raise Lost(has_begun=self._has_begun) from None

    def _answer(self, tell: Callable[[int], object]) -> bytes:
        missed = 0
        while missed < (LOST if self._is_heard else SLOWEST_START):
            ready = wait_for_connection([self._pipe, self._process.sentinel], BEAT)
            if self._pipe in ready:
                if message := self._pipe.recv_bytes():
                    return message
                missed, self._is_heard, self._has_begun = 0, True, True
            elif ready:
                raise EOFError
            else:
                missed += 1
                tell(missed)
        raise EOFError

    def kill(self) -> None:
        """End it in the middle of what it does; from any thread."""
        self._is_killed = True
        self._process.kill()

    def end(self) -> None:
        """End it and put it away: it does nothing now, or is lost."""
        self._pipe.close()
        if self.is_there:
            self._process.join(PUTTING_AWAY)
        self._process.kill()
        self._process.join()


def _context(loaded: Sequence[str]) -> SpawnContext | ForkServerContext:
    """Return how a process is started: anew, or forked from one that does nothing but hold modules.

    The latter takes 10 ms instead of some hundreds, but only Linux can be trusted with it.
    """
    if loaded and sys.platform == "linux" and "forkserver" in get_all_start_methods() and not hasattr(sys, "frozen"):
        context = get_context("forkserver")
        context.set_forkserver_preload(list(loaded))
        return context
    return get_context("spawn")


class _Life:
    """Gives signs of life while the worker works, and ends it with its parent, even if that is killed."""

    def __init__(self, pipe: "Connection[Any, Any]") -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._is_at_work = False
        threading.Thread(target=self._beat, daemon=True).start()

    def begin(self) -> None:
        with self._lock:
            self._is_at_work = True
            self._pipe.send_bytes(b"")

    def answer(self, message: bytes) -> None:
        with self._lock:
            self._is_at_work = False
            self._pipe.send_bytes(message)

    def _beat(self) -> None:
        parent = parent_process()
        while parent is None or parent.is_alive():
            if parent is not None:
                parent.join(BEAT)
            with suppress(OSError), self._lock:
                if self._is_at_work:
                    self._pipe.send_bytes(b"")
        os._exit(1)


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that are started meanwhile never hear a Ctrl-C, which a terminal tells them too.

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


@contextmanager
def _no_arguments() -> Iterator[None]:
    """Hand processes that are started meanwhile no command line: it may hold a seed that others' code must not know."""
    before, sys.argv = sys.argv, [""]
    try:
        yield
    finally:
        sys.argv = before


def _print_elsewhere() -> None:
    """Lead what is printed here to stderr, by whatever means: results stand on stdout, and the parent writes them."""
    with suppress(OSError):  # a program without a terminal has neither
        os.dup2(2, 1)
    sys.stdout = sys.stderr


def serve(pipe: "Connection[Any, Any]") -> None:
    """Do the tasks that come through a pipe until its other end is closed, and leave interrupts to the parent.

    Where there isn't enough memory even for that, the process ends in silence: its parent says so.
    """
    try:
        _serve(pipe)
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        os._exit(1)


def _serve(pipe: "Connection[Any, Any]") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _print_elsewhere()
    life = _Life(pipe)
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv_bytes()
            life.begin()
            life.answer(outcome(task))
    for last in endings:
        last()


def outcome(task: bytes) -> bytes:
    """Return, pickled, whether a pickled task was done, and its result or error.

    A task is a language and a function: what it says in words is shown by the process that asked for it.
    """
    try:
        language, function = pickle.loads(task)
        use(language)
        return pickle.dumps((True, function()))
    except BaseException as error:
        with suppress(MemoryError):
            error.add_note(traceback.format_exc())
        return _told(error)


def _told(error: BaseException) -> bytes:
    """Return an error, pickled. One that would end the process that asked (SystemExit, CancelledError) is only told."""
    if isinstance(error, Exception):
        with suppress(Exception):  # errors with parameters of their own don't always survive the way
            told = pickle.dumps((False, error))
            pickle.loads(told)
            return told
    return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


# One pool of warm worker processes: for many games, and for what a window must not wait for.
#
# Workers are started by `spawn` everywhere, so that every system behaves alike; only those that many are needed of,
# one after the other, are forked where that is safe. Results come back in the order of their tasks: they never depend
# on the number of workers. Each worker has a thread here that hands it tasks, and replaces it when it has died or
# stands still: the other workers never notice.
#
# Python's own pool breaks as a whole when one worker dies, hangs for good when one was stopped, and since 3.12 it
# waits for itself when it is put away in a callback: so workers stand on processes, pipes and threads alone, as Python
# documents them. `tests/benchmarks/workers.py` holds this pool beside pebble's: here the first answer comes after 0.2
# s, one after a task that stood still after 0.13 s, and 5,000 small tasks come back in a second.

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
