"""Events: the small facts that the rules report after each answer, in their order."""

from typing import Literal

from msgspec import Struct

from shogun.games.river_of_gold.rules.components import Good


class FirstSeatDrawn(Struct, frozen=True, tag=True):
    """This seat begins (2.8)."""

    seat: int


class BoardLaid(Struct, frozen=True, tag=True):
    """The table is laid: masteries, and the scoring tiles of regions 1 to 6 (2.1, 2.2)."""

    masteries: tuple[str, ...]
    scoring: tuple[int, ...]


class PatronsLaid(Struct, frozen=True, tag=True):
    """The patrons, or clans, on the table (13.1, 13.2)."""

    patrons: tuple[str, ...]


class ClanTaken(Struct, frozen=True, tag=True):
    """A seat plays a clan, maybe with a patron (2.8, 13.1)."""

    seat: int
    clan: str
    patron: str


class ShipsPlaced(Struct, frozen=True, tag=True):
    """A seat's ships have been rolled for (2.10)."""

    seat: int
    spaces: tuple[int, int]


class DieRolled(Struct, frozen=True, tag=True):
    """A seat's die shows this for its next turn (2.13, 4.5)."""

    seat: int
    number: int


class DieSet(Struct, frozen=True, tag=True):
    """A seat has paid favor to set its die (13.5)."""

    seat: int
    number: int
    favor: int


class FavorSpent(Struct, frozen=True, tag=True):
    """A seat has spent a point of favor; its die shows this now (4.2)."""

    seat: int
    number: int


class GoodsExchanged(Struct, frozen=True, tag=True):
    """2 goods for 1 (3.3)."""

    seat: int
    give: Good
    get: Good


class FavorBought(Struct, frozen=True, tag=True):
    """5 koku for 1 favor (3.3)."""

    seat: int


class Built(Struct, frozen=True, tag=True):
    """A seat has built a tile of the row (5)."""

    seat: int
    shore: int
    tile: str
    paid: int


class Sailed(Struct, frozen=True, tag=True):
    """A ship has moved; `journey` is True if it completed one (6.1, 6.2)."""

    seat: int
    ship: int
    source: int
    target: int
    journey: bool


class Delivered(Struct, frozen=True, tag=True):
    """A seat has delivered to a customer (7)."""

    seat: int
    customer: str


PointsFrom = Literal["building", "track", "mastery", "customer", "patron", "last_tile"]
"""Sources of points in play.

Buildings visited or owned (6), spaces of tracks (9), masteries (10), noble ships and merchants (8), a patron (13.5),
the last tile (11.4).
"""


class Gained(Struct, frozen=True, tag=True):
    """A seat gained something; `lost` was beyond its limit (3.1).

    The shore space is the source, 0: none. Points name their source; other gains have None.
    """

    seat: int
    what: Literal["koku", "silk", "rice", "porcelain", "favor", "favor_limit", "points"]
    number: int
    lost: int = 0
    shore: int = 0
    points_from: PointsFrom | None = None


class InfluenceGained(Struct, frozen=True, tag=True):
    """A marker moved on a region's track (9)."""

    seat: int
    region: int
    source: int
    target: int
    shore: int = 0


class GoodSold(Struct, frozen=True, tag=True):
    """A good was sold (8.5)."""

    seat: int
    good: Good


class MarkerPlaced(Struct, frozen=True, tag=True):
    """A second marker was placed on a building (8.6)."""

    seat: int
    shore: int


class ShipReplaced(Struct, frozen=True, tag=True):
    """A seat's ship 0 or 1 is its noble ship now (8.9)."""

    seat: int
    ship: int


class CustomersDrawn(Struct, frozen=True, tag=True):
    """A seat drew customers; which is its secret (7.4)."""

    seat: int
    number: int


class CustomerDiscarded(Struct, frozen=True, tag=True):
    """A seat discarded a customer, face up (7.4)."""

    seat: int
    customer: str


class CustomersShuffled(Struct, frozen=True, tag=True):
    """The discard pile has become the deck (7.5)."""

    number: int


class TileGone(Struct, frozen=True, tag=True):
    """The tile in slot 4 has left the game (6.7)."""

    tile: str


class TileLaid(Struct, frozen=True, tag=True):
    """A new tile was placed in slot 1 of the row (11.1)."""

    tile: str


class EmperorCame(Struct, frozen=True, tag=True):
    """The last tile of era 1 was placed in the row: all owners are rewarded (11.2)."""


class LastTileLaid(Struct, frozen=True, tag=True):
    """The last tile of era 2 was placed in the row: this seat's turn and one of each other seat end the game (11.4)."""

    seat: int


class MarkerPassed(Struct, frozen=True, tag=True):
    """A seat was passed on a track, which its patron rewards (13.5)."""

    seat: int
    by: int
    region: int


class MasteryClaimed(Struct, frozen=True, tag=True):
    """A seat has claimed a mastery (10)."""

    seat: int
    mastery: str
    points: int


class TurnBegan(Struct, frozen=True, tag=True):
    """It is a seat's turn; turns count from 1 (4)."""

    seat: int
    number: int


class RegionScored(Struct, frozen=True, tag=True):
    """A seat's points for a region at the end (12.1 to 12.4)."""

    seat: int
    region: int
    points: int


class Scored(Struct, frozen=True, tag=True):
    """A seat's points at the end, by part (12)."""

    seat: int
    play: int
    regions: int
    delivered: int
    abilities: int
    total: int


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over (12.7)."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


Event = (
    FirstSeatDrawn | BoardLaid | PatronsLaid | ClanTaken | ShipsPlaced | DieRolled | DieSet | FavorSpent
    | GoodsExchanged | FavorBought | Built | Sailed | Delivered | Gained | InfluenceGained | GoodSold | MarkerPlaced
    | ShipReplaced | CustomersDrawn | CustomerDiscarded | CustomersShuffled | TileGone | TileLaid | EmperorCame
    | LastTileLaid | MarkerPassed | MasteryClaimed | TurnBegan | RegionScored | Scored | GameEnded
)  # fmt: skip
