"""Scenes that a game supplies, and access to them from the rest of the window."""

from pathlib import Path
from typing import Any, Protocol, cast

from shogun.game.protocol import look_up
from shogun.players.puzzles.puzzle import PuzzleJudge
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.players.review.decision_verdicts import Decision
from shogun.table.session import Session
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import LogLine


class Opening(Protocol):
    """Scenes of a game: `Game.opening`."""

    def game(self, app: Application, session: Session, log: list[LogLine], /) -> Scene:
        """Return the scene of a game in progress."""

    def past(self, app: Application, path: Path, /) -> Scene:
        """Return the read-only scene of a saved game, at its beginning. Raises TableError, OSError."""

    def puzzle(self, app: Application, opened: OpenedPuzzle, place: Any, /) -> Scene:
        """Return the scene of a puzzle; `place` is its position among others. Raises TableError."""

    def second_try(self, app: Application, mistakes: Any, decision: Decision, /) -> Scene:
        """Return the scene in which a mistake is answered again; `mistakes` is the list that it is from."""

    def lessons(self, app: Application, /) -> Scene | None:
        """Return the scene of the game's tutorial, None if there is none."""


class ShownGame(GamePlugin, Protocol):
    """A game with its scenes."""

    @property
    def is_taught(self) -> bool:
        """True if the game has a tutorial."""

    @property
    def puzzles(self) -> PuzzleJudge | None:
        """Judge of answers to puzzles; None if the game has none."""

    @property
    def opening(self) -> Opening:
        """Scenes of the game."""


def shown(app: Application, code: str) -> ShownGame:
    """Return the game of this code with its scenes. Raises UnknownGame."""
    return cast(ShownGame, look_up(app.options.entries, code))
