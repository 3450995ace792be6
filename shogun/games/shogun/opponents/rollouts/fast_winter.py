"""Winter in a playout: chapter 8 of the rules, on a `FastState`."""

from shogun.games.shogun.opponents.rollouts.fast_season import revolt
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.winter import revolts_for


def pass_winter(lean: FastState) -> list[int]:
    """Take winter's rice, let the hungry revolt, count the points, and return each seat's shortfall."""
    loss = EVENTS[lean.events[0]].winter_rice
    lean.rice = [max(0, rice - loss) for rice in lean.rice]
    short = [max(0, lean.owner.count(seat) - rice) for seat, rice in enumerate(lean.rice)]
    for seat in lean.order:
        if short[seat]:
            _revolts(lean, seat, *revolts_for(short[seat]))
    lean.points = [points + won for points, won in zip(lean.points, lean.scores(), strict=True)]
    return short


def _revolts(lean: FastState, seat: int, count: int, peasants: int) -> None:
    """Draw the provinces that revolt; the seat faces first where most armies stand (8.3)."""
    owned = sorted(lean.owned(seat), key=lean.ground.alphabet.__getitem__)
    left = lean.rng.sample(owned, min(count, len(owned)))
    while left:
        place = max(sorted(left, key=lean.ground.alphabet.__getitem__), key=lean.armies.__getitem__)
        left.remove(place)
        revolt(lean, seat, place, lean.markers[place] + peasants)


def begin_year(lean: FastState) -> None:
    """Clear revolt markers and rice (8.6)."""
    lean.markers = [0] * len(lean.markers)
    lean.rice = [0] * len(lean.rice)
    lean.events, lean.year, lean.season = (), lean.year + 1, "spring"
