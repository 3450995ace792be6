"""The log of a game: what has happened, line by line."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class LogLine(Struct, frozen=True):
    """One line of the log; `seat` is whose doing it was, `heading` begins a part of the game."""

    say: Callable[[], str]
    """Returns what it says, in the language of now."""
    seat: int | None = None
    heading: bool = False
    event: Any = None
    """What it tells; None: something that is no event of the rules."""
    n: int = 0
    """The line of the journal with which it happened; 0: it stands in none."""

    @property
    def text(self) -> str:
        """What it says now."""
        return self.say()


class StoryPart(Struct, frozen=True):
    """A part of a game that begins at a place of its past."""

    place: int
    icon: str | None = None
    """One of `assets/icons` that stands for it; None: a mark alone."""


def remark_line(say: Callable[[], str], n: int) -> LogLine:
    """Return what is told of the throw of line `n` of the journal beside its events, as a line of the log."""
    return LogLine(say, n=n)
