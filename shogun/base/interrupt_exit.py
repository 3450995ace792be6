"""Immediate, silent exit on Ctrl-C before the program's work has begun and after it has ended.

This module is imported first, so it imports only built-in modules: `_signal` instead of `signal`, and no types.
"""

import _signal  # type: ignore[import-not-found]  # built in
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""Exit code of an interrupted program, as shells report it."""


def leave(_number: int, _frame: "FrameType | None") -> None:
    """Handle Ctrl-C: end this process without cleanup."""
    os._exit(INTERRUPTED)


def leave_when_interrupted() -> None:
    """Have Ctrl-C end this process from now on, unless it is ignored or has another handler."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)
