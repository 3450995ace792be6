"""The setup and the state of a game as plain data, and the moves of players."""

from itertools import cycle, islice
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from shogun.games.river_of_gold.rules.components import (
    CUSTOMERS,
    LIMITS,
    NO_PATRON,
    PATRONS,
    START,
    Customer,
    Good,
    Patron,
)
from shogun.games.river_of_gold.rules.position_file import StartPosition

Patrons = Literal["none", "table", "lot"]


class Setup(Struct, frozen=True):
    """Agreements before a game: number of players, clan patrons or not, and the first seat (None: by lot, 2.8).

    Patrons are taken from the table (13.1), or each player draws a clan by lot and chooses one of its two (13.2).
    """

    seats: int = 4
    patrons: Patrons = "none"
    first_seat: int | None = None
    position: StartPosition | UnsetType = UNSET
    """Position at which the game begins, if not at its beginning; it then decides who begins."""


class Effect(Struct, frozen=True):
    """Something that is still to be carried out, or asked: a verb, for a seat.

    What number, region, shore space and `of` mean depends on the verb.
    """

    verb: str
    seat: int = 0
    number: int = 1
    region: int = 0
    shore: int = 0
    of: str = ""


class Player(Struct):
    """A player's pieces, points and progress, all of it public (3.6)."""

    die: int = 0
    koku: int = 0
    goods: list[int] = field(default_factory=lambda: [START.goods] * 3)
    """Goods in the order of `GOODS`."""
    favor: int = LIMITS.favor_start
    favor_limit: int = LIMITS.favor_limit_start
    points: int = 0
    influence: list[int] = field(default_factory=lambda: [0] * 6)
    """Influence in regions 1 to 6."""
    ships: tuple[int, ...] = (START.upper, START.middle)
    """The river spaces of ships 0 and 1."""
    noble_ship: int | None = None
    """Index of the noble ship."""
    delivered: tuple[str, ...] = ()
    """Customers delivered to, in their order."""
    clan: str = ""
    patron: str = ""

    def copy(self) -> "Player":
        """Return a copy that shares nothing that can change."""
        return replace(self, goods=self.goods.copy(), influence=self.influence.copy())

    def of_kind(self, kind: str) -> list[Customer]:
        """Return the customers of a kind delivered to, by region."""
        customers = [CUSTOMERS[name] for name in self.delivered if CUSTOMERS[name].kind == kind]
        return sorted(customers, key=lambda customer: customer.region)

    def has_marker(self, kind: str, region: int) -> bool:
        """Return whether a marker lies on a region's artisan or elder space (8.2, 8.3)."""
        return any(CUSTOMERS[name].kind == kind and CUSTOMERS[name].region == region for name in self.delivered)

    @property
    def backing(self) -> Patron:
        """The patron; one without any ability if there is none."""
        return PATRONS.get(self.patron, NO_PATRON)

    @property
    def hand_size(self) -> int:
        """Number of customers the hand holds between turns (7.5, 13.5)."""
        return self.backing.hand or LIMITS.hand


class Score(Struct, frozen=True):
    """A player's points at the end: those gained in play, and those of each part of the final scoring (12)."""

    play: int
    regions: int
    delivered: int
    abilities: int

    @property
    def total(self) -> int:
        """All points."""
        return self.play + self.regions + self.delivered + self.abilities


class State(Struct):
    """A game. `pending` is carried out from its end: the last effect comes next."""

    setup: Setup
    pending: list[Effect]
    players: list[Player]
    hands: list[tuple[str, ...]]
    order: tuple[int, ...] = ()
    """The seats in turn order."""
    turn: int = -1
    """The number of the turn from 0; -1 during setup."""
    last_turn: int | None = None
    """The number of the last turn, once it is known (11.5)."""
    answers: int = 0
    """Number of answers that players have given."""
    scoring: tuple[int, ...] = ()
    """The scoring tile of regions 1 to 6."""
    masteries: tuple[str, ...] = ()
    claims: tuple[tuple[int, ...], ...] = ((), (), ())
    """The seats that have claimed each mastery, in their order (10.1)."""
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    tiles: list[str] = field(default_factory=lambda: [""] * 30)
    """The tile on shore spaces 1 to 30; "" on a bare one."""
    markers: list[tuple[int, ...]] = field(default_factory=lambda: [()] * 30)
    """Seats whose markers are on the buildings of shore spaces 1 to 30, the first one first."""
    row: tuple[str, ...] = ()
    """The building row; its last tile is in slot 4, the end."""
    era_1: tuple[str, ...] = ()
    era_2: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Tiles that have left the game from the row (6.7)."""
    table: tuple[str, ...] = ()
    """Patrons that can be taken, or the clans drawn (13.1, 13.2)."""
    scores: tuple[Score, ...] = ()
    """Everybody's points by source; empty before the end."""

    def copy(self) -> "State":
        """Return a copy that shares nothing that can change."""
        return replace(
            self,
            pending=self.pending.copy(),
            players=[player.copy() for player in self.players],
            hands=self.hands.copy(),
            tiles=self.tiles.copy(),
            markers=self.markers.copy(),
        )

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.setup.seats

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.scores)

    @property
    def active(self) -> int:
        """The seat on turn; during setup the first of the order, or 0."""
        return self.order[max(0, self.turn) % self.seats] if self.order else 0

    def has_had_turn(self, seat: int) -> bool:
        """Return whether a seat's first turn has begun (3.4)."""
        return bool(self.order) and self.turn >= self.order.index(seat)


def from_seat(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats clockwise from the first."""
    return tuple(islice(cycle(range(seats)), first, first + seats))


# Moves: each is one answer to one question, and says only what the player decided


class TakeClan(Struct, frozen=True, tag=True, order=True):
    """Setup: play this clan (2.8)."""

    clan: str


class TakePatron(Struct, frozen=True, tag=True, order=True):
    """Setup: take this patron, and with it the clan (13.1, 13.2)."""

    patron: str


class SpendFavor(Struct, frozen=True, tag=True, order=True):
    """Spend a point of favor: the die shows one more, or one less (4.2)."""

    by: int


class Build(Struct, frozen=True, tag=True, order=True):
    """Build this tile of the row on a shore space (5)."""

    shore: int
    tile: str


class Sail(Struct, frozen=True, tag=True, order=True):
    """Sail with a ship, 0 or 1; `by` is what the die counts more or less for a noble ship that may (6, 8.10)."""

    ship: int
    by: int = 0


class Deliver(Struct, frozen=True, tag=True, order=True):
    """Deliver to a customer in hand (7)."""

    customer: str


class TakeGood(Struct, frozen=True, tag=True, order=True):
    """Take a good of choice (6.7, 14.7)."""

    good: Good


class TakeKoku(Struct, frozen=True, tag=True, order=True):
    """Take the koku for a journey, not a good (6.7)."""


class SellGood(Struct, frozen=True, tag=True, order=True):
    """Sell one good (8.5)."""

    good: Good


class StopSelling(Struct, frozen=True, tag=True, order=True):
    """Sell no more (8.5)."""


class PlaceMarker(Struct, frozen=True, tag=True, order=True):
    """Put the second marker on the building of this shore space (8.6)."""

    shore: int


class ReplaceShip(Struct, frozen=True, tag=True, order=True):
    """Let the noble ship take the place of this one, 0 or 1 (8.9)."""

    ship: int


class Discard(Struct, frozen=True, tag=True, order=True):
    """Discard a customer from the hand (7.4)."""

    customer: str


class RollDie(Struct, frozen=True, tag=True, order=True):
    """Roll the die for the next turn, which ends this one (4.5)."""


class SetDie(Struct, frozen=True, tag=True, order=True):
    """Instead of rolling, pay favor and set the die (13.5)."""

    number: int


class EndTurn(Struct, frozen=True, tag=True, order=True):
    """End the last turn, after which nothing is rolled (4.5)."""


class ExchangeGoods(Struct, frozen=True, tag=True, order=True):
    """Give 2 goods of one kind for 1 of another (3.3)."""

    give: Good
    get: Good


class BuyFavor(Struct, frozen=True, tag=True, order=True):
    """Give 5 koku for 1 favor (3.3)."""


Exchange = ExchangeGoods | BuyFavor
Move = (
    TakeClan | TakePatron | SpendFavor | Build | Sail | Deliver | TakeGood | TakeKoku | SellGood | StopSelling
    | PlaceMarker | ReplaceShip | Discard | RollDie | SetDie | EndTurn | ExchangeGoods | BuyFavor
)  # fmt: skip
