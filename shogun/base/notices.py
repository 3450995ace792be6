"""Notifications: what the program has to say unasked, as that a file of its own can't be read: each sentence once."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shogun.base.files import put_aside
from shogun.base.language import _, shown

LONGEST_REASON = 200
"""Characters of why a file can't be read."""

_untold: deque[str] = deque()
_told: set[str] = set()
_listeners: list[Callable[[str], object]] = []


def notice(sentence: str) -> None:
    """Have a sentence told to the player as soon as there is a place for it; one that was told isn't told again."""
    if sentence not in _told:
        _told.add(sentence)
        _untold.append(sentence)


def notice_at_once(sentence: str) -> None:
    """Tell a sentence to who listens, whatever they wait for; where nobody does, it is a notice like others."""
    if _listeners:
        _listeners[-1](sentence)
    else:
        notice(sentence)


@contextmanager
def listening(tell: Callable[[str], object]) -> Iterator[None]:
    """Have `tell` called with each sentence that must not wait, from any thread."""
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


def notice_unkept(what: str, error: OSError) -> None:
    """Tell once that something can't be written now. Whoever tells it tries again."""
    sentence = _("{what} couldn't be saved ({why}). It will be tried again automatically.")
    notice(sentence.format(what=what, why=error.strerror or type(error).__name__))


def notice_lost(what: str, error: OSError) -> None:
    """Tell that something could not be written when the program ended."""
    notice(_("{what} couldn't be saved ({why}).").format(what=what, why=error.strerror or type(error).__name__))


def put_aside_and_tell(path: Path, why: object) -> None:
    """Give a file of the program's own that can't be read another name, and tell so, and why. Raises OSError."""
    aside = put_aside(path)
    sentence = _("{file} can't be read ({why}). It was kept as {aside} and a new one was started.")
    notice(sentence.format(file=path.name, why=shown(why, LONGEST_REASON), aside=aside.name))


def next_notice() -> str:
    """Return the sentence that is to be told next, the oldest first; empty if there is none."""
    return _untold.popleft() if _untold else ""


def all_notices() -> list[str]:
    """Return all sentences that are to be told, the oldest first; they count as told."""
    return [_untold.popleft() for _sentence in range(len(_untold))]


def forget_notices() -> None:
    """Begin anew: nothing was told, and nothing is to be."""
    _untold.clear()
    _told.clear()
