"""One worker process: what it does, and what is known of it where it was started.

Each has a pipe of its own, so that one that dies or stands still holds up nobody else's work. While it works it gives
a sign of life every second; one that was stopped gives none.
"""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any

from shogun.base.files import existing_folder
from shogun.base.language import use
from shogun.base.memory import is_out_of_memory

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
            ready = wait([self._pipe, self._process.sentinel], BEAT)
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
