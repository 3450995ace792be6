"""A puzzle, and the file that holds it: JSON, with the journal that leads to where it begins."""

import hashlib
from math import inf
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from shogun.base.files import UNDECODABLE, read_bounded
from shogun.base.language import _, shown
from shogun.table.errors import LONGEST_PATH, TableError
from shogun.table.storage.journal_limits import Name

FORMAT = 1
SUFFIX = ".puzzle"
MOST_BYTES = 1_000_000
"""A longer file is none of these."""
MOST_LINES = 400
"""Lines of the journal that leads to where a puzzle begins."""
MOST_MOVES = 100
"""Moves of an answer."""
MOST_STARS = 3

Figure = Annotated[float, Meta(ge=-1000, le=1000)]
Moves = Annotated[tuple[Any, ...], Meta(min_length=1, max_length=MOST_MOVES)]


class PuzzleError(TableError):
    """A file that holds no puzzle that can be used; the sentence names it and says why."""

    @classmethod
    def at(cls, path: Path | None, why: object) -> "PuzzleError":
        """Return the error for a file."""
        place = shown(path, LONGEST_PATH) if path else _("puzzle")
        return cls(_("{path} isn't a puzzle: {why}").format(path=place, why=shown(why, 300)))


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as its file holds it."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)]
    version: int
    """Of the judge that has proved it."""
    game: Name
    theme: Name
    seat: Annotated[int, Meta(ge=0, le=7)]
    bounds: tuple[Figure, Figure, Figure]
    """From where on an answer has one, two and three stars."""
    best: Moves
    """The best answer that was found, as plain data."""
    usual: Moves
    """What the usual planner does."""
    value: Figure
    """What the best answer comes to, ..."""
    usual_value: Figure
    """... what the usual one does, ..."""
    lead: Figure
    """... and by how much the best is better than all that have another idea, ..."""
    error: Figure
    """... with the standard error of that."""
    likely: Annotated[float, Meta(ge=0, le=1)]
    """How many of random answers have more than one star."""
    journal: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_LINES)]
    """The lines of the journal of a game, up to where the puzzle begins."""
    aim: Name = ""
    """What the task is about, in the game's own words, if the theme doesn't say all."""

    def __post_init__(self) -> None:
        first, second, third = self.bounds
        if not first < second < third <= self.value < inf:
            raise ValueError("`bounds` of which each is higher than the one before, up to `value`")

    @property
    def id(self) -> str:
        """What names it, however its file is called: 16 hexadecimal digits."""
        hashed = "\n".join((self.game, self.theme, self.aim, *self.journal))
        return hashlib.sha256(hashed.encode()).hexdigest()[:16]

    @property
    def difficulty(self) -> float:
        """How hard it is: the less is left of the best answer's lead, and the rarer it is found, the harder."""
        return 100 * (1 - self.likely) - self.lead

    def stars(self, value: float) -> int:
        """Return how many stars an answer has that comes to so much."""
        return sum(value >= bound for bound in self.bounds)


class Listed(Struct, frozen=True):
    """A puzzle in a list."""

    path: Path
    id: str
    game: str
    """The code of the game."""
    theme: str
    difficulty: float
    aim: str = ""
    """What it is about, in the game's own words."""
    is_shipped: bool = True
    relative: int = 0
    """Which of its relatives it is; 0: it itself."""


def read_puzzle(path: Path) -> Puzzle:
    """Return what a file holds. Raises PuzzleError."""
    try:
        return msgspec.json.decode(read_bounded(path, MOST_BYTES), type=Puzzle)
    except OSError as error:
        raise PuzzleError.at(path, error.strerror or error) from error
    except UNDECODABLE as error:
        raise PuzzleError.at(path, error) from error


def stars_text(stars: int) -> str:
    """Return stars as signs."""
    return "★" * stars + "☆" * (MOST_STARS - stars)


def encoded(puzzle: Puzzle) -> bytes:
    """Return a puzzle as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(puzzle), indent=1) + b"\n"
