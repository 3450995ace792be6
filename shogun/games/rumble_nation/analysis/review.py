"""How a game went: at the beginning and after each round what a war would have brought, and what stood on the board."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from shogun.games.rumble_nation.analysis.expected_war import war_now
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.state import Over, State
from shogun.games.rumble_nation.rules.war import strength


class Reading(Struct, frozen=True):
    """All players' figures at one moment, in seat order."""

    round: int
    """The round that was played last; 0: the beginning."""
    is_over: bool
    """Whether the war has been waged."""
    points: tuple[int, ...]
    """As the war would have brought them then; at the end as they are."""
    areas: tuple[int, ...]
    """Large castles that the war would have brought, or has."""
    strength: tuple[int, ...]
    """On the board, a daimyo for two."""


def readings(states: Iterable[State]) -> Sequence[Reading]:
    """Return a reading for the moment before the first turn, after each round, and after the war.

    `states` are all states of a game in their order. The last round has no reading of its own: the war follows within
    its last deployment.
    """
    found: list[Reading] = []
    before: State | None = None
    for state in states:
        if before is not None and before.castles and state.round != before.round:
            found.append(_reading(before))
        before = state
    if before is not None and isinstance(before.stage, Over):
        found.append(_reading(before))
    return found


def _reading(state: State) -> Reading:
    seats = range(state.setup.seats)
    over = isinstance(state.stage, Over)
    strengths = tuple(sum(strength(state, area, seat) for area in AREAS) for seat in seats)
    if over:
        points = tuple(player.points for player in state.players)
        return Reading(state.round, over, points, tuple(len(player.large) for player in state.players), strengths)
    war = war_now(state)
    assert war is not None, "the castles are laid"
    areas = tuple(sum(outcome.winner == seat for outcome in war.outcomes) for seat in seats)
    return Reading(state.round, over, war.points, areas, strengths)
