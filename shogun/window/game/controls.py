"""What the panels of any game's screen can ask for: each an act that the scene hands over when it makes them."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act
from shogun.window.play.model import LogLine


def nothing(*_asked: object) -> None:
    """Do nothing."""


class LookBack(Protocol):
    """Shows the past."""

    def __call__(self, line: LogLine | None = None, /) -> None:
        """Show the game as it was at a line of the log, or at the last step."""


class GameControls(Struct, kw_only=True, frozen=True, eq=False):
    """The acts of a player. What a scene gives nothing for does nothing, as in a game that is only looked at."""

    answer: Callable[[Any], None] = nothing
    """Give the answer to the open question."""
    confirm: Act = nothing
    """Give the answer that is chosen, or commit what is complete."""
    undo: Act = nothing
    """Take back the last step."""
    undo_all: Act = nothing
    """Take back all steps that can be."""
    redo: Act = nothing
    """Make again the step that was taken back."""
    ask_hint: Act = nothing
    """Ask the adviser what they would do, and why."""
    look_back: LookBack = nothing
    """Show the game as it was at a line of the log, or at the last step."""
    try_again: Act = nothing
    """Where nothing can be written: try it once more."""
    let_go_on: Act = nothing
    """Let opponents go on that wait since an answer can be taken back."""
    open_menu: Act = nothing
    """Open the menu; the game goes on later."""

    @property
    def can_answer(self) -> bool:
        """Whether somebody can answer: not where a game is only looked at."""
        return self.answer is not nothing
