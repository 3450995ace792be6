"""Scenes of Rumble Nation: a game, a replay of a saved game, and the tutorial."""

from collections.abc import Callable
from typing import Any

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.screen.scene import RumblePast, RumbleScene
from shogun.window.game.lessons.chapter import Curriculum
from shogun.window.generic.opening import GenericOpening
from shogun.window.play.game_plugin import GamePlugin


def _taught(game: GamePlugin) -> tuple[Curriculum, Callable[..., Any]]:
    from shogun.games.rumble_nation.screen.tutorial.chapters import RumbleLesson, course

    return course(game), RumbleLesson


OPENING = GenericOpening(rules.code, RumbleScene, RumblePast, _taught)
