"""Requests of Rumble Nation's panels to the scene."""

from collections.abc import Callable

from shogun.games.rumble_nation.rules.state import TakeDaimyo
from shogun.games.rumble_nation.screen.play.model import Weighed
from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class RumbleControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """Acts of a player; those that a scene doesn't supply do nothing."""

    choose: Callable[[Weighed], None] = nothing
    """Choose an answer, to be confirmed."""
    point_at: Callable[[Weighed | None], None] = nothing
    """Preview an answer while the pointer is on it."""
    through: Callable[[str], None] = nothing
    """Click an area: choose an answer that leads there, or deselect it."""
    take_daimyo: Callable[[TakeDaimyo], None] = nothing
    """Take a daimyo card by a click."""
    toggle_forecast: Act = nothing
    seen: Act = nothing
    """Continue after a card that is shown until it has been seen."""
    war_again: Act = nothing
    """Show the war of a finished game again."""
    show_end: Act = nothing
    """Show the winner and the scoring."""
    end_war: Act = nothing
    """Skip to the end of the war."""
