"""What the panels of Shogun's screen can ask for."""

from collections.abc import Callable

from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class MapControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """What can be done with the map, also where a game is only looked at."""

    point_at: Callable[[str | None], None] = nothing
    """The pointer is over a province, on the map or named elsewhere; None: over none."""
    point_at_clan: Callable[[int | None], None] = nothing
    """Light all provinces of a seat, named by its row or by a line of the log."""
    change_grounds: Act = nothing
    """Let the map's grounds show the regions, or who holds what again."""
    fold: Act = nothing
    """Fold the board of plans to one line, or show all of it."""


class Controls(MapControls, kw_only=True, frozen=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing, as in a game that is only looked at."""

    alter_plan: Callable[[Act], None] = nothing
    """Planning: change the plan, and show what it leads to now."""
    take_hint: Act = nothing
    """Planning: lay the adviser's plan."""
    close_hint: Act = nothing
    """Put the adviser's reasons away."""
    click_province: Callable[[str], None] = nothing
    """A province of the map was clicked."""
    set_armies: Callable[[int], None] = nothing
    """March: so many armies."""
    go_on: Act = nothing
    """Go on from what waited until it was seen."""
    show_end: Act = nothing
    """When the game is over: show who has won, and all that there is to say of it."""
    open_rule: Callable[[str], None] = nothing
    """Open the rules at a number."""
    replay_digest: Act = nothing
    """Show what has happened since the last turn once more."""
    close_digest: Act = nothing
    """Take away what is said of it."""
