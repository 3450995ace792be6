"""The scenes of River of Gold: a game, and a saved game looked at from its beginning."""

from pathlib import Path

from shogun.base.language import _
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.scene import RiverPast, RiverScene
from shogun.table.running.session import Session
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.log import LogLine


def game(app: Application, session: Session, log: list[LogLine]) -> Scene:
    """Return the scene of a game that is played."""
    return RiverScene(app, brought(app.options, rules.code), session, log)


def past(app: Application, path: Path) -> Scene:
    """Return the scene of a saved game from its beginning, only to be looked at. Raises TableError, OSError."""
    played = brought(app.options, rules.code)
    return RiverPast(app, played, story_of_journal(played, path), back_label=_("Back to the list"))


def lessons(app: Application) -> Scene:
    """Return the list of the tutorial's chapters."""
    from shogun.games.river_of_gold.screen.tutorial.chapters import course
    from shogun.games.river_of_gold.screen.tutorial.lesson import RiverLesson
    from shogun.window.game.lessons.chapters import LessonsScene

    return LessonsScene(app, course(brought(app.options, rules.code)), RiverLesson)
