"""What a move has changed of the war that would begin now: castles that it takes, points, and support."""

from msgspec import Struct

from shogun.games.rumble_nation.analysis.expected_war import WarForecast, war_now
from shogun.games.rumble_nation.rules.state import State


class MoveChanges(Struct, frozen=True):
    """What a move of a seat has changed of the war as it would go."""

    gained: int
    """Points more for the seat."""
    taken: tuple[tuple[str, int | None], ...]
    """Areas that it would win now, each with who would have won before."""
    given: tuple[tuple[str, int | None], ...]
    """Areas that somebody else would win now, each with who that is; None: nobody is left there."""
    supported: tuple[str, ...]
    """Areas to which it would send more support than before."""


def move_changes(before: State, after: State, seat: int) -> MoveChanges | None:
    """Return what a move of a seat has changed; None before the castles are laid."""
    was, now = war_now(before), war_now(after)
    if was is None or now is None:
        return None
    changed = [(one.area, was.of(one.area).winner, one.winner) for one in now.outcomes]
    taken = tuple((area, old) for area, old, new in changed if new == seat != old)
    given = tuple((area, new) for area, old, new in changed if new not in (old, seat))
    more = tuple(area for area in after.castles if _sent(now, seat, area) > _sent(was, seat, area))
    return MoveChanges(now.points[seat] - was.points[seat], taken, given, more)


def _sent(war: WarForecast, seat: int, area: str) -> int:
    """Return how much support a seat would send to an area."""
    return sum(one.support for one in war.outcomes if one.winner == seat and area in one.supported)
