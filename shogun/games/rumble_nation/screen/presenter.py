"""Presenter of Rumble Nation's turns at a readable pace: rolling dice, arriving pieces, the war area by area."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from random import Random

from shogun.base.language import _
from shogun.games.rumble_nation.analysis.hint import finished, laid_down, moved
from shogun.games.rumble_nation.analysis.review import margin, move_changes, what_matters
from shogun.games.rumble_nation.rules.components import DICE
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    AreaResolved,
    CardPlayed,
    CastlesLaid,
    Deployed,
    DiceRolled,
    Event,
    Finished,
    GameEnded,
    Transfer,
)
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen.play.model import RumbleModel, ShownAction
from shogun.games.rumble_nation.screen.play.words import done
from shogun.games.rumble_nation.words import fought_for, rolling, tied
from shogun.table.session import Turn
from shogun.window.generic.presenter import EVENT_SECONDS, GenericPresenter
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.model import LogLine

TUMBLES = 7
TUMBLE_SECONDS = 0.07
"""Number of times that dice turn before they stop, and seconds for each at speed 1."""
AREA_MOMENTS = 24
"""Number of frames for an area of the war."""
NOBODY_SECONDS, ALONE_SECONDS, CLEAR_SECONDS, CLOSE_SECONDS, TIE_SECONDS = 0.6, 1.1, 1.8, 2.9, 3.8
"""Seconds that an area is shown at speed 1; closer outcomes take longer."""
CLOSE = 1
"""Greatest margin of a close outcome."""
CARD_SECONDS = 1.6
"""Seconds that a played card is shown at speed 1, as there is more to read."""
LOOK_SECONDS = 0.4
"""Seconds that an area of the war stays at the end, at speed 1."""


class RumblePresenter(GenericPresenter, kw_only=True, eq=False):
    """Presenter of turns in the model."""

    model: RumbleModel
    holds_cards: bool = True
    """True if a card played by an opponent stays until it has been seen."""

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield how long each event of a turn is shown (s), once it is visible."""
        speed = self.speed_of(turn)
        self.model.forget_shown()
        for event in turn.events:
            yield from self._before(event, speed)
            if isinstance(event, AreaResolved):
                yield from self._fight(event, partial(self.tell, event, turn.n))
                continue
            self.tell(event, turn.n)
            if isinstance(event, GameEnded):
                self._show_end(turn)
            self._show_in_view(event)
            if self._waits_for_player(turn, event):
                self.model.is_held = True
                yield inf
                self.model.is_held = False
            else:
                yield self._seconds(event, speed)
        self.model.war = None
        self.model.forget_shown()

    def skip(self) -> None:
        """Skip to the end of what is being shown; a card that stays counts as seen."""
        self.model.is_held = False
        super().skip()

    def _waits_for_player(self, turn: Turn, event: Event) -> bool:
        """Return whether an event is an opponent's card that a player at the screen has to see."""
        people = [seat.person for seat in self.model.seats]
        if not isinstance(event, CardPlayed) or not any(people) or people[event.seat] or self.is_again:
            return False
        return self.holds_cards and not self.model.is_hurried and self.speed_of(turn) < AT_ONCE

    def _before(self, event: Event, speed: float) -> Iterator[float]:
        if isinstance(event, DiceRolled) and speed < AT_ONCE:
            self.model.prompt = rolling(event, self.model.names)
            rng = Random(sum(event.dice))
            for _tumble in range(TUMBLES):
                self.model.tumbling = tuple(rng.randint(1, 6) for _die in range(DICE))
                yield TUMBLE_SECONDS / speed
        if isinstance(event, DiceRolled):
            self.model.tumbling = event.dice

    def _fight(self, event: AreaResolved, tell: Callable[[], object]) -> Iterator[float]:
        """Count out the strengths in an area, show the winner, and move support."""
        model = self.model
        model.shown, model.war = None, (*(model.war or ()), event)
        if model.speed >= AT_ONCE:
            model.share = 1.0
            tell()
            yield 0.0
            return
        model.prompt = fought_for(event)
        pause, is_told = area_seconds(event) / AREA_MOMENTS, False
        for moment in range(AREA_MOMENTS + 1):
            model.share = moment / AREA_MOMENTS
            if model.is_decided and not is_told:
                tell()
                is_told = True
            elif event.is_tie and model.counted >= 1 and not is_told:
                model.prompt = tied(event)
            yield (pause if moment < AREA_MOMENTS else LOOK_SECONDS) / model.speed

    def _seconds(self, event: Event, speed: float) -> float:
        if speed >= AT_ONCE or isinstance(event, CastlesLaid):
            return 0.0
        return (CARD_SECONDS if isinstance(event, CardPlayed) else EVENT_SECONDS) / speed

    def _show_in_view(self, event: Event) -> None:
        model = self.model
        if isinstance(event, Deployed | CardPlayed):
            before = model.view
            view = laid_down(before, event.seat, event.card) if isinstance(event, CardPlayed) else before
            model.view = moved(view, _transfers(event))
            changes = move_changes(before, model.view, event.seat)
            model.shown = ShownAction(event, before, what_matters(changes, model.names) if changes else "")
            if model.question is None:
                told = _("{name}: {what} - {matters}")
                name = model.names[event.seat]
                model.prompt = told.format(name=name, what=done(event), matters=model.shown.matters)
        elif isinstance(event, Finished):
            model.view = finished(model.view, event.seat, event.katana)

    def _show_end(self, turn: Turn) -> None:
        """Show the result of the war at once, and never the board before it again."""
        self.model.war = None
        self.after(turn)

    def show_war_again(self) -> None:
        """Start to show the war of a finished game again."""
        self.begin(self._war())

    def _war(self) -> Iterator[float]:
        """Yield how long each moment of a finished war is shown; its lines of the log reappear with it."""
        model, prompt = self.model, self.model.prompt
        begun = next((n for n, line in enumerate(model.log) if isinstance(line.event, AreaResolved)), len(model.log))
        untold = deque(model.log[begun:])
        del model.log[begun:]
        model.war = ()
        try:
            for outcome in fight(model.view):
                yield from self._fight(outcome, partial(self._say, outcome, untold))
        finally:
            model.log.extend(untold)
            model.war, model.prompt = None, prompt

    def _say(self, outcome: AreaResolved, untold: deque[LogLine]) -> None:
        """Write the outcome of an area to the log again, with the lines before it."""
        self.model.prompt = self.telling.log_line(outcome, self.model.names).text
        while any(line.event == outcome for line in untold):
            self.model.log.append(untold.popleft())


def area_seconds(event: AreaResolved) -> float:
    """Return the seconds that an area of the war is shown at speed 1."""
    if event.winner is None:
        return NOBODY_SECONDS
    if event.is_tie:
        return TIE_SECONDS
    if len(event.fought) == 1:
        return ALONE_SECONDS
    return CLOSE_SECONDS if margin(event) <= CLOSE else CLEAR_SECONDS


def _transfers(event: Deployed | CardPlayed) -> tuple[Transfer, ...]:
    """Return the transfers of pieces."""
    if isinstance(event, CardPlayed):
        return event.transfers
    return (Transfer(event.seat, RESERVE, event.area, event.soldiers, event.daimyo),)
