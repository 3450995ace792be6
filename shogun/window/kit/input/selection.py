"""What is chosen of a list: one thing that is looked at, and perhaps several, as in all lists of files."""

import re
import unicodedata
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Selection(Generic[K]):
    """Things have keys, such as paths, which stay the same in whatever order they are listed."""

    def __init__(self) -> None:
        self.keys: Sequence[K] = ()
        """Of all that is listed, in its order."""
        self.at = 0
        """The number of what is looked at; 0 if nothing is listed."""
        self.marked: set[K] = set()
        """What is chosen together, all of it listed; empty: only what is looked at."""
        self.version = 0
        """Counts the changes."""
        self._anchor = 0
        """Where a range begins."""

    def relist(self, keys: Sequence[K]) -> None:
        """List other things: what was looked at still is, else what is in its place. What is gone is chosen no more."""
        self.version += 1
        here = self.keys[self.at] if self.keys else None
        self.keys = keys
        there = set(keys) if self.marked else set()
        self.marked &= there
        found = keys.index(here) if here is not None and here in keys else self.at
        self.at = self._anchor = min(max(0, found), max(0, len(keys) - 1))
        self._look_at_the_last()

    @property
    def are_several(self) -> bool:
        """Whether at least two things are chosen together."""
        return len(self.marked) > 1

    @property
    def several(self) -> list[int]:
        """The numbers of what is chosen together, in their order; empty unless there are at least two."""
        if not self.are_several:
            return []
        return [number for number, key in enumerate(self.keys) if key in self.marked]

    def is_marked(self, number: int) -> bool:
        """Return whether something is chosen together with others."""
        return self.keys[number] in self.marked

    def look_at(self, number: int) -> None:
        """Look at one thing; nothing else is chosen any more."""
        self._move(number)
        self._anchor = self.at
        self.marked = set()

    def _move(self, number: int) -> None:
        self.version += 1
        self.at = min(max(0, number), max(0, len(self.keys) - 1))

    def move(self, number: int) -> None:
        """Look at one thing; what is chosen stays chosen."""
        self._move(number)

    def add(self, number: int) -> None:
        """Choose a thing besides those that are, or leave it out again; what was looked at alone counts as chosen."""
        if not self.marked and self.keys:
            self.marked.add(self.keys[self.at])
        self.tick(number)

    def tick(self, number: int) -> None:
        """Choose a thing besides those that are ticked, or leave it out again."""
        self._move(number)
        self._anchor = self.at
        if self.keys:
            self.marked ^= {self.keys[self.at]}
        self._look_at_the_last()

    def _look_at_the_last(self) -> None:
        """Look at the only thing that is left ticked: it is that on which a button acts."""
        if len(self.marked) == 1:
            self.at = self.keys.index(next(iter(self.marked)))

    def range(self, number: int) -> None:
        """Choose all from where the range begins to a thing, and nothing else."""
        self._move(number)
        low, high = sorted((self._anchor, self.at))
        self.marked = set(self.keys[low : high + 1])

    def all(self) -> None:
        """Choose all that is listed."""
        self.version += 1
        self.marked = set(self.keys)

    def none(self) -> None:
        """Choose nothing but what is looked at."""
        self.version += 1
        self.marked = set()


# Texts as people look for them and put them in order: capitals and accents make no difference, numbers count.

_STRUCK = str.maketrans("łŁøØđĐ", "lloodd")
"""Letters with a stroke, which Unicode doesn't take apart."""
_NUMBER = re.compile(r"(\d+)")


def plain(text: str) -> str:
    """Return a text of the same length in small letters without accents."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text.translate(_STRUCK))


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Return what a name is sorted by, so that `mine-2` comes before `mine-10`."""
    parts = _NUMBER.split(plain(text))
    return tuple((int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts) if part)
