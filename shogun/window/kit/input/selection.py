"""Selections in a list: the current thing, and perhaps several, as in file managers; and texts to search or sort by."""

import re
import unicodedata
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Selection(Generic[K]):
    """A selection of things with keys, such as paths, which stay the same in whatever order they are listed."""

    def __init__(self) -> None:
        self.keys: Sequence[K] = ()
        """The keys of all things, in list order."""
        self.at = 0
        """Number of the current thing; 0 if nothing is listed."""
        self.marked: set[K] = set()
        """Keys selected together, all of them listed; empty: only the current thing."""
        self.version = 0
        """Number of changes so far."""
        self._anchor = 0
        """The beginning of a range."""

    def relist(self, keys: Sequence[K]) -> None:
        """List other things: the current one stays, or else its position does. Missing things are deselected."""
        self.version += 1
        here = self.keys[self.at] if self.keys else None
        self.keys = keys
        there = set(keys) if self.marked else set()
        self.marked &= there
        number = keys.index(here) if here is not None and here in keys else self.at
        self.at = self._anchor = min(max(0, number), max(0, len(keys) - 1))
        self._look_at_the_last()

    @property
    def are_several(self) -> bool:
        """True if at least two things are selected together."""
        return len(self.marked) > 1

    @property
    def several(self) -> list[int]:
        """The numbers of the things selected together, in order; empty unless there are at least two."""
        if not self.are_several:
            return []
        return [number for number, key in enumerate(self.keys) if key in self.marked]

    def is_marked(self, number: int) -> bool:
        """Return whether a thing is selected together with others."""
        return self.keys[number] in self.marked

    def look_at(self, number: int) -> None:
        """Make a thing the current one, and deselect all others."""
        self._move(number)
        self._anchor = self.at
        self.marked = set()

    def _move(self, number: int) -> None:
        self.version += 1
        self.at = min(max(0, number), max(0, len(self.keys) - 1))

    def move(self, number: int) -> None:
        """Make a thing the current one, and keep the selection."""
        self._move(number)

    def add(self, number: int) -> None:
        """Add a thing to the selection, or remove it; the current thing counts as selected."""
        if not self.marked and self.keys:
            self.marked.add(self.keys[self.at])
        self.tick(number)

    def tick(self, number: int) -> None:
        """Add a thing to the ticked ones, or remove it."""
        self._move(number)
        self._anchor = self.at
        if self.keys:
            self.marked ^= {self.keys[self.at]}
        self._look_at_the_last()

    def _look_at_the_last(self) -> None:
        """Make the only ticked thing the current one, on which buttons then act."""
        if len(self.marked) == 1:
            self.at = self.keys.index(next(iter(self.marked)))

    def range(self, number: int) -> None:
        """Select everything from the beginning of the range to a thing, and nothing else."""
        self._move(number)
        low, high = sorted((self._anchor, self.at))
        self.marked = set(self.keys[low : high + 1])

    def all(self) -> None:
        """Select everything listed."""
        self.version += 1
        self.marked = set(self.keys)

    def none(self) -> None:
        """Select only the current thing."""
        self.version += 1
        self.marked = set()


# Texts for searching and sorting: case and accents make no difference, numbers count

_STRUCK = str.maketrans("łŁøØđĐ", "lloodd")
"""Letters with a stroke, which Unicode doesn't decompose."""
_NUMBER = re.compile(r"(\d+)")


def plain(text: str) -> str:
    """Return a text of the same length in lowercase letters without accents."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text.translate(_STRUCK))


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Return the sort key of a name, so that `mine-2` comes before `mine-10`."""
    parts = _NUMBER.split(plain(text))
    return tuple((int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts) if part)
