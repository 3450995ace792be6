"""Worker processes: one with a pipe and heartbeats, and the pool that hands out tasks and replaces lost workers.

Each worker has a pipe of its own, so that one that dies or hangs doesn't delay the others. While it works it sends a
heartbeat every second; a process that was stopped sends none.
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
from multiprocessing import current_process, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from weakref import WeakSet

from shogun.base.files import existing_folder
from shogun.base.interrupts import held_back
from shogun.base.language import _, current, use
from shogun.base.memory import is_out_of_memory
from shogun.base.notices import notice_at_once

# One worker

HEARTBEAT_SECONDS = 1.0
"""Seconds between two heartbeats."""
HEARTBEATS_BEFORE_WARNING = 10
"""Missed heartbeats before a warning."""
HEARTBEATS_BEFORE_LOSS = 30
"""Missed heartbeats that make a worker lost, which is then ended."""
SLOWEST_START = 120
"""Missed heartbeats before the first one arrives that make a worker lost: a busy computer starts processes slowly."""
SHUTDOWN_TIMEOUT = 5.0
"""Seconds an idle worker gets to exit."""

NAME = "ShogunWorker"
"""Beginning of the names of all worker processes."""
GUARD_MISSING = 86
"""Exit code of a worker whose start would have run the user's script again."""

_starting = threading.Lock()
endings: list[Callable[[], object]] = []
"""Functions that a worker calls at its very end, before Python waits for all processes that it has started."""


class WorkerLost(Exception):
    """Error for a worker that died or sends no heartbeats any more."""

    def __init__(self, *, has_begun: bool) -> None:
        super().__init__()
        self.has_begun = has_begun
        """True if the worker was in the middle of its task."""


class Worker:
    """A process that does one task after another, for one thread."""

    def __init__(self, loaded: Sequence[str] = ()) -> None:
        """Start the process, with modules of these names `loaded` already if that saves time. Raises OSError."""
        _leave_script()
        context = _context(loaded)
        with _starting, existing_folder():  # no process can start in a folder that was removed
            context.Lock()  # starts Python's resource tracker, which would unblock Ctrl-C in this thread below
            self._pipe: Connection[Any, Any]
            self._pipe, theirs = context.Pipe()
            self._process: BaseProcess = context.Process(target=serve, args=(theirs,), name=NAME)
            with _interrupts_blocked(), _arguments_hidden():
                self._process.start()
            theirs.close()
        self.tasks = 0
        self._is_heard = self._has_begun = False
        self._is_killed = False

    @property
    def is_there(self) -> bool:
        """True if the worker can be given a task."""
        return not self._is_killed and self._process.is_alive()

    @property
    def lacks_guard(self) -> bool:
        """True if the process has ended since the script that started it would have run again in it."""
        return self._process.exitcode == GUARD_MISSING

    def do(self, task: bytes, tell: Callable[[int], object]) -> bytes:
        """Return the result of `outcome` for a task. Raises WorkerLost.

        `tell` is called with the number of heartbeats missed so far.
        """
        self.tasks += 1
        self._has_begun = False
        try:
            self._pipe.send_bytes(task)
            return self._answer(tell)
        except (EOFError, OSError):
            self.kill()
            raise WorkerLost(has_begun=self._has_begun) from None

    def _answer(self, tell: Callable[[int], object]) -> bytes:
        missed = 0
        while missed < (HEARTBEATS_BEFORE_LOSS if self._is_heard else SLOWEST_START):
            ready = wait_for_connection([self._pipe, self._process.sentinel], HEARTBEAT_SECONDS)
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
        """End the process in the middle of its task; from any thread."""
        self._is_killed = True
        self._process.kill()

    def end(self) -> None:
        """End the process, which is idle or lost, and wait for it."""
        self._pipe.close()
        if self.is_there:
            self._process.join(SHUTDOWN_TIMEOUT)
        self._process.kill()
        self._process.join()


def _leave_script() -> None:
    """End this process if it is a worker that is only now starting: it runs the script that wanted workers.

    A new process imports the script. If that starts workers outside of `if __name__ == "__main__":`, each of them
    would start more; Python's own error would fill the screen, once for each of them.
    """
    this = current_process()
    if this.name.startswith(NAME) and getattr(this, "_inheriting", False):
        os._exit(GUARD_MISSING)


def _context(loaded: Sequence[str]) -> Any:
    """Return how processes are started: by `spawn`, or forked from a server that only holds the `loaded` modules.

    The fork server takes 10 ms instead of some hundreds, but is reliable only on Linux.
    """
    if loaded and sys.platform == "linux" and "forkserver" in get_all_start_methods() and not hasattr(sys, "frozen"):
        context = get_context("forkserver")
        context.set_forkserver_preload(list(loaded))
        return context
    return get_context("spawn")


class _Heartbeat:
    """Sends heartbeats while the worker works, and ends it with its parent, even if that is killed."""

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
                parent.join(HEARTBEAT_SECONDS)
            with suppress(OSError), self._lock:
                if self._is_at_work:
                    self._pipe.send_bytes(b"")
        os._exit(1)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in processes that are started meanwhile.

    A terminal sends it to them too, and it could arrive before they can leave it to their parent.
    """
    if sys.platform == "win32":
        import ctypes

        ignore = ctypes.windll.kernel32.SetConsoleCtrlHandler
        ignore(None, True)  # inherited; for these milliseconds it is lost here, too, since nothing can hold it back
        try:
            yield
        finally:
            ignore(None, False)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _arguments_hidden() -> Iterator[None]:
    """Hide the command line from processes started meanwhile: it may hold a seed that foreign code must not know."""
    before, sys.argv = sys.argv, [""]
    try:
        yield
    finally:
        sys.argv = before


def _redirect_output() -> None:
    """Redirect all output to stderr: stdout is for results, which the parent writes."""
    with suppress(OSError):  # a program without a terminal has neither
        os.dup2(2, 1)
    sys.stdout = sys.stderr


def serve(pipe: "Connection[Any, Any]") -> None:
    """Do the tasks that come through a pipe until its other end is closed, and leave interrupts to the parent.

    Where there isn't enough memory even for that, the process ends silently: its parent reports it.
    """
    try:
        _serve(pipe)
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        os._exit(1)


def _serve(pipe: "Connection[Any, Any]") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _redirect_output()
    life = _Heartbeat(pipe)
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv_bytes()
            life.begin()
            life.answer(outcome(task))
    for last in endings:
        last()


def outcome(task: bytes) -> bytes:
    """Return, pickled, whether a pickled task was done, and its result or error.

    A task is a language and a function: its texts are in the language of the process that asked for them.
    """
    try:
        language, function = pickle.loads(task)
        use(language)
        return pickle.dumps((True, function()))
    except BaseException as error:
        with suppress(MemoryError):
            error.add_note(traceback.format_exc())
        return _pickled_error(error)


def _pickled_error(error: BaseException) -> bytes:
    """Return an error, pickled; one that would end the parent (SystemExit, CancelledError) as a RuntimeError."""
    if isinstance(error, Exception):
        with suppress(Exception):  # errors with parameters of their own can't always be unpickled
            pickled = pickle.dumps((False, error))
            pickle.loads(pickled)
            return pickled
    return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


# The pool
#
# Workers are started by `spawn` everywhere, so that every system behaves the same; only short-lived ones, of which many
# are needed, are forked where that is safe. Results come in the order of their tasks and never depend on the number of
# workers. Each worker has a thread here that hands it tasks, and replaces it when it has died or hangs, unnoticed by
# the others.
#
# Python's own pool breaks as a whole when one worker dies, hangs for good when one was stopped, and since 3.12
# deadlocks when it is shut down in a callback. So this one is built on processes, pipes and threads only, as Python
# documents them. `tests/benchmarks/workers.py` compares it with pebble's: here the first answer comes after 0.2 s, one
# after a task that hung after 0.13 s, and 5,000 small tasks take a second.

T = TypeVar("T")
R = TypeVar("R")

_QUEUED_PER_WORKER = 3
"""Tasks queued per worker, so that none is idle and memory stays flat."""
_INTERRUPT_CHECK_SECONDS = 0.5
"""Seconds between two checks for Ctrl-C, which doesn't wake a waiting thread on every system."""
_MOST_DEATHS = 2
"""Workers that may die over a task before it is given up."""
_MOST_STARTS = 5
"""Workers that may be started for a task, if some die before they begin it."""


MOST_JOBS = 61
"""Largest number of processes in a pool: Windows can't wait for more at once."""


def processors() -> int:
    """Return the number of this computer's processors, at most MOST_JOBS."""
    return min(os.cpu_count() or 1, MOST_JOBS)


class WorkerDied(RuntimeError):
    """A worker process died twice over the same task, for instance for want of memory."""

    def __init__(self) -> None:
        super().__init__(_("a worker process died, and died again when its task was repeated"))

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()


class GuardMissing(RuntimeError):
    """A script that starts worker processes whenever it is imported."""

    def __init__(self) -> None:
        super().__init__(
            _(
                'several processes need a script whose work begins below `if __name__ == "__main__":`, because each of '
                "them imports it; put your code there, or use jobs=1."
            )
        )

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()


class _Task(NamedTuple):
    """A pickled task, and the future of its result."""

    pickled: bytes
    promise: "Future[Any]"


class Workers:
    """A pool of `count` worker processes, at most MOST_JOBS, that start with the first task, or with `warm`.

    With `tasks_each` a worker is replaced after that number of tasks, so that nothing piles up in it. `loaded` names
    modules that a worker would import anyway; that saves time where workers are short-lived.
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
        """Sleep for some seconds, or until a task is done if that is earlier."""
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
        """Yield `function(item)` for each item in the order of the items, as soon as it is available."""
        waiting: deque[Future[R]] = deque()
        for item in items:
            waiting.append(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _QUEUED_PER_WORKER:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())

    def as_done(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield `function(item)` for each item as soon as it is available, whichever comes first."""
        waiting: set[Future[R]] = set()
        for item in items:
            waiting.add(self.submit(partial(function, item)))
            if len(waiting) >= self.count * _QUEUED_PER_WORKER:
                done, waiting = _first_done(waiting)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = _first_done(waiting)
            yield from (future.result() for future in done)

    def restart(self) -> None:
        """End all workers in the middle of their tasks; new ones repeat the tasks that weren't cancelled."""
        with self._changed:
            keepers = list(self._keepers)
        for keeper in keepers:
            keeper.kill()

    def close(self) -> None:
        """End the workers, and cancel all waiting tasks."""
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
        """End the workers for good in the middle of their tasks; nobody waits for a result any more."""
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
            atexit.register(end_all)  # last registered, so that it runs before the handler that waits for processes
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
            _settle(task.promise, self._run_task(task))
            self._pool._something_is_done.set()
            if self._worker and self._worker.tasks == self._tasks_each:
                self._end()
        self._end()

    def kill(self) -> None:
        """End the worker in the middle of its task."""
        if worker := self._worker:
            worker.kill()

    def _run_task(self, task: _Task) -> tuple[bool, Any]:
        """Return whether a task was done, and its result or error."""
        deaths = 0
        for _start in range(_MOST_STARTS):
            if task.promise.cancelled() or self._pool._is_abandoned or deaths == _MOST_DEATHS:
                break
            try:
                done, result = pickle.loads(self._live_worker().do(task.pickled, _warn))
            except WorkerLost as lost:
                deaths += lost.has_begun
                lacks_guard = self._worker is not None and self._worker.lacks_guard
                self.kill()
                self._end()
                if lacks_guard:
                    return False, GuardMissing()
            except Exception as error:  # what pickle raises, or that no process can be started
                return False, error
            else:
                return done, result
        return False, WorkerDied()

    def _live_worker(self) -> Worker:
        """Return the worker, or a new one if it is gone. Raises OSError, and WorkerLost if the pool was abandoned."""
        if self._worker and not self._worker.is_there:
            self._end()
        if self._worker is None:
            self._worker = Worker(self._loaded)
        if self._pool._is_abandoned:
            raise WorkerLost(has_begun=True)
        return self._worker

    def _end(self) -> None:
        if worker := self._worker:
            self._worker = None
            worker.end()


def _first_done(waiting: "set[Future[T]]") -> "tuple[set[Future[T]], set[Future[T]]]":
    """Wait until some futures are done, and return those and the others."""
    while True:
        done, others = wait(waiting, _INTERRUPT_CHECK_SECONDS, FIRST_COMPLETED)
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


def _warn(missed: int) -> None:
    if missed == HEARTBEATS_BEFORE_WARNING:
        sentence = _("A worker process hasn't responded for {seconds} s. It will be replaced in {more} s.")
        notice_at_once(
            sentence.format(seconds=HEARTBEATS_BEFORE_WARNING, more=HEARTBEATS_BEFORE_LOSS - HEARTBEATS_BEFORE_WARNING)
        )


_open_pools: "WeakSet[Workers]" = WeakSet()


def end_all() -> None:
    """End the workers of all pools when this process ends."""
    for pool in list(_open_pools):
        pool.abandon()


endings.append(end_all)


def in_order(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield `function(item)` for each item in their order, computed by `jobs` processes; 1 means this one only."""
    if jobs == 1:
        yield from map(function, items)
        return
    with Workers(jobs) as workers:
        yield from workers.map(function, items)
