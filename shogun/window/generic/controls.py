"""What the panels of the generic screen can ask for."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act


def nothing(*_asked: object) -> None:
    """Do nothing."""


class GenericControls(Struct, kw_only=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing, as in a game that is only looked at."""

    answer: Callable[[Any], None] = nothing
    """Give the answer to the open question."""
    undo: Act = nothing
    undo_all: Act = nothing
    redo: Act = nothing
    ask_hint: Act = nothing
    """Ask the adviser."""
    look_back: Act = nothing
    """Show the past."""
    show_again: Act = nothing
    """Show once more what has just happened."""
    try_again: Act = nothing
    """Where nothing can be written: try it once more."""
    open_menu: Act = nothing
    """Open the menu; the game goes on later."""
    open_rules: Act = nothing
    new_game: Act = nothing
    """When it is over: play once more."""
    skip: Act = nothing
    """Go to the end of what is shown now."""
