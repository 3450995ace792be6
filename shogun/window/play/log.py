"""The log of a game: what has happened, line by line."""

from typing import Any

from msgspec import Struct


class LogLine(Struct, frozen=True):
    """One line of the log; `seat` is whose doing it was, `heading` begins a part of the game."""

    text: str
    seat: int | None = None
    heading: bool = False
    event: Any = None
    """What it tells; None: something that is no event of the rules."""
    n: int = 0
    """The line of the journal with which it happened; 0: it stands in none."""


class StoryPart(Struct, frozen=True):
    """A part of a game that begins at a place of its past."""

    place: int
    icon: str | None = None
    """One of `assets/icons` that stands for it; None: a mark alone."""


def remark_line(text: str, n: int) -> LogLine:
    """Return what is told of the throw of line `n` of the journal beside its events, as a line of the log."""
    return LogLine(text, n=n)
