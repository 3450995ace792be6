"""What a position says of the board, the goods and the cards, in the words of its file.

What it leaves out is as the fields' defaults say; a reserve is never named, for it is all that lies nowhere else.
"""

from collections.abc import Mapping

from msgspec import Struct

from shogun.games.shogun.rules.cards import Action, Building, Card, Season, Special


class SeatGoods(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The goods of a seat."""

    chests: int | None = None
    """None: as many as everybody has at the beginning (2.2)."""
    rice: int = 0
    points: int = 0


class Holding(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What lies in a province; `owner` is the colour of the armies, "" in a neutral one."""

    owner: str = ""
    armies: int = 0
    buildings: tuple[Building, ...] = ()
    markers: int = 0


class WinterRevolts(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A winter whose rice has been counted (8.2): who comes next, and by how much everybody was short."""

    next: str
    """The colour of the seat whose revolts are next."""
    short: Mapping[str, int] = {}
    """By colour; who isn't named was not short."""
    revolts: tuple[str, ...] = ()
    """The provinces that were drawn for that seat, without those faced by now; none: they are still to be drawn."""


class ActionsUnderWay(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The action phase before a seat's turn (4.7): all before it is done. Everything is by colour of the seats."""

    action: int
    """The action that is due, 1 to 10."""
    next: str
    """Whose turn it is in it."""
    event: str
    """The event of the season."""
    specials: Mapping[str, Special]
    """Which special card each seat has taken."""
    bids: Mapping[str, Card] = {}
    """The bids that were revealed, without those of seats that made none."""
    boards: Mapping[str, Mapping[str, Card]] = {}
    """The cards on the planning boards, by action; `FACE_DOWN` stands for one that nobody has seen: it is dealt."""
    choosers: tuple[str, ...] = ()
    """The order in which special cards were taken; none: the turn order."""
    won: tuple[str, ...] = ()
    """The provinces that were conquered in this season."""


class StartPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment before the planning of a season, before a seat's turn in an action, or in winter before a revolt."""

    year: int = 1
    season: Season | None = None
    """None: spring."""
    seat: tuple[SeatGoods, ...] = ()
    """In seat order; who isn't there has what the defaults say."""
    province: Mapping[str, Holding] = {}
    """By name; what isn't there is neutral and empty."""
    tower: Mapping[str, int] = {}
    """Cubes in the tower, number by colour."""
    tray: Mapping[str, int] = {}
    """Cubes on the tray, number by colour."""
    events: tuple[str, ...] = ()
    """The face-up events that are still to come, that of the season among them; none: they are drawn."""
    past_events: tuple[str, ...] = ()
    """Events that were revealed before and can't come again."""
    actions: tuple[Action, ...] = ()
    """The action cards by place, as far as they are known; the others are shuffled."""
    specials: tuple[Special, ...] = ()
    """The special cards by place; none: they are shuffled."""
    order: tuple[str, ...] = ()
    """The colours in the turn order of the season before, which winter follows; none: the order of the seats."""
    winter: WinterRevolts | None = None
    """Only in winter; None: the winter begins, and its rice is still to be counted."""
    acting: ActionsUnderWay | None = None
    """Only in other seasons; None: the planning is still to come."""

    @property
    def begins(self) -> Season:
        """The season at which the game begins."""
        return self.season or "spring"
