"""A start position as its file gives it: the board, the players and the cards.

A reserve is never named, for it is every piece that isn't on the board. Seats are counted from 0.
"""

from collections.abc import Mapping

from msgspec import Struct


class StartPlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat's cards and daimyo; pieces on the board are named there."""

    katana: int | None = None
    """Katana of a seat that has placed everything (3.2)."""
    tactic: str | None = None
    """The tactics card that was played (5.1)."""
    daimyo: str | None = None
    """The area of the daimyo; None: in the reserve. Only in the advanced game."""
    daimyo_card: str | None = None
    daimyo_played: bool = False


class StartArea(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The pieces in an area; areas without soldiers are left out."""

    castle: int | None = None
    """The large castle; None, in all areas: they are laid by lot."""
    soldiers: tuple[int, ...] = ()
    """Soldiers in seat order."""


class StartPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment of the deployment at which a seat is on turn."""

    turn: int = 0
    """The seat on turn."""
    first: int = 0
    """The first player (2.5)."""
    round: int = 1
    seat: tuple[StartPlayer, ...] = ()
    area: Mapping[str, StartArea] = {}
    tactics: tuple[str, ...] = ()
    """The pool; none: it is drawn."""
    dice: tuple[int, ...] = ()
    """Dice rolled in this turn; none: the turn begins."""
    rolled_again: bool = False
