"""What players answer: each move is a struct with a tag of its own."""

from msgspec import Struct

RESERVE = "reserve"
"""The place of a piece that isn't on the board."""


class TakeDaimyo(Struct, frozen=True, tag=True, order=True):
    """Setup of the advanced game: take this daimyo card (9.3)."""

    card: str


class PlayCard(Struct, frozen=True, tag=True, order=True):
    """Play this tactics card, or one's daimyo card, instead of deploying (5.1, 9.4); how is asked next."""

    card: str


class RollDice(Struct, frozen=True, tag=True, order=True):
    """Deploy: roll the three dice (4.1)."""


class RollAgain(Struct, frozen=True, tag=True, order=True):
    """Roll all three dice once more (4.2)."""


class Deploy(Struct, frozen=True, tag=True, order=True):
    """Put so many soldiers from the reserve into an area, and the daimyo with them or not (4.3, 9.5)."""

    area: str
    soldiers: int
    daimyo: bool = False


class Transfer(Struct, frozen=True, order=True, omit_defaults=True):
    """Pieces of one seat that go from a place to another: areas, or the reserve."""

    seat: int
    source: str
    target: str
    soldiers: int = 0
    daimyo: bool = False


class CarryOut(Struct, frozen=True, tag=True, order=True):
    """Carry out the card that was chosen: all that goes anywhere, at once (5.1, 9.10)."""

    transfers: tuple[Transfer, ...]


Move = TakeDaimyo | PlayCard | RollDice | RollAgain | Deploy | CarryOut
