"""Shows turns at a readable pace: each event alone, in words and on the board; drops are played, then counted out.

The picture shown between two turns is the view before, changed by the events told so far (`view_after.py`); after the
last event it is the view that the rules give.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from shogun.base.language import _
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, begun, reinforced, sides
from shogun.games.shogun.screen.play.timing import BREATH_SECONDS, COUNT_SECONDS, event_seconds, is_read, result_seconds
from shogun.games.shogun.screen.play.view_after import changed, counted_out, fallen, place_of, seat_of
from shogun.games.shogun.screen.telling import HEADINGS, log_line
from shogun.games.shogun.words import sentence
from shogun.table.session import Turn, after_throw, before_throw, sayings
from shogun.tower.resting_cubes import TowerState
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.model import add_to_log, remark_line

if TYPE_CHECKING:  # it loads NumPy, which a window needs only when the first cube falls
    from shogun.tower.recording import Recording

_FOR_ALL = (ev.YearBegan, ev.SeasonBegan, ev.EventDrawn, ev.WinterBegan, ev.GameEnded)
"""What concerns persons too, however fast computer opponents are shown."""


class PlayedDrop(Protocol):
    """The tower as the presenter needs it."""

    @property
    def done(self) -> bool:
        """Whether no drop is under way."""

    @property
    def out_so_far(self) -> dict[str, int]:
        """Cubes by colour that the drop has let out by now."""

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop from its start."""

    def skip(self) -> None:
        """Go to its end."""


class Views(Protocol):
    """What a scene does in the course of a turn that is shown: `scenes/board_scene.py`."""

    def settle(self, turn: Turn) -> None:
        """Show tower and tray as a throw has left them, after the count: what the view has on the tray."""

    def fall(self, seconds: float) -> None:
        """Let the cubes of the drop that is played fall on (s)."""

    def after(self, turn: Turn) -> None:
        """Put what may be seen after a turn into the model."""

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Let survivors begin to walk from the tray to their province; return how long that takes at speed 1, s."""

    @property
    def shows_battles(self) -> bool:
        """Whether battles are seen to fall and be counted out; else it is only told how they ended."""

    def enlarge(self, battle: ev.BattleSettled, *, is_persons: bool) -> float:
        """Show the tower large before a battle falls, if that is wanted of it; return how long it grows, s."""

    def counted(self, turn: Turn) -> None:
        """Keep a battle whose end has just been told."""

    def reduce(self) -> float:
        """Let a large tower go; return how long that takes at speed 1, s."""


class Presenter:
    """Plays turns into the model."""

    def __init__(self, model: Model, stand: PlayedDrop, views: Views, *, waits: bool) -> None:
        """Play a scene's turns; `waits`: winter's sheet waits for a person to see it, at any speed."""
        self._model = model
        self._stand = stand
        self._views = views
        self._script: Iterator[float] | None = None
        self._line = 0
        self._wait = 0.0
        self._waits = waits
        self.speed = 1.0
        """At which a throw falls, is counted out, and its survivors walk home."""

    @property
    def is_idle(self) -> bool:
        """Whether everything was shown."""
        return self._script is None

    def show(self, turn: Turn) -> None:
        """Begin to show a turn."""
        self._script = self._turn(turn)
        self._line = turn.n
        self._wait = 0.0

    def stop(self) -> None:
        """Show nothing of the turn any more."""
        self._script = None
        self._model.begun, self._model.is_seen = None, True
        self._line, self._wait, self.speed = 0, 0.0, 1.0

    def update(self, seconds: float) -> bool:
        """Let time pass (s) and return whether anything has changed in the model."""
        if self._model.is_watching:
            self._views.fall(seconds)
        if self._script is None or self._is_falling():
            return False
        self._wait -= seconds
        moved = False
        while self._wait <= 0 and not self._is_falling() and self._go_on():
            moved = True
        return moved

    def _go_on(self) -> bool:
        """Go on to the next pause of the script and return whether there was one."""
        pause = next(self._script, None) if self._script else None
        if pause is None:
            self._script = None
            return False
        self._wait = pause
        return True

    def skip(self) -> None:
        """Go to the end of what is shown now: a drop, a count, or a pause."""
        self._stand.skip()
        if self._model.battle and self._model.battle.sides:
            self._model.battle.counted = self._model.battle.most
        self._wait = 0.0

    def _is_falling(self) -> bool:
        return self._model.is_watching and not self._stand.done

    def _turn(self, turn: Turn) -> Iterator[float]:
        model = self._model
        model.is_counted = False
        if turn.fall is not None:
            yield from self._throw(turn)
        events: tuple[ev.Event, ...] = tuple(turn.events)
        for before, event, following in zip((None, *events), events, (*events[1:], None), strict=False):
            if isinstance(event, ev.CubesThrown) and isinstance(following, ev.BattleSettled):
                continue  # what lies on the tray is told when it was counted out
            if isinstance(event, ev.BattleSettled):
                yield from self._settled(event, turn, before)
            else:
                yield from self._event(event)
            if isinstance(event, ev.TowerFilled):
                self._views.settle(turn)
            if isinstance(event, ev.Scored) and not isinstance(following, ev.Scored):
                yield from self._for_winter()
        if model.battle is None or model.battle.result:
            model.shown_arrow = model.shown_province = None
        model.begun = None
        self._views.after(turn)

    def _throw(self, turn: Turn) -> Iterator[float]:
        """Let a throw fall; after one in a large tower everybody breathes."""
        assert turn.fall is not None
        model, speed = self._model, self._battle_speed(turn)
        self.speed = speed
        add_to_log(model.log, *(remark_line(say, turn.n) for say in sayings(turn, before_throw)))
        model.is_counted = turn.fall.recording is None and isinstance(turn.fall.inside, TowerState)
        if turn.fall.recording is not None:
            yield from self._fall(turn, turn.fall.recording)
        model.tray = dict(turn.fall.out)
        model.inside = turn.fall.inside.counts()
        model.view = fallen(model.view, model.inside, model.tray)
        if model.large is not None:
            yield BREATH_SECONDS / speed
        add_to_log(model.log, *(remark_line(say, turn.n) for say in sayings(turn, after_throw)))

    def _fall(self, turn: Turn, recording: "Recording") -> Iterator[float]:
        """Play a recording; a battle falls in a large tower where that is wanted."""
        model, speed, settled = self._model, self.speed, settled_in(turn)
        is_seen = speed < AT_ONCE and (settled is None or self._views.shows_battles)
        if settled is not None and is_seen:
            yield self._views.enlarge(settled, is_persons=self._is_persons(*_seats_of(settled))) / speed
        if model.question is None and speed < AT_ONCE:
            model.prompt = model.battle.title if model.battle else _("Cubes of all colors are thrown in, peasants too.")
        model.is_watching, model.taps = True, 0
        self._stand.play(recording, speed)
        if not is_seen:
            self._stand.skip()
        yield 0.0
        model.is_watching = False

    def _event(self, event: ev.Event) -> Iterator[float]:
        model, speed = self._model, self.speed_of(event)
        if isinstance(event, ev.BattleBegan | ev.RevoltBroke):
            model.battle = begun(event, model.names)
        elif isinstance(event, ev.Reinforced) and model.battle:
            reinforced(model.battle, event, model.names)
        elif isinstance(event, HEADINGS) and model.battle and model.battle.result:
            model.battle = None
        self._tell(event, speed)
        model.begun = _begun(event) if speed < AT_ONCE else None
        if speed < AT_ONCE:
            model.shown_province = place_of(event)
            model.shown_arrow = _arrow(event) or (model.shown_arrow if model.battle else None)
        stays = isinstance(event, ev.TowerFilled)  # while that is read, what came out lies on the tray
        if not stays:
            model.view = changed(model.view, event)
        yield event_seconds(event, sentence(event, model.names), speed, is_own=self._is_persons(seat_of(event)))
        if stays:
            model.view = changed(model.view, event)

    def _for_winter(self) -> Iterator[float]:
        """Let winter's sheet stand, at any speed, until a person has seen it and goes on."""
        model = self._model
        if not self._waits or not any(seat.person for seat in model.seats):
            return
        model.prompt = year_ends()
        model.is_seen = False
        yield math.inf
        model.is_seen, model.prompt = True, ""

    def _tell(self, event: ev.Event, speed: float) -> None:
        """Put an event on the bar and into the log."""
        model = self._model
        if is_read(event, speed) and model.question is None:  # others' doings must not hide what a person is asked
            model.prompt = sentence(event, model.names)
        add_to_log(model.log, log_line(event, model.names, self._line))

    def _settled(self, event: ev.BattleSettled, turn: Turn, thrown: ev.Event | None) -> Iterator[float]:
        """Count a battle out, tell how it ended, let the dead go to their reserves and the survivors walk home."""
        model, speed = self._model, self._battle_speed(turn)
        battle = model.battle if model.battle and not model.battle.result else ShownBattle(event.province)
        battle.sides = sides(event, model.seats)
        model.battle = battle
        while speed < AT_ONCE and self._views.shows_battles and battle.counted < battle.most:
            battle.counted += 1
            yield COUNT_SECONDS / speed
        battle.counted = battle.most
        if isinstance(thrown, ev.CubesThrown):
            self._tell(thrown, speed)
        battle.result, battle.winner = sentence(event, model.names), event.winner
        self._views.counted(turn)
        if speed < AT_ONCE and model.question is None:
            model.prompt = battle.result
        model.shown_province = event.province if speed < AT_ONCE else None
        yield result_seconds(battle.result, speed, is_own=self._is_persons(*_seats_of(event)))
        model.shown_arrow = None
        seconds = max(self._views.walk_home(event), self._views.reduce()) / speed if speed < AT_ONCE else 0.0
        model.view = counted_out(model.view, event)
        self._views.settle(turn)
        yield seconds
        self._tell(event, speed)
        model.view = changed(model.view, event)

    def speed_of(self, event: ev.Event) -> float:
        """Return at what speed an event is shown."""
        of_all = isinstance(event, _FOR_ALL) and any(seat.person for seat in self._model.seats)
        return self._model.speed if of_all or self._is_persons(*_seats_of(event)) else self._model.computers_speed

    def _battle_speed(self, turn: Turn) -> float:
        """Return at what speed a throw falls and is counted out: by whose battle it is; the start throw is all's."""
        settled = settled_in(turn)
        if settled is not None:
            return self.speed_of(settled)
        return self._model.speed if any(seat.person for seat in self._model.seats) else self._model.computers_speed

    def _is_persons(self, *seats: int | None) -> bool:
        return any(seat is not None and self._model.seats[seat].person for seat in seats)


def year_ends() -> str:
    """Return what is said while winter's sheet waits for a person."""
    return _("The year is over. Continue when you have seen the scores.")


def settled_in(turn: Turn) -> ev.BattleSettled | None:
    """Return how the battle of a turn was settled, None if there was none."""
    return next((event for event in turn.events if isinstance(event, ev.BattleSettled)), None)


def _begun(event: ev.Event) -> Season | None:
    """Return the season that begins by an event."""
    if isinstance(event, ev.SeasonBegan):
        return event.season
    return "winter" if isinstance(event, ev.WinterBegan) else None


def _seats_of(event: ev.Event) -> tuple[int | None, ...]:
    """Return whose doing an event is, and against whom."""
    if isinstance(event, ev.BattleBegan | ev.BattleSettled):
        return event.attacker, event.defender
    return (seat_of(event),)


def _arrow(event: ev.Event) -> tuple[str, str] | None:
    if isinstance(event, ev.BattleBegan | ev.Moved):
        return event.source, event.target
    return None
