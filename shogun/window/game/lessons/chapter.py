"""A chapter of a tutorial: what is said step by step, what it points at, and what has to be done before it goes on."""

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
"""The seat of the person who learns."""
JUST_WATCH = marked("Just watch; the lesson continues on its own.")


class Situation(Struct):
    """What has come about since a step began."""

    model: Any
    """Of the game's screen."""
    told: list[Any] = field(default_factory=list)
    """Events that happened and were shown."""
    given: list[Any] = field(default_factory=list)
    """The person's answers."""
    pointed: set[str] = field(default_factory=set)
    """The places that the person has pointed at."""
    has_read: bool = False
    """Whether the person has asked to go on."""


class LessonTask(ABC):
    """What a step waits for."""

    waits = False
    """Whether the game stands still meanwhile."""

    def is_ready(self, _now: Situation) -> bool:
        """Return whether what the step says can be done, or seen, by now; until then others act."""
        return True

    @abstractmethod
    def is_done(self, now: Situation) -> bool:
        """Return whether the step is over."""

    def to_read(self, _now: Situation) -> bool:
        """Return whether there is nothing left to do but to read and go on."""
        return False

    def hint(self) -> str:
        """Return what is to be done, for somebody who did something else."""
        return _("First read this, then press Continue.")

    def takes(self, _move: Any) -> bool:
        """Return whether an answer belongs to the step."""
        return False

    def asks(self, _now: Situation) -> bool:
        """Return whether something is asked of the person that the step itself doesn't speak of."""
        return False

    def places(self, _now: Situation) -> tuple[str, ...]:
        """Return places to point at that are not known beforehand."""
        return ()


class Read(LessonTask):
    """Only to be read; the game waits."""

    waits = True

    def is_done(self, now: Situation) -> bool:
        """Return whether the person has asked to go on."""
        return now.has_read

    def to_read(self, _now: Situation) -> bool:
        """Return True: that is all."""
        return True


class Watch(LessonTask):
    """Something is seen to happen to the person who learns, or to all."""

    def __init__(self, kind: type, **wanted: Any) -> None:
        """Wait for an event of a kind with these fields."""
        self.kind, self.wanted = kind, wanted

    def is_done(self, now: Situation) -> bool:
        """Return whether it was shown, or can't come any more."""
        return self.is_too_late(now) or any(self._is_it(event) for event in now.told)

    def is_too_late(self, now: Situation) -> bool:
        """Return whether it can't come any more."""
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
        """Return True: whatever is asked on the way may be answered."""
        return True


class AwaitTurn(LessonTask):
    """The others have their turns, until the person who learns is asked again."""

    def is_done(self, now: Situation) -> bool:
        """Return whether that is so."""
        return now.model.question is not None

    def hint(self) -> str:
        """Return that there is nothing to do."""
        return _(JUST_WATCH)


class Fact(Struct, frozen=True):
    """What a step says of the screen, or of the rules, as something that can be checked."""

    says: str
    """The words of the step's text that stand or fall with it."""
    holds: Callable[[Any], bool]
    """Returns whether it is so, given what the game's screen shows (its model)."""


class LessonStep(Struct, frozen=True):
    """One step of a chapter."""

    text: str
    """At most 40 words; marked for the catalogue."""
    at: tuple[str, ...]
    """What is framed: places of the map, panels, or controls by their names."""
    task: LessonTask
    facts: tuple[Fact, ...] = ()
    """All that the text says of names, numbers and colours, and of what is to be seen when it is shown."""
    meanwhile: str = marked("The others are playing. Watch the bar at the top.")
    """What is said instead until the task is ready; marked for the catalogue."""


class Chapter(Struct, frozen=True):
    """One of a course; the texts are marked for the catalogue."""

    name: str
    """By it the settings remember that it was finished: no two games have the same."""
    title: str
    summary: str
    position: Any
    """Where it begins: the game's own."""
    steps: tuple[LessonStep, ...]


# All that a game teaches: its chapters, and a first game after them.


class Curriculum(Struct, frozen=True, eq=False):
    """All chapters of a game, and the first game afterwards; the texts are in the language of now."""

    game: GamePlugin
    chapters: tuple[Chapter, ...]
    note: str
    """A sentence below the title."""
    first_game: Callable[[], NewGameSettings]
    """Returns what is agreed for a first game that one can win."""
    first_note: str
    """What that game is like."""


def gentle_seats(game: GamePlugin, opponent: str) -> list[SeatChoice]:
    """Return as many seats as usually play: one person, and on the others an opponent whom one can win against."""
    seats = game.form.default_seats()[: game.form.usual_count()]
    return [seat if seat.kind == PERSON else replace(seat, kind=opponent) for seat in seats]
