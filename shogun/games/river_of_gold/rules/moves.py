"""The moves of players: each is one answer to one question, and says only what the player decided."""

from msgspec import Struct

from shogun.games.river_of_gold.rules.box.data_file import Good


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
