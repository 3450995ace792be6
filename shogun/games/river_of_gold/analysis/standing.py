"""How everybody stands, source by source: points gained in play, and what the end would bring if it came now."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, REGIONS
from shogun.games.river_of_gold.rules.events import Event, Gained, PointsFrom
from shogun.games.river_of_gold.rules.holdings import Table
from shogun.games.river_of_gold.rules.scoring import card_points, delivered_points, region_points

IN_PLAY: tuple[PointsFrom, ...] = ("building", "mastery", "track", "customer", "patron", "last_tile")
"""What brings points in play, in the order in which it is told."""
KINDS = ("artisan", "merchant", "noble")
"""Customers that are worth something by themselves at the end (12.6)."""
Points = tuple[int, ...]
"""Points of everybody, in seat order."""


class Standing(Struct, frozen=True):
    """Everybody's points so far, and all lines of the final scoring (12) as things lie now."""

    play: Points
    regions: tuple[Points, ...]
    """Regions 1 to 6, elders included."""
    delivered: Points
    kinds: tuple[Points, ...]
    """Artisans, merchants and nobles, in the order of `KINDS`."""

    @property
    def total(self) -> Points:
        """Everybody's points if the game ended now."""
        return tuple(map(sum, zip(self.play, *self.regions, self.delivered, *self.kinds, strict=True)))


def standing(table: Table) -> Standing:
    """Return how everybody stands; at the end of a game, how their points came about."""
    players = range(len(table.players))
    has_ended = bool(table.scores)
    play = (score.play for score in table.scores) if has_ended else (player.points for player in table.players)
    return Standing(
        play=tuple(play),
        regions=tuple(tuple(region_points(table, region)) for region in REGIONS) if table.scoring else (),
        delivered=tuple(delivered_points(table, seat) for seat in players),
        kinds=tuple(tuple(_kind_points(table, seat, kind) for seat in players) for kind in KINDS),
    )


def _kind_points(table: Table, seat: int, kind: str) -> int:
    delivered = table.players[seat].delivered
    return sum(card_points(table, seat, name) for name in delivered if CUSTOMERS[name].kind == kind)


def gained_in_play(events: Iterable[Event], seats: int) -> Mapping[PointsFrom, Points]:
    """Return what everybody's points in play came from, in the order of `IN_PLAY`: all but the final scoring."""
    found: dict[PointsFrom, list[int]] = {source: [0] * seats for source in IN_PLAY}
    for event in events:
        if isinstance(event, Gained) and event.points_from is not None:
            found[event.points_from][event.seat] += event.number
    return {source: tuple(points) for source, points in found.items()}


def ahead(points: Sequence[int]) -> frozenset[int]:
    """Return who is ahead by some points; nobody if nobody has any."""
    most = max(points, default=0)
    return frozenset(seat for seat, one in enumerate(points) if one == most > 0)
