"""The state of a game as plain data: what lies on the table, and what is still to be carried out."""

from copy import copy
from itertools import cycle, islice
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, LIMITS, NO_PATRON, PATRONS, START, Customer
from shogun.games.river_of_gold.rules.box.data_file import Patron
from shogun.games.river_of_gold.rules.start.start_position import StartPosition

Patrons = Literal["none", "table", "lot"]


class Setup(Struct, frozen=True):
    """What is agreed before a game: how many play, whether with clan patrons, and who begins (None: by lot, 2.8).

    Patrons are taken from the table (13.1), or each player draws a clan by lot and chooses one of its two (13.2).
    """

    seats: int = 4
    patrons: Patrons = "none"
    first_seat: int | None = None
    position: StartPosition | UnsetType = UNSET
    """Where the game begins, if not at its beginning; the first seat then is the position's."""


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
    """What a player has, all of it public (3.6)."""

    die: int = 0
    koku: int = 0
    goods: list[int] = field(default_factory=lambda: [START.goods] * 3)
    """In the order of `GOODS`."""
    favor: int = LIMITS.favor_start
    favor_limit: int = LIMITS.favor_limit_start
    points: int = 0
    influence: list[int] = field(default_factory=lambda: [0] * 6)
    """In regions 1 to 6."""
    ships: tuple[int, ...] = (START.upper, START.middle)
    """The river spaces of ships 0 and 1."""
    noble_ship: int | None = None
    """Which of them is the noble ship."""
    delivered: tuple[str, ...] = ()
    """Customers delivered to, in their order."""
    clan: str = ""
    patron: str = ""

    def copy(self) -> "Player":
        """Return a copy that shares nothing that can change."""
        other = copy(self)
        other.goods = self.goods.copy()
        other.influence = self.influence.copy()
        return other

    def of_kind(self, kind: str) -> list[Customer]:
        """Return the customers of a kind delivered to, by region."""
        found = [CUSTOMERS[name] for name in self.delivered if CUSTOMERS[name].kind == kind]
        return sorted(found, key=lambda customer: customer.region)

    def has_marker(self, kind: str, region: int) -> bool:
        """Return whether a marker lies on a region's artisan or elder space (8.2, 8.3)."""
        return any(CUSTOMERS[name].kind == kind and CUSTOMERS[name].region == region for name in self.delivered)

    @property
    def backing(self) -> Patron:
        """The patron; one without any ability if there is none."""
        return PATRONS.get(self.patron, NO_PATRON)

    @property
    def hand_size(self) -> int:
        """How many customers the hand holds between turns (7.5, 13.5)."""
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
    """A game. What `pending` holds is carried out from its end: the last effect comes next."""

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
    """How many answers players have given."""
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
    """Whose markers lie on the buildings of shore spaces 1 to 30, the first one first."""
    row: tuple[str, ...] = ()
    """The building row; its last tile lies in slot 4, the end."""
    era_1: tuple[str, ...] = ()
    era_2: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Tiles that have left the game from the row (6.7)."""
    table: tuple[str, ...] = ()
    """Patrons that can be taken, or the clans that were drawn (13.1, 13.2)."""
    scores: tuple[Score, ...] = ()
    """How everybody's points came about; empty before the end."""

    def copy(self) -> "State":
        """Return a copy that shares nothing that can change."""
        other = copy(self)
        other.pending = self.pending.copy()
        other.players = [player.copy() for player in self.players]
        other.hands = self.hands.copy()
        other.tiles = self.tiles.copy()
        other.markers = self.markers.copy()
        return other

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.scores)

    @property
    def active(self) -> int:
        """The seat on turn; during setup the first of the order, or 0."""
        return self.order[max(0, self.turn) % self.seats] if self.order else 0

    def has_had_turn(self, seat: int) -> bool:
        """Return whether a seat's first turn has begun (3.4)."""
        return bool(self.order) and self.turn >= self.order.index(seat)


def from_seat(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning with one."""
    return tuple(islice(cycle(range(seats)), first, first + seats))
