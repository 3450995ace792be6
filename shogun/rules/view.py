"""What one seat may know of a game: everything public, and its own secrets."""

from collections.abc import Mapping

from msgspec import Struct

from shogun.rules.board import Board
from shogun.rules.cards import Action, Card, Season, Special
from shogun.rules.moves import Plan
from shogun.rules.state import Player, Province, Setup

FACE_DOWN = "?"
"""Stands for a card that lies face down on a planning board."""


class View(Struct, frozen=True):
    """A game as `seat` sees it; `seat` is None for an onlooker, who sees only what is public.

    It holds no seed, no random stream, no order of a deck, no face-down card of others.
    """

    seat: int | None
    setup: Setup
    year: int
    season: Season
    stage: str
    """The name of the stage's type, e.g. "Planning"."""
    provinces: Mapping[str, Province]
    players: tuple[Player, ...]
    tower: Mapping[str, int]
    """Cubes in the tower by colour: public, since it can be counted (7.5)."""
    tray: Mapping[str, int]
    waiting: Mapping[str, int]
    """Cubes of the battle under way, about to be thrown with what lies on the tray."""
    peasants: int
    market: tuple[str, ...]
    deck_size: int
    groups: tuple[tuple[int, ...], ...]
    events: tuple[str, ...]
    """Face-up events that are still to come; in winter the one that is left over."""
    event: str | None
    unseen_events: tuple[str, ...]
    """Events that may still be revealed next year, sorted."""
    actions: tuple[Action | None, ...]
    """The ten places of the action cards, None where a card lies face down (4.1)."""
    specials: tuple[Special, ...]
    specials_taken: tuple[Special | None, ...]
    order: tuple[int, ...]
    action: int | None
    """The place (from 0) of the action that is being carried out, None outside of the action phase."""
    turn: int | None
    """The seat whose turn it is in that action."""
    planned: tuple[bool, ...]
    """Which seats have laid their plan."""
    boards: tuple[tuple[Card | None, ...], ...]
    """Each seat's ten action fields in the order of `ACTIONS` as all see them: `FACE_DOWN`, a card, or None."""
    bids: tuple[Card | None, ...]
    """Each seat's bid as all see it."""
    plan: Plan | None
    """The own plan."""

    @property
    def board(self) -> Board:
        """The board of this game."""
        return self.setup.board

    def owned(self, seat: int) -> list[str]:
        """Return the provinces of a seat, in the order of the board."""
        return [name for name, province in self.provinces.items() if province.owner == seat]


class Result(Struct, frozen=True):
    """How a game ended: winners' seats, points and chests in seat order (9.1)."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    chests: tuple[int, ...]

