"""What the game's screen shows at this moment: one struct that all panels read and the scene writes."""

from collections.abc import Sequence

from msgspec import Struct, field

from shogun.language import _
from shogun.players.odds import Odds
from shogun.rules.board import Board
from shogun.rules.cards import ACTIONS, FIELDS, Action, Card
from shogun.rules.errors import IllegalMove
from shogun.rules.moves import March, Plan
from shogun.rules.questions import MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.rules.state import Drafting, DrawingFirstSeat, Exchanging, Grouping, ShufflingDeck
from shogun.rules.view import Result, View
from shogun.ui.pieces import Clan

DRAFT = (DrawingFirstSeat, ShufflingDeck, Drafting, Exchanging, Grouping)
"""The stages in which provinces are dealt (2.4)."""
BID = len(ACTIONS)
"""The number of the bid field; the action fields are 0 to 9 in the order of `ACTIONS`."""


class SeatLook(Struct, frozen=True):
    """How a seat is shown."""

    name: str
    colour: str
    mon: str
    person: bool

    @property
    def clan(self) -> Clan:
        """Colour and mon of its pieces."""
        return Clan(self.colour, self.mon)


class LogLine(Struct, frozen=True):
    """One line of the log; `seat` is whose doing it was, `heading` begins a part of the game."""

    text: str
    seat: int | None = None
    heading: bool = False
    province: str | None = None


class PlanDraft(Struct):
    """A half-laid plan: the window's own until it is committed."""

    question: PlanQuestion
    fields: list[Card | None] = field(default_factory=lambda: [None] * FIELDS)
    card: Card | None = None
    """The card taken in hand, if any."""
    chosen: int | None = None
    """The field pointed out first, if any."""

    def hand(self) -> list[Card]:
        """Return the cards that lie on no field."""
        return [card for card in self.question.cards if card not in self.fields]

    def field_of(self, card: Card) -> int | None:
        """Return the field on which a card lies."""
        return self.fields.index(card) if card in self.fields else None

    def plan(self) -> Plan:
        """Return the plan as it would be committed."""
        return Plan(tuple(self.fields[:BID]), self.fields[BID])

    def refusal(self) -> str:
        """Return why the plan can't be committed yet; empty if it can."""
        try:
            self.question.verify(self.plan())
        except IllegalMove as refusal:
            return refusal.sentence
        return ""

    def may_lie(self, card: Card, number: int) -> str:
        """Return why a card may not lie on a field; empty if it may."""
        if number == BID and isinstance(card, int) and card > self.question.chests:
            return _("a bid of {bid} chests needs that many chests").format(bid=card)
        return ""

    def take_card(self, card: Card) -> None:
        """Take a card in hand, put it back, or lay it on the field pointed out before."""
        if self.chosen is not None:
            self._lay(card, self.chosen)
        else:
            self.card = None if card == self.card else card

    def take_field(self, number: int) -> None:
        """Lay the card in hand on a field, take back what lies there, or point the field out."""
        if self.card is not None:
            self._lay(self.card, number)
        elif self.fields[number] is not None:
            self.fields[number] = None
        else:
            self.chosen = None if number == self.chosen else number

    def _lay(self, card: Card, number: int) -> None:
        if self.may_lie(card, number):
            return
        before = self.field_of(card)
        if before is not None:
            self.fields[before] = self.fields[number]
        self.fields[number] = card
        self.card = self.chosen = None

    def clear(self) -> None:
        """Take all cards back."""
        self.fields = [None] * FIELDS
        self.card = self.chosen = None

    def by_province(self) -> dict[str, Action]:
        """Return the action planned in each province."""
        pairs = zip(self.fields, ACTIONS, strict=False)
        return {card: action for card, action in pairs if isinstance(card, str)}


class MarchDraft(Struct):
    """A march that is being chosen: target first, then how many."""

    question: MarchQuestion
    target: str | None = None
    armies: int = 1

    def aim(self, target: str) -> None:
        """Choose a target; all armies that may go are proposed."""
        if target != self.target:
            self.armies = self.question.most
        self.target = target

    def move(self) -> March | None:
        """Return the march, None as long as it has no target."""
        return March(self.question.source, self.target, self.armies) if self.target else None


class Count(Struct, frozen=True):
    """One side of a battle as it is counted out on the tray: cubes by colour so far."""

    title: str
    seat: int | None
    cubes: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """All cubes of the side."""
        return sum(number for _colour, number in self.cubes)


class Battle(Struct):
    """The battle or revolt that is shown at the moment."""

    title: str
    sides: tuple[Count, Count] | None = None
    counted: int = 0
    """How many cubes of each side have been counted out by now."""
    result: str = ""

    @property
    def most(self) -> int:
        """The cubes of the larger side."""
        return max((side.total for side in self.sides or ()), default=0)


class Model(Struct):
    """All that the game's screen shows."""

    board: Board
    seats: Sequence[SeatLook]
    view: View
    viewer: int | None = None
    """Whose secrets may be seen: the seat that answers now."""
    question: PlayerQuestion | None = None
    prompt: str = ""
    refusal: str = ""
    """Why the last click was refused."""
    log: list[LogLine] = field(default_factory=list)
    plan: PlanDraft | None = None
    march: MarchDraft | None = None
    odds: Odds | None = None
    """How the attack that is being chosen may end, as far as it is known by now."""
    battle: Battle | None = None
    tray: dict[str, int] = field(default_factory=dict)
    """What lies on the tray in the picture."""
    inside: dict[str, int] = field(default_factory=dict)
    hovered: str | None = None
    shown_arrow: tuple[str, str] | None = None
    shown_province: str | None = None
    """Where what is shown at the moment happens."""
    result: Result | None = None
    thinking: tuple[int, ...] = ()
    speed: float = 1.0
    computers_speed: float = 1.0
    can_undo: bool = False
    can_redo: bool = False
    is_watching: bool = False
    """Whether a recording is being played."""

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]

    def clans(self) -> list[Clan]:
        """Return how each seat's pieces look."""
        return [seat.clan for seat in self.seats]
