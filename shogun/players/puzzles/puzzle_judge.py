"""What a game brings for puzzles: its tasks, where one may begin, and what an answer is worth."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from shogun.game.protocol import AnyGame
from shogun.game.words import Words
from shogun.players.seating import Opponents
from shogun.table.running.tower_contents import Inside
from shogun.table.storage.journal import Header

if TYPE_CHECKING:
    import numpy as np

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
