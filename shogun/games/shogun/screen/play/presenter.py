"""Shows turns at a readable pace: each event alone, in words and on the board; drops are played, then counted out.

The picture between two turns is the previous view, changed by the events shown so far (`view_after.py`); after
the last event it is the view that the rules give.
"""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from shogun.base.language import _
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, begun, reinforced, sides
from shogun.games.shogun.screen.play.view_after import (
    place_of,
    seat_of,
    view_after_event,
    with_battle_counted,
    with_throw_fallen,
)
from shogun.games.shogun.screen.telling import HEADINGS
from shogun.games.shogun.words import sentence
from shogun.table.session import Turn
from shogun.tower.resting_cubes import TowerState
from shogun.window.generic.presenter import GenericPresenter
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.model import add_to_log

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# Display times of events: long enough for reading, shorter at higher speeds, but always long enough to be noticed

COUNT_SECONDS = 0.22
"""Seconds for each cube that is counted out."""
BREATH_SECONDS = 0.7
"""Seconds between the last cube coming to rest in a large tower and the count."""
WALK_SECONDS = 1.1
"""Seconds in which the survivors of a battle walk home."""
OWN_SHARE = 0.5
"""Factor for a human's own moves, which need less time to be understood."""
READING = 40.0
"""Reading speed at the usual speed, in characters a second."""
GLANCING = 150.0
"""Fastest reading speed assumed at any speed, in characters a second."""
_USUAL_SECONDS = 0.9
_RESULT_SECONDS, _OWN_RESULT_SECONDS = 1.8, 4.0
_SECONDS: Mapping[type[object], float] = {
    ev.CardVoided: 0.5,
    ev.CardTaken: 0.4,
    ev.TowerFilled: 0.6,
    ev.YearBegan: 1.0,
    ev.SeasonBegan: 0.8,
    ev.EventDrawn: 1.3,
    ev.BidRevealed: 0.7,
    ev.NoAction: 0.5,
    ev.BattleBegan: 1.3,
    ev.RevoltBroke: 1.3,
    ev.Scored: 1.2,
}
_UNREAD: Mapping[type[object], float] = {ev.PlanLaid: 0.05, ev.CubesThrown: 0.0, ev.GroupPlaced: 0.1}
"""Seconds for frequent events that only appear in the log."""


def is_read(event: ev.Event, speed: float) -> bool:
    """Return whether an event appears as a sentence on the bar; it appears in the log in any case."""
    return speed < AT_ONCE and type(event) not in _UNREAD


def event_seconds(event: ev.Event, sentence: str, speed: float, *, is_own: bool) -> float:
    """Return the seconds that an event and its sentence are shown at a speed; `is_own`: a human's own move."""
    if type(event) in _UNREAD:
        return 0.0 if speed >= AT_ONCE else _UNREAD[type(event)] / speed
    share = OWN_SHARE if is_own else 1.0
    return share * _readable(sentence, _SECONDS.get(type(event), _USUAL_SECONDS), speed)


def result_seconds(sentence: str, speed: float, *, is_own: bool) -> float:
    """Return the seconds that a battle's result is shown; `is_own`: a human has fought in it."""
    return _readable(sentence, _OWN_RESULT_SECONDS if is_own else _RESULT_SECONDS, speed)


def _readable(sentence: str, usual: float, speed: float) -> float:
    if speed >= AT_ONCE:
        return 0.0
    return max(max(usual, 0.3 + len(sentence) / READING) / speed, 0.2 + len(sentence) / GLANCING)


_FOR_ALL = (ev.YearBegan, ev.SeasonBegan, ev.EventDrawn, ev.WinterBegan, ev.GameEnded)
"""Events that concern humans too, even if computer opponents are shown faster."""


class Views(Protocol):
    """Interface to the scene while a turn is shown: `scenes/board_scene.py`."""

    def settle(self, turn: Turn) -> None:
        """Show tower and tray after a throw and its count, with the view's cubes on the tray."""

    def walk_home(self, battle: ev.BattleSettled) -> float:
        """Start the survivors' walk from the tray to their province; return its seconds at speed 1."""

    @property
    def shows_battles(self) -> bool:
        """True if battles are shown falling and being counted out; otherwise only the result is shown."""

    def enlarge(self, battle: ev.BattleSettled, *, is_persons: bool) -> float:
        """Show the tower large before a battle falls, if the settings ask for it; return the seconds of its growth."""

    def counted(self, turn: Turn) -> None:
        """Keep a battle after its result has been shown."""

    def reduce(self) -> float:
        """Shrink a large tower; return the seconds that it takes at speed 1."""


class Presenter(GenericPresenter, kw_only=True, eq=False):
    """Plays turns into the model."""

    model: Model
    views: Views
    waits: bool
    """True if winter's sheet waits for a human to see it, at any speed."""
    keeps_recent: bool = False
    speed: float = 1.0
    """Speed of a throw, its count, and the survivors' walk home."""
    line: int = 0
    """The line of the journal of the turn that is shown."""

    def show(self, turn: Turn) -> None:
        """Begin to show a turn; the message about a thinking player stays."""
        self.begin(self.turn_script(turn))

    def stop(self) -> None:
        """Stop showing the turn."""
        self.script = None
        self.model.begun, self.model.is_seen = None, True
        self.line, self.wait, self.speed = 0, 0.0, 1.0

    def skip(self) -> None:
        """Skip to the end of the current animation: a drop, a count, or a pause."""
        super().skip()
        if self.model.battle and self.model.battle.sides:
            self.model.battle.counted = self.model.battle.most

    def turn_script(self, turn: Turn) -> Iterator[float]:
        """Yield the seconds that each moment of a turn is shown, with its throw not yet counted."""
        self.line, self.model.is_counted = turn.n, False
        yield from super().turn_script(turn)

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield the seconds that each event of a turn is shown, once it is visible."""
        model = self.model
        events: tuple[ev.Event, ...] = tuple(turn.events)
        for before, event, following in zip((None, *events), events, (*events[1:], None), strict=False):
            if isinstance(event, ev.CubesThrown) and isinstance(following, ev.BattleSettled):
                continue  # what lies on the tray is told when it was counted out
            if isinstance(event, ev.BattleSettled):
                yield from self._settled(event, turn, before)
            else:
                yield from self._event(event)
            if isinstance(event, ev.TowerFilled):
                self.views.settle(turn)
            if isinstance(event, ev.Scored) and not isinstance(following, ev.Scored):
                yield from self._for_winter()
        if model.battle is None or model.battle.result:
            model.shown_arrow = model.shown_province = None
        model.begun = None

    def throw(self, turn: Turn, speed: float) -> Iterator[float]:
        """Play a throw, or only count it if there is no recording."""
        fall = turn.fall
        self.speed = speed
        self.model.is_counted = fall is not None and fall.recording is None and isinstance(fall.inside, TowerState)
        yield from super().throw(turn, speed)

    def fallen(self, _turn: Turn, speed: float) -> Iterator[float]:
        """Show tower and tray after a throw, with a pause after one in a large tower."""
        model = self.model
        model.view = with_throw_fallen(model.view, model.inside, model.tray)
        if model.large is not None:
            yield BREATH_SECONDS / speed

    def fall(self, turn: Turn, recording: "Recording", speed: float) -> Iterator[float]:
        """Play a recording, for a battle in a large tower if the settings ask for it."""
        model, settled = self.model, settled_in(turn)
        is_seen = speed < AT_ONCE and (settled is None or self.views.shows_battles)
        if settled is not None and is_seen:
            yield self.views.enlarge(settled, is_persons=self._is_persons(*_seats_of(settled))) / speed
        if model.question is None and speed < AT_ONCE:
            model.prompt = model.battle.title if model.battle else _("Cubes of all colors are thrown in, peasants too.")
        model.taps = 0
        yield from self.watch(recording, speed, is_seen=is_seen)

    def _event(self, event: ev.Event) -> Iterator[float]:
        model, speed = self.model, self.event_speed(event)
        if isinstance(event, ev.BattleBegan | ev.RevoltBroke):
            model.battle = begun(event, model.names)
        elif isinstance(event, ev.Reinforced) and model.battle:
            reinforced(model.battle, event, model.names)
        elif isinstance(event, HEADINGS) and model.battle and model.battle.result:
            model.battle = None
        self._tell(event, speed)
        model.begun = _season_begun_by(event) if speed < AT_ONCE else None
        if speed < AT_ONCE:
            model.shown_province = place_of(event)
            model.shown_arrow = _arrow(event) or (model.shown_arrow if model.battle else None)
        stays = isinstance(event, ev.TowerFilled)  # while that is read, what came out lies on the tray
        if not stays:
            model.view = view_after_event(model.view, event)
        yield event_seconds(event, sentence(event, model.names), speed, is_own=self._is_persons(seat_of(event)))
        if stays:
            model.view = view_after_event(model.view, event)

    def _for_winter(self) -> Iterator[float]:
        """Show winter's sheet at any speed until a human has seen it and continues."""
        model = self.model
        if not self.waits or not any(seat.person for seat in model.seats):
            return
        model.prompt = year_ends()
        model.is_seen = False
        yield math.inf
        model.is_seen, model.prompt = True, ""

    def _tell(self, event: ev.Event, speed: float) -> None:
        """Show an event on the bar and in the log."""
        model = self.model
        if is_read(event, speed) and model.question is None:  # others' doings must not hide what a person is asked
            model.prompt = sentence(event, model.names)
        add_to_log(model.log, self.telling.log_line(event, model.names, self.line))

    def _settled(self, event: ev.BattleSettled, turn: Turn, thrown: ev.Event | None) -> Iterator[float]:
        """Count a battle out, show its result, return the dead to their reserves and walk the survivors home."""
        model, speed = self.model, self.speed_of(turn)
        battle = model.battle if model.battle and not model.battle.result else ShownBattle(event.province)
        battle.sides = sides(event, model.seats)
        model.battle = battle
        while speed < AT_ONCE and self.views.shows_battles and battle.counted < battle.most:
            battle.counted += 1
            yield COUNT_SECONDS / speed
        battle.counted = battle.most
        if isinstance(thrown, ev.CubesThrown):
            self._tell(thrown, speed)
        battle.result, battle.winner = sentence(event, model.names), event.winner
        self.views.counted(turn)
        if speed < AT_ONCE and model.question is None:
            model.prompt = battle.result
        model.shown_province = event.province if speed < AT_ONCE else None
        yield result_seconds(battle.result, speed, is_own=self._is_persons(*_seats_of(event)))
        model.shown_arrow = None
        seconds = max(self.views.walk_home(event), self.views.reduce()) / speed if speed < AT_ONCE else 0.0
        model.view = with_battle_counted(model.view, event)
        self.views.settle(turn)
        yield seconds
        self._tell(event, speed)
        model.view = view_after_event(model.view, event)

    def event_speed(self, event: ev.Event) -> float:
        """Return the speed at which an event is shown."""
        of_all = isinstance(event, _FOR_ALL) and any(seat.person for seat in self.model.seats)
        return self.model.speed if of_all or self._is_persons(*_seats_of(event)) else self.model.computers_speed

    def speed_of(self, turn: Turn) -> float:
        """Return the speed of a throw and its count, by the battle's players; the starting throw concerns everyone."""
        settled = settled_in(turn)
        if settled is not None:
            return self.event_speed(settled)
        return self.model.speed if any(seat.person for seat in self.model.seats) else self.model.computers_speed

    def _is_persons(self, *seats: int | None) -> bool:
        return any(seat is not None and self.model.seats[seat].person for seat in seats)


def year_ends() -> str:
    """Return the message shown while winter's sheet waits for a human."""
    return _("The year is over. Continue when you have seen the scores.")


def settled_in(turn: Turn) -> ev.BattleSettled | None:
    """Return the result of a turn's battle, None if there wasn't one."""
    return next((event for event in turn.events if isinstance(event, ev.BattleSettled)), None)


def _season_begun_by(event: ev.Event) -> Season | None:
    """Return the season that begins with an event."""
    if isinstance(event, ev.SeasonBegan):
        return event.season
    return "winter" if isinstance(event, ev.WinterBegan) else None


def _seats_of(event: ev.Event) -> tuple[int | None, ...]:
    """Return the seats that caused an event, and those that it is directed against."""
    if isinstance(event, ev.BattleBegan | ev.BattleSettled):
        return event.attacker, event.defender
    return (seat_of(event),)


def _arrow(event: ev.Event) -> tuple[str, str] | None:
    if isinstance(event, ev.BattleBegan | ev.Moved):
        return event.source, event.target
    return None
