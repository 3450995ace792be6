"""The scenes of Rumble Nation: a game, a saved game looked at from its beginning, and the tutorial."""

from pathlib import Path

from shogun.base.language import _
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.screen.scene import RumblePast, RumbleScene
from shogun.table.running.session import Session
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.log import LogLine


def game(app: Application, session: Session, log: list[LogLine]) -> Scene:
    """Return the scene of a game that is played."""
    return RumbleScene(app, brought(app.options, rules.code), session, log)


def past(app: Application, path: Path) -> Scene:
    """Return the scene of a saved game from its beginning, only to be looked at. Raises TableError, OSError."""
    played = brought(app.options, rules.code)
    return RumblePast(app, played, story_of_journal(played, path), back_label=_("Back to the list"))


def lessons(app: Application) -> Scene:
    """Return the list of the tutorial's chapters."""
    from shogun.games.rumble_nation.screen.tutorial.chapters import course
    from shogun.games.rumble_nation.screen.tutorial.lesson import RumbleLesson
    from shogun.window.game.lessons.chapters import LessonsScene

    return LessonsScene(app, course(brought(app.options, rules.code)), RumbleLesson)
