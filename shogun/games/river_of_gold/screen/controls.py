"""Requests of River of Gold's panels to the scene."""

from collections.abc import Callable

from shogun.games.river_of_gold.rules.state import Move
from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class RiverControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """Acts of a player; those that a scene doesn't supply do nothing."""

    choose: Callable[[Move], None] = nothing
    """Choose a move, to be confirmed."""
    choose_shore: Callable[[int], None] = nothing
    """Choose a shore space to build on, or deselect it."""
    choose_tile: Callable[[str], None] = nothing
    """Choose a tile to build, or deselect it."""
    choose_die: Callable[[int], None] = nothing
    """Act by another number of the die."""
    point_at: Callable[[Move | None], None] = nothing
    """Preview a move while the pointer is on it."""
    toggle_exchanges: Act = nothing
    show_hand: Act = nothing
    """Uncover the hand of the player who is asked, or cover it again."""
    toggle_pause: Act = nothing
    slower: Act = nothing
    faster: Act = nothing
    show_end: Act = nothing
    """Show the final scoring."""
    show_standing: Act = nothing
    """Show everybody's points, source by source."""
