"""The scenes of Shogun: a game, a saved game looked at from its beginning, puzzles, and the tutorial."""

from collections.abc import Callable
from typing import Any

from shogun.games.shogun import rules
from shogun.games.shogun.screen.puzzle_scene import PuzzledGameScene
from shogun.games.shogun.screen.scenes.game.scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.window.game.lessons.curriculum import Curriculum
from shogun.window.generic.opening import GenericOpening
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.routes import PuzzlePlace


class ShogunOpening(GenericOpening, frozen=True):
    """Lights in a puzzle the provinces that it is about."""

    def puzzle(self, app: Application, opened: OpenedPuzzle, place: PuzzlePlace) -> Scene:
        """Return the scene of a puzzle. Raises TableError."""
        from shogun.games.shogun.analysis.puzzles import TASKS

        scene = super().puzzle(app, opened, place)
        assert isinstance(scene, PuzzledGameScene), "it is made of it"
        task = TASKS[opened.puzzle.theme]
        scene.model.aimed = tuple(task.provinces(opened.start.view, opened.puzzle.aim))
        return scene


def _taught(game: GamePlugin) -> tuple[Curriculum, Callable[..., Any]]:
    from shogun.games.shogun.screen.tutorial.chapters import course
    from shogun.games.shogun.screen.tutorial.lesson import LessonScene

    return course(game), LessonScene


OPENING = ShogunOpening(rules.code, GameScene, HistoryScene, _taught, PuzzledGameScene)
