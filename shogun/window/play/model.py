"""What the screen of any game shows at this moment; a game's own model adds to it what only that game has."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, field

from shogun.base.language import _
from shogun.players.adviser import Hint
from shogun.window.kit.drawing.icons import SeatLook

# The log of a game: what has happened, line by line.


class LogLine(Struct, frozen=True):
    """One line of the log; `seat` is whose doing it was, `heading` begins a part of the game."""

    say: Callable[[], str]
    """Returns what it says, in the language of now."""
    seat: int | None = None
    heading: bool = False
    event: Any = None
    """What it tells; None: something that is no event of the rules."""
    n: int = 0
    """The line of the journal with which it happened; 0: it stands in none."""

    @property
    def text(self) -> str:
        """What it says now."""
        return self.say()


class StoryPart(Struct, frozen=True):
    """A part of a game that begins at a place of its past."""

    place: int
    icon: str | None = None
    """One of `assets/icons` that stands for it; None: a mark alone."""


def add_to_log(log: list[LogLine], *lines: LogLine) -> None:
    """Put lines into a log where they belong by the journal: a change of seats may be told before what is still shown.

    Lines that stand in no journal come last.
    """
    for line in lines:
        place = len(log)
        while line.n and place and log[place - 1].n > line.n:
            place -= 1
        log.insert(place, line)


def remark_line(say: Callable[[], str], n: int) -> LogLine:
    """Return what is told of the throw of line `n` of the journal beside its events, as a line of the log."""
    return LogLine(say, n=n)


def undo_line(who: str, seat: int, n: int) -> LogLine:
    """Return that somebody takes an answer back by line `n` of the journal, as a line of the log."""
    return LogLine(partial(_taken_back, who), seat, n=n)


def _taken_back(who: str) -> str:
    return _("{who} undoes the last answer.").format(who=who)


class Waiting(Struct, frozen=True):
    """A seat in the strip that says who has planned, and never what."""

    seat: SeatLook
    has_planned: bool


class GameModel(Struct, kw_only=True):
    """All panels read it, and the parts of the scene write it."""

    seats: Sequence[SeatLook]
    view: Any
    """What may be seen of the game."""
    viewer: int | None = None
    """Whose secrets may be seen: the seat that answers now."""
    question: Any = None
    """What a person at the screen is asked."""
    branch: str = ""
    """Of which game this is a branch, and from where, in words; empty if it is none."""
    prompt: str = ""
    refusal: str = ""
    """Why the last click was refused ..."""
    refusal_rule: str = ""
    """... and the number of the rule that refuses it."""
    trouble: str = ""
    """Why the game stands still, if what has happened can't be written."""
    hint: Hint | None = None
    """What the adviser says to the open question, once it was asked."""
    has_adviser: bool = True
    """Whether the game brings one, and the settings want it."""
    log: list[LogLine] = field(default_factory=list)
    result: Any = None
    thinking: tuple[int, ...] = ()
    speed: float = 1.0
    computers_speed: float = 1.0
    is_paused: bool = False
    """Whether the player has stopped what is shown."""
    is_hurried: bool = False
    """Whether a key or button is held that lets it go by fast."""
    slow: bool = False
    """Whether cubes fall in slow motion."""
    can_undo: bool = False
    can_redo: bool = False
    undo_left: float = 0.0
    """How much is left of the moment in which opponents wait with their answers, since one can be taken back."""
    undo_refusal: str = ""
    """Why nothing can be taken back."""

    @property
    def is_answer_begun(self) -> bool:
        """Whether part of an answer has been laid out that isn't given yet."""
        return False

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]
