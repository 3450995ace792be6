"""Shows turns at a readable pace: each event alone, in words and on the board; drops are played, then counted out.

The picture shown between two turns is the view before, changed by the events told so far (`view_after.py`); after the
last event it is the view that the rules give.
"""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from shogun.base.language import _
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.shown_battle import ShownBattle, begun, reinforced, sides
from shogun.games.shogun.screen.play.view_after import changed, counted_out, fallen, place_of, seat_of
from shogun.games.shogun.screen.telling import HEADINGS
from shogun.games.shogun.words import sentence
from shogun.table.session import Turn
from shogun.tower.resting_cubes import TowerState
from shogun.window.generic.presenter import GenericPresenter
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.model import add_to_log

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# How long each event is shown: long enough to be read, shorter at higher speeds, but never too short to be seen.

COUNT_SECONDS = 0.22
"""For each cube that is counted out."""
BREATH_SECONDS = 0.7
"""Between the last cube that comes to rest in a large tower and the count."""
WALK_SECONDS = 1.1
"""In which the survivors of a battle walk home."""
OWN_SHARE = 0.5
"""A person's own moves need less time to be understood."""
READING = 40.0
"""Letters a second that are read in passing, at the usual speed ..."""
GLANCING = 150.0
"""... and at the least, at any speed."""
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
"""Events that come by the dozen and only go into the log."""


def is_read(event: ev.Event, speed: float) -> bool:
    """Return whether an event is said in a sentence on the bar; the log has it in any case."""
    return speed < AT_ONCE and type(event) not in _UNREAD


def event_seconds(event: ev.Event, sentence: str, speed: float, *, is_own: bool) -> float:
    """Return how long an event is shown with its sentence at a speed; `is_own`: it is a person's own doing."""
    if type(event) in _UNREAD:
        return 0.0 if speed >= AT_ONCE else _UNREAD[type(event)] / speed
    share = OWN_SHARE if is_own else 1.0
    return share * _readable(sentence, _SECONDS.get(type(event), _USUAL_SECONDS), speed)


def result_seconds(sentence: str, speed: float, *, is_own: bool) -> float:
    """Return how long the result of a battle stands before the game goes on; `is_own`: a person has fought in it."""
    return _readable(sentence, _OWN_RESULT_SECONDS if is_own else _RESULT_SECONDS, speed)


def _readable(sentence: str, usual: float, speed: float) -> float:
    if speed >= AT_ONCE:
        return 0.0
    return max(max(usual, 0.3 + len(sentence) / READING) / speed, 0.2 + len(sentence) / GLANCING)


_FOR_ALL = (ev.YearBegan, ev.SeasonBegan, ev.EventDrawn, ev.WinterBegan, ev.GameEnded)
"""What concerns persons too, however fast computer opponents are shown."""


class Views(Protocol):
    """What a scene does in the course of a turn that is shown: `scenes/board_scene.py`."""

    def settle(self, turn: Turn) -> None:
        """Show tower and tray as a throw has left them, after the count: what the view has on the tray."""

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


class Presenter(GenericPresenter, kw_only=True, eq=False):
    """Plays turns into the model."""

    model: Model
    views: Views
    waits: bool
    """Whether winter's sheet waits for a person to see it, at any speed."""
    keeps_recent: bool = False
    speed: float = 1.0
    """At which a throw falls, is counted out, and its survivors walk home."""
    line: int = 0
    """The line of the journal whose turn is shown."""

    def show(self, turn: Turn) -> None:
        """Begin to show a turn; who thinks meanwhile stays told."""
        self.begin(self.turn_script(turn))

    def stop(self) -> None:
        """Show nothing of the turn any more."""
        self.script = None
        self.model.begun, self.model.is_seen = None, True
        self.line, self.wait, self.speed = 0, 0.0, 1.0

    def skip(self) -> None:
        """Go to the end of what is shown now: a drop, a count, or a pause."""
        super().skip()
        if self.model.battle and self.model.battle.sides:
            self.model.battle.counted = self.model.battle.most

    def turn_script(self, turn: Turn) -> Iterator[float]:
        """Yield how long each moment of a turn is shown (s); none of its throw has been counted yet."""
        self.line, self.model.is_counted = turn.n, False
        yield from super().turn_script(turn)

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield how long each event of a turn is shown (s), each as soon as it is to be seen."""
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
        """Let a throw fall; where there is no recording of it, it is only counted."""
        fall = turn.fall
        self.speed = speed
        self.model.is_counted = fall is not None and fall.recording is None and isinstance(fall.inside, TowerState)
        yield from super().throw(turn, speed)

    def fallen(self, _turn: Turn, speed: float) -> Iterator[float]:
        """Show how a throw has left tower and tray; after one in a large tower everybody breathes."""
        model = self.model
        model.view = fallen(model.view, model.inside, model.tray)
        if model.large is not None:
            yield BREATH_SECONDS / speed

    def fall(self, turn: Turn, recording: "Recording", speed: float) -> Iterator[float]:
        """Play a recording; a battle falls in a large tower where that is wanted."""
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
        model = self.model
        if not self.waits or not any(seat.person for seat in model.seats):
            return
        model.prompt = year_ends()
        model.is_seen = False
        yield math.inf
        model.is_seen, model.prompt = True, ""

    def _tell(self, event: ev.Event, speed: float) -> None:
        """Put an event on the bar and into the log."""
        model = self.model
        if is_read(event, speed) and model.question is None:  # others' doings must not hide what a person is asked
            model.prompt = sentence(event, model.names)
        add_to_log(model.log, self.telling.log_line(event, model.names, self.line))

    def _settled(self, event: ev.BattleSettled, turn: Turn, thrown: ev.Event | None) -> Iterator[float]:
        """Count a battle out, tell how it ended, let the dead go to their reserves and the survivors walk home."""
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
        model.view = counted_out(model.view, event)
        self.views.settle(turn)
        yield seconds
        self._tell(event, speed)
        model.view = changed(model.view, event)

    def event_speed(self, event: ev.Event) -> float:
        """Return at what speed an event is shown."""
        of_all = isinstance(event, _FOR_ALL) and any(seat.person for seat in self.model.seats)
        return self.model.speed if of_all or self._is_persons(*_seats_of(event)) else self.model.computers_speed

    def speed_of(self, turn: Turn) -> float:
        """Return at what speed a throw falls and is counted out: by whose battle it is; the start throw is all's."""
        settled = settled_in(turn)
        if settled is not None:
            return self.event_speed(settled)
        return self.model.speed if any(seat.person for seat in self.model.seats) else self.model.computers_speed

    def _is_persons(self, *seats: int | None) -> bool:
        return any(seat is not None and self.model.seats[seat].person for seat in seats)


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
