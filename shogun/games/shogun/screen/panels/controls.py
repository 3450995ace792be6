"""The actions that the panels of Shogun's screen can request."""

from collections.abc import Callable

from shogun.window.game.screen import nothing
from shogun.window.generic.panels import GenericControls
from shogun.window.kit.drawing.canvas import Act


class MapControls(GenericControls, kw_only=True, frozen=True, eq=False):
    """Actions on the map, which also work in a replay."""

    point_at: Callable[[str | None], None] = nothing
    """Point at a province, on the map or named elsewhere; None: at none."""
    point_at_clan: Callable[[int | None], None] = nothing
    """Highlight all provinces of a seat, named by its row or by a line of the log."""
    change_grounds: Act = nothing
    """Switch the map's grounds between regions and owners."""
    fold: Act = nothing
    """Fold the board of plans to one line, or unfold it."""


class Controls(MapControls, kw_only=True, frozen=True, eq=False):
    """The actions of a player. Those that a scene leaves out do nothing, as in a replay."""

    alter_plan: Callable[[Act], None] = nothing
    """Planning: change the plan, and show its effects."""
    take_hint: Act = nothing
    """Planning: use the adviser's plan."""
    close_hint: Act = nothing
    """Close the adviser's reasons."""
    click_province: Callable[[str], None] = nothing
    """Click a province of the map."""
    set_armies: Callable[[int], None] = nothing
    """March: set the number of armies."""
    go_on: Act = nothing
    """Continue after a pause for reading."""
    show_end: Act = nothing
    """After the end of the game: show the winner and the statistics."""
    open_rule: Callable[[str], None] = nothing
    """Open the rules at a number."""
    replay_digest: Act = nothing
    """Show the events since the last turn again."""
    close_digest: Act = nothing
    """Close the summary of these events."""
