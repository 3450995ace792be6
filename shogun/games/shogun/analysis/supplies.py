"""The winters that may come, and what a seat is short of in each (8.1, 8.2)."""

from collections.abc import Iterator

from shogun.games.shogun.analysis.season_figures import Supply
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.state import ChoosingRevolt, DrawingRevolts, RevoltThrow, Wintering
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import revolts_for


def supplies(view: View, seat: int) -> tuple[Supply, ...]:
    """Return the winters that may come: each event still face up may be the one that is left over (8.1)."""
    return tuple(_supplies(view, seat))


def _supplies(view: View, seat: int) -> Iterator[Supply]:
    passing = _passing(view)
    rice, provinces = view.players[seat].rice, len(view.owned(seat))
    for event in view.events:
        loss = EVENTS[event].winter_rice
        left = max(0, rice - loss) if passing is None else rice
        short = max(0, provinces - left) if passing is None else passing.short[seat]
        needed = left + short if short else provinces  # provinces that a revolt has taken since were counted too
        yield Supply(event, 1 / len(view.events), loss, needed, short, *revolts_for(short))


def _passing(view: View) -> Wintering | None:
    """Return the winter that is passing: rice is lost and shortfalls are counted already, once (8.2)."""
    if isinstance(view.stage, RevoltThrow) and isinstance(view.stage.at, Wintering):
        return view.stage.at
    return view.stage.winter if isinstance(view.stage, ChoosingRevolt | DrawingRevolts) else None
