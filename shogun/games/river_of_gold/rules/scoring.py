"""Counting a player's buildings, customers and influence, and the final scoring (chapter 12)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from shogun.games.river_of_gold.rules.components import (
    BONUSES,
    COSTS,
    CUSTOMERS,
    KINDS,
    REGIONS,
    SHORES,
    TILES,
    values_of,
)
from shogun.games.river_of_gold.rules.events import GameEnded, RegionScored, Scored
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Player, Score, State

# Counting: own buildings, customers and influence, for gains, nobles and masteries


class Table(Protocol):
    """The table to count in: a game, or a seat's view of it."""

    @property
    def tiles(self) -> Sequence[str]:
        """The tile on each shore space."""

    @property
    def markers(self) -> Sequence[tuple[int, ...]]:
        """Seats whose markers are on each shore space."""

    @property
    def players(self) -> Sequence[Player]:
        """The players, in seat order."""

    @property
    def scoring(self) -> Sequence[int]:
        """The scoring tile of regions 1 to 6."""

    @property
    def scores(self) -> Sequence[Score]:
        """Everybody's points by source; empty before the end."""


def own_kinds(state: Table, seat: int) -> list[str]:
    """Return the kind of each of a seat's buildings; one with both its markers is one building (6.6, 8.8)."""
    tiles = state.tiles
    return [TILES[tiles[place]].kind for place, markers in enumerate(state.markers) if seat in markers]


def own_regions(state: Table, seat: int) -> list[int]:
    """Return the regions in which a seat owns a building, by number."""
    return sorted({SHORES[place].region for place, markers in enumerate(state.markers) if seat in markers})


def _of_kind(kind: str) -> Callable[[Table, int], int]:
    return lambda state, seat: own_kinds(state, seat).count(kind)


COUNTED: Mapping[str, Callable[[Table, int], int]] = {
    **{kind: _of_kind(kind) for kind in KINDS},
    "customer": lambda state, seat: len(state.players[seat].delivered),
    "kind": lambda state, seat: len(set(own_kinds(state, seat))),
    "region": lambda state, seat: len(own_regions(state, seat)),
}
"""Function that counts, for a seat, each thing that gains and nobles count (6.6, 8.5, 8.10)."""


def _customer_kinds(state: Table, seat: int) -> Counter[str]:
    return Counter(CUSTOMERS[name].kind for name in state.players[seat].delivered)


MEASURES: Mapping[str, Callable[[Table, int], int]] = {
    "different_customers": lambda state, seat: len(_customer_kinds(state, seat)),
    "same_customers": lambda state, seat: max(_customer_kinds(state, seat).values(), default=0),
    "same_buildings": lambda state, seat: max(Counter(own_kinds(state, seat)).values(), default=0),
    "different_buildings": lambda state, seat: len(set(own_kinds(state, seat))),
    "regions_with_influence": lambda state, seat: sum(map(bool, state.players[seat].influence)),
    "highest_influence": lambda state, seat: max(state.players[seat].influence),
}
"""Function that measures a seat's progress towards each mastery (10.3)."""

# The final scoring (chapter 12)


class Result(Struct, frozen=True):
    """The end of a game, in seat order: points, favor, which breaks ties, and points by source (12.7)."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    favor: tuple[int, ...]
    scores: tuple[Score, ...]


def result(state: State) -> Result | None:
    """Return how the game ended, None while it runs."""
    if not state.scores:
        return None
    points = tuple(score.total for score in state.scores)
    favor = tuple(player.favor for player in state.players)
    ranks = list(zip(points, favor, strict=True))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Result(winners, points, favor, state.scores)


def score_game(play: Play) -> None:
    """Score everything, and end the game."""
    state = play.state
    regions = [region_points(state, region) for region in REGIONS]
    for region, shares in zip(REGIONS, regions, strict=True):
        for seat, points in enumerate(shares):
            if points:
                play.tell(RegionScored(seat, region, points))
    state.scores = tuple(
        Score(
            player.points,
            sum(shares[seat] for shares in regions),
            delivered_points(state, seat),
            abilities(state, seat),
        )
        for seat, player in enumerate(state.players)
    )
    for seat, score in enumerate(state.scores):
        state.players[seat].points = score.total
        play.tell(Scored(seat, score.play, score.regions, score.delivered, score.abilities, score.total))
    ended = result(state)
    assert ended is not None, "the scores were just given"
    play.tell(GameEnded(ended.winners, ended.points))


def region_points(state: Table, region: int) -> list[int]:
    """Return what each seat gets for a region, elders doubled (12.1 to 12.4)."""
    influence = [player.influence[region - 1] for player in state.players]
    shares = shared(influence, values_of(state.scoring[region - 1], len(state.players)))
    return [
        points * (2 if player.has_marker("elder", region) else 1)
        for points, player in zip(shares, state.players, strict=True)
    ]


def shared(influence: Sequence[int], values: Sequence[int]) -> list[int]:
    """Return each seat's share of a scoring tile's values, by influence in its region (12.1 to 12.3)."""
    shares, place, most = [0] * len(influence), 0, max(influence)
    for level in sorted({number for number in influence if number}, reverse=True):
        tied = [seat for seat, number in enumerate(influence) if number == level]
        is_far = len(influence) == 2 and most - level > BONUSES.second_place_within
        for seat in tied:
            shares[seat] = 0 if is_far else sum(values[place : place + len(tied)]) // len(tied)
        place += len(tied)
    return shares


def delivered_points(state: Table, seat: int) -> int:
    """Return the worth of the number of customers delivered to (12.5)."""
    points = BONUSES.delivered_points
    return points[min(len(state.players[seat].delivered), len(points) - 1)]


def abilities(state: Table, seat: int) -> int:
    """Return the worth of a seat's customers at the end, each on its own (12.6)."""
    return sum(card_points(state, seat, name) for name in state.players[seat].delivered)


def card_points(state: Table, seat: int, name: str) -> int:
    """Return the worth of one customer at the end: an artisan for goods, a merchant for koku, a noble for a count."""
    player, customer = state.players[seat], CUSTOMERS[name]
    if customer.counts:
        return COUNTED[customer.counts](state, seat)
    if customer.kind == "artisan":
        return sum(player.goods) // COSTS.goods_per_point
    return player.koku // COSTS.koku_per_point if customer.kind == "merchant" else 0
