"""What decided a war: each area of it, and the area with which the winner took the lead for good."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from shogun.games.rumble_nation.analysis.expected_war import points_of
from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.rules.war import ranked, strength

Decision: TypeAlias = Literal["nobody", "alone", "katana", "support", "pieces"]
"""What an area was won by: support where without any of it somebody else had won."""


def own_strengths(state: State, outcome: AreaResolved) -> tuple[int, ...]:
    """Return by seat the strength of soldiers and daimyo in an area, without support (7.3)."""
    return tuple(strength(state, outcome.area, seat) for seat in range(len(state.players)))


def decided_by(state: State, outcome: AreaResolved) -> Decision:
    """Return what has decided who takes an area; all katana are held."""
    if outcome.winner is None:
        return "nobody"
    if len(outcome.fought) == 1:
        return "alone"
    if outcome.is_tie:
        return "katana"
    return "pieces" if ranked(state, own_strengths(state, outcome))[0] == outcome.winner else "support"


def margin(outcome: AreaResolved) -> int:
    """Return by how much the winner of an area is stronger than the next; all of it where nobody else is there."""
    best, *others = sorted(outcome.strengths, reverse=True)
    return best - others[0]


def leader(state: State, outcomes: Sequence[AreaResolved]) -> int | None:
    """Return who leads after these areas, of equals who has the higher katana; None: nobody has a point yet (8.2)."""
    points = points_of(tuple(outcomes), len(state.players))
    best = max(range(len(points)), key=lambda seat: (points[seat], state.players[seat].katana or 0))
    return best if points[best] else None


def turning_point(state: State, outcomes: Sequence[AreaResolved]) -> AreaResolved | None:
    """Return the area with which the winner has taken the lead for good; None: nobody has taken any castle."""
    winner = leader(state, outcomes)
    if winner is None:
        return None
    after = [leader(state, outcomes[: number + 1]) for number in range(len(outcomes))]
    return outcomes[max((number + 1 for number, seat in enumerate(after) if seat != winner), default=0)]
