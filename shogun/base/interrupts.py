"""Ctrl-C at a moment that suits: put off where it would be lost, or would leave something half done.

A library that calls back into Python, as the physics does at collisions and when its things are freed, swallows an
interrupt that comes meanwhile; so does Python where it frees things itself, and what is being loaded may take it for
a damaged library. So while `heeded` is in force, one that comes there comes again a moment later.
"""

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from shogun.base.interrupt_exit import leave

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

AGAIN = 0.005
"""Seconds after which an interrupt comes again that would have been swallowed."""
swallowers = {"importlib"}
"""Packages whose callbacks swallow interrupts, or that must be done to their end; who uses one puts its name here."""


class _HeldBack:
    """Blocks in which the first Ctrl-C waits for the end of the outermost; they can be nested."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_asked = False

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth += 1

    def __exit__(self, *_error: object) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth -= 1
            if self._is_asked and not self._depth:
                self._is_asked = False
                raise KeyboardInterrupt

    def note(self, _number: int, frame: FrameType | None) -> None:
        """Take a Ctrl-C: raise KeyboardInterrupt unless it would be swallowed, or is the first one in a block."""
        if _is_swallowed(frame):
            _come_again()
        elif self._depth and not self._is_asked:
            self._is_asked = True
        else:
            self._is_asked = False
            raise KeyboardInterrupt


held_back = _HeldBack()
"""`with held_back:` no first Ctrl-C comes in between; it raises KeyboardInterrupt at its end."""


def _is_swallowed(frame: FrameType | None) -> bool:
    """Return whether what would be raised here goes through a callback of a library, or through this module."""
    while frame is not None:
        if frame.f_globals is globals() or frame.f_globals.get("__name__", "").partition(".")[0] in swallowers:
            return True
        frame = frame.f_back
    return False


def _come_again() -> None:
    """Have the interrupt come a moment later. A `threading.Timer` is waited for until it runs: it could be too late."""
    _thread.start_new_thread(_interrupt_main, ())


def _interrupt_main() -> None:
    time.sleep(AGAIN)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # also if it waits for something
    else:
        signal.raise_signal(signal.SIGINT)


def _comes_again(told: Callable[["UnraisableHookArgs"], object]) -> Callable[["UnraisableHookArgs"], object]:
    """Return what tells of errors that can't be raised where they happen, but has an interrupt come again."""

    def hook(error: "UnraisableHookArgs", /) -> None:
        if issubclass(error.exc_type, KeyboardInterrupt):
            _come_again()
        else:
            told(error)

    return hook


@contextmanager
def heeded() -> Iterator[None]:
    """Have Ctrl-C put off where that is needed. Where it does something else, or in another thread: no change."""
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or before not in (signal.default_int_handler, leave):
        yield
        return
    sys.unraisablehook = _comes_again(hook)
    signal.signal(signal.SIGINT, held_back.note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook
