"""The scenes that a game brings: how one comes from the window into a game."""

from pathlib import Path
from typing import Any, Protocol, cast

from shogun.game.protocol import look_up
from shogun.players.puzzles.puzzle import PuzzleJudge
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.table.session import Session
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import LogLine


class Opening(Protocol):
    """The scenes of a game: `Game.opening`."""

    def game(self, app: Application, session: Session, log: list[LogLine], /) -> Scene:
        """Return the scene of a game that is played."""

    def past(self, app: Application, path: Path, /) -> Scene:
        """Return the scene of a saved game from its beginning, only to be looked at. Raises TableError, OSError."""

    def puzzle(self, app: Application, opened: OpenedPuzzle, place: Any, /) -> Scene:
        """Return the scene of a puzzle; `place` says where it stands among others. Raises TableError."""

    def lessons(self, app: Application, /) -> Scene | None:
        """Return the scene in which one learns the game, None if there is none."""


class ShownGame(GamePlugin, Protocol):
    """A game with its scenes."""

    @property
    def is_taught(self) -> bool:
        """Whether there are lessons for it."""

    @property
    def puzzles(self) -> PuzzleJudge | None:
        """What judges answers to puzzles; None if there are none."""

    @property
    def opening(self) -> Opening:
        """The game's scenes."""


def shown(app: Application, code: str) -> ShownGame:
    """Return the game of this code with its scenes. Raises UnknownGame."""
    return cast(ShownGame, look_up(app.options.entries, code))
