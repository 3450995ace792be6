"""Statistics about opponents other than points: numbers recorded in each game, added up and reported.

A game's `habits` define what is counted, when, and how it is reported.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from shogun.table.session import Turn


class Counts(Struct):
    """One opponent's counts in one game or in many, on all its seats: numbers, and numbers by a word."""

    def add(self, other: "Counts") -> None:
        """Add another game's counts; `other` is of the same kind."""
        for name in self.__struct_fields__:
            setattr(self, name, _sum(getattr(self, name), getattr(other, name)))


def _sum(one: Any, other: Any) -> Any:
    return dict(sorted((Counter(one) + Counter(other)).items())) if isinstance(one, Mapping) else one + other


Counted = TypeVar("Counted", bound=Counts)


class Counting(ABC, Generic[Counted]):
    """Counts while a game runs; `players` are the codes in seat order."""

    def __init__(self, players: tuple[str, ...], kind: type[Counted]) -> None:
        self.players = players
        self._noted = {code: kind() for code in players}

    @property
    def habits(self) -> dict[str, Any]:
        """The numbers by opponent, as a file keeps them."""
        return {code: msgspec.to_builtins(noted) for code, noted in self._noted.items()}

    def of(self, seat: int) -> Counted:
        """Return the counts of the opponent at a seat; they may be changed."""
        return self._noted[self.players[seat]]

    @abstractmethod
    def __call__(self, turn: Turn) -> None:
        """Record a turn."""


def sums(many: Sequence[Mapping[str, Any]], kind: type[Counted]) -> dict[str, Counted]:
    """Return the counts of many games by opponent. Raises msgspec.ValidationError for anything else."""
    total: dict[str, Counted] = {}
    for habits in many:
        for code, found in habits.items():
            total.setdefault(code, kind()).add(msgspec.convert(found, kind))
    return total


class Report(Struct, frozen=True):
    """Counts as a table."""

    title: str
    caption: str
    headings: tuple[str, ...]
    """Headings; the first and the last column are aligned left."""
    rows: tuple[tuple[str, ...], ...]


# A game that counts nothing


class _NothingNoted:
    """Records nothing while a game runs."""

    habits: Mapping[str, Any] = {}

    def __call__(self, turn: Turn) -> None:
        """Let a turn pass."""


class NothingCounted:
    """The habits of a game that counts only points: see `players.ladder.Habits`."""

    def watcher(self, _players: tuple[str, ...]) -> _NothingNoted:
        """Return a counter that records nothing."""
        return _NothingNoted()

    def gathered(self, _many: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return no counts."""
        return {}

    def report(self, _habits: Mapping[str, Any]) -> Report:
        """Return a table without rows."""
        return Report("", "", (), ())


NOTHING_COUNTED = NothingCounted()
