"""The scenes of Shogun: a game, a saved game looked at from its beginning, and the tutorial."""

from pathlib import Path

from shogun.base.language import _
from shogun.games.shogun import rules
from shogun.games.shogun.screen.scenes.game.scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.table.session import Session
from shogun.window.game.puzzles.puzzle_play import opened_scene, puzzle_session
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.model import LogLine
from shogun.window.play.routes import PuzzlePlace


def game(app: Application, session: Session, log: list[LogLine]) -> Scene:
    """Return the scene of a game that is played."""
    return GameScene(app, session, log)


def past(app: Application, path: Path) -> Scene:
    """Return the scene of a saved game from its beginning, only to be looked at. Raises TableError, OSError."""
    story = story_of_journal(brought(app.options, rules.code), path)
    return HistoryScene(app, story, back_label=_("Back to the list"))


def puzzle(app: Application, opened: OpenedPuzzle, place: PuzzlePlace) -> Scene:
    """Return the scene of a puzzle. Raises TableError."""
    from shogun.games.shogun.analysis.puzzles import TASKS
    from shogun.games.shogun.screen.puzzle_scene import PuzzledGameScene

    session = puzzle_session(opened, brought(app.options, rules.code), place)
    scene = opened_scene(app, PuzzledGameScene, opened, place, session, [])
    assert isinstance(scene, PuzzledGameScene), "it is made of it"
    task = TASKS[opened.puzzle.theme]
    scene.model.aimed = tuple(task.provinces(opened.start.view, opened.puzzle.aim))
    return scene


def lessons(app: Application) -> Scene:
    """Return the list of the tutorial's chapters."""
    from shogun.games.shogun.screen.tutorial.chapters import course
    from shogun.games.shogun.screen.tutorial.lesson import LessonScene
    from shogun.window.game.lessons.chapters import LessonsScene

    return LessonsScene(app, course(brought(app.options, rules.code)), LessonScene)
