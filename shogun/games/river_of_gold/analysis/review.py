"""The review of a finished game of River of Gold: figures of each player, round by round."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from shogun.games.river_of_gold.analysis.hint import standing
from shogun.games.river_of_gold.rules.state import State


class Reading(Struct, frozen=True):
    """A moment of a game: its round, and figures of all players in seat order."""

    round: int
    points: tuple[int, ...]
    """Points if the game had ended then; at its end the real ones."""
    influence: tuple[int, ...]
    """Influence in all regions together."""
    koku: tuple[int, ...]
    buildings: tuple[int, ...]
    is_over: bool = False


def readings(states: Iterable[State]) -> Sequence[Reading]:
    """Return the figures of a game at the beginning of each round, and at its end."""
    by_round: dict[int, Reading] = {}
    last: State | None = None
    for state in states:
        last = state
        if state.turn >= 0 and not state.is_over:
            by_round.setdefault(state.turn // state.seats + 1, _reading(state))
    ended = [_reading(last)] if last is not None and last.is_over else []
    return [*by_round.values(), *ended]


def _reading(state: State) -> Reading:
    players = state.players
    return Reading(
        state.turn // state.seats + 1,
        standing(state).total,
        tuple(sum(player.influence) for player in players),
        tuple(player.koku for player in players),
        tuple(sum(seat in markers for markers in state.markers) for seat in range(state.seats)),
        state.is_over,
    )
