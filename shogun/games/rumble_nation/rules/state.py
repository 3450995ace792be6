"""The setup and the state of a game as plain data, its stages, the moves of players, and events."""

from msgspec import UNSET, Struct, UnsetType

from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, Counts
from shogun.games.rumble_nation.rules.position_file import StartPosition

RESERVE = "reserve"
"""The place of a piece that isn't on the board."""


class Setup(Struct, frozen=True):
    """Agreements before a game: 2 to 4 seats, the advanced game or the basic one, and the first seat (2.5)."""

    seats: int
    advanced: bool = False
    first_seat: int | None = None
    """The first seat; None: drawn by lot."""
    position: StartPosition | UnsetType = UNSET
    """Position at which the game begins, if not at its beginning; it then decides who begins."""


# Stages


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
    """True if they were rolled again."""


class Playing(Struct, frozen=True, tag=True):
    """The seat on turn carries out a card (5.1, 9.4)."""

    card: str


class Over(Struct, frozen=True, tag=True):
    """The war has been decided (8.1)."""


Stage = (
    LayingCastles | RevealingTactics | DrawingFirstSeat | RevealingDaimyo | TakingDaimyo | Choosing | Rolling
    | Deploying | Playing | Over
)  # fmt: skip


# The state


class Player(Struct, frozen=True):
    """A seat's reserve, cards and daimyo."""

    reserve: int
    """Soldiers off the board."""
    daimyo: str | None = None
    """The place of the daimyo: an area, or the reserve; None in the basic game."""
    katana: int | None = None
    """Katana of a finished seat (3.2)."""
    tactic: str | None = None
    """The tactics card that was played (5.1)."""
    daimyo_card: str | None = None
    daimyo_played: bool = False
    large: tuple[int, ...] = ()
    small: tuple[int, ...] = ()
    """Castles taken in the war (7.5), in its order."""

    @property
    def left(self) -> int:
        """Number of pieces in the reserve, the daimyo among them."""
        return self.reserve + (self.daimyo == RESERVE)

    @property
    def points(self) -> int:
        """The sum of all castles (8.1)."""
        return sum(self.large) + sum(self.small)


class State(Struct, frozen=True, kw_only=True):
    """A game at one moment, complete and serializable. Everything in it is open to all (11.2).

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
        """Numbers that depend on how many play (2.3)."""
        return COUNTS[self.setup.seats]

    @property
    def key(self) -> str:
        """The turn as random streams and questions name it, e.g. "round3/seat1"."""
        return f"round{self.round}/seat{self.turn}"

    @property
    def is_any_finished(self) -> bool:
        """Return whether any player is finished, so that no more cards may be played (3.3)."""
        return any(player.katana for player in self.players)

    def area_of(self, castle: int) -> str:
        """Return the area on which a large castle was laid (2.1)."""
        return next(area for area, laid in self.castles.items() if laid == castle)

    def present(self, seat: int) -> list[str]:
        """Return the areas where a seat has a soldier (9.8), in the order of the board."""
        return [area for area in AREAS if self.soldiers[area][seat]]


# Moves: each answers one question, as a struct with a tag of its own


class TakeDaimyo(Struct, frozen=True, tag=True, order=True):
    """Setup of the advanced game: take this daimyo card (9.3)."""

    card: str


class PlayCard(Struct, frozen=True, tag=True, order=True):
    """Play this tactics card, or one's daimyo card, instead of deploying (5.1, 9.4); the way is asked next."""

    card: str


class RollDice(Struct, frozen=True, tag=True, order=True):
    """Deploy: roll the three dice (4.1)."""


class RollAgain(Struct, frozen=True, tag=True, order=True):
    """Roll all three dice once more (4.2)."""


class Deploy(Struct, frozen=True, tag=True, order=True):
    """Put soldiers from the reserve into an area, with the daimyo or without (4.3, 9.5)."""

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


# Events, for logs and screens


class CastlesLaid(Struct, frozen=True, tag=True):
    """The large castles were laid on the areas, listed by their castles from 2 to 12 (2.1)."""

    areas: tuple[str, ...]


class TacticsRevealed(Struct, frozen=True, tag=True):
    """The pool of tactics cards (2.2)."""

    cards: tuple[str, ...]


class FirstSeatDrawn(Struct, frozen=True, tag=True):
    """Lots have decided who begins (2.5)."""

    seat: int


class DaimyoRevealed(Struct, frozen=True, tag=True):
    """The daimyo cards among which players choose (9.2)."""

    cards: tuple[str, ...]


class DaimyoTaken(Struct, frozen=True, tag=True):
    """A seat took a daimyo card (9.3)."""

    seat: int
    card: str


class DiceRolled(Struct, frozen=True, tag=True):
    """A seat's dice, of the first roll or of the second (4.1, 4.2)."""

    seat: int
    dice: tuple[int, ...]
    again: bool


class Deployed(Struct, frozen=True, tag=True):
    """Pieces came from the reserve into an area (4.3)."""

    seat: int
    area: str
    castle: int
    soldiers: int
    daimyo: bool


class CardPlayed(Struct, frozen=True, tag=True):
    """A tactics card or a daimyo card was carried out (5.1, 9.4)."""

    seat: int
    card: str
    transfers: tuple[Transfer, ...]


class Finished(Struct, frozen=True, tag=True):
    """A seat has placed everything and took the highest katana left (3.2)."""

    seat: int
    katana: int


class AreaResolved(Struct, frozen=True, tag=True):
    """An area was fought for in the war (7.1 to 7.7)."""

    area: str
    castle: int
    strengths: tuple[int, ...]
    """Strengths by seat, with support; 0 for a seat without a piece there."""
    winner: int | None
    """None: nobody was there, and the castle is set aside (7.2)."""
    second: int | None
    """The seat that took the small castle."""
    small: int | None
    supported: tuple[str, ...]
    """The areas into which the winner put support."""
    support: int
    """Support pieces in each of them."""

    @property
    def fought(self) -> list[int]:
        """The seats that had pieces there: the winner, the second, then by strength."""
        seats = [seat for seat, strength in enumerate(self.strengths) if strength]
        return sorted(seats, key=lambda seat: (seat != self.winner, seat != self.second, -self.strengths[seat]))

    @property
    def is_tie(self) -> bool:
        """Return whether the higher katana decided the winner."""
        return self.winner is not None and self.strengths.count(self.strengths[self.winner]) > 1


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over (8.1, 8.2)."""

    winner: int
    points: tuple[int, ...]
    by_katana: bool
    """True if a katana decided between equal points."""


Event = (
    CastlesLaid | TacticsRevealed | FirstSeatDrawn | DaimyoRevealed | DaimyoTaken | DiceRolled | Deployed | CardPlayed
    | Finished | AreaResolved | GameEnded
)  # fmt: skip
