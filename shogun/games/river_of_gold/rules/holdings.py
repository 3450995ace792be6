"""What a player has, counted: own buildings, customers, influence; for gains, nobles and masteries."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, KINDS, SHORES, TILES
from shogun.games.river_of_gold.rules.state import Player, Score


class Table(Protocol):
    """What is counted in: a game, or what a seat may know of it."""

    @property
    def tiles(self) -> Sequence[str]:
        """The tile on each shore space."""

    @property
    def markers(self) -> Sequence[tuple[int, ...]]:
        """Whose markers lie on each."""

    @property
    def players(self) -> Sequence[Player]:
        """The players, in seat order."""

    @property
    def scoring(self) -> Sequence[int]:
        """The scoring tile of regions 1 to 6."""

    @property
    def scores(self) -> Sequence[Score]:
        """How everybody's points came about; empty before the end."""


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
"""How many a seat has of what gains and nobles are counted by (6.6, 8.5, 8.10)."""


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
"""How far a seat has come in what a mastery needs (10.3)."""
