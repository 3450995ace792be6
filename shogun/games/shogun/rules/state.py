"""The setup and the state of a game as plain data, its stages, and what states and views share."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from shogun.games.shogun.rules.cards import (
    COLOURS,
    EVENTS,
    PEASANTS,
    Action,
    Board,
    Building,
    EventKind,
    Season,
    Side,
    Special,
    board,
)
from shogun.games.shogun.rules.position_file import StartPosition
from shogun.games.shogun.rules.questions import Plan

# The setup, and the state of a game

LineUp = Literal["draft", "printed"]


Ties = Literal["defender"]
"""A house rule: the defender keeps a province after a tie."""


class Setup(Struct, frozen=True):
    """Agreements before a game: side, number of seats, line-up, first seat (None: by lot), seats' colors."""

    seats: int = 4
    side: Side = "sun"
    line_up: LineUp = "printed"
    first_seat: int | None = None
    colours: tuple[str, ...] = COLOURS
    position: StartPosition | UnsetType = UNSET
    """Position at which the game begins, if not at its beginning; line-up and first seat then mean nothing."""
    ties: Ties | UnsetType = UNSET
    """Owner of a province after a tie in a battle between players (7.4); unset: nobody, as in the rulebook."""
    handicap: tuple[int, ...] | UnsetType = UNSET
    """Points that each seat has given up for its place, so that it begins below zero; unset: nobody has."""

    @property
    def given_up(self) -> tuple[int, ...]:
        """Points that each seat has given up for its place."""
        return (0,) * self.seats if self.handicap is UNSET else self.handicap

    @property
    def defender_holds_ties(self) -> bool:
        """Return whether a tie between players leaves the province to the defender."""
        return self.ties == "defender"

    @property
    def board(self) -> Board:
        """The board as this number of players uses it."""
        return board(self.side, self.seats)


class Province(Struct, frozen=True):
    """The pieces in a province; nobody owns it if no army is in it (9.3)."""

    owner: int | None = None
    armies: int = 0
    buildings: tuple[Building, ...] = ()
    markers: int = 0


class Player(Struct, frozen=True):
    """A player's goods: chests, rice on the track, armies in the reserve, victory points."""

    chests: int
    reserve: int
    rice: int = 0
    points: int = 0


class State(Struct):
    """A game at one moment, complete and serializable; treated as a value: `play` returns a new one.

    Cubes are counted by color: a seat's color, or "peasant".
    """

    setup: Setup
    stage: "Stage"
    provinces: dict[str, Province]
    players: list[Player]
    plans: list[Plan | None]
    specials_taken: list[Special | None]
    tower: dict[str, int] = field(default_factory=dict)
    tray: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    """Cubes of the current battle that will be thrown with those on the tray."""
    peasants: int = PEASANTS
    """The peasant reserve (2.9)."""
    year: int = 1
    season: Season = "spring"
    deck: tuple[str, ...] = ()
    """Draft: the province cards face down, the top first (2.4). Secret."""
    market: tuple[str, ...] = ()
    """Draft: the two face-up province cards (2.4)."""
    groups: tuple[tuple[int, ...], ...] = ()
    """Draft: the army groups that each seat has left (2.3)."""
    last_seen: tuple[tuple[str, ...], ...] = ()
    """Draft: the two face-up cards from which each seat last chose, sorted (2.5)."""
    event_deck: tuple[str, ...] = tuple(sorted(EVENTS))
    """Events not yet revealed in this game, sorted: their order is drawn when it matters."""
    events: tuple[str, ...] = ()
    """Face-up events of the year that are still to come (4.5); the last one counts in winter."""
    event: str | None = None
    """The event of the season."""
    actions: tuple[Action, ...] = ()
    """The ten action cards by place; how many are face up follows from the stage (4.1, 4.7). The rest is secret."""
    specials: tuple[Special, ...] = ()
    """The five special cards by place (4.2)."""
    choosers: tuple[int, ...] = ()
    """Seats in the order in which they choose special cards, once the bids are revealed (4.6)."""
    order: tuple[int, ...] = ()
    """The turn order of the season (4.6)."""
    won: tuple[str, ...] | UnsetType = UNSET
    """Provinces conquered this season: their cards are on no planning board (4.8).

    Unset while there are none, and so no part of what is hashed between seasons: games begun before it was kept check.
    """

    def copy(self) -> "State":
        """Return a state that can be changed without changing this one; frozen parts are shared."""
        return replace(
            self,
            provinces=self.provinces.copy(),
            players=self.players.copy(),
            plans=self.plans.copy(),
            specials_taken=self.specials_taken.copy(),
            tower=self.tower.copy(),
            tray=self.tray.copy(),
            waiting=self.waiting.copy(),
        )

    @property
    def board(self) -> Board:
        """The board of this game."""
        return board(self.setup.side, self.setup.seats)

    @property
    def moment(self) -> str:
        """The season as random streams and hashes name it, e.g. "year1/autumn"."""
        return f"year{self.year}/{self.season}"

    @property
    def acting(self) -> "Acting | None":
        """The action and turn being carried out, None outside of the action phase (4.7)."""
        return acting_in(self.stage)

    def key(self, at: "Acting") -> str:
        """Return the part of a stream's name that says when, e.g. "year1/autumn/action7/seat2"."""
        return f"year{self.year}/{self.season}/action{at.action + 1}/seat{self.order[at.turn]}"

    def special(self, seat: int) -> Special | None:
        """Return the special card that a seat has this season (4.6)."""
        return self.specials_taken[seat]

    @property
    def event_kind(self) -> EventKind | None:
        """The change that the season's event makes (4.5); None before it is drawn."""
        return EVENTS[self.event].kind if self.event else None

    def colour(self, seat: int) -> str:
        """Return the color of a seat's cubes."""
        return self.setup.colours[seat]

    def owned(self, seat: int) -> list[str]:
        """Return the provinces of a seat, in the order of the board."""
        return [name for name, province in self.provinces.items() if province.owner == seat]


# Stages: each names the moment at which the game waits, and holds what only matters until the answer comes


class DrawingFirstSeat(Struct, frozen=True, tag=True):
    """The first seat is drawn by lot (2.4)."""


class ShufflingDeck(Struct, frozen=True, tag=True):
    """The province cards are shuffled for the draft (2.4)."""


class Drafting(Struct, frozen=True, tag=True):
    """A seat takes a province card (2.4); `exchanged` says that it has used its exchange (2.5)."""

    seat: int
    exchanged: bool = False


class Exchanging(Struct, frozen=True, tag=True):
    """The two face-up cards go under the deck in random order (2.5)."""

    seat: int


class Grouping(Struct, frozen=True, tag=True):
    """A seat chooses the group for the card it took (2.4)."""

    seat: int
    province: str


class FillingTower(Struct, frozen=True, tag=True):
    """The start throw (2.9)."""


class RevealingEvents(Struct, frozen=True, tag=True):
    """Four events are revealed for the year (2.10, 8.6)."""


class ShufflingActions(Struct, frozen=True, tag=True):
    """The ten action cards are shuffled (4.1)."""


class ShufflingSpecials(Struct, frozen=True, tag=True):
    """The five special cards are shuffled (4.2)."""


class Planning(Struct, frozen=True, tag=True):
    """Seats without a plan lay theirs, in any order (4.3)."""


class DealingPlan(Struct, frozen=True, tag=True):
    """A game begins in the action phase: a seat's cards that nobody knows are dealt from those it may hold (4.3)."""

    seat: int


class DrawingEvent(Struct, frozen=True, tag=True):
    """One of the face-up events is drawn for the season (4.5)."""


class DrawingLots(Struct, frozen=True, tag=True):
    """Equal bids are decided by lots (4.6)."""

    seats: tuple[int, ...]


class TakingSpecials(Struct, frozen=True, tag=True):
    """Seats take special cards; `queue` are those still to choose, in their order (4.6)."""

    queue: tuple[int, ...]


class Acting(Struct, frozen=True, tag=True):
    """The seat at place `turn` (from 0) of the turn order is due in action `action` (from 0) (4.7)."""

    action: int
    turn: int

    def next_turn(self) -> "Acting":
        """Return the stage at which the next seat is due."""
        return Acting(self.action, self.turn + 1)


class Marching(Struct, frozen=True, tag=True):
    """A seat moves armies by deploy 1 (after deploying), battle A or battle B (5.5, 5.6)."""

    at: Acting
    source: str


class Battle(Struct, frozen=True):
    """An attack under way (7.1); `defender` is None for a neutral province."""

    attacker: int
    defender: int | None
    source: str
    target: str
    at: Acting


class AttackerReinforcing(Struct, frozen=True, tag=True):
    """The attacker may throw one more army (6.2)."""

    battle: Battle


class DefenderReinforcing(Struct, frozen=True, tag=True):
    """The defender may throw one more army (6.2)."""

    battle: Battle


class BattleThrow(Struct, frozen=True, tag=True):
    """A battle's cubes wait to be thrown (7.2)."""

    battle: Battle


class Deploying(Struct, frozen=True, tag=True):
    """A seat with "6 armies" chooses how many it deploys (6.2, 6.5)."""

    at: Acting
    province: str


class Wintering(Struct, frozen=True, tag=True):
    """Winter revolts of the seat at place `turn` of autumn's order (8.3); passes by itself.

    `short` holds every seat's shortfall, counted once; `provinces` are the cards drawn for this seat and not yet
    faced.
    """

    turn: int
    short: tuple[int, ...]
    provinces: tuple[str, ...] = ()

    def after(self, name: str) -> "Wintering":
        """Return the stage after the revolt in province `name`: the seat's next one, or the next seat's turn."""
        left = tuple(other for other in self.provinces if other != name)
        return Wintering(self.turn, self.short, left) if left else self.next_turn()

    def next_turn(self) -> "Wintering":
        """Return the stage at which the next seat is due."""
        return Wintering(self.turn + 1, self.short)


class BeginningWinter(Struct, frozen=True, tag=True):
    """A game begins with a winter: the event that is left over is turned up (8.1)."""


class DrawingRevolts(Struct, frozen=True, tag=True):
    """The province cards of a seat's winter revolts are drawn (8.3)."""

    winter: Wintering


class ChoosingRevolt(Struct, frozen=True, tag=True):
    """A seat picks which of its winter revolts comes next (8.3)."""

    winter: Wintering


class RevoltThrow(Struct, frozen=True, tag=True):
    """A revolt's cubes wait to be thrown, in an action or in winter (7.6)."""

    seat: int
    province: str
    at: Acting | Wintering


class Over(Struct, frozen=True, tag=True):
    """The game has ended (9.1)."""


Stage = (
    DrawingFirstSeat | ShufflingDeck | Drafting | Exchanging | Grouping | FillingTower | RevealingEvents
    | ShufflingActions | ShufflingSpecials | Planning | DrawingEvent | DrawingLots | TakingSpecials | Acting
    | Deploying | Marching | AttackerReinforcing | DefenderReinforcing | BattleThrow | RevoltThrow | Wintering
    | DrawingRevolts | ChoosingRevolt | Over | DealingPlan | BeginningWinter
)  # fmt: skip


def acting_in(stage: Stage) -> Acting | None:
    """Return the action and turn that are being carried out at a stage, None outside of the action phase (4.7)."""
    match stage:
        case Acting():
            return stage
        case RevoltThrow(at=Acting() as at) | Marching(at=at) | Deploying(at=at):
            return at
        case AttackerReinforcing(battle=battle) | DefenderReinforcing(battle=battle) | BattleThrow(battle=battle):
            return battle.at
    return None


# Shared by states and views: all that is public about the board and the players' goods
#
# The rules' questions about a position ("could this be built?", "what would be scored now?") take either, so that
# opponents and windows ask the rules and never count for themselves.


class Position(Protocol):
    """A state, or a view of one."""

    @property
    def setup(self) -> Setup:
        """Agreements before the game."""

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
        """The change that the season's event makes; None before it is drawn."""

    @property
    def season(self) -> Season:
        """The season of the year."""

    @property
    def events(self) -> Sequence[str]:
        """Face-up events that are still to come."""

    @property
    def actions(self) -> Sequence[Action | None]:
        """The action cards in their ten places; a view has None for a face-down card."""

    @property
    def specials(self) -> Sequence[Special]:
        """The special cards by place."""

    @property
    def market(self) -> Sequence[str]:
        """The face-up province cards of a draft."""

    @property
    def tower(self) -> Mapping[str, int]:
        """Cubes in the tower, number by color."""

    @property
    def tray(self) -> Mapping[str, int]:
        """Cubes on the tray, number by color."""

    @property
    def peasants(self) -> int:
        """The peasant reserve."""

    def colour(self, seat: int) -> str:
        """Return the color of a seat's cubes."""

    def special(self, seat: int) -> Special | None:
        """Return the special card that a seat has this season."""

    def owned(self, seat: int) -> list[str]:
        """Return the provinces of a seat, in the order of the board."""
