"""The two chapters in their order, and a first game."""

from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.screen.tutorial import deploying, war
from shogun.games.rumble_nation.screen.tutorial.steps import OPPONENT, begin
from shogun.window.game.lessons.chapter import Chapter, Curriculum, gentle_seats
from shogun.window.game.screen import nothing
from shogun.window.generic.scene import GenericLesson
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import NewGameSettings, default_choices

CHAPTERS: tuple[Chapter, ...] = (deploying.CHAPTER, war.CHAPTER)


def course(game: GamePlugin) -> Curriculum:
    """Return the chapters, followed by a three-player basic game."""
    return Curriculum(
        game=game,
        chapters=CHAPTERS,
        note=_("Two short chapters in a real game."),
        first_game=lambda: NewGameSettings(gentle_seats(game, OPPONENT), default_choices(game), "", drawn_seed()),
        first_note=_("Three players, the basic game, two beginners as opponents"),
    )


# Chapter of Rumble Nation's tutorial


class RumbleLesson(GenericLesson, RumbleScene):
    """Game in a lesson."""

    answers_by = ("roll", "split-", "way-", "confirm", "card-")
    begun = staticmethod(begin)
    holds_cards = False

    def make_controls(self) -> RumbleControls:
        """Return the player's controls, without a sheet over the board at the end."""
        controls: RumbleControls = super().make_controls()
        return replace(controls, show_end=nothing)
