"""What the panels of a game's screen can ask for: each an act that the scene gives them."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from shogun.games.shogun.rules.moves import Move
from shogun.window.kit.drawing.canvas import Act
from shogun.window.play.log import LogLine


def nothing(*_asked: object) -> None:
    """Do nothing."""


class LookBack(Protocol):
    """Shows the past."""

    def __call__(self, line: LogLine | None = None, /) -> None:
        """Show the game as it was at a line of the log, or at the last step."""


class Controls(Struct, kw_only=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing, as in a game that is only looked at."""

    answer: Callable[[Move], None] = nothing
    """Give the answer to the open question."""
    confirm: Act = nothing
    """Commit what is complete: a march with its target, a whole plan."""
    alter_plan: Callable[[Act], None] = nothing
    """Planning: change the plan, and show what it leads to now."""
    ask_hint: Act = nothing
    """Ask the adviser what he would do, and why."""
    take_hint: Act = nothing
    """Planning: lay the adviser's plan."""
    close_hint: Act = nothing
    """Put the adviser's reasons away."""
    point_at: Callable[[str | None], None] = nothing
    """The pointer is over a province, on the map or named elsewhere; None: over none."""
    point_at_clan: Callable[[int | None], None] = nothing
    """Light all provinces of a seat, named by its row or by a line of the log."""
    click_province: Callable[[str], None] = nothing
    """A province of the map was clicked."""
    set_armies: Callable[[int], None] = nothing
    """March: so many armies."""
    go_on: Act = nothing
    """Go on from what waited until it was seen."""
    show_end: Act = nothing
    """When the game is over: show who has won, and all that there is to say of it."""
    change_grounds: Act = nothing
    """Let the map's grounds show the regions, or who holds what again."""
    fold: Act = nothing
    """Fold the board of plans to one line, or show all of it."""
    undo: Act = nothing
    """Take back the last step."""
    undo_all: Act = nothing
    """Take back all steps that can be."""
    redo: Act = nothing
    """Make again the step that was taken back."""
    open_rule: Callable[[str], None] = nothing
    """Open the rules at a number."""
    try_again: Act = nothing
    """Where nothing can be written: try it once more."""
    open_menu: Act = nothing
    """Open the menu; the game goes on later."""
    look_back: LookBack = nothing
    """Show the game as it was at a line of the log, or at the last step."""
    replay_digest: Act = nothing
    """Show what has happened since the last turn once more."""
    close_digest: Act = nothing
    """Take away what is said of it."""
