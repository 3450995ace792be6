"""What a game brings for learning agents: its view as arrays of numbers, its moves as a few numbered actions.

A move of many parts is said action by action. A `Composer` tells at each step which actions can still be completed to
a legal move, so whoever follows it can't go wrong, and every legal move can be said.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

MOST = 32767
"""The bound of what has none in the rules: all cells fit into 16 bits."""
Code = tuple[int, ...]
"""A move as the actions that say it, one after the other."""


class Cell(Struct, frozen=True):
    """One number of an array: its name, between which numbers it lies, and what it says."""

    name: str
    most: int
    meaning: str
    least: int = 0


class Part(Struct, frozen=True):
    """One array of an observation: a row for each thing, the same cells in each; without rows it is one row alone."""

    name: str
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape: (rows, cells), or (cells,)."""
        return (len(self.rows), len(self.cells)) if self.rows else (len(self.cells),)

    @property
    def size(self) -> int:
        """How many numbers the array holds."""
        return max(1, len(self.rows)) * len(self.cells)


class Composer(Protocol):
    """One answer, said action by action."""

    def legal(self) -> list[int]:
        """Return the actions that can follow now, each once: those that some legal move goes on with."""

    def take(self, action: int) -> Any:
        """Go on with a legal action, and return the move if it is complete, else None."""


class Encoding(Protocol):
    """What a game brings for learning agents: `Game.encoding`."""

    def parts(self, setup: Any, /) -> Sequence[Part]:
        """Return the arrays of an observation in their order."""

    def cells(self, view: Any, seat: int, /) -> list[int]:
        """Return all numbers of these arrays, row by row, as a seat sees the game.

        Seats come in the order of play from this one on, so that every seat sees the table from its own place.
        """

    def actions(self, setup: Any, /) -> Sequence[str]:
        """Return the name of each action; their number is the size of the action space."""

    def longest(self, setup: Any, /) -> int:
        """Return of how many actions an answer can consist at most."""

    def composer(self, view: Any, question: Any, /) -> Composer:
        """Return the answer to a question, of which nothing is said yet; the view is that of the seat asked."""


class Listed:
    """The answer to a question whose moves are listed: each has a code, and what all codes share is passed over.

    A code is no beginning of another one, and no two are the same.
    """

    def __init__(self, coded: Sequence[tuple[Code, Any]]) -> None:
        self._next: Mapping[int, Sequence[tuple[Code, Any]]] = {}
        self._depth = 0
        self._divide(coded)

    def legal(self) -> list[int]:
        """Return the actions with which codes go on."""
        return list(self._next)

    def take(self, action: int) -> Any:
        """Go on with an action, and return the move if only one is left."""
        left = self._next[action]
        if len(left) == 1:
            return left[0][1]
        self._depth += 1
        self._divide(left)
        return None

    def _divide(self, coded: Sequence[tuple[Code, Any]]) -> None:
        """Sort codes by their next action; where all have the same the one after it counts."""
        depth = self._depth
        while True:
            found: dict[int, list[tuple[Code, Any]]] = {}
            for pair in coded:
                found.setdefault(pair[0][depth], []).append(pair)
            if len(found) > 1 or len(coded) == 1:
                break
            depth += 1
        self._next, self._depth = found, depth


def around(seat: int, seats: int) -> list[int]:
    """Return all seats in the order of play, beginning with this one: the order of rows in observations."""
    return [(seat + further) % seats for further in range(seats)]


def seat_rows(seats: int) -> tuple[str, ...]:
    """Return the names of rows for seats: oneself, and those that follow."""
    return ("own", *(f"seat +{further}" for further in range(1, seats)))


class ActionNames:
    """The actions of a game, in groups: what stands in each, and at which number a group begins."""

    def __init__(self, groups: Mapping[str, Sequence[Any]]) -> None:
        self.names = tuple(f"{group} {item}".strip() for group, items in groups.items() for item in items)
        self._numbers: dict[tuple[str, Any], int] = {}
        for group, items in groups.items():
            for item in items:
                self._numbers[group, item] = len(self._numbers)

    def __getitem__(self, key: tuple[str, Any]) -> int:
        """Return the number of an action by its group and what it is there."""
        return self._numbers[key]

    def of(self, group: str) -> dict[Any, int]:
        """Return the numbers of a group's actions by what they are there."""
        return {item: number for (name, item), number in self._numbers.items() if name == group}
