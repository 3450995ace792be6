"""Routes to menus and games; those open to every scene are in `shogun.window.kit.runtime.routes`."""

from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from shogun.lab.measuring.tally import OddDrop
from shogun.players.review.decision_verdicts import Decision
from shogun.table.journal import Contents, Header
from shogun.table.positions import PositionFile
from shogun.window.kit.runtime.routes import Route
from shogun.window.play.judged_decisions import ShownDecision


class ToMenu(Route, frozen=True):
    """To the first scene, replacing everything; a game is saved by its journal."""

    message: str = ""
    """The error that led here, if any."""


class ToNewGame(Route, frozen=True):
    """To the sheet of a new game; with several games, first to the choice among them."""

    game: str = ""
    """The code of the game; empty: it is still to be chosen."""
    tower: str = ""
    """Name of the tower to play with; empty: as last time. With one, and no game, the first game that has a tower."""


class ToGames(Route, frozen=True):
    """To the list of all games."""


class ToTowers(Route, frozen=True):
    """To the gallery of all towers."""


class ToBench(Route, frozen=True):
    """To a tower on the bench, on top of what is open. Raises GeometryError."""

    tower: str
    """Its name or path; a name may belong to an unsaved drawing without a file."""
    watch: bool = False
    """True if it is only to be watched."""
    odd: OddDrop | None = None
    """A drop that falls in it at once, as it was measured."""


class ToNewTower(Route, frozen=True):
    """To an empty frame on the bench, on top of what is open."""


class ToTowerFile(Route, frozen=True):
    """To a tower from outside on the bench, which becomes one of the player's own when it is saved."""

    path: Path
    """A tower's file, a picture that carries one, or a drawing."""


class ToPastedTower(Route, frozen=True):
    """To the tower of a code on the bench, which becomes one of the player's own when it is saved."""

    code: str


class ToSettings(Route, frozen=True):
    """To the settings, above what is open."""


class ToLessons(Route, frozen=True):
    """To the list of a tutorial's chapters; with several games, first to the choice among them."""

    game: str = ""
    """The code of the game; empty: it is still to be chosen."""
    chapter: str = ""
    """The name of the chapter that is pointed out; empty: the first that was not finished."""


class ToPuzzles(Route, frozen=True):
    """To the list of puzzles, on top of what is open."""

    game: str = ""
    """The code of the game whose puzzles are listed first; empty: the first that has any."""


class ToPuzzle(Route, frozen=True):
    """To a puzzle, replacing everything. Raises PuzzleError."""

    path: Path
    day: str = ""
    """The date of a daily puzzle, in ISO 8601; else empty."""
    relative: int = 0
    """Number of the relative to open; 0: the puzzle itself."""


class PuzzlePlace(Struct, frozen=True):
    """Position of a puzzle among others."""

    route: ToPuzzle
    """Leads to it."""
    day: str = ""
    """The date of a daily puzzle, in ISO 8601; else empty."""
    next: ToPuzzle | None = None
    """Leads to the next unsolved one; None: there is none."""


class ToBegunGame(Route, frozen=True):
    """To a new game, replacing everything. Raises one of `ERRORS`."""

    header: Header


class ToBranch(Route, frozen=True):
    """To the question of how chance works in a new game from a place of another."""

    contents: Contents
    place: int
    """Number of answers up to there."""
    refusal: str
    """Reason in a sentence why chance can't stay the same; empty if it can."""


class ToPosition(Route, frozen=True):
    """To a position in the editor, on top of what is open."""

    found: PositionFile
    message: str = ""
    """Note on the position."""


class ToPositionFile(Route, frozen=True):
    """To the position in a file, on top of what is open. Raises PositionError."""

    path: Path


class ToPlayPosition(Route, frozen=True):
    """To the sheet where the players of a position's game are chosen, on top of what is open."""

    found: PositionFile


class ToSavedGame(Route, frozen=True):
    """To a saved game, replacing everything. Raises one of `ERRORS`.

    A game that another window is playing is only watched, on top of what is open.
    """

    path: Path


class LookAt(Protocol):
    """Shows a game as it was at a place."""

    def __call__(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Show it; with a decision that was made there, also what would have been better."""


class ToReview(Route, frozen=True):
    """To the review of a game, on top of what is open; back to it if it is open below."""

    story: Any
    """The past of the game: `window.play.game_story.Story`."""
    look_at: LookAt
    """Shows the game as it was at a place, from there."""


class ToSecondTry(Route, frozen=True):
    """To a mistake of a reviewed game, to be answered again, on top of what is open."""

    game: str
    """The code of the game."""
    mistakes: Any
    """The list that it is from: a `window.game.second_try.Mistakes`."""
    decision: Decision


class ToDecisionSums(Route, frozen=True):
    """To the review of a person's decisions in several games of one kind, on top of what is open."""

    game: str
    """The code of the game."""
    paths: tuple[Path, ...]
    """The files of the games."""


class ToReplay(Route, frozen=True):
    """To the replay of a saved game. Raises one of `ERRORS`."""

    path: Path
    place: int = 0
    """Number of answers up to there."""
    shown: ShownDecision | None = None
    """A decision that was made there, to be shown with what would have been better."""
