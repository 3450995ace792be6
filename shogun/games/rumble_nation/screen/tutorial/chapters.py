"""The two chapters in their order, and a first game."""

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.games.rumble_nation.screen.tutorial import deploying, war
from shogun.games.rumble_nation.screen.tutorial.starting_position import OPPONENT
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.curriculum import Curriculum, gentle_seats
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import Agreed, default_choices

CHAPTERS: tuple[Chapter, ...] = (deploying.CHAPTER, war.CHAPTER)


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, and after them a game of three in the basic game."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Two short chapters in a real game."),
        first_game=lambda: Agreed(gentle_seats(game, OPPONENT), default_choices(game), "", drawn_seed()),
        first_note=_("Three players, the basic game, two beginners as opponents"),
    )
