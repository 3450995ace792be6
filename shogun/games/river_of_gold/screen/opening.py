"""Scenes of River of Gold: a game, a replay of a saved game, and the tutorial."""

from collections.abc import Callable
from typing import Any

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.scene import RiverPast, RiverScene
from shogun.window.game.lessons.chapter import Curriculum
from shogun.window.generic.opening import GenericOpening
from shogun.window.play.game_plugin import GamePlugin


def _taught(game: GamePlugin) -> tuple[Curriculum, Callable[..., Any]]:
    from shogun.games.river_of_gold.screen.tutorial.chapters import RiverLesson, course

    return course(game), RiverLesson


OPENING = GenericOpening(rules.code, RiverScene, RiverPast, _taught)
