"""Deferral of Ctrl-C where it would be lost, or would leave something half done.

A library that calls back into Python, as the physics does at collisions and when its objects are freed, swallows an
interrupt raised in the callback. So does Python's own finalization, and an import may mistake it for a damaged
library. While `heeded` is in force, such an interrupt is raised again a moment later.
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

RERAISE_AFTER = 0.005
"""Seconds after which an interrupt that would have been swallowed is raised again."""
swallowers = {"importlib"}
"""Packages whose callbacks swallow interrupts, or that must finish; a module that uses one adds its name."""


class _HeldBack:
    """Nestable blocks in which the first Ctrl-C waits for the end of the outermost one."""

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
        """Handle Ctrl-C: raise KeyboardInterrupt unless it would be swallowed, or is the first in a block."""
        if _is_swallowed(frame):
            _come_again()
        elif self._depth and not self._is_asked:
            self._is_asked = True
        else:
            self._is_asked = False
            raise KeyboardInterrupt


held_back = _HeldBack()
"""Context manager that defers the first Ctrl-C; KeyboardInterrupt is raised at its end."""


def _is_swallowed(frame: FrameType | None) -> bool:
    """Return whether an exception raised here would pass through a library's callback, or through this module."""
    while frame is not None:
        if frame.f_globals is globals() or frame.f_globals.get("__name__", "").partition(".")[0] in swallowers:
            return True
        frame = frame.f_back
    return False


def _come_again() -> None:
    """Repeat the interrupt a moment later, without `threading.Timer`, whose start waits for the new thread."""
    _thread.start_new_thread(_interrupt_main, ())


def _interrupt_main() -> None:
    time.sleep(RERAISE_AFTER)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # also if it waits for something
    else:
        signal.raise_signal(signal.SIGINT)


def _comes_again(told: Callable[["UnraisableHookArgs"], object]) -> Callable[["UnraisableHookArgs"], object]:
    """Return a hook for unraisable errors that repeats an interrupt and passes all others on."""

    def hook(error: "UnraisableHookArgs", /) -> None:
        if issubclass(error.exc_type, KeyboardInterrupt):
            _come_again()
        else:
            told(error)

    return hook


@contextmanager
def heeded() -> Iterator[None]:
    """Defer Ctrl-C where that is needed; no effect outside the main thread, or if it has another handler."""
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
