"""What the parts of a game's screen share, and what the scene does for them."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.model import GameModel, LogLine, Waiting

Model_co = TypeVar("Model_co", bound=GameModel, covariant=True)


class Screen(Struct, Generic[Model_co], frozen=True, eq=False):
    """The window, what it shows of the game, and how to say that this is another one now."""

    app: Application
    model: Model_co
    changed: Act
    """Have everything drawn anew."""
    is_on_top: Callable[[], bool]
    """Return whether no other scene lies upon this one."""

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Say why something can't be done; `rule` is the number of the rule that refuses it."""
        self.model.refusal, self.model.refusal_rule = sentence, rule
        self.changed()


class GameActs(Protocol):
    """What a game's scene does for the parts that it makes, each of which is handed it: `game.played.PlayedScene`."""

    only_forward: str
    """Why nothing is ever taken back here, marked for the catalogue; empty: it can be."""
    is_advised: bool
    """Whether the adviser may be asked."""

    @property
    def nothing_asked(self) -> str:
        """What is said where nobody is asked any more though the game isn't over; empty: it goes on."""

    @property
    def is_all_shown(self) -> bool:
        """Whether the session is no further than what was shown."""

    def is_held(self) -> bool:
        """Return whether the game shall not go on now."""

    def halt(self) -> None:
        """End at once what moves beside the presenter's doing."""

    def finish_all(self) -> None:
        """Show to its end all that has happened by now."""

    def may_undo_when_shown(self) -> bool:
        """Return whether the person at the screen can take back their last answer, or can once it is shown."""

    @property
    def forced_roll(self) -> Any:
        """The roll that is all a person can do now, where it is made without a click; None: there is none."""

    def question_text(self, question: Any, names: Sequence[str], /) -> str:
        """Return a question as a sentence; `names` are the players'."""

    def ask_alone(self) -> None:
        """Put the question again to its person alone, who takes the screen over for that."""

    def hide(self, seat: int, /) -> None:
        """Have everything hidden until the person of a seat has taken the screen over."""

    def waiting(self) -> Sequence[Waiting]:
        """Return who is asked at the same time, and who of them has answered."""

    def hint_asked(self) -> None:
        """Remember that the adviser was asked in this game."""

    def draft(self, move: Any, /) -> None:
        """Make a move that is advised the draft of an answer."""

    def asks(self) -> None:
        """A person is asked now."""

    def forget(self) -> None:
        """Want nothing more that was being found out for a question."""

    def seats_changed(self, told: LogLine, /) -> None:
        """Show that somebody else plays a seat."""

    def show_undoable(self) -> None:
        """Show what can be taken back and made again, or why nothing can."""

    def show_undone(self) -> None:
        """Show the game as it is after an answer was taken back or given again."""

    def tell_end(self) -> None:
        """Show the end of the game."""


# What the panels of any game's screen can ask for: each an act that the scene hands over when it makes them.


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
