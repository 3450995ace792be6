"""What the panels of Rumble Nation can ask for."""

from collections.abc import Callable

from shogun.games.rumble_nation.rules.state import TakeDaimyo
from shogun.games.rumble_nation.screen.play.model import Weighed
from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class RumbleControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing."""

    choose: Callable[[Weighed], None] = nothing
    """Choose an answer, to be confirmed."""
    point_at: Callable[[Weighed | None], None] = nothing
    """Show what an answer would bring, as long as the pointer is there."""
    through: Callable[[str], None] = nothing
    """Click an area: choose what leads there, or leave it out again."""
    take_daimyo: Callable[[TakeDaimyo], None] = nothing
    """Take a daimyo card by a click."""
    toggle_forecast: Act = nothing
    seen: Act = nothing
    """Go on after a card that stands still until it was seen."""
    war_again: Act = nothing
    """Show the war of a finished game once more."""
    show_end: Act = nothing
    """Show who has won, and by what."""
    end_war: Act = nothing
    """Go to the end of the war that is shown."""
