"""Observations and actions of a game for learning agents: views as arrays of numbers, moves as numbered actions.

A move of several parts is composed action by action. A `Composer` lists at each step the actions that can still be
completed to a legal move, so an agent that follows it never fails, and every legal move can be composed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

MOST = 999
"""Largest number shown of what the rules don't bound; no game comes near it, and more would be shown as this."""
Code = tuple[int, ...]
"""The actions that compose a move, in their order."""


class Cell(Struct, frozen=True):
    """One number of an array: its name, its least and largest value, and its meaning."""

    name: str
    most: int
    meaning: str
    least: int = 0


class Part(Struct, frozen=True):
    """One array of an observation: rows with the same cells; a single unnamed row if `rows` is empty."""

    name: str
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape: (rows, cells), or (cells,)."""
        return (len(self.rows), len(self.cells)) if self.rows else (len(self.cells),)

    @property
    def size(self) -> int:
        """Number of cells in the array."""
        return max(1, len(self.rows)) * len(self.cells)


class Composer(Protocol):
    """One answer, composed action by action."""

    def legal(self) -> list[int]:
        """Return the actions with which some legal move continues, each once."""

    def take(self, action: int) -> Any:
        """Add a legal action, and return the move if it is complete, else None."""


class Encoding(Protocol):
    """Encoding of a game for learning agents: `Game.encoding`."""

    def parts(self, setup: Any, /) -> Sequence[Part]:
        """Return the arrays of an observation, in their order."""

    def cells(self, view: Any, seat: int, /) -> list[int]:
        """Return all numbers of these arrays, row by row, from a seat's view of the game.

        Seats are in the order of play beginning with this one, so that every seat sees the table from its own place.
        """

    def actions(self, setup: Any, /) -> Sequence[str]:
        """Return the name of each action; their number is the size of the action space."""

    def longest(self, setup: Any, /) -> int:
        """Return the largest number of actions in an answer."""

    def composer(self, view: Any, question: Any, /) -> Composer:
        """Return a new composer of an answer to a question; the view is that of the seat asked."""


class Listed:
    """Composer for a question whose moves are listed with their codes; actions that all codes share are skipped.

    No code is the beginning of another one, and no two are the same.
    """

    def __init__(self, coded: Sequence[tuple[Code, Any]]) -> None:
        self._next: Mapping[int, Sequence[tuple[Code, Any]]] = {}
        self._depth = 0
        self._divide(coded)

    def legal(self) -> list[int]:
        """Return the actions with which codes continue."""
        return list(self._next)

    def take(self, action: int) -> Any:
        """Add an action, and return the move if only one is left."""
        left = self._next[action]
        if len(left) == 1:
            return left[0][1]
        self._depth += 1
        self._divide(left)
        return None

    def _divide(self, coded: Sequence[tuple[Code, Any]]) -> None:
        """Group codes by their next action, skipping actions that all of them share."""
        depth = self._depth
        while True:
            groups: dict[int, list[tuple[Code, Any]]] = {}
            for pair in coded:
                groups.setdefault(pair[0][depth], []).append(pair)
            if len(groups) > 1 or len(coded) == 1:
                break
            depth += 1
        self._next, self._depth = groups, depth


def around(seat: int, seats: int) -> list[int]:
    """Return all seats in the order of play beginning with this one, which is the order of rows in observations."""
    return [(seat + further) % seats for further in range(seats)]


def seat_rows(seats: int) -> tuple[str, ...]:
    """Return the names of rows for seats: oneself, and those that follow."""
    return ("own", *(f"seat +{further}" for further in range(1, seats)))


class ActionNames:
    """The actions of a game in groups, numbered through."""

    def __init__(self, groups: Mapping[str, Sequence[Any]]) -> None:
        self.names = tuple(f"{group} {item}".strip() for group, items in groups.items() for item in items)
        self._numbers: dict[tuple[str, Any], int] = {}
        for group, items in groups.items():
            for item in items:
                self._numbers[group, item] = len(self._numbers)

    def __getitem__(self, key: tuple[str, Any]) -> int:
        """Return the number of an action by its group and its item there."""
        return self._numbers[key]

    def of(self, group: str) -> dict[Any, int]:
        """Return the numbers of a group's actions by their items."""
        return {item: number for (name, item), number in self._numbers.items() if name == group}
