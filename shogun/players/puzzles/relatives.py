"""Relatives of a puzzle: the same position with other seats and colours, which asks the same and is judged the same."""

from itertools import permutations
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from shogun.players.puzzles.opened_puzzle import OpenedPuzzle
from shogun.players.puzzles.puzzle import Puzzle, PuzzleError, read_puzzle
from shogun.players.puzzles.puzzle_judge import PuzzleJudge, Renaming
from shogun.table.running.session import Session
from shogun.table.storage.journal import Contents

Item = TypeVar("Item")


class RelativePuzzle(OpenedPuzzle):
    """A puzzle with seats and colours of its own, whose answers are judged in the one that was proved."""

    def __init__(self, original: OpenedPuzzle, number: int) -> None:
        """Open a relative; 0 is as the puzzle itself. Raises PuzzleError."""
        renaming = original.judge.renamed(original.contents.header.setup, original.puzzle.theme, number)
        super().__init__(original.game, _renamed(original, renaming), original.path)
        self.proved, self.number = original, number


def count_of(puzzle: Puzzle, judge: PuzzleJudge) -> int:
    """Return how many relatives there are of a puzzle that begins at a position, itself among them."""
    header = msgspec.json.decode(puzzle.journal[0])
    return judge.relatives(len(header["seats"]), puzzle.theme)


def relatives_of(path: Path, judge: PuzzleJudge) -> int:
    """Return how many relatives there are of a file's puzzle; 1 where it can't be read."""
    try:
        return count_of(read_puzzle(path), judge)
    except (PuzzleError, LookupError, TypeError, ValueError):
        return 1


def turned(items: "tuple[Item, ...]", places: tuple[int, ...]) -> "tuple[Item, ...]":
    """Return items of all seats in the order of their new places."""
    by_place = sorted(zip(places, items, strict=True), key=lambda one: one[0])
    return tuple(item for _place, item in by_place)


def nth_order(items: "tuple[Item, ...]", taken: "tuple[Item, ...]", number: int) -> "tuple[Item, ...]":
    """Return the n-th order of so many items as are taken now, counted from the present one."""
    orders = list(permutations(items, len(taken)))
    return orders[(orders.index(taken) + number) % len(orders)]


def _renamed(original: OpenedPuzzle, renaming: Renaming) -> Puzzle:
    contents, puzzle, game = original.contents, original.puzzle, original.game
    _check(contents)
    header, resting = contents.header, contents.header.resting
    if resting is not msgspec.UNSET:
        resting = tuple((renaming.names.get(row[0], row[0]), *row[1:]) for row in resting)
    seats = turned(header.seats, renaming.places)
    header = replace(header, setup=renaming.setup, seats=seats, resting=resting)
    session = Session.start(game.rules, header)
    while session.chance is not None:
        session.advance()
    journal = tuple(line.decode().rstrip("\n") for line in session.writer.lines)
    return replace(puzzle, seat=renaming.places[puzzle.seat], journal=journal)


def _check(contents: Contents) -> None:
    """Raise LookupError where players have answered before: what they did is told by their seats."""
    if any(getattr(line, "seat", None) is not None for line in contents.lines):
        raise LookupError("there are no relatives where players have answered before")
