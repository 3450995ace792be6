"""Remarks of computer opponents on what everybody has seen, as found by a game.

A game's remarks see the views of a spectator and the events between them. Events must be public: a game that reports
events that only some may know has to leave them out of its remarks.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, Literal, Protocol

from msgspec import Struct

from shogun.base.language import _, ngettext

Speaking = Literal["all", "seldom", "never"]
"""Frequency of opponents' remarks: after everything noteworthy, about once a season in all, or never."""
Word = str | int | Callable[[], str]
"""Word that completes a sentence; a function if it has to be translated."""


def counted_points(count: int) -> Word:
    """Return a number of points as a function, which puts it into words in the sentence's language."""
    return partial(_points, count)


def _points(count: int) -> str:
    return ngettext("{n} point", "{n} points", count).format(n=count)


class Speakers(Struct, frozen=True):
    """Everybody at the table."""

    names: Sequence[str]
    """Names of the players in seat order."""
    computers: Collection[int]
    """Seats of computer opponents, the only ones to speak."""


class Importance(IntEnum):
    """Importance of a remark: the most important one of those possible at a moment, or in a season, is made."""

    EVERYDAY = 1
    """Happens all the time: each sentence is said once in a game, and never as the remark of a season."""
    MINOR = 2
    UNUSUAL = 3
    NOTABLE = 4
    STRIKING = 5
    DECISIVE = 6
    """May decide the game, such as a new leader."""
    END = 8
    """The game is over."""
    VICTORY = 9
    """A game is over and won; the winner speaks first."""


class Remark(Struct, frozen=True):
    """Possible remark of a seat, with one of several sentences."""

    seat: int
    texts: tuple[str, ...]
    """Sentences, marked for translation; each may use all `words`."""
    importance: Importance = Importance.EVERYDAY
    words: Mapping[str, Word] = {}


class Remarks(Protocol):
    """Opponents' remarks in a game: `Game.remarks`. A module with these functions will do."""

    def remarks(self, before: Any, events: Sequence[Any], after: Any, speakers: Speakers, /) -> Iterable[Remark]:
        """Return all possible remarks on events, between a spectator's views before and after them."""

    def ends_chapter(self, before: Any, after: Any, /) -> bool:
        """Return whether a season, or its equivalent in this game, ends between two views."""


class Silence:
    """Opponents that never say anything."""

    def remarks(self, _before: Any, _events: Sequence[Any], _after: Any, _speakers: Speakers, /) -> Iterable[Remark]:
        """Return nothing."""
        return ()

    def ends_chapter(self, _before: Any, _after: Any, /) -> bool:
        """Return False: there are no remarks to hold until then."""
        return False


SILENT = Silence()


class Said(Struct, frozen=True):
    """Sentence that was said."""

    n: int
    """Line of the journal after which it was said."""
    seat: int
    who: str
    text: str
    words: Mapping[str, Word]

    @property
    def sentence(self) -> str:
        """Sentence by itself, in the current language."""
        return _(self.text).format_map({name: word() if callable(word) else word for name, word in self.words.items()})

    def line(self) -> str:
        """Return speaker and sentence, in the current language."""
        return _("{who}: “{sentence}”").format(who=self.who, sentence=self.sentence)
