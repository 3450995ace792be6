"""Ctrl-C where nothing is under way: before the program's work has begun, and after it. It ends at once, in silence.

This is loaded before all else, so it loads nothing that isn't there at once: of Python's `signal` only what that is
made of, and no types.
"""

import _signal  # type: ignore[import-not-found]  # built in
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""The exit code of a program that was interrupted: what a shell tells of one that Ctrl-C has ended."""


def leave(_number: int, _frame: "FrameType | None") -> None:
    """Take a Ctrl-C: end this process, with nothing tidied up."""
    os._exit(INTERRUPTED)


def leave_when_interrupted() -> None:
    """Have Ctrl-C end this process from now on; where it is ignored or does something else: no change."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)
