"""The log of a game, and everything that any game's screen shows at one moment; a game's own model adds to it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, field

from shogun.base.language import _
from shogun.game.remarks import Said
from shogun.players.adviser import Hint
from shogun.window.kit.drawing.icons import SeatLook

# The log of a game, line by line


class LogLine(Struct, frozen=True):
    """One line of the log; `seat` is the acting seat, `heading` begins a part of the game."""

    say: Callable[[], str]
    """Returns what it says, in the language of now."""
    seat: int | None = None
    heading: bool = False
    event: Any = None
    """The event behind the line; None: no event of the rules."""
    n: int = 0
    """Line of the journal in which it happened; 0: none."""
    is_spoken: bool = False
    """True if an opponent says it."""

    @property
    def text(self) -> str:
        """Return its present text."""
        return self.say()


class StoryPart(Struct, frozen=True):
    """A part of a game that begins at a place of its past."""

    place: int
    icon: str | None = None
    """Name of its icon in `assets/icons`; None: a mark only."""


def add_to_log(log: list[LogLine], *lines: LogLine) -> None:
    """Insert lines into a log by their place in the journal.

    A change of seats may come before events still to be shown. Lines without a place go to the end.
    """
    for line in lines:
        place = len(log)
        while line.n and place and log[place - 1].n > line.n:
            place -= 1
        log.insert(place, line)


def throw_note_line(say: Callable[[], str], n: int) -> LogLine:
    """Return a note on the throw of the journal's line `n` as a line of the log."""
    return LogLine(say, n=n)


def spoken_line(said: Said) -> LogLine:
    """Return what an opponent says, as a line of the log."""
    return LogLine(said.line, said.seat, n=said.n, is_spoken=True)


def last_told(log: Sequence[LogLine]) -> str:
    """Return what has happened last, whatever was said of it; empty if nothing has."""
    return next((line.text for line in reversed(log) if not line.is_spoken), "")


def undo_line(who: str, seat: int, n: int) -> LogLine:
    """Return a line of the log for the undo in line `n` of the journal."""
    return LogLine(partial(_taken_back, who), seat, n=n)


def _taken_back(who: str) -> str:
    return _("{who} undoes the last answer.").format(who=who)


# The screen at one moment


class Waiting(Struct, frozen=True):
    """A seat in the strip that says who has planned, and never what."""

    seat: SeatLook
    has_planned: bool


class GameModel(Struct, kw_only=True):
    """All panels read it, and the parts of the scene write it."""

    seats: Sequence[SeatLook]
    view: Any
    """The visible part of the game."""
    viewer: int | None = None
    """The seat whose secrets are shown: the one that answers now."""
    question: Any = None
    """The question to a person at the screen."""
    branch: str = ""
    """The game and moment from which this branch started, in words; empty for other games."""
    prompt: str = ""
    refusal: str = ""
    """Reason why the last click was refused ..."""
    refusal_rule: str = ""
    """... and the number of the rule that refuses it."""
    trouble: str = ""
    """Reason why the game waits, if its events can't be written."""
    hint: Hint | None = None
    """The adviser's answer to the open question, once asked."""
    has_adviser: bool = True
    """True if the game has an adviser and the settings allow it."""
    log: list[LogLine] = field(default_factory=list)
    result: Any = None
    thinking: tuple[int, ...] = ()
    speed: float = 1.0
    computers_speed: float = 1.0
    is_paused: bool = False
    """True if the player has paused the screen."""
    is_hurried: bool = False
    """True while a key or button for fast play is held."""
    slow: bool = False
    """True while cubes fall in slow motion."""
    can_undo: bool = False
    can_redo: bool = False
    undo_left: float = 0.0
    """Share left of the moment in which opponents wait, since an answer can be undone."""
    undo_refusal: str = ""
    """Reason why nothing can be undone."""

    @property
    def is_answer_begun(self) -> bool:
        """Return whether part of an answer has been laid out but not given yet."""
        return False

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]
