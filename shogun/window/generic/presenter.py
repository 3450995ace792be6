"""Presenter of turns at a readable pace: it plays the drop, then reports each event."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from shogun.table.session import Turn, deferred_throw_notes, notes_after_throw, notes_before_throw
from shogun.tower.resting_cubes import RestingCube, TowerState
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.game_plugin import Telling
from shogun.window.play.model import GameModel, LogLine, add_to_log, throw_note_line

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# Model of the generic screen


class GenericModel(GameModel, kw_only=True):
    """Model of a game of which only the basics are known."""

    tray: dict[str, int] = field(default_factory=dict)
    """Cubes on the tray after the last throw."""
    inside: dict[str, int] = field(default_factory=dict)
    """Cubes in the tower."""
    is_watching: bool = False
    """True if a recording is being played."""
    has_recent: bool = False
    """True if something has just happened that can be shown again."""

    def forget_choice(self) -> None:
        """Drop the choice; games whose answers are given at once have none."""


EVENT_SECONDS = 0.7
"""Seconds that an event is shown at speed 1."""


class PlayedDrop(Protocol):
    """Interface of the tower for a presenter."""

    @property
    def done(self) -> bool:
        """True if no drop is in progress."""

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop from its start."""

    def skip(self) -> None:
        """Skip to its end."""

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int], /) -> None:
        """Show cubes at rest in the tower and on its tray."""


class GenericPresenter(Struct, kw_only=True, eq=False):
    """Plays turns into the model."""

    model: GenericModel
    stand: PlayedDrop
    telling: Telling
    after: Callable[[Turn], None]
    """Stores the view after a turn in the model."""
    knock: Callable[[float], None]
    """Advances the cubes of a drop by this time (s)."""
    script: Iterator[float] | None = None
    wait: float = 0.0
    recent: list[Turn] = field(default_factory=list)
    """Turns since the start of a human's last turn, or of anybody's last turn if no human plays."""
    keeps_recent: bool = True
    """True if turns are kept to be shown again."""
    is_again: bool = False
    """True if turns are being shown again, which the log already has."""

    @property
    def is_idle(self) -> bool:
        """True if everything has been shown."""
        return self.script is None

    def show(self, turn: Turn) -> None:
        """Start to show a turn; the opponent who thinks about the next one learns when it has been shown."""
        self.model.thinking = ()
        self._keep(turn)
        self.begin(self.turn_script(turn))

    def begin(self, script: Iterator[float]) -> None:
        """Start a script, which yields how long each of its moments lasts (s)."""
        self.script, self.wait = script, 0.0

    def _keep(self, turn: Turn) -> None:
        """Keep a turn to be shown again; older ones are dropped when a turn of another seat begins that counts."""
        if not self.keeps_recent:
            return
        people = [seat.person for seat in self.model.seats]
        before = next((kept.seat for kept in reversed(self.recent) if kept.seat is not None), turn.seat)
        if turn.seat is not None and turn.seat != before and (people[turn.seat] or not any(people)):
            self.recent.clear()
        self.recent.append(turn)
        self.model.has_recent = True

    def recall(self, turns: Iterable[Turn]) -> None:
        """Keep only the last of these turns to be shown again."""
        self.end_again()
        self.recent.clear()
        self.model.has_recent = False
        for turn in turns:
            self._keep(turn)

    def show_again(self, look: Callable[[Any], Any]) -> None:
        """Start to show again what has just happened; `look` returns the view of a state."""
        self.begin(self._once_more(look))

    def _once_more(self, look: Callable[[Any], Any]) -> Iterator[float]:
        prompt, self.is_again = self.model.prompt, True
        for turn in self.recent:
            self.model.view = look(turn.before)
            yield from self.turn_events(turn)
        self.end_again()
        self.model.prompt = prompt
        self.after(self.recent[-1])

    def end_again(self) -> None:
        """Stop showing again what has happened."""
        self.script, self.is_again = (None if self.is_again else self.script), False

    def skip(self) -> None:
        """Skip to the end of what is being shown."""
        self.stand.skip()
        self.wait = 0.0

    def update(self, seconds: float) -> bool:
        """Advance the time (s) and return whether the model has changed."""
        if self.model.is_watching:
            self.knock(seconds)
        self.wait -= seconds
        moved = False
        while self.script is not None and self.wait <= 0 and not self._is_falling():
            pause = next(self.script, None)
            self.script, self.wait = (None, 0.0) if pause is None else (self.script, pause)
            moved = True
        return moved

    def _is_falling(self) -> bool:
        return self.model.is_watching and not self.stand.done

    def turn_script(self, turn: Turn) -> Iterator[float]:
        """Yield how long each moment of a turn is shown (s): its throw, then its events."""
        if turn.fall is not None:
            yield from self.throw(turn, self.speed_of(turn))
        yield from self.turn_events(turn)
        self.after(turn)

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield how long each event of a turn is shown (s), once it has been reported; games may show more."""
        speed = self.speed_of(turn)
        for event in turn.events:
            self.tell(event, turn.n)
            yield 0.0 if speed >= AT_ONCE else EVENT_SECONDS / speed

    def tell(self, event: Any, n: int) -> LogLine:
        """Write an event of line `n` of the journal to the log, and to the bar if nobody is asked; return the line."""
        line = self.telling.log_line(event, self.model.names, n)
        if not self.is_again:
            add_to_log(self.model.log, line)
        if self.model.question is None:
            self.model.prompt = line.text
        return line

    def throw(self, turn: Turn, speed: float) -> Iterator[float]:
        """Play the drop and show tower and tray after it."""
        model, fall = self.model, turn.fall
        assert fall is not None, "a throw falls"
        add_to_log(model.log, *(throw_note_line(say, turn.n) for say in deferred_throw_notes(turn, notes_before_throw)))
        if fall.recording is not None:
            yield from self.fall(turn, fall.recording, speed)
        model.tray, model.inside = dict(fall.out), fall.inside.counts()
        yield from self.fallen(turn, speed)
        add_to_log(model.log, *(throw_note_line(say, turn.n) for say in deferred_throw_notes(turn, notes_after_throw)))

    def fall(self, _turn: Turn, recording: "Recording", speed: float) -> Iterator[float]:
        """Play a recording; games may prepare for it."""
        yield from self.watch(recording, speed, is_seen=speed < AT_ONCE)

    def watch(self, recording: "Recording", speed: float, *, is_seen: bool) -> Iterator[float]:
        """Let cubes fall until all are at rest; unwatched ones fall at once."""
        self.model.is_watching = True
        self.stand.play(recording, speed)
        if not is_seen:
            self.stand.skip()
        yield 0.0
        self.model.is_watching = False

    def fallen(self, turn: Turn, _speed: float) -> Iterator[float]:
        """Show the tower at rest after a throw; games may show more."""
        assert turn.fall is not None, "a throw falls"
        inside = turn.fall.inside
        self.stand.show_resting(inside.resting if isinstance(inside, TowerState) else (), self.model.tray)
        yield from ()

    def speed_of(self, turn: Turn) -> float:
        """Return the speed at which a turn is shown: chance concerns all, and a repeat is never instant."""
        if self.is_again:
            return self.model.speed if self.model.speed < AT_ONCE else 1.0
        people = [seat.person for seat in self.model.seats]
        is_persons = any(people) if turn.seat is None else people[turn.seat]
        return self.model.speed if is_persons else self.model.computers_speed
