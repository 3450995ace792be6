"""The scenes of Shogun: a game, a saved game replayed from its beginning, puzzles, and the tutorial."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.games.shogun.screen.scenes.layout import Shape
from shogun.players.puzzles.verdict import OpenedPuzzle
from shogun.window.game.lessons.chapter import Curriculum
from shogun.window.generic.opening import GenericOpening
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.routes import PuzzlePlace

# A game of Shogun for solving a puzzle: like a lesson, it shows a longer text in the log's place


class PuzzledGameScene(GameScene):
    """Leaves room for a task."""

    def digest(self, _seat: int) -> None:
        """Return None: no digest in a puzzle."""

    def wanted_shape(self) -> Shape:
        """Return the shape with room for a longer text in the log's place."""
        return replace(super().wanted_shape(), has_coach=True)


class ShogunOpening(GenericOpening, frozen=True):
    """Highlights the provinces that a puzzle is about."""

    def puzzle(self, app: Application, opened: OpenedPuzzle, place: PuzzlePlace) -> Scene:
        """Return the scene of a puzzle. Raises TableError."""
        from shogun.games.shogun.analysis.puzzles import TASKS

        scene = super().puzzle(app, opened, place)
        assert isinstance(scene, PuzzledGameScene), "it is made of it"
        task = TASKS[opened.puzzle.theme]
        scene.model.aimed = tuple(task.provinces(opened.start.view, opened.puzzle.aim))
        return scene


def _taught(game: GamePlugin) -> tuple[Curriculum, Callable[..., Any]]:
    from shogun.games.shogun.screen.tutorial.chapters import LessonScene, course

    return course(game), LessonScene


OPENING = ShogunOpening(rules.code, GameScene, HistoryScene, _taught, PuzzledGameScene)
