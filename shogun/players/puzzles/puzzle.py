"""A puzzle, and the file that holds it: JSON, with the journal that leads to where it begins."""

import hashlib
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Meta, Struct

from shogun.base.files import UNDECODABLE, read_bounded, unreadable
from shogun.base.language import _, shown
from shogun.game.protocol import AnyGame
from shogun.game.words import Words
from shogun.players.seating import Opponents
from shogun.table.errors import LONGEST_PATH, TableError
from shogun.table.journal import Header
from shogun.table.journal_limits import Name
from shogun.table.towers import Inside

if TYPE_CHECKING:
    import numpy as np


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
        raise PuzzleError(unreadable(shown(path, LONGEST_PATH), error)) from error
    except UNDECODABLE as error:
        raise PuzzleError.at(path, error) from error


def stars_text(stars: int) -> str:
    """Return stars as signs."""
    return "★" * stars + "☆" * (MOST_STARS - stars)


def encoded(puzzle: Puzzle) -> bytes:
    """Return a puzzle as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(puzzle), indent=1) + b"\n"


# What a game brings for puzzles: its tasks, where one may begin, and what an answer is worth.

Answer: TypeAlias = tuple[Any, ...]
"""The moves of the seat that solves a puzzle, in their order."""
Values: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""What each of several answers comes to in each playout, shape (answers, n): points, or points of 100 of a chance."""
Bounds: TypeAlias = tuple[float, float, float]
"""From where on an answer earns one, two and three stars."""
Unit: TypeAlias = Literal["chance", "points", "lead"]


class Theme(Struct, frozen=True):
    """A kind of task."""

    title: str
    """In English, marked for translation."""
    unit: Unit
    """Whether answers are judged by a chance, in points of 100, by points, or by points ahead of the best other."""
    playouts: int
    """How often the game is played on after each answer; 1 where chance is fixed by the puzzle's seed."""
    to_end: bool = False
    """Whether the seat goes on to the end of the game; else a puzzle is answered by one plan, or one turn."""
    goal: float | None = None
    """What the task itself asks for; None: what stands in the puzzle."""
    least: float = -1000.0
    """What the best answer has to come to, so that a task is worth being asked."""


class PuzzleStart(Struct, frozen=True):
    """Where a puzzle begins."""

    header: Header
    state: Any
    """All of the game: only what is fixed by the seed, chance and others' answers, may be found out from it."""
    view: Any
    """What the seat that solves it sees."""
    inside: Inside
    question: Any
    """What it is asked first."""
    aim: str = ""
    """What the task is about, in the game's own words: a province, say; empty where the theme says all."""

    @property
    def seat(self) -> int:
        """The seat that solves it."""
        seat: int = self.question.seat
        return seat


class Sought(Struct, frozen=True):
    """Answers among which the best is."""

    answers: tuple[Answer, ...]
    """The best first, then all others that may be worth as much."""
    usual: Answer
    """What an opponent would have done that plans well and searches little."""
    aim: str = ""
    """What the task is about, if the theme doesn't say all."""


class Renaming(Struct, frozen=True):
    """A position with other seats and colours."""

    setup: Any
    """What is agreed, with the position."""
    places: tuple[int, ...]
    """The new seat of each seat."""
    names: Mapping[str, str]
    """The new colours of cubes, by the old ones."""


class PuzzleJudge(Protocol):
    """What a game brings for puzzles: `Game.puzzles`."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Goes up when the same answer is judged otherwise."""

    @property
    def THEMES(self) -> Mapping[str, Theme]:  # noqa: N802
        """All kinds of tasks by their names in files, the easiest to explain first."""

    @property
    def PLAYER(self) -> str:  # noqa: N802
        """The opponent that plays the games in which puzzles are sought, and everybody else's seat in them."""

    @property
    def COUNTS(self) -> Sequence[int]:  # noqa: N802
        """How many play the games in which puzzles are sought: each in turn."""

    def is_start(self, start: PuzzleStart, theme: str, /) -> bool:
        """Return whether a puzzle of a theme may begin here: quickly, since every decision of a game is asked."""

    def sought(self, start: PuzzleStart, theme: str, seed: str, /) -> Sought | None:
        """Return the answers among which the best is; None where there is nothing to be told apart."""

    def values(self, start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str, /) -> Values:
        """Return what legal answers come to. In the n-th playout of all answers luck is the same."""

    def is_whole(self, start: PuzzleStart, theme: str, moves: Answer, /) -> bool:
        """Return whether these moves are all that a puzzle asks for, where it doesn't go on to the end."""

    def is_alike(self, start: PuzzleStart, theme: str, one: Answer, other: Answer, /) -> bool:
        """Return whether two answers have the same idea: they may be worth the same."""

    def sample(self, start: PuzzleStart, theme: str, rng: Random, /) -> Answer:
        """Return an answer by legal moves, drawn at random."""

    def task(self, start: PuzzleStart, theme: str, bounds: Bounds, /) -> list[str]:
        """Return paragraphs: the task in one sentence, then the facts."""

    def title(self, start: PuzzleStart, theme: str, bounds: Bounds, /) -> str:
        """Return what a puzzle is about in a few words, as its title."""

    def outcome(self, start: PuzzleStart, theme: str, answer: Answer, /) -> str:
        """Return a sentence that explains the value of a legal answer; empty if unknown."""

    def hint(self, start: PuzzleStart, theme: str, best: Answer, /) -> str:
        """Return the first part of the best answer, or its kind, in a sentence; never all of it."""

    def told(self, start: PuzzleStart, theme: str, answer: Answer, /) -> str:
        """Return an answer in words, within a sentence."""

    def relatives(self, seats: int, theme: str, /) -> int:
        """Return how many relatives a position with so many seats has that ask the same; 1: only itself."""

    def renamed(self, setup: Any, theme: str, number: int, /) -> Renaming:
        """Return the n-th of the relatives of a position, from 0, which is as it stands. Raises LookupError."""


class Puzzled(Protocol):
    """A game with puzzles; it can be sent to another process."""

    @property
    def code(self) -> str:
        """Its name in files."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def puzzles(self) -> PuzzleJudge | None:
        """What judges answers; None if it brings no puzzles."""

    @property
    def opponents(self) -> Opponents:
        """Its opponents."""

    @property
    def words(self) -> Words:
        """The game in plain words."""
