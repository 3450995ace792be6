"""Shows turns of Rumble Nation at a readable pace: dice that roll, pieces that arrive, the war area by area."""

from collections.abc import Iterator
from random import Random

from shogun.games.rumble_nation.analysis.expected_war import finished, moved
from shogun.games.rumble_nation.rules.components import DICE
from shogun.games.rumble_nation.rules.events import (
    AreaResolved,
    CardPlayed,
    CastlesLaid,
    Deployed,
    DiceRolled,
    Event,
    Finished,
    GameEnded,
)
from shogun.games.rumble_nation.rules.moves import RESERVE, Transfer
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.table.turns import Turn
from shogun.window.generic.presenter import EVENT_SECONDS, GenericPresenter
from shogun.window.kit.settings import AT_ONCE

TUMBLES = 7
TUMBLE_SECONDS = 0.07
"""How often dice turn before they lie still, and how long each time (s, at speed 1)."""
AREA_SECONDS, AREA_MOMENTS = 2.4, 24
"""How long an area of the war is shown at speed 1 (s), and in how many pictures."""
LOOK_SECONDS = 0.4
"""How long an area of the war still stands there when all is shown, at speed 1 (s)."""


class RumblePresenter(GenericPresenter, kw_only=True, eq=False):
    """Plays turns into the model."""

    model: RumbleModel

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield how long each event of a turn is shown (s), each as soon as it is to be seen."""
        speed = self.speed_of(turn)
        for event in turn.events:
            yield from self._before(event, speed)
            self.tell(event, turn.n)
            self._show_in_view(event)
            if isinstance(event, AreaResolved):
                yield from self._fight()
            else:
                yield self._seconds(event, speed)
        self.model.war = None

    def _before(self, event: Event, speed: float) -> Iterator[float]:
        if isinstance(event, DiceRolled) and speed < AT_ONCE:
            rng = Random(sum(event.dice))
            for _tumble in range(TUMBLES):
                self.model.tumbling = tuple(rng.randint(1, 6) for _die in range(DICE))
                yield TUMBLE_SECONDS / speed
        if isinstance(event, DiceRolled):
            self.model.tumbling = event.dice

    def _fight(self) -> Iterator[float]:
        """Let the strengths in the area that is fought for be counted out, and support march."""
        model = self.model
        if model.speed >= AT_ONCE:
            model.share = 1.0
            yield 0.0
            return
        for moment in range(AREA_MOMENTS + 1):
            model.share = moment / AREA_MOMENTS
            yield (AREA_SECONDS / AREA_MOMENTS if moment < AREA_MOMENTS else LOOK_SECONDS) / model.speed

    def _seconds(self, event: Event, speed: float) -> float:
        if speed >= AT_ONCE or isinstance(event, CastlesLaid):
            return 0.0
        return EVENT_SECONDS / speed

    def _show_in_view(self, event: Event) -> None:
        model = self.model
        if isinstance(event, Deployed):
            model.tumbling = ()
            brought = Transfer(event.seat, RESERVE, event.area, event.soldiers, event.daimyo)
            model.view = moved(model.view, (brought,))
        elif isinstance(event, CardPlayed):
            model.view = moved(model.view, event.transfers)
        elif isinstance(event, Finished):
            model.view = finished(model.view, event.seat, event.katana)
        elif isinstance(event, AreaResolved):
            model.war = (*(model.war or ()), event)
        elif isinstance(event, GameEnded):
            model.war = None

    def show_war_again(self) -> None:
        """Begin to show the war of a finished game once more."""
        self.script, self.wait = self._war(), 0.0

    def _war(self) -> Iterator[float]:
        model, prompt = self.model, self.model.prompt
        model.war = ()
        for outcome in fight(model.view):
            model.war = (*model.war, outcome)
            model.prompt = self.telling.log_line(outcome, model.names).text
            yield from self._fight()
        model.war, model.prompt = None, prompt
