"""Remarks of computer opponents about what everybody has seen: the part of a game that finds them.

A game's remarks see the views of an onlooker and the events between them. Events must be public: a game that reports
what only some may know has to leave it out of its remarks.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol

from msgspec import Struct

from shogun.base.language import _, ngettext

Speaking = Literal["all", "seldom", "never"]
"""How often opponents speak: after everything noteworthy, about once a season in all, or not at all."""
Word = str | int | Callable[[], str]
"""What a sentence is completed with; what has to be translated is a function."""


def counted_points(count: int) -> Word:
    """Return a number of points, which is put into words when a sentence is."""
    return partial(_points, count)


def _points(count: int) -> str:
    return ngettext("{n} point", "{n} points", count).format(n=count)


class Speakers(Struct, frozen=True):
    """Everybody at the table."""

    names: Sequence[str]
    """The players' names in seat order."""
    computers: Collection[int]
    """The seats that computer opponents play: only they speak."""


class Remark(Struct, frozen=True):
    """Something that a seat could say now, in one of several sentences."""

    seat: int
    texts: tuple[str, ...]
    """The sentences, marked for translation; each may use all `words`."""
    weight: int = 1
    """How noteworthy it is, from 1."""
    words: Mapping[str, Word] = {}


class Remarks(Protocol):
    """What opponents say in a game: `Game.remarks`. A module with these functions will do."""

    def remarks(self, before: Any, events: Sequence[Any], after: Any, speakers: Speakers, /) -> Iterable[Remark]:
        """Return all that could be said of events, between what an onlooker saw before and after them."""

    def ends_chapter(self, before: Any, after: Any, /) -> bool:
        """Return whether a season ends between two views, or what is as long in this game."""


class Silence:
    """Opponents that never say anything."""

    def remarks(self, _before: Any, _events: Sequence[Any], _after: Any, _speakers: Speakers, /) -> Iterable[Remark]:
        """Return nothing."""
        return ()

    def ends_chapter(self, _before: Any, _after: Any, /) -> bool:
        """Return False: nobody waits for an end to speak."""
        return False


SILENT = Silence()


class Said(Struct, frozen=True):
    """A sentence that was said."""

    n: int
    """The line of the journal after which it was said."""
    seat: int
    who: str
    text: str
    words: Mapping[str, Word]

    @property
    def sentence(self) -> str:
        """The sentence alone, in the language of now."""
        return _(self.text).format_map({name: word() if callable(word) else word for name, word in self.words.items()})

    def line(self) -> str:
        """Return who says what, in the language of now."""
        return _("{who}: “{sentence}”").format(who=self.who, sentence=self.sentence)
