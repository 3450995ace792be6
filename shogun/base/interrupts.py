"""Ctrl-C at a moment that suits: held back where it would be lost, or would leave something half done.

A library that calls back into Python, as the physics does, swallows an interrupt that comes meanwhile, and so does
Python while it frees what a library has made. So while `heeded` is in force, whoever steps the physics does it in
`held_back` blocks: none is lost within, and one that was lost elsewhere is raised at the next.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _HeldBack:
    """Blocks in which the first Ctrl-C waits for the end of the outermost; they can be nested."""

    def __init__(self) -> None:
        self._depth = 0
        self.is_asked = False
        """Whether Ctrl-C was pressed, and nobody knows yet whether that was heard."""

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._raise_if_asked()
            self._depth += 1

    def __exit__(self, *_error: object) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth -= 1
            self._raise_if_asked()

    def _raise_if_asked(self) -> None:
        if self.is_asked and not self._depth:
            self.is_asked = False
            raise KeyboardInterrupt

    def note(self, _number: int, _frame: object) -> None:
        """Take a Ctrl-C: raise KeyboardInterrupt now, unless this is the first one in a block."""
        waits = self._depth and not self.is_asked
        self.is_asked = True
        if not waits:
            raise KeyboardInterrupt


held_back = _HeldBack()
"""`with held_back:` no first Ctrl-C comes in between. Entering and leaving raise KeyboardInterrupt if one has come."""


@contextmanager
def heeded() -> Iterator[None]:
    """Have Ctrl-C held back where that is asked for. Where it does something else, or in another thread: no change.

    A KeyboardInterrupt that leaves the block was heard: it isn't raised once more.
    """
    in_main = threading.current_thread() is threading.main_thread()
    is_ours = in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:
        signal.signal(signal.SIGINT, held_back.note)
    try:
        yield
    finally:
        held_back.is_asked = False
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
