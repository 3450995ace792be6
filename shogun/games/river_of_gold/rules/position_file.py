"""A start position as its file gives it: the river, the players and the cards.

Stacks and deck are never named: they hold what is seen nowhere else. Seats are counted from 0.
"""

from collections.abc import Mapping

from msgspec import Struct


class StartPlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat's pieces, points and cards."""

    clan: str = ""
    """Clan; "": the next one that nobody else plays."""
    patron: str = ""
    die: int = 1
    koku: int = 0
    goods: tuple[int, int, int] | None = None
    """Silk, rice, porcelain; None: as at the beginning, and so with favor and ships."""
    favor: int | None = None
    favor_limit: int | None = None
    points: int = 0
    influence: tuple[int, int, int, int, int, int] | None = None
    """Influence in regions 1 to 6; None: none anywhere."""
    ships: tuple[int, int] | None = None
    """The river spaces of both ships."""
    noble_ship: int | None = None
    """Index of the noble ship, 0 or 1."""
    delivered: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    """Known customers in hand; the others are dealt."""
    cards: int | None = None
    """Number of cards in hand, known or not; None: as many as the hand holds."""


class StartShore(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tile on a shore space, and the seats with markers on it, the first one first."""

    tile: str
    markers: tuple[int, ...] = ()


class StartPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment at which a seat is on turn and hasn't done anything yet."""

    turn: int = 0
    """Number of turns taken."""
    first: int = 0
    """The seat that had the first turn."""
    last_turn: int | None = None
    """The number of the last turn, counted from 0, once the last tile has been laid (11.5)."""
    seat: tuple[StartPlayer, ...] = ()
    shore: Mapping[str, StartShore] = {}
    """Tiles by the number of the shore space; without imperial markets or starting tiles, those are laid by lot."""
    row: tuple[str, ...] = ()
    """The building row, its end last; none at the beginning: it is drawn."""
    gone: tuple[str, ...] = ()
    """Tiles that have left the game from the row (6.7)."""
    scoring: tuple[int, ...] = ()
    """The scoring tiles of regions 1 to 6; none: they are drawn."""
    masteries: tuple[str, ...] = ()
    """Those that are laid out; none: they are drawn."""
    claims: Mapping[str, tuple[int, ...]] = {}
    """The seats that have claimed a mastery, in their order."""
    discards: tuple[str, ...] = ()
    """The discard pile."""
