"""Notifications, each shown once: for instance that a file of the program's own can't be read."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shogun.base.files import put_aside
from shogun.base.language import _, shown

LONGEST_REASON = 200
"""Characters of the reason why a file can't be read."""

_untold: deque[str] = deque()
_told: set[str] = set()
_listeners: list[Callable[[str], object]] = []


def notice(sentence: str) -> None:
    """Queue a sentence for the player, unless it was queued before."""
    if sentence not in _told:
        _told.add(sentence)
        _untold.append(sentence)


def notice_at_once(sentence: str) -> None:
    """Pass a sentence to the current listener at once; without one, queue it as a notice."""
    if _listeners:
        _listeners[-1](sentence)
    else:
        notice(sentence)


@contextmanager
def listening(tell: Callable[[str], object]) -> Iterator[None]:
    """Have `tell` called, from any thread, with each sentence that must not wait."""
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


def notice_unkept(what: str, error: OSError) -> None:
    """Queue a notice that something can't be saved now; the caller tries again later."""
    sentence = _("{what} couldn't be saved ({why}). It will be tried again automatically.")
    notice(sentence.format(what=what, why=error.strerror or type(error).__name__))


def notice_lost(what: str, error: OSError) -> None:
    """Queue a notice that something couldn't be saved when the program ended."""
    notice(_("{what} couldn't be saved ({why}).").format(what=what, why=error.strerror or type(error).__name__))


def put_aside_and_tell(path: Path, why: object) -> None:
    """Rename an unreadable file of the program's own, and queue a notice that says why. Raises OSError."""
    aside = put_aside(path)
    sentence = _("{file} can't be read ({why}). It was kept as {aside} and a new one was started.")
    notice(sentence.format(file=path.name, why=shown(why, LONGEST_REASON), aside=aside.name))


def next_notice() -> str:
    """Remove and return the oldest sentence in the queue; empty if there is none."""
    return _untold.popleft() if _untold else ""


def all_notices() -> list[str]:
    """Remove and return all sentences in the queue, the oldest first."""
    return [_untold.popleft() for _sentence in range(len(_untold))]


def forget_notices() -> None:
    """Empty the queue, and forget which sentences were shown."""
    _untold.clear()
    _told.clear()
