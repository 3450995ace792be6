"""Presenter of River of Gold's turns at a readable pace: ships sail, gains arrive one by one, the Emperor visits."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.play.model import RiverModel, Voyage
from shogun.games.river_of_gold.screen.play.score_lines import counted, counts
from shogun.table.session import Turn
from shogun.window.generic.presenter import GenericPresenter
from shogun.window.kit.runtime.settings import AT_ONCE

SPACE_SECONDS = 0.16
"""Seconds that a ship takes for a river space at speed 1, ..."""
FRAME_SECONDS = 1 / 40
"""... and seconds of them between two pictures."""
SECONDS: dict[type, float] = {
    ev.Built: 0.9, ev.Delivered: 0.9, ev.Gained: 0.42, ev.InfluenceGained: 0.45, ev.EmperorCame: 1.8,
    ev.LastTileLaid: 1.6, ev.MasteryClaimed: 1.2, ev.DieRolled: 0.4, ev.FavorSpent: 0.35, ev.TurnBegan: 0.3,
    ev.RegionScored: 0.0, ev.Scored: 0.0, ev.TileLaid: 0.4, ev.TileGone: 0.4, ev.GameEnded: 2.0,
}  # fmt: skip
"""Seconds that each kind of event is shown at speed 1."""
OTHER_SECONDS = 0.4
COUNT_SECONDS, BEFORE = 1.6, 0.5
"""Seconds that a source of the final scoring is shown at speed 1, and the share of them before its points are added."""
LATEST = 24
"""Maximum number of a turn's sentences kept in sight."""


SHOWN_AT_EVENTS = (
    "players", "tiles", "markers", "row", "hand_sizes", "deck_size", "discards", "claims", "era_1_size", "era_2_size",
    "gone", "last_turn", "turn", "order",
)  # fmt: skip
"""Parts of a view that events change while they are shown; the others change at the end of the turn."""


def view_at_event(view: View, state: rules.State) -> View:
    """Return the view right after an event: cards leave the hand at once, but are only in it at the end of the turn."""
    now = rules.view(state, view.seat)
    hand = tuple(name for name in view.hand if name in now.hand)
    return replace(view, hand=hand, **{name: getattr(now, name) for name in SHOWN_AT_EVENTS})


class RiverPresenter(GenericPresenter, kw_only=True, eq=False):
    """Presenter of turns in the model."""

    model: RiverModel
    fly: Callable[[Event, float], None] = lambda _event, _seconds: None
    """Starts the flight of gains to their player, which takes this many seconds."""

    is_counted: bool = False
    """True if the final scoring has been counted out."""
    is_hurried: bool = False
    """True if the rest of the scoring is counted at once."""
    is_still: Callable[[], bool] = lambda: False
    """Returns whether motion should be kept to a minimum."""

    def turn_events(self, turn: Turn) -> Iterator[float]:
        """Yield how long each event of a turn is shown (s), once it is visible."""
        speed, model = self.speed_of(turn), self.model
        self.is_counted = False
        states = rules.states_at_events(turn.before, turn.seat, turn.answer)
        for event, state in zip(turn.events, states, strict=True):
            if isinstance(event, ev.TurnBegan):
                model.told = ()
            yield from self._before(event, speed)
            model.told = (*model.told, self.tell(event, turn.n))[-LATEST:]
            model.view = view_at_event(model.view, state)
            model.flash = getattr(event, "shore", 0)
            model.has_emperor = model.has_emperor or isinstance(event, ev.EmperorCame)
            seconds = 0.0 if speed >= AT_ONCE else SECONDS.get(type(event), OTHER_SECONDS) / speed
            if seconds:
                self.fly(event, seconds)
            yield seconds
        model.flash, model.has_emperor, model.is_scoring = 0, False, False

    def skip(self) -> None:
        """Skip to the end of what is being shown; for the final scoring, to its very end."""
        self.is_hurried = self.model.count is not None
        super().skip()

    def _count(self, speed: float) -> Iterator[float]:
        """Count the final scoring out, source by source."""
        model, self.is_hurried = self.model, False
        model.told = ()  # what has come last in play belongs to no source of the scoring
        for count in tuple(counts(model.view)):
            model.prompt = _("Final scoring")
            model.count = count
            yield 0.0 if self.is_hurried else COUNT_SECONDS * BEFORE / speed
            model.view = counted(model.view, count)
            yield 0.0 if self.is_hurried else COUNT_SECONDS * (1 - BEFORE) / speed
        model.count = None

    def _before(self, event: Event, speed: float) -> Iterator[float]:
        """Let a ship sail before it arrives, and count out the final scoring before it is reported."""
        if isinstance(event, ev.RegionScored | ev.Scored) and not self.is_counted:
            self.is_counted = self.model.is_scoring = True
            if speed < AT_ONCE:
                yield from self._count(speed)
        if not isinstance(event, ev.Sailed) or speed >= AT_ONCE or self.is_still():
            return
        spaces = (event.target - event.source) % 14 or 14
        steps = max(2, round(spaces * SPACE_SECONDS / speed / FRAME_SECONDS))
        for step in range(steps):
            share = step / (steps - 1)
            smooth = share * share * (3 - 2 * share)
            self.model.voyage = Voyage(event.seat, event.ship, event.source, event.target, smooth)
            yield FRAME_SECONDS
        self.model.voyage = None
