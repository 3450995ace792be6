"""The five chapters in their order, and a first game."""

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.games.shogun.screen.form import first_seats
from shogun.games.shogun.screen.tutorial import battle, building, planning, taxes, winter
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.curriculum import Curriculum
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import TOWER, Agreed, default_choices

CHAPTERS: tuple[Chapter, ...] = (
    planning.CHAPTER, taxes.CHAPTER, building.CHAPTER, battle.CHAPTER, winter.CHAPTER,
)  # fmt: skip


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, and after them a game of three with the printed line-up."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Five chapters in a real game, a few minutes each."),
        first_game=lambda: Agreed(first_seats(), default_choices(game), TOWER, drawn_seed()),
        first_note=_("Three players, the printed setup, and two opponents who are learning too"),
    )
