"""The log of a game: what has happened, line by line."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct

from shogun.base.language import _


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


def add_to_log(log: list[LogLine], *lines: LogLine) -> None:
    """Put lines into a log where they belong by the journal: a change of seats may be told before what is still shown.

    Lines that stand in no journal come last.
    """
    for line in lines:
        place = len(log)
        while line.n and place and log[place - 1].n > line.n:
            place -= 1
        log.insert(place, line)


def remark_line(say: Callable[[], str], n: int) -> LogLine:
    """Return what is told of the throw of line `n` of the journal beside its events, as a line of the log."""
    return LogLine(say, n=n)


def undo_line(who: str, seat: int, n: int) -> LogLine:
    """Return that somebody takes an answer back by line `n` of the journal, as a line of the log."""
    return LogLine(partial(_taken_back, who), seat, n=n)


def _taken_back(who: str) -> str:
    return _("{who} undoes the last answer.").format(who=who)
