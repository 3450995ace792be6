"""A puzzle and its file, JSON with the journal up to its beginning; and the protocols of games with puzzles."""

import hashlib
from collections.abc import Mapping, Sequence
from math import fsum, inf, log10
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
"""Maximum size of a puzzle's file."""
MOST_LINES = 400
"""Lines of the journal up to the beginning of a puzzle."""
MOST_MOVES = 100
"""Moves of an answer."""
MOST_STARS = 3
MOST_SOLVERS = 20
"""Solvers of a puzzle that its file lists."""
MIDDLE_RATING, RATING_SPAN = 1300, 250
"""Rating of a puzzle of which half the stars are earned; points that ten times fewer odds add.

Less than in games, since those who tried it play for the game and don't know the task.
"""

Stars = Annotated[float, Meta(ge=0, le=MOST_STARS)]
Figure = Annotated[float, Meta(ge=-1000, le=1000)]
Moves = Annotated[tuple[Any, ...], Meta(min_length=1, max_length=MOST_MOVES)]


class PuzzleError(TableError):
    """A file without a usable puzzle; the sentence names it and says why."""

    @classmethod
    def at(cls, path: Path | None, why: object) -> "PuzzleError":
        """Return the error for a file."""
        place = shown(path, LONGEST_PATH) if path else _("puzzle")
        return cls(_("{path} isn't a puzzle: {why}").format(path=place, why=shown(why, 300)))


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as its file holds it."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)]
    version: int
    """Version of the judge that proved it."""
    game: Name
    theme: Name
    seat: Annotated[int, Meta(ge=0, le=7)]
    bounds: tuple[Figure, Figure, Figure]
    """Smallest values for one, two and three stars."""
    best: Moves
    """The best known answer, as plain data."""
    usual: Moves
    """The usual planner's answer."""
    value: Figure
    """Value of the best answer, ..."""
    usual_value: Figure
    """... and of the usual one, ..."""
    lead: Figure
    """... and the lead of the best over all answers with another idea, ..."""
    error: Figure
    """... with its standard error."""
    likely: Annotated[float, Meta(ge=0, le=1)]
    """Share of random answers with more than one star."""
    journal: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_LINES)]
    """The lines of a game's journal, up to the beginning of the puzzle."""
    aim: Name = ""
    """The object of the task in the game's own words, if the theme doesn't say everything."""
    tried: Annotated[Mapping[Name, Stars], Meta(max_length=MOST_SOLVERS)] = {}
    """Mean stars of rules of thumb and of opponents that tried it; none if nobody did."""

    def __post_init__(self) -> None:
        first, second, third = self.bounds
        if not first < second < third <= self.value < inf:
            raise ValueError("`bounds` of which each is higher than the one before, up to `value`")

    @property
    def id(self) -> str:
        """Its ID, whatever its file is called: 16 hexadecimal digits."""
        hashed = "\n".join((self.game, self.theme, self.aim, *self.journal))
        return hashlib.sha256(hashed.encode()).hexdigest()[:16]

    @property
    def rating(self) -> float:
        """Its rating before people try it: higher if fewer of its stars were earned."""
        count = len(self.tried)
        share = (fsum(self.tried.values()) / MOST_STARS + 1 / 2) / (count + 1)
        return MIDDLE_RATING + RATING_SPAN * log10((1 - share) / share)

    @property
    def difficulty(self) -> tuple[float, float]:
        """Its difficulty: its rating, then how small the lead of the best answer is, and how rarely that is found."""
        return round(self.rating), 100 * (1 - self.likely) - self.lead

    def stars(self, value: float) -> int:
        """Return the number of stars for an answer's value."""
        return sum(value >= bound for bound in self.bounds)


class Listed(Struct, frozen=True):
    """A puzzle as a list entry."""

    path: Path
    id: str
    game: str
    """The code of the game."""
    theme: str
    difficulty: tuple[float, float]
    rating: float = 0.0
    aim: str = ""
    """The object of the task, in the game's own words."""
    is_shipped: bool = True
    relative: int = 0
    """Number of the relative; 0: the puzzle itself."""


def read_puzzle(path: Path) -> Puzzle:
    """Return a file's puzzle. Raises PuzzleError."""
    try:
        return msgspec.json.decode(read_bounded(path, MOST_BYTES), type=Puzzle)
    except OSError as error:
        raise PuzzleError(unreadable(shown(path, LONGEST_PATH), error)) from error
    except UNDECODABLE as error:
        raise PuzzleError.at(path, error) from error


def stars_text(stars: int) -> str:
    """Return stars as characters."""
    return "★" * stars + "☆" * (MOST_STARS - stars)


def encoded(puzzle: Puzzle) -> bytes:
    """Return a puzzle as the content of its file."""
    return msgspec.json.format(msgspec.json.encode(puzzle), indent=1) + b"\n"


# Protocols for games with puzzles: their tasks, possible beginnings, and the values of answers

Answer: TypeAlias = tuple[Any, ...]
"""The moves of the seat that solves a puzzle, in their order."""
Values: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""Values of several answers in each playout, shape (answers, n): points, or percentage points of a chance."""
Bounds: TypeAlias = tuple[float, float, float]
"""Smallest values for one, two and three stars."""
Unit: TypeAlias = Literal["chance", "points", "lead", "goal"]
RuleOfThumb: TypeAlias = Literal["strongest", "site", "deliver", "points", "planner"]
"""How a plain solver chooses: the strongest attack, the first possible site, deliver if one can, most points now, or
what the game's usual planner does."""
World: TypeAlias = Literal["luck", "rivals", "dice"]
"""Other circumstances: other luck, rivals that play otherwise, or other dice where the task doesn't show them."""


class Theme(Struct, frozen=True):
    """A kind of task."""

    title: str
    """Title in English, marked for translation."""
    unit: Unit
    """Unit of values: percentage points of a chance, points, a lead over the best other player, or 100 for the goal."""
    playouts: int
    """Number of playouts after each answer; 1 if chance is fixed by the puzzle's seed."""
    to_end: bool = False
    """True if the seat plays to the end of the game; otherwise a puzzle is answered by one plan, or one turn."""
    goal: float | None = None
    """The goal of the task itself; None: the puzzle's."""
    least: float = -1000.0
    """Smallest value of the best answer for a task to be worth asking."""
    worlds: tuple[World, ...] = ("luck", "rivals")
    """Circumstances in which the best answer must lead too; none where nothing is left to chance or to others."""


class PuzzleStart(Struct, frozen=True):
    """The beginning of a puzzle."""

    header: Header
    state: Any
    """All of the game: only information fixed by the seed, chance and others' answers may be used."""
    view: Any
    """The view of the solver's seat."""
    inside: Inside
    question: Any
    """Its first question."""
    aim: str = ""
    """The object of the task in the game's own words: a province, say; empty if the theme says everything."""

    @property
    def seat(self) -> int:
        """The seat that solves it."""
        seat: int = self.question.seat
        return seat


class CandidateAnswers(Struct, frozen=True):
    """Answers that include the best one."""

    answers: tuple[Answer, ...]
    """The best first, then all others that may be worth as much."""
    usual: Answer
    """The answer of an opponent that plans well and searches little."""
    aim: str = ""
    """The object of the task, if the theme doesn't say everything."""


class WorldTrial(Struct, frozen=True):
    """Playouts in other circumstances."""

    world: World
    playouts: int
    seed: str


class Renaming(Struct, frozen=True):
    """A position with other seats and colors."""

    setup: Any
    """The setup, including the position."""
    places: tuple[int, ...]
    """The new seat of each seat."""
    names: Mapping[str, str]
    """The new colors of cubes, by the old ones."""


class PuzzleJudge(Protocol):
    """A game's judge of puzzles: `Game.puzzles`."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Increased when the same answer is judged differently."""

    @property
    def THEMES(self) -> Mapping[str, Theme]:  # noqa: N802
        """All kinds of tasks by their names in files, the easiest to explain first."""

    @property
    def PLAYER(self) -> str:  # noqa: N802
        """The opponent that plays the games searched for puzzles, and everybody else's seat in them."""

    @property
    def SOLVERS(self) -> Mapping[str, int]:  # noqa: N802
        """The opponents that try each puzzle, and the playouts for each of their questions."""

    @property
    def COUNTS(self) -> Sequence[int]:  # noqa: N802
        """Numbers of players in the games searched for puzzles: each in turn."""

    def is_start(self, start: PuzzleStart, theme: str, /) -> bool:
        """Return quickly whether a puzzle of a theme may begin here: it is called for every decision of a game."""

    def sought(self, start: PuzzleStart, theme: str, seed: str, /) -> CandidateAnswers | None:
        """Return answers that include the best one; None if there is nothing to decide."""

    def values(self, start: PuzzleStart, theme: str, answers: Sequence[Answer], playouts: int, seed: str, /) -> Values:
        """Return the values of legal answers. In the n-th playout of all answers luck is the same."""

    def plain_answers(self, start: PuzzleStart, theme: str, /) -> Mapping[RuleOfThumb, Sequence[Answer]]:
        """Return what rules of thumb answer, each in all its variants; rules that say nothing here are left out."""

    def values_in(self, trial: WorldTrial, start: PuzzleStart, theme: str, answers: Sequence[Answer], /) -> Values:
        """Return the values of legal answers in other circumstances.

        Where a course is fixed, an answer is worth as much there as the best one with the same idea.
        """

    def is_whole(self, start: PuzzleStart, theme: str, moves: Answer, /) -> bool:
        """Return whether these moves are a complete answer, for tasks that don't run to the end of the game."""

    def is_alike(self, start: PuzzleStart, theme: str, one: Answer, other: Answer, /) -> bool:
        """Return whether two answers have the same idea: they may be worth the same."""

    def sample(self, start: PuzzleStart, theme: str, rng: Random, /) -> Answer:
        """Return a random answer of legal moves."""

    def task(self, start: PuzzleStart, theme: str, bounds: Bounds, /) -> list[str]:
        """Return paragraphs: the task in one sentence, then the facts."""

    def title(self, start: PuzzleStart, theme: str, bounds: Bounds, /) -> str:
        """Return a title of a few words."""

    def outcome(self, start: PuzzleStart, theme: str, answer: Answer, /) -> str:
        """Return a sentence that explains the value of a legal answer; empty if unknown."""

    def hint(self, start: PuzzleStart, theme: str, best: Answer, /) -> str:
        """Return the first part of the best answer, or its kind, in a sentence; never all of it."""

    def told(self, start: PuzzleStart, theme: str, answer: Answer, /) -> str:
        """Return an answer in words, within a sentence."""

    def relatives(self, seats: int, theme: str, /) -> int:
        """Return the number of relatives with the same task of a position with so many seats; 1: only itself."""

    def renamed(self, setup: Any, theme: str, number: int, /) -> Renaming:
        """Return the n-th relative of a position, from 0, the position itself. Raises LookupError."""


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
        """The judge of answers; None for a game without puzzles."""

    @property
    def opponents(self) -> Opponents:
        """Its opponents."""

    @property
    def words(self) -> Words:
        """The game in plain words."""
