"""What the program has to say unasked, as that a file of its own can't be read: each sentence once."""

from collections import deque

_untold: deque[str] = deque()
_told: set[str] = set()


def notice(sentence: str) -> None:
    """Have a sentence told to the player as soon as there is a place for it; one that was told isn't told again."""
    if sentence not in _told:
        _told.add(sentence)
        _untold.append(sentence)


def next_notice() -> str:
    """Return the sentence that is to be told next, the oldest first; empty if there is none."""
    return _untold.popleft() if _untold else ""


def forget_notices() -> None:
    """Begin anew: nothing was told, and nothing is to be."""
    _untold.clear()
    _told.clear()
