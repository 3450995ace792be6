"""Chapter of a tutorial: the text of each step, the places that it frames, and the task that completes it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.table.journal import PERSON
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import NewGameSettings

LEARNER = 0
"""Seat of the learner."""
JUST_WATCH = marked("Just watch; the lesson continues on its own.")


class Situation(Struct):
    """Everything that has happened since a step began."""

    model: Any
    """Model of the game's screen."""
    told: list[Any] = field(default_factory=list)
    """Events that have happened and been shown."""
    given: list[Any] = field(default_factory=list)
    """Answers of the learner."""
    pointed: set[str] = field(default_factory=set)
    """Places that the learner has pointed at."""
    has_read: bool = False
    """True if the learner has pressed the button to continue."""


class LessonTask(ABC):
    """Task of a step."""

    waits = False
    """True if the game is paused during the step."""

    def is_ready(self, _now: Situation) -> bool:
        """Return whether the step can start; until then the opponents play."""
        return True

    @abstractmethod
    def is_done(self, now: Situation) -> bool:
        """Return whether the step is complete."""

    def to_read(self, _now: Situation) -> bool:
        """Return whether reading is all that is left to do."""
        return False

    def hint(self) -> str:
        """Return the instruction for a learner who did something else."""
        return _("First read this, then press Continue.")

    def takes(self, _move: Any) -> bool:
        """Return whether an answer is part of the step."""
        return False

    def asks(self, _now: Situation) -> bool:
        """Return whether the learner is asked something that the step doesn't mention."""
        return False

    def places(self, _now: Situation) -> tuple[str, ...]:
        """Return places to frame that aren't known in advance."""
        return ()


class Read(LessonTask):
    """Text to read while the game waits."""

    waits = True

    def is_done(self, now: Situation) -> bool:
        """Return whether the learner has pressed the button to continue."""
        return now.has_read

    def to_read(self, _now: Situation) -> bool:
        """Return True: there is nothing else to do."""
        return True


class Watch(LessonTask):
    """Event to watch, for the learner or for all."""

    def __init__(self, kind: type, **wanted: Any) -> None:
        """Wait for an event of a kind with these fields."""
        self.kind, self.wanted = kind, wanted

    def is_done(self, now: Situation) -> bool:
        """Return whether it has been shown, or can't happen any more."""
        return self.is_too_late(now) or any(self._is_it(event) for event in now.told)

    def is_too_late(self, now: Situation) -> bool:
        """Return whether it can't happen any more."""
        return now.model.result is not None

    def _is_it(self, event: Any) -> bool:
        owner = getattr(event, "seat", getattr(event, "attacker", LEARNER))
        concerns = owner in (LEARNER, None) or getattr(event, "defender", None) == LEARNER
        return isinstance(event, self.kind) and concerns and self._has_wanted(event)

    def _has_wanted(self, event: Any) -> bool:
        return all(getattr(event, name) == value for name, value in self.wanted.items())

    def hint(self) -> str:
        """Return that there is nothing to do."""
        return _(JUST_WATCH)

    def takes(self, _move: Any) -> bool:
        """Return True: any question on the way may be answered."""
        return True


class AwaitTurn(LessonTask):
    """Opponents' turns until the learner is asked again."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the learner is asked again."""
        return now.model.question is not None

    def hint(self) -> str:
        """Return that there is nothing to do."""
        return _(JUST_WATCH)


class Fact(Struct, frozen=True):
    """Statement of a step about the screen or the rules that can be checked."""

    says: str
    """Words of the step's text that depend on it."""
    holds: Callable[[Any], bool]
    """Function that checks it against the model of the game's screen."""


class LessonStep(Struct, frozen=True):
    """One step of a chapter."""

    text: str
    """Text of at most 40 words; marked for the catalog."""
    at: tuple[str, ...]
    """Names of the places of the map, panels or controls to frame."""
    task: LessonTask
    facts: tuple[Fact, ...] = ()
    """All names, numbers, colors and visible things that the text mentions."""
    meanwhile: str = marked("The others are playing. Watch the bar at the top.")
    """Text until the task is ready; marked for the catalog."""


class Chapter(Struct, frozen=True):
    """Chapter of a course; its texts are marked for the catalog."""

    name: str
    """Name under which the settings store its completion; unique across games."""
    title: str
    summary: str
    position: Any
    """Position at its beginning, in the game's own format."""
    steps: tuple[LessonStep, ...]


# Course of a game: its chapters, followed by a first game


class Curriculum(Struct, frozen=True, eq=False):
    """All chapters of a game, and the first game afterwards; the texts are in the current language."""

    game: GamePlugin
    chapters: tuple[Chapter, ...]
    note: str
    """Sentence below the title."""
    first_game: Callable[[], NewGameSettings]
    """Function that returns the settings of a first game that is easy to win."""
    first_note: str
    """Description of that game."""


def gentle_seats(game: GamePlugin, opponent: str) -> list[SeatChoice]:
    """Return the usual number of seats: one human, and opponents who can be beaten."""
    seats = game.form.default_seats()[: game.form.usual_count()]
    return [seat if seat.kind == PERSON else replace(seat, kind=opponent) for seat in seats]
