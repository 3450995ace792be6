"""Shows turns at a readable pace: a drop is played, then each event is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from shogun.table.session import Turn, after_throw, before_throw, sayings
from shogun.tower.resting_cubes import RestingCube, TowerState
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.game_plugin import Telling
from shogun.window.play.model import GameModel, LogLine, add_to_log, remark_line

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# What the generic screen shows at this moment.


class GenericModel(GameModel, kw_only=True):
    """A game of which no more is known than what every game brings."""

    tray: dict[str, int] = field(default_factory=dict)
    """What lies on the tray after the last throw."""
    inside: dict[str, int] = field(default_factory=dict)
    """What is in the tower."""
    is_watching: bool = False
    """Whether a recording is being played."""
    has_recent: bool = False
    """Whether something has just happened that can be shown once more."""

    def forget_choice(self) -> None:
        """Choose nothing; in a game whose answers are given at once nothing is ever chosen."""


EVENT_SECONDS = 0.7
"""How long an event is shown at speed 1."""


class PlayedDrop(Protocol):
    """The tower as a presenter needs it."""

    @property
    def done(self) -> bool:
        """Whether no drop is under way."""

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop from its start."""

    def skip(self) -> None:
        """Go to its end."""

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int], /) -> None:
        """Show cubes that rest in the tower and on its tray."""


class GenericPresenter(Struct, kw_only=True, eq=False):
    """Plays turns into the model."""

    model: GenericModel
    stand: PlayedDrop
    telling: Telling
    after: Callable[[Turn], None]
    """Puts what may be seen after a turn into the model."""
    knock: Callable[[float], None]
    """Lets the cubes of a drop fall on (s)."""
    script: Iterator[float] | None = None
    wait: float = 0.0
    recent: list[Turn] = field(default_factory=list)
    """What a person's last turn, or where none plays the last turn of anybody, has begun, and all since."""
    keeps_recent: bool = True
    """Whether it is kept, to be shown again."""
    is_again: bool = False
    """Whether it is what was shown before: that stands in the log already."""

    @property
    def is_idle(self) -> bool:
        """Whether everything was shown."""
        return self.script is None

    def show(self, turn: Turn) -> None:
        """Begin to show a turn; whoever thinks about the next one is told of when it was shown."""
        self.model.thinking = ()
        self._keep(turn)
        self.begin(self.turn_script(turn))

    def begin(self, script: Iterator[float]) -> None:
        """Begin to show what a script shows, which yields how long it then rests (s)."""
        self.script, self.wait = script, 0.0

    def _keep(self, turn: Turn) -> None:
        """Keep a turn, to be shown again; what was kept goes when somebody else's turn begins that counts."""
        if not self.keeps_recent:
            return
        people = [seat.person for seat in self.model.seats]
        before = next((kept.seat for kept in reversed(self.recent) if kept.seat is not None), turn.seat)
        if turn.seat is not None and turn.seat != before and (people[turn.seat] or not any(people)):
            self.recent.clear()
        self.recent.append(turn)
        self.model.has_recent = True

    def recall(self, turns: Iterable[Turn]) -> None:
        """Keep the last of these turns to be shown again, and nothing else."""
        self.end_again()
        self.recent.clear()
        self.model.has_recent = False
        for turn in turns:
            self._keep(turn)

    def show_again(self, look: Callable[[Any], Any]) -> None:
        """Begin to show once more what has just happened; `look` returns what may be seen of a state."""
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
        """Show nothing once more that has happened."""
        self.script, self.is_again = (None if self.is_again else self.script), False

    def skip(self) -> None:
        """Go to the end of what is shown now."""
        self.stand.skip()
        self.wait = 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass (s) and return whether anything has changed in the model."""
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
        """Yield how long each event of a turn is shown (s), each as soon as it was told; a game may show more."""
        speed = self.speed_of(turn)
        for event in turn.events:
            self.tell(event, turn.n)
            yield 0.0 if speed >= AT_ONCE else EVENT_SECONDS / speed

    def tell(self, event: Any, n: int) -> LogLine:
        """Tell an event of line `n` of the journal in the log, and above while nobody is asked; return the line."""
        line = self.telling.log_line(event, self.model.names, n)
        if not self.is_again:
            add_to_log(self.model.log, line)
        if self.model.question is None:
            self.model.prompt = line.text
        return line

    def throw(self, turn: Turn, speed: float) -> Iterator[float]:
        """Play the drop and show how it has left tower and tray."""
        model, fall = self.model, turn.fall
        assert fall is not None, "a throw falls"
        add_to_log(model.log, *(remark_line(say, turn.n) for say in sayings(turn, before_throw)))
        if fall.recording is not None:
            yield from self.fall(turn, fall.recording, speed)
        model.tray, model.inside = dict(fall.out), fall.inside.counts()
        yield from self.fallen(turn, speed)
        add_to_log(model.log, *(remark_line(say, turn.n) for say in sayings(turn, after_throw)))

    def fall(self, _turn: Turn, recording: "Recording", speed: float) -> Iterator[float]:
        """Play a recording; a game may prepare for it."""
        yield from self.watch(recording, speed, is_seen=speed < AT_ONCE)

    def watch(self, recording: "Recording", speed: float, *, is_seen: bool) -> Iterator[float]:
        """Let cubes fall until all have come to rest; what isn't seen has fallen at once."""
        self.model.is_watching = True
        self.stand.play(recording, speed)
        if not is_seen:
            self.stand.skip()
        yield 0.0
        self.model.is_watching = False

    def fallen(self, turn: Turn, _speed: float) -> Iterator[float]:
        """Show the tower at rest after a throw; a game may show more."""
        assert turn.fall is not None, "a throw falls"
        inside = turn.fall.inside
        self.stand.show_resting(inside.resting if isinstance(inside, TowerState) else (), self.model.tray)
        yield from ()

    def speed_of(self, turn: Turn) -> float:
        """Return at what speed a turn is shown: chance concerns all; what is shown again is never over at once."""
        if self.is_again:
            return self.model.speed if self.model.speed < AT_ONCE else 1.0
        people = [seat.person for seat in self.model.seats]
        is_persons = any(people) if turn.seat is None else people[turn.seat]
        return self.model.speed if is_persons else self.model.computers_speed
