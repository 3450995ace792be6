"""Scenes of a game on the generic screen, or on one that inherits it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.players.review.decision_verdicts import Decision
from shogun.table.session import Session
from shogun.window.game.lessons.chapter import Curriculum
from shogun.window.game.puzzles.puzzle_play import opened_scene, puzzle_session
from shogun.window.game.second_try import Mistakes, opened_try
from shogun.window.generic.scene import GenericPast, GenericScene
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.model import LogLine
from shogun.window.play.routes import PuzzlePlace


class GenericOpening(Struct, frozen=True):
    """Opening of a game on the generic screen; a game with scenes of its own names them."""

    code: str
    """Name of the game in files."""
    scene_type: type[GenericScene] = GenericScene
    past_type: type[GenericPast] = GenericPast
    taught: Callable[[GamePlugin], tuple[Curriculum, Callable[..., Any]]] | None = None
    """Function that returns the game's course and the factory for scenes of chapters; None without a tutorial."""
    puzzle_type: type[GenericScene] | None = None
    """Type of the scene for a puzzle or a second try; None for the type of the game's own scene."""

    def game(self, app: Application, session: Session, log: list[LogLine]) -> Scene:
        """Return the scene of a game in progress."""
        return self.scene_type(app, brought(app.options, self.code), session, log)

    def past(self, app: Application, path: Path) -> Scene:
        """Return the read-only scene of a saved game, at its beginning. Raises TableError, OSError."""
        game = brought(app.options, self.code)
        story = story_of_journal(game, path, app.settings.speaking)
        return self.past_type(app, game, story, back_label=_("Back to the list"))

    def puzzle(self, app: Application, opened: OpenedPuzzle, place: PuzzlePlace) -> Scene:
        """Return the scene of a puzzle. Raises TableError."""
        game = brought(app.options, self.code)
        session = puzzle_session(opened, game, place)
        return opened_scene(app, self.puzzle_type or self.scene_type, opened, place, game, session, [])

    def second_try(self, app: Application, mistakes: Mistakes, decision: Decision) -> Scene:
        """Return the scene in which a mistake is answered again."""
        game = brought(app.options, self.code)
        return opened_try(app, self.puzzle_type or self.scene_type, game, mistakes, decision)

    def lessons(self, app: Application) -> Scene | None:
        """Return the list of the tutorial's chapters; None without a tutorial."""
        from shogun.window.game.lessons.chapters import LessonsScene

        return LessonsScene(app, *self.taught(brought(app.options, self.code))) if self.taught else None
