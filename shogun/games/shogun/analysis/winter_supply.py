"""The winters that may come, and what a seat is short of in each (8.1, 8.2)."""

from collections.abc import Iterator

from shogun.games.shogun.analysis.season_figures import Supply
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.views import View, passing_winter
from shogun.games.shogun.rules.winter import revolts_for


def supplies(view: View, seat: int) -> tuple[Supply, ...]:
    """Return the winters that may come: each event still face up may be the one that is left over (8.1)."""
    return tuple(_supplies(view, seat))


def _supplies(view: View, seat: int) -> Iterator[Supply]:
    counted = _counted(view, seat)
    rice, provinces = view.players[seat].rice, len(view.owned(seat))
    for event in view.events:
        loss = EVENTS[event].winter_rice
        left = max(0, rice - loss) if counted is None else rice
        short = max(0, provinces - left) if counted is None else counted
        needed = left + short if short else provinces  # provinces that a revolt has taken since were counted too
        yield Supply(event, 1 / len(view.events), loss, left, needed, short, *revolts_for(short))


def _counted(view: View, seat: int) -> int | None:
    """Return what a seat is short of in the winter that is passing; None before it was counted, once (8.2)."""
    winter = passing_winter(view)
    return winter.short[seat] if winter is not None and seat < len(winter.short) else None
