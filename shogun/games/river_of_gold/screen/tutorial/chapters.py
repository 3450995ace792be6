"""The three chapters in their order, and a first game."""

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.tutorial import building, delivering, sailing
from shogun.games.river_of_gold.screen.tutorial.steps import OPPONENT, begin
from shogun.window.game.lessons.chapter import Chapter, Curriculum, gentle_seats
from shogun.window.generic.scene import GenericLesson
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import NewGameSettings, default_choices

CHAPTERS: tuple[Chapter, ...] = (sailing.CHAPTER, building.CHAPTER, delivering.CHAPTER)


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, followed by a three-player game without patrons."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Three short chapters in a real game."),
        first_game=lambda: NewGameSettings(gentle_seats(game, OPPONENT), default_choices(game), "", drawn_seed()),
        first_note=_("Three players, no patrons, two beginners as opponents"),
    )


# Chapter of River of Gold's tutorial


class RiverLesson(GenericLesson, RiverScene):
    """Game in a lesson."""

    answers_by = ("answer-", "confirm")
    begun = staticmethod(begin)

    def look_for_new_customers(self) -> None:
        """Mark nothing: the game began at a position without a journal."""

    def correct(self, sentence: str) -> None:
        """Show a correction, and drop the rest of the plan."""
        if sentence:
            self.coming.clear()
        super().correct(sentence)
