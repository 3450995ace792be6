"""A chapter of Rumble Nation's tutorial."""

from msgspec.structs import replace

from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.screen.tutorial.starting_position import begin
from shogun.window.game.controls import nothing
from shogun.window.generic.lesson import GenericLesson


class RumbleLesson(GenericLesson, RumbleScene):
    """A game that goes on as the person learns."""

    answers_by = ("roll", "split-", "way-", "confirm", "card-")
    begun = staticmethod(begin)
    holds_cards = False

    def make_controls(self) -> RumbleControls:
        """Return what a player can do; no sheet of the end lies upon the board."""
        controls: RumbleControls = super().make_controls()
        return replace(controls, show_end=nothing)
