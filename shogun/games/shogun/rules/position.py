"""What a state and a view have in common: all that is public about the board and the players' goods.

The rules' questions about a position ("could this be built?", "what would be scored now?") take either, so that
opponents and windows ask the rules and never count for themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shogun.games.shogun.rules.boards import Board
from shogun.games.shogun.rules.cards import Action, EventKind, Season, Special
from shogun.games.shogun.rules.state import Player, Province, Setup


class Position(Protocol):
    """A state, or a view of one."""

    @property
    def setup(self) -> Setup:
        """What was agreed before the game."""

    @property
    def board(self) -> Board:
        """The board of the game."""

    @property
    def year(self) -> int:
        """The year, 1 or 2."""

    @property
    def provinces(self) -> Mapping[str, Province]:
        """The provinces in play, in the order of the board."""

    @property
    def players(self) -> Sequence[Player]:
        """The players' goods, in seat order."""

    @property
    def event_kind(self) -> EventKind | None:
        """What the event of the season changes, None before it is drawn."""

    @property
    def season(self) -> Season:
        """The season of the year."""

    @property
    def events(self) -> Sequence[str]:
        """Face-up events that are still to come."""

    @property
    def actions(self) -> Sequence[Action | None]:
        """The ten places of the action cards; a view has None where a card lies face down."""

    @property
    def specials(self) -> Sequence[Special]:
        """The special cards by place."""

    @property
    def market(self) -> Sequence[str]:
        """The face-up province cards of a draft."""

    @property
    def tower(self) -> Mapping[str, int]:
        """Cubes in the tower, number by colour."""

    @property
    def tray(self) -> Mapping[str, int]:
        """Cubes on the tray, number by colour."""

    @property
    def peasants(self) -> int:
        """The peasant reserve."""

    def colour(self, seat: int) -> str:
        """Return the colour of a seat's cubes."""

    def special(self, seat: int) -> Special | None:
        """Return the special card that a seat has this season."""

    def owned(self, seat: int) -> list[str]:
        """Return the provinces of a seat, in the order of the board."""
