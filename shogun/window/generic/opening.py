"""The scenes of a game that brings none of its own."""

from pathlib import Path

from shogun.base.language import _
from shogun.table.running.session import Session
from shogun.window.generic.past import GenericPast
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.log import LogLine


class GenericOpening:
    """Shows a game on the generic screen."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    def game(self, app: Application, session: Session, log: list[LogLine]) -> Scene:
        """Return the scene of a game that is played."""
        return GenericScene(app, self._game, session, log)

    def past(self, app: Application, path: Path) -> Scene:
        """Return the scene of a saved game from its beginning, only to be looked at. Raises TableError, OSError."""
        story = story_of_journal(self._game, path)
        return GenericPast(app, self._game, story, back_label=_("Back to the list"))

    def lessons(self, _app: Application) -> None:
        """Return None: nobody teaches it."""


def of(game: GamePlugin) -> GenericOpening:
    """Return a game's scenes."""
    return GenericOpening(game)
