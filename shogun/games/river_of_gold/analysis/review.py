"""A finished game of River of Gold looked back at: each player's lines of the final scoring, and the game by rounds."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, REGIONS
from shogun.games.river_of_gold.rules.scoring import card_points, region_points
from shogun.games.river_of_gold.rules.state import State

SCORING_KINDS = ("artisan", "merchant", "noble")
"""Customers that are worth something by themselves at the end (12.6)."""


class FinalLines(Struct, frozen=True):
    """All lines of the final scoring (12), each in seat order."""

    play: tuple[int, ...]
    regions: tuple[tuple[int, ...], ...]
    """Regions 1 to 6, elders included."""
    delivered: tuple[int, ...]
    kinds: tuple[tuple[int, ...], ...]
    """Artisans, merchants and nobles, in the order of `SCORING_KINDS`."""
    total: tuple[int, ...]


class Reading(Struct, frozen=True):
    """A moment of a game: its round, and figures of all players in seat order."""

    round: int
    points: tuple[int, ...]
    influence: tuple[int, ...]
    """In all regions together."""
    koku: tuple[int, ...]
    buildings: tuple[int, ...]
    is_over: bool = False


def final_lines(state: State) -> FinalLines:
    """Return how everybody's points came about, of a game that is over."""
    seats = range(state.seats)
    return FinalLines(
        play=tuple(score.play for score in state.scores),
        regions=tuple(tuple(region_points(state, region)) for region in REGIONS),
        delivered=tuple(score.delivered for score in state.scores),
        kinds=tuple(tuple(_kind_points(state, seat, kind) for seat in seats) for kind in SCORING_KINDS),
        total=tuple(score.total for score in state.scores),
    )


def _kind_points(state: State, seat: int, kind: str) -> int:
    return sum(card_points(state, seat, name) for name in state.players[seat].delivered if CUSTOMERS[name].kind == kind)


def readings(states: Iterable[State]) -> Sequence[Reading]:
    """Return a game round by round: how it stood when each began, and how it ended."""
    found: dict[int, Reading] = {}
    last: State | None = None
    for state in states:
        last = state
        if state.turn >= 0 and not state.is_over:
            found.setdefault(state.turn // state.seats + 1, _reading(state))
    ended = [_reading(last)] if last is not None and last.is_over else []
    return [*found.values(), *ended]


def _reading(state: State) -> Reading:
    players = state.players
    return Reading(
        state.turn // state.seats + 1,
        tuple(player.points for player in players),
        tuple(sum(player.influence) for player in players),
        tuple(player.koku for player in players),
        tuple(sum(seat in markers for markers in state.markers) for seat in range(state.seats)),
        state.is_over,
    )
