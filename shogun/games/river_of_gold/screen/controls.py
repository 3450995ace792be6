"""What the panels of River of Gold can ask for."""

from collections.abc import Callable

from shogun.games.river_of_gold.rules.state import Move
from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class RiverControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing."""

    choose: Callable[[Move], None] = nothing
    """Choose a move, to be confirmed."""
    choose_shore: Callable[[int], None] = nothing
    """Choose a shore space to build on, or leave it out again."""
    choose_tile: Callable[[str], None] = nothing
    """Choose a tile to build, or leave it out again."""
    choose_die: Callable[[int], None] = nothing
    """Act by another number of the die."""
    point_at: Callable[[Move | None], None] = nothing
    """Show what a move would bring, as long as the pointer is there."""
    toggle_exchanges: Act = nothing
    show_hand: Act = nothing
    """Lay the hand of whoever is asked open, or cover it again."""
    toggle_pause: Act = nothing
    slower: Act = nothing
    faster: Act = nothing
    show_end: Act = nothing
    """Show the final scoring."""
    show_standing: Act = nothing
    """Show how everybody stands, source by source."""
