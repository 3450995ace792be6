"""Where one can go in menus, and to games; what every scene can open is in `shogun.window.kit.runtime.routes`."""

from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from shogun.lab.measuring.tally import OddDrop
from shogun.table.journal import Contents, Header
from shogun.table.positions import PositionFile
from shogun.window.kit.runtime.routes import Route
from shogun.window.play.judged_decisions import ShownDecision


class ToMenu(Route, frozen=True):
    """To the first scene, in the place of whatever is open; a game is saved by its journal."""

    message: str = ""
    """What went wrong, if one comes here because of that."""


class ToNewGame(Route, frozen=True):
    """To the sheet on which a new game is agreed on; with several games, to the choice among them first."""

    game: str = ""
    """The code of the game; empty: it is still to be chosen."""
    tower: str = ""
    """The name of the tower to play on; empty: as last time. With one, and no game, the first that has a tower."""


class ToGames(Route, frozen=True):
    """To the list of all games."""


class ToTowers(Route, frozen=True):
    """To the gallery of all towers."""


class ToBench(Route, frozen=True):
    """To a tower on the bench, on top of what is open. Raises GeometryError."""

    tower: str
    """Its name or path; a name may be that of a tower that was being drawn and has no file."""
    watch: bool = False
    """Whether it is only to be looked at."""
    odd: OddDrop | None = None
    """A drop that falls in it at once, as it was measured."""


class ToNewTower(Route, frozen=True):
    """To an empty frame on the bench, on top of what is open."""


class ToTowerFile(Route, frozen=True):
    """To a stranger's tower on the bench, which becomes one of the player's own when it is saved."""

    path: Path


class ToSettings(Route, frozen=True):
    """To the settings, above what is open."""


class ToLessons(Route, frozen=True):
    """To the list of a tutorial's chapters; with several games, to the choice among them first."""

    game: str = ""
    """The code of the game; empty: it is still to be chosen."""
    chapter: str = ""
    """The name of the chapter that is pointed out; empty: the first that was not finished."""


class ToPuzzles(Route, frozen=True):
    """To the list of puzzles, on top of what is open."""

    game: str = ""
    """The code of the game whose puzzles are listed first; empty: the first that has any."""


class ToPuzzle(Route, frozen=True):
    """To a puzzle, in the place of whatever is open. Raises PuzzleError."""

    path: Path
    day: str = ""
    """The day of which it is the puzzle, in ISO 8601; empty: of none."""
    relative: int = 0
    """Which of its relatives it is to be; 0: it itself."""


class PuzzlePlace(Struct, frozen=True):
    """Where a puzzle stands among others."""

    route: ToPuzzle
    """Leads to it."""
    day: str = ""
    """The day of which it is the puzzle, in ISO 8601; empty: it is none of a day."""
    next: ToPuzzle | None = None
    """Leads to the next one that isn't solved; None: there is none."""


class ToBegunGame(Route, frozen=True):
    """To a new game, in the place of whatever is open. Raises one of `ERRORS`."""

    header: Header


class ToBranch(Route, frozen=True):
    """To the question how chance shall come in a new game that goes on from a place of another."""

    contents: Contents
    place: int
    """How many answers stand there."""
    refusal: str
    """Why chance can't come as it came, in a sentence; empty if it can."""


class ToPosition(Route, frozen=True):
    """To a position that is changed on its board, on top of what is open."""

    found: PositionFile
    message: str = ""
    """What is to be known of it."""


class ToPositionFile(Route, frozen=True):
    """To the position in a file, on top of what is open. Raises PositionError."""

    path: Path


class ToPlayPosition(Route, frozen=True):
    """To the sheet on which is agreed who plays from a position, on top of what is open."""

    found: PositionFile


class ToSavedGame(Route, frozen=True):
    """To a game as it was saved, in the place of whatever is open. Raises one of `ERRORS`.

    If another window plays it, it is only looked on at, on top of what is open.
    """

    path: Path


class LookAt(Protocol):
    """Shows a game as it was at a place."""

    def __call__(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Show it; with a decision that was made there, also what would have been better."""


class ToReview(Route, frozen=True):
    """To what decided a game, on top of what is open; if that lies below already, back to it."""

    story: Any
    """The past of the game: `window.play.game_story.Story`."""
    look_at: LookAt
    """Shows the game as it was at a place, from there."""


class ToDecisionSums(Route, frozen=True):
    """To what a person has decided in several games of one kind, on top of what is open."""

    game: str
    """The code of the game."""
    paths: tuple[Path, ...]
    """The files of the games."""


class ToReplay(Route, frozen=True):
    """To a saved game, only to be looked at. Raises one of `ERRORS`."""

    path: Path
    place: int = 0
    """After so many answers."""
    shown: ShownDecision | None = None
    """A decision that was made there, to be shown with what would have been better."""
