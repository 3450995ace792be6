"""What the panels of the generic screen can ask for."""

from shogun.window.game.controls import GameControls, nothing
from shogun.window.kit.drawing.canvas import Act


class GenericControls(GameControls, kw_only=True, frozen=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing."""

    show_again: Act = nothing
    """Show once more what has just happened."""
    open_rules: Act = nothing
    new_game: Act = nothing
    """When it is over: play once more."""
    skip: Act = nothing
    """Go to the end of what is shown now."""
