"""Collections of puzzles: shipped ones and the user's own, the puzzle of the day, and relatives of a puzzle."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice, permutations
from math import gcd
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.base.resources import assets_of
from shogun.base.user_folders import data_folder
from shogun.players.puzzles.puzzle import SUFFIX, Listed, Puzzle, PuzzleError, PuzzleJudge, Renaming, read_puzzle
from shogun.players.puzzles.solved_puzzles import Progress
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.table.journal import Contents
from shogun.table.session import Session

MOST = 500
"""Puzzles of a folder that are listed at most."""
FOLDER, RELATIVES = "puzzles", "relatives"


def shipped_puzzles(games: Iterable[str]) -> list[Listed]:
    """Return the shipped puzzles of games, by game, then from easy to hard."""
    return [listed for game in games for listed in _in(assets_of(game) / FOLDER)]


def puzzles_of_days(games: Iterable[str]) -> list[Listed]:
    """Return the puzzles for the puzzle of the day: the shipped ones, and the same positions with different luck."""
    codes = list(games)
    relatives = [puzzle for game in codes for puzzle in _in(assets_of(game) / FOLDER / RELATIVES)]
    return [*shipped_puzzles(codes), *relatives]


@cache
def _in(folder: Path) -> tuple[Listed, ...]:
    """Return the puzzles of a folder whose files don't change, from easy to hard."""
    return tuple(sorted(_readable(folder, is_shipped=True), key=lambda one: (one.difficulty, one.path.name)))


def own_puzzles(games: Iterable[str]) -> list[Listed]:
    """Return the puzzles of these games in the folder `puzzles` of the user's data folder."""
    known = set(games)
    puzzles = _readable(own_folder(), is_shipped=False)
    return sorted((puzzle for puzzle in puzzles if puzzle.game in known), key=lambda puzzle: puzzle.path.name)


def all_puzzles(games: Sequence[str]) -> list[Listed]:
    """Return all puzzles of games, the shipped ones first."""
    return [*shipped_puzzles(games), *own_puzzles(games)]


def own_folder() -> Path:
    """Return the folder of the user's own puzzles; it may not exist."""
    return data_folder() / FOLDER


def _readable(folder: Path, *, is_shipped: bool) -> Iterator[Listed]:
    for path in sorted(islice(folder.glob(f"*{SUFFIX}"), MOST)):
        try:
            puzzle = read_puzzle(path)
        except PuzzleError:
            continue  # `shogun puzzle check` says what is wrong with it
        yield listed(path, puzzle, is_shipped=is_shipped)


def listed(path: Path, puzzle: Puzzle, *, is_shipped: bool = False) -> Listed:
    """Return the list entry of a puzzle."""
    return Listed(path, puzzle.id, puzzle.game, puzzle.theme, puzzle.difficulty, puzzle.rating, puzzle.aim, is_shipped)


A_SET = 10
"""Puzzles of a set."""


def from_easy(puzzles: Iterable[Listed], game: str) -> list[Listed]:
    """Return a game's puzzles from easy to hard, the user's own ones last: sets of `A_SET` are made of them."""
    several = (puzzle for puzzle in puzzles if puzzle.game == game)
    return sorted(several, key=lambda one: (not one.is_shipped, one.difficulty, one.theme, one.path.name))


def next_puzzle(puzzles: Iterable[Listed], progress: Progress, today: date, after: str = "") -> Listed | None:
    """Return the next unsolved puzzle after the one with this ID, starting over if necessary; None: all are solved.

    Puzzles whose answer was shown come after all others.
    """
    several = list(puzzles)
    at = next((place for place, puzzle in enumerate(several) if puzzle.id == after), -1)
    turned = [*several[at + 1 :], *several[: at + 1]]
    left = [puzzle for puzzle in turned if puzzle.id != after and not progress.of(puzzle.id)]
    return min(left, key=lambda puzzle: progress.help(puzzle.id, today).shown, default=None)


# The puzzle of the day: decided by the date, from the shipped puzzles and their relatives, and the same for everybody

SEED = 20_260
"""Seed of the streams that assign puzzles to days."""


def puzzle_of(day: date, puzzles: Iterable[Listed], relatives: Callable[[Listed], int]) -> Listed | None:
    """Return the puzzle of a day; None if there are no puzzles.

    In as many days as there are puzzles each has its turn, in a new random order every time; and each time with
    another of its relatives (`relatives` gives their number), until all have been used.
    """
    several = sorted(puzzles, key=lambda puzzle: puzzle.id)
    if not several:
        return None
    turn, place = divmod(day.toordinal(), len(several))
    found = Streams(SEED).stream(f"days/{turn}").sample(several, len(several))[place]
    return replace(found, relative=_relative(found, turn, relatives(found)))


def _relative(puzzle: Listed, turn: int, count: int) -> int:
    """Return the number of the relative whose turn it is: far from those before, and each once before any repeats."""
    rng = Streams(SEED).stream(f"relatives/{puzzle.id}")
    first, step = rng.randrange(count), rng.randrange(count)
    while gcd(step, count) > 1:
        step += 1
    return (first + step * turn) % count


# Relatives of a puzzle: the same position with other seats and colors, with the same task and the same judgment

Item = TypeVar("Item")


class RelativePuzzle(OpenedPuzzle):
    """A puzzle with seats and colors of its own, whose answers are judged in the original that was proved."""

    def __init__(self, original: OpenedPuzzle, number: int) -> None:
        """Open a relative; 0 is the puzzle itself. Raises PuzzleError."""
        renaming = original.judge.renamed(original.contents.header.setup, original.puzzle.theme, number)
        super().__init__(original.game, _renamed(original, renaming), original.path)
        self.proved, self.number = original, number


def count_of(puzzle: Puzzle, judge: PuzzleJudge) -> int:
    """Return the number of relatives of a puzzle that begins at a position, including itself."""
    header = msgspec.json.decode(puzzle.journal[0])
    return judge.relatives(len(header["seats"]), puzzle.theme)


def relatives_of(path: Path, judge: PuzzleJudge) -> int:
    """Return the number of relatives of a file's puzzle; 1 if the file can't be read."""
    try:
        return count_of(read_puzzle(path), judge)
    except (PuzzleError, LookupError, TypeError, ValueError):
        return 1


def turned(items: "tuple[Item, ...]", places: tuple[int, ...]) -> "tuple[Item, ...]":
    """Return items of all seats in the order of their new places."""
    by_place = sorted(zip(places, items, strict=True), key=lambda one: one[0])
    return tuple(item for _place, item in by_place)


def nth_order(items: "tuple[Item, ...]", taken: "tuple[Item, ...]", number: int) -> "tuple[Item, ...]":
    """Return the n-th order of as many items as are in use, counted from the present one."""
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
    """Raise LookupError if players have answered before: their answers are tied to their seats."""
    if any(getattr(line, "seat", None) is not None for line in contents.lines):
        raise LookupError("there are no relatives where players have answered before")
