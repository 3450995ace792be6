"""Shows turns at a readable pace: each event alone, in words and on the board; drops are played, then counted out.

The picture shown between two turns is the view before, changed by the events told so far (`picture.py`); after the
last event it is the view that the rules give.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from shogun.language import _
from shogun.rules import events as ev
from shogun.rules.cards import PEASANT
from shogun.rules.wording import sentence
from shogun.table.session import Turn
from shogun.ui.model import Battle, Count, LogLine, Model
from shogun.ui.picture import changed, place_of, seat_of

if TYPE_CHECKING:  # it loads NumPy, which a window needs only when the first cube falls
    from shogun.tower.recording import Recording

COUNT_SECONDS = 0.22
"""For each cube that is counted out."""
RESULT_SECONDS = 1.8
OWN_SHARE = 0.5
"""A person's own moves need less time to be understood."""
_USUAL_SECONDS = 0.9
_SECONDS: Mapping[type[object], float] = {
    ev.PlanLaid: 0.05,
    ev.CubesThrown: 0.0,
    ev.CardVoided: 0.5,
    ev.CardTaken: 0.4,
    ev.GroupPlaced: 0.1,
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
_HEADINGS = (ev.YearBegan, ev.SeasonBegan, ev.WinterBegan, ev.ActionBegan, ev.GameEnded)


class Stand(Protocol):
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
    """Tells what the window may show of a turn's end."""

    def settle(self, turn: Turn) -> None:
        """Show tower and tray as a throw has left them, after the count."""

    def after(self, turn: Turn) -> None:
        """Put what may be seen after a turn into the model."""


def log_line(event: ev.Event, names: list[str]) -> LogLine:
    """Return an event as a line of the log."""
    return LogLine(sentence(event, names), seat_of(event), isinstance(event, _HEADINGS), place_of(event))


class Presenter:
    """Plays turns into the model."""

    def __init__(self, model: Model, stand: Stand, views: Views) -> None:
        self._model = model
        self._stand = stand
        self._views = views
        self._script: Iterator[float] | None = None
        self._wait = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether everything was shown."""
        return self._script is None

    def show(self, turn: Turn) -> None:
        """Begin to show a turn."""
        self._script = self._turn(turn)
        self._wait = 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass (s) and return whether anything has changed in the model."""
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

    def _pause(self, event: ev.Event) -> float:
        seat = seat_of(event)
        seconds = _SECONDS.get(type(event), _USUAL_SECONDS)
        if seat is not None and self._model.seats[seat].person:
            return seconds * OWN_SHARE / self._model.speed
        return seconds / self._model.computers_speed

    def _turn(self, turn: Turn) -> Iterator[float]:
        model = self._model
        if turn.fall is not None:
            yield from self._throw(turn)
        for event in turn.events:
            yield from self._event(event)
            if isinstance(event, ev.BattleSettled | ev.TowerFilled):
                self._views.settle(turn)
        if model.battle is None or model.battle.result:
            model.shown_arrow = model.shown_province = None
        self._views.after(turn)

    def _throw(self, turn: Turn) -> Iterator[float]:
        assert turn.fall is not None
        if turn.fall.recording is not None:
            self._model.is_watching = True
            self._stand.play(turn.fall.recording, self._model.speed)
            yield 0.0
            self._model.is_watching = False
        self._model.tray = dict(turn.fall.out)
        self._model.inside = turn.fall.inside.counts()

    def _event(self, event: ev.Event) -> Iterator[float]:
        model = self._model
        if isinstance(event, ev.BattleBegan | ev.RevoltBroke):
            model.battle = Battle(sentence(event, model.names))
        elif isinstance(event, ev.BattleSettled):
            yield from self._count_out(event)
        elif model.battle and model.battle.result:
            model.battle = None
        if model.question is None:  # what others do while they plan at the same time must not hide it
            model.prompt = sentence(event, model.names)
        model.log.append(log_line(event, model.names))
        model.view = changed(model.view, event)
        model.shown_province = place_of(event)
        model.shown_arrow = _arrow(event) or (model.shown_arrow if model.battle else None)
        yield self._pause(event)

    def _count_out(self, event: ev.BattleSettled) -> Iterator[float]:
        battle = self._model.battle or Battle(event.province)
        battle.sides = sides(event, self._model)
        self._model.battle = battle
        while battle.counted < battle.most:
            battle.counted += 1
            yield COUNT_SECONDS / self._model.speed
        battle.result = sentence(event, self._model.names)
        yield RESULT_SECONDS / self._model.speed
        self._model.shown_arrow = None


def _arrow(event: ev.Event) -> tuple[str, str] | None:
    if isinstance(event, ev.BattleBegan | ev.Moved):
        return event.source, event.target
    return None


def sides(event: ev.BattleSettled, model: Model) -> tuple[Count, Count]:
    """Return the two sides of a settled battle as they lay on the tray, the attacker first."""
    peasants = ((PEASANT, event.peasants),) if event.peasants else ()
    if event.kind == "revolt":
        return Count(_("Peasants"), None, peasants), _side(model, event.defender, event.defenders)
    defender = _side(model, event.defender, event.defenders)
    whole = Count(defender.title, defender.seat, (*defender.cubes, *peasants))
    return _side(model, event.attacker, event.attackers), whole


def _side(model: Model, seat: int | None, armies: int) -> Count:
    if seat is None:
        return Count(_("Neutral"), None, ())
    look = model.seats[seat]
    return Count(look.name, seat, ((look.colour, armies),) if armies else ())
