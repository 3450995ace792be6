"""A game at one moment: plain data, treated as a value."""

from msgspec import UNSET, Struct, UnsetType

from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, Counts
from shogun.games.rumble_nation.rules.moves import RESERVE
from shogun.games.rumble_nation.rules.start.start_position import StartPosition


class Setup(Struct, frozen=True):
    """What is agreed before a game: 2 to 4 seats, the advanced game or the basic one, and who begins (2.5)."""

    seats: int
    advanced: bool = False
    first_seat: int | None = None
    """Who begins; None: drawn by lot."""
    position: StartPosition | UnsetType = UNSET
    """Where the game begins, if not at its beginning; the first seat then is the position's."""


class LayingCastles(Struct, frozen=True, tag=True):
    """The large castles are laid on the areas (2.1)."""


class RevealingTactics(Struct, frozen=True, tag=True):
    """The pool of tactics cards is revealed (2.2)."""


class DrawingFirstSeat(Struct, frozen=True, tag=True):
    """Lots decide who begins (2.5)."""


class RevealingDaimyo(Struct, frozen=True, tag=True):
    """The daimyo cards are revealed (9.2)."""


class TakingDaimyo(Struct, frozen=True, tag=True):
    """The seat on turn takes a daimyo card (9.3)."""


class Choosing(Struct, frozen=True, tag=True):
    """The seat on turn rolls, or chooses a card (3.1)."""


class Rolling(Struct, frozen=True, tag=True):
    """The dice are rolled, for the first time or once more (4.1, 4.2)."""

    again: bool


class Deploying(Struct, frozen=True, tag=True):
    """The seat on turn splits the dice (4.3), or rolls again if it hasn't yet (4.2)."""

    dice: tuple[int, ...]
    again: bool
    """Whether they were rolled again."""


class Playing(Struct, frozen=True, tag=True):
    """The seat on turn carries out a card (5.1, 9.4)."""

    card: str


class Over(Struct, frozen=True, tag=True):
    """The war has been decided (8.1)."""


Stage = (
    LayingCastles | RevealingTactics | DrawingFirstSeat | RevealingDaimyo | TakingDaimyo | Choosing | Rolling
    | Deploying | Playing | Over
)  # fmt: skip


class Player(Struct, frozen=True):
    """What belongs to one seat."""

    reserve: int
    """Soldiers off the board."""
    daimyo: str | None = None
    """The place of the daimyo: an area, or the reserve; None in the basic game."""
    katana: int | None = None
    """Held by whoever is finished (3.2)."""
    tactic: str | None = None
    """The tactics card that was played (5.1)."""
    daimyo_card: str | None = None
    daimyo_played: bool = False
    large: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    """Castles taken in the war (7.5), in its order."""

    @property
    def left(self) -> int:
        """How many pieces are in the reserve, the daimyo among them."""
        return self.reserve + (self.daimyo == RESERVE)

    @property
    def points(self) -> int:
        """The sum of all castles (8.1)."""
        return sum(self.large) + sum(self.small)


class State(Struct, frozen=True, kw_only=True):
    """A game at one moment, complete and serialisable. It holds nothing that isn't open to all (11.2).

    Areas come in the order of the board, numbers of soldiers in seat order.
    """

    castles: dict[str, int] = {}
    """The large castle that was laid on each area; empty before."""
    soldiers: dict[str, tuple[int, ...]]
    """Soldiers in each area."""
    tactics: tuple[str, ...] = ()
    """The pool."""
    daimyo_cards: tuple[str, ...] = ()
    """Daimyo cards that nobody has taken yet."""
    players: tuple[Player, ...]
    turn: int = 0
    """The seat on turn."""
    first: int = 0
    """The first player."""
    round: int = 0
    """Rounds of the deployment, from 1; a round begins when the turn passes the first player's place."""
    set_aside: tuple[int, ...] = ()
    """Large castles that nobody got (7.2)."""
    stage: Stage = LayingCastles()
    setup: Setup

    @property
    def counts(self) -> Counts:
        """What depends on the number of players (2.3)."""
        return COUNTS[self.setup.seats]

    @property
    def key(self) -> str:
        """The turn as random streams and questions name it, e.g. "round3/seat1"."""
        return f"round{self.round}/seat{self.turn}"

    @property
    def is_any_finished(self) -> bool:
        """Whether somebody is finished, so that no cards are played any more (3.3)."""
        return any(player.katana for player in self.players)

    def area_of(self, castle: int) -> str:
        """Return the area on which a large castle was laid (2.1)."""
        return next(area for area, laid in self.castles.items() if laid == castle)

    def present(self, seat: int) -> list[str]:
        """Return the areas where a seat has a soldier (9.8), in the order of the board."""
        return [area for area in AREAS if self.soldiers[area][seat]]
