"""The points of the tour: what players expect of the window, each shown once."""

from collections.abc import Callable, Mapping

from shogun.rules.questions import PlanQuestion
from shogun.rules.state import Setup
from shogun.ui.scenes.game import GameScene

from . import clicking
from .tour import Steps, Tourist


def new_game(tourist: Tourist, players: str, **setup: str) -> GameScene:
    """Begin a game on the simulated tower and show it."""
    clicking.show_game(
        tourist, clicking.session(players, setup=Setup(players.count(",") + 1, **setup), tower="classic"), []
    )
    assert isinstance(tourist.scene, GameScene)
    return tourist.scene


def main_screen(tourist: Tourist) -> Steps:
    """Action cards, turn order, season, event, chests, rice, reserves and points are all on the main screen."""
    scene = new_game(tourist, "person,greedy,greedy,greedy,greedy")
    yield lambda: isinstance(scene.model.question, PlanQuestion)
    tourist.picture("main-screen")


POINTS: Mapping[int, tuple[str, Callable[[Tourist], Steps]]] = {
    1: ("everything public is on the main screen", main_screen),
}
