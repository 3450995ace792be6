"""A start position as its file gives it: the board, the goods and the cards.

Omitted fields have their defaults; a reserve is never named, for it is every cube that is nowhere else.
"""

from collections.abc import Mapping

from msgspec import Struct

from shogun.games.shogun.rules.cards import Action, Building, Card, Season, Special


class StartPlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The goods of a seat."""

    chests: int | None = None
    """None: as many as everybody has at the beginning (2.2)."""
    rice: int = 0
    points: int = 0


class StartProvince(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The pieces in a province; `owner` is the color of the armies, "" in a neutral one."""

    owner: str = ""
    armies: int = 0
    buildings: tuple[Building, ...] = ()
    markers: int = 0


class StartWinter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A winter whose rice has been counted (8.2): the next seat, and everybody's shortage."""

    next: str
    """The color of the seat whose revolts are next."""
    short: Mapping[str, int] = {}
    """Rice missing by color; colors that aren't named had enough."""
    revolts: tuple[str, ...] = ()
    """The provinces drawn for that seat, without those already faced; none: they are still to be drawn."""


class StartActions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The action phase before a seat's turn (4.7): everything before it is done. Mappings are by the seats' colors."""

    action: int
    """The action that is due, 1 to 10."""
    next: str
    """The next color to take its turn."""
    event: str
    """The event of the season."""
    specials: Mapping[str, Special]
    """The special card that each seat has taken."""
    bids: Mapping[str, Card] = {}
    """The bids that were revealed, without those of seats that made none."""
    boards: Mapping[str, Mapping[str, Card]] = {}
    """The cards on the planning boards, by action; `FACE_DOWN` is one that nobody has seen, and is dealt."""
    choosers: tuple[str, ...] = ()
    """The order in which special cards were taken; none: the turn order."""
    won: tuple[str, ...] = ()
    """The provinces that were conquered in this season."""


class StartPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment before the planning of a season, before a seat's turn in an action, or in winter before a revolt."""

    year: int = 1
    season: Season | None = None
    """None: spring."""
    seat: tuple[StartPlayer, ...] = ()
    """Goods in seat order; missing seats have the defaults."""
    province: Mapping[str, StartProvince] = {}
    """Provinces by name; missing ones are neutral and empty."""
    tower: Mapping[str, int] = {}
    """Cubes in the tower, number by color."""
    tray: Mapping[str, int] = {}
    """Cubes on the tray, number by color."""
    events: tuple[str, ...] = ()
    """The face-up events that are still to come, that of the season among them; none: they are drawn."""
    past_events: tuple[str, ...] = ()
    """Events that were revealed before and can't come again."""
    actions: tuple[Action, ...] = ()
    """The known action cards by place; the others are shuffled."""
    specials: tuple[Special, ...] = ()
    """The special cards by place; none: they are shuffled."""
    order: tuple[str, ...] = ()
    """The colors in the turn order of the season before, which winter uses; none: the order of the seats."""
    winter: StartWinter | None = None
    """Only in winter; None: the winter begins, and its rice is still to be counted."""
    acting: StartActions | None = None
    """Only in the action phase; None: planning is still to come."""

    @property
    def first_season(self) -> Season:
        """The season at which the game begins."""
        return self.season or "spring"
