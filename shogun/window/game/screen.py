"""State shared by the parts of a game's screen, and the services of the scene to them."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.model import GameModel, LogLine, Waiting

Model_co = TypeVar("Model_co", bound=GameModel, covariant=True)


class Screen(Struct, Generic[Model_co], frozen=True, eq=False):
    """The window, the model of the game on it, and a way to report changes."""

    app: Application
    model: Model_co
    changed: Act
    """Redraw everything."""
    is_on_top: Callable[[], bool]
    """Return whether no other scene is on top of this one."""

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Show why something can't be done; `rule` is the number of the rule that forbids it."""
        self.model.refusal, self.model.refusal_rule = sentence, rule
        self.changed()


class GameActs(Protocol):
    """Services of a game's scene to its parts, each of which gets the scene: `game.played.PlayedScene`."""

    only_forward: str
    """Reason why nothing can ever be undone here, marked for the catalog; empty if it can."""
    is_advised: bool
    """True if the adviser may be asked."""

    @property
    def nothing_asked(self) -> str:
        """Text for a game that asks nothing more though it isn't over; empty while it continues."""

    @property
    def is_all_shown(self) -> bool:
        """True if everything in the session has been shown."""

    def is_held(self) -> bool:
        """Return whether the game is paused."""

    def halt(self) -> None:
        """Stop at once all animation outside of the presenter."""

    def finish_all(self) -> None:
        """Finish showing everything that has happened so far."""

    def may_undo_when_shown(self) -> bool:
        """Return whether the player at the screen can undo their last answer, now or once it has been shown."""

    @property
    def forced_roll(self) -> Any:
        """Roll that is a player's only option, where it is made without a click; None if there isn't one."""

    def question_text(self, question: Any, names: Sequence[str], /) -> str:
        """Return a question as a sentence; `names` are the players'."""

    def ask_alone(self) -> None:
        """Put the question again to its player alone, who takes over the screen."""

    def hide(self, seat: int, /) -> None:
        """Hide everything until the player of a seat has taken over the screen."""

    def waiting(self) -> Sequence[Waiting]:
        """Return the seats asked at the same time, and those of them that have answered."""

    def hint_asked(self) -> None:
        """Record that the adviser was asked in this game."""

    def draft(self, move: Any, /) -> None:
        """Turn an advised move into a draft answer."""

    def asks(self) -> None:
        """React to a question put to a player."""

    def forget(self) -> None:
        """Cancel all work in progress for a question."""

    def seats_changed(self, told: LogLine, /) -> None:
        """Show that a seat has a new player."""

    def show_undoable(self) -> None:
        """Show what can be undone and redone, or why nothing can."""

    def show_undone(self) -> None:
        """Show the game after an undo or redo."""

    def tell_end(self) -> None:
        """Show the end of the game."""


# Acts that the panels of any game's screen can request; the scene supplies each of them


def nothing(*_asked: object) -> None:
    """Do nothing."""


class LookBack(Protocol):
    """Opens the replay."""

    def __call__(self, line: LogLine | None = None, /) -> None:
        """Show the game as it was at a line of the log, or at the last step."""


class GameControls(Struct, kw_only=True, frozen=True, eq=False):
    """Acts of a player; those that a scene doesn't supply do nothing, as in a replay."""

    answer: Callable[[Any], None] = nothing
    """Give the answer to the open question."""
    confirm: Act = nothing
    """Give the chosen answer, or commit a complete one."""
    undo: Act = nothing
    """Undo the last step."""
    undo_all: Act = nothing
    """Undo all steps that can be undone."""
    redo: Act = nothing
    """Redo the step that was undone."""
    ask_hint: Act = nothing
    """Ask the adviser for a move and its reasons."""
    look_back: LookBack = nothing
    """Show the game as it was at a line of the log, or at the last step."""
    try_again: Act = nothing
    """Try again after a failed write."""
    let_go_on: Act = nothing
    """Let opponents continue who wait because an answer can still be undone."""
    open_menu: Act = nothing
    """Open the menu; the game continues later."""

    @property
    def can_answer(self) -> bool:
        """True if answers are possible; False in a replay."""
        return self.answer is not nothing
