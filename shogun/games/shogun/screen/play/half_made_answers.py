"""Incomplete answers: a plan with some of its cards, a march without its target."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct, field

from shogun.base.confidence_intervals import Share
from shogun.base.files import UNDECODABLE
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.threats import Assignment, Season
from shogun.games.shogun.rules.cards import ACTIONS, FIELDS, Action, Card
from shogun.games.shogun.rules.questions import March, MarchQuestion, Plan, PlanQuestion, unpaid
from shogun.games.shogun.rules.views import View
from shogun.table.journal_files import keep_draft, put_draft_aside, read_draft
from shogun.window.kit.input.keys import DIGITS

BID = len(ACTIONS)
"""Number of the bid field; the action fields are 0 to 9 in the order of `ACTIONS`."""
Fields = tuple[Card | None, ...]


class Forecaster(Protocol):
    """Forecasts a season: `shogun.games.shogun.analysis.consequences`."""

    @property
    def view(self) -> View:
        """The known view of the game."""

    def season(self, fields: Sequence[Card | None], /) -> Season:
        """Return the forecast of a plan."""


class PlanDraft(Struct):
    """An incomplete plan, known only to the window until it is committed."""

    question: PlanQuestion
    prospects: Forecaster
    """Forecasts the plan's effects."""
    before: Fields | None = None
    """The same player's plan of the season before."""
    other: Fields | None = None
    """Another plan: fields that differ from it are marked."""
    fields: list[Card | None] = field(default_factory=lambda: [None] * FIELDS)
    card: Card | None = None
    """The card in hand, if any."""
    told: int = 0
    """The first of the sentences about the plan that is shown; a click moves on to the next ones."""
    is_dragged: bool = False
    """True if the card in hand follows the pointer."""
    chosen: int | None = None
    """The field selected first, if any."""
    risks: Mapping[int, float] | None = None
    """The chance to lose a province in a winter revolt, by its extra peasants, as soon as it is known."""
    held: dict[str, Share] = field(default_factory=dict)
    """The chances to put down the revolts that the plan would cause, by province, as far as they are known."""
    _digits: dict[Card, int] = field(default_factory=dict)
    """Indices of the cards' digit keys, for cards that have one."""

    def __post_init__(self) -> None:
        self._digits = {card: place for place, card in enumerate(self.question.cards[: len(DIGITS)])}

    def digit_of(self, card: Card) -> int | None:
        """Return the index of the digit key that picks up a card of the hand, from 0; None if no key does.

        A card keeps its key, even while it is on a field; only if there are more cards than keys, the key of a placed
        card is given to one without a key.
        """
        hand = self.hand()
        for newcomer in (other for other in hand if other not in self._digits):
            laid = next((other for other in self._digits if other not in hand), None)
            if laid is not None:
                self._digits[newcomer] = self._digits.pop(laid)
        return self._digits.get(card)

    def card_of(self, place: int) -> Card | None:
        """Return the card of the hand for the digit key at an index; None if there isn't one."""
        return next((card for card in self.hand() if self.digit_of(card) == place), None)

    def hand(self) -> list[Card]:
        """Return the cards that aren't on any field."""
        return [card for card in self.question.cards if card not in self.fields]

    @property
    def to_lay(self) -> int:
        """Number of cards still to be placed: every field gets one as far as the cards suffice (4.3)."""
        return FIELDS - self.question.empty_fields - sum(card is not None for card in self.fields)

    def field_of(self, card: Card) -> int | None:
        """Return the field that a card is on."""
        return self.fields.index(card) if card in self.fields else None

    def plan(self) -> Plan:
        """Return the plan in the form to be committed."""
        return Plan(tuple(self.fields[:BID]), self.fields[BID])

    def refusal(self) -> str:
        """Return why the plan can't be committed yet; empty if it can."""
        refused = self._refused()
        return refused.sentence if refused else ""

    def refusal_rule(self) -> str:
        """Return the number of the rule that forbids committing the plan; empty if none does."""
        refused = self._refused()
        return refused.rule if refused else ""

    def _refused(self) -> IllegalMove | None:
        try:
            self.question.verify(self.plan())
        except IllegalMove as refusal:
            return refusal
        return None

    def may_lie(self, card: Card, number: int) -> str:
        """Return why a card can't be placed on a field; empty if it can."""
        if number == BID and isinstance(card, int) and card > self.question.chests:
            return unpaid(card)
        return ""

    def shown(self) -> tuple[object, ...]:
        """Return a snapshot of everything about the plan that the screen shows."""
        laid = (tuple(self.fields), self.card, self.chosen, self.told, self.is_dragged)
        return self.question, laid, self.other, self.risks, self.held

    def differs(self, number: int) -> bool:
        """Return whether the other plan, if there is one, has a different card on a field."""
        return self.other is not None and self.other[number] != self.fields[number]

    # Placing cards

    def take_card(self, card: Card) -> None:
        """Pick up a card, put it back, or place it on the field selected before."""
        if self.chosen is not None:
            self._lay(card, self.chosen)
        else:
            self.card = None if card == self.card else card

    def take_field(self, number: int) -> None:
        """Place the card in hand on a field, return the field's card to the hand, or select the field."""
        if self.card is not None:
            self._lay(self.card, number)
        elif self.fields[number] is not None:
            self.card, self.fields[number] = self.fields[number], None
            self.chosen = None
        else:
            self.chosen = None if number == self.chosen else number

    def take_province(self, name: str) -> None:
        """Pick up a province's card, from its field if it is on one."""
        number = self.field_of(name)
        if number is not None and self.card is None and self.chosen is None:
            self.take_field(number)
        else:
            self.take_card(name)

    def _lay(self, card: Card, number: int) -> None:
        if self.may_lie(card, number):
            return
        self.fields = list(self.with_card(card, number))
        self.put_away()

    def with_card(self, card: Card, number: int) -> Fields:
        """Return the fields with a card placed on one of them; a card already there is swapped."""
        fields = list(self.fields)
        before = self.field_of(card)
        if before is not None:
            fields[before] = fields[number]
        fields[number] = card
        return tuple(fields)

    def tell_from(self, number: int) -> None:
        """Show the sentences about the plan from this one on."""
        self.told = number

    def put_away(self) -> None:
        """Put the card in hand back, and deselect the field."""
        self.card = self.chosen = None
        self.is_dragged = False

    def clear(self) -> None:
        """Return all cards to the hand."""
        self.lay_all([None] * FIELDS)

    def copy_before(self) -> None:
        """Place last season's cards again, if they are still in the hand and still allowed on their fields."""
        cards = self.before or (None,) * FIELDS
        self.lay_all([card if self._is_free_for(card, number) else None for number, card in enumerate(cards)])

    def _is_free_for(self, card: Card | None, number: int) -> bool:
        return card is not None and card in self.question.cards and not self.may_lie(card, number)

    def lay_all(self, fields: Sequence[Card | None]) -> None:
        """Replace the current plan with a whole one."""
        self.fields = list(fields)
        self.put_away()

    # Forecast

    def season(self) -> Season:
        """Return the forecast of the plan in its present state."""
        return self.prospects.season(self.fields)

    def would_bring(self, number: int) -> Assignment | None:
        """Return the effects of the card in hand on an action field; None if nothing would happen there."""
        if not isinstance(self.card, str) or number == BID:
            return None
        return self.prospects.season(self.with_card(self.card, number)).assignments.get(ACTIONS[number])

    def by_province(self) -> dict[str, Action]:
        """Return the action planned in each province."""
        pairs = zip(self.fields, ACTIONS, strict=False)
        return {card: action for card, action in pairs if isinstance(card, str)}


class MarchDraft(Struct):
    """A march that is being chosen: first its target, then its armies."""

    question: MarchQuestion
    target: str | None = None
    armies: int = 1

    def aim(self, target: str) -> None:
        """Choose a target, with all available armies by default."""
        if target != self.target:
            self.armies = self.question.most
        self.target = target

    def shown(self) -> tuple[object, ...]:
        """Return a snapshot of everything about the march that the screen shows."""
        return self.question, self.target, self.armies

    @property
    def stays_by_zero(self) -> bool:
        """True if the key 0 makes all armies stay; it sends ten where that is possible."""
        return self.question.may_stay and (self.target is None or self.question.most < len(DIGITS))

    def move(self) -> March | None:
        """Return the march, None as long as it has no target."""
        return March(self.question.source, self.target, self.armies) if self.target else None


# The incomplete plan, saved next to the journal of its game


class HalfPlan(Struct, frozen=True):
    """Cards placed so far by field, and the question that they answer."""

    seat: int
    key: str
    """The key of the question that the plan answers."""
    fields: tuple[Card | None, ...]

    def belongs_to(self, draft: PlanDraft) -> bool:
        """Return whether both answer the same question."""
        return (self.seat, self.key) == (draft.question.seat, draft.question.key)

    def can_lie(self, draft: PlanDraft) -> bool:
        """Return whether the plan is possible: cards from the player's hand, each once, each on an allowed field."""
        laid = [(card, number) for number, card in enumerate(self.fields) if card is not None]
        cards = {card for card, _number in laid}
        are_his = len(cards) == len(laid) and cards <= set(draft.question.cards)
        return len(self.fields) == FIELDS and are_his and not any(draft.may_lie(*place) for place in laid)


def half_plan_of(draft: PlanDraft) -> HalfPlan | None:
    """Return the placed cards, None if there aren't any."""
    if all(card is None for card in draft.fields):
        return None
    return HalfPlan(draft.question.seat, draft.question.key, tuple(draft.fields))


def keep_half_plan(journal: Path, plan: HalfPlan) -> bool:
    """Write an incomplete plan and return whether that was possible; a failure has no other effect."""
    return keep_draft(journal, msgspec.json.encode(plan))


def read_half_plan(journal: Path) -> HalfPlan | None:
    """Return the incomplete plan of a game; None if there isn't a readable one."""
    draft = read_draft(journal)
    try:
        return None if draft is None else msgspec.json.decode(draft, type=HalfPlan)
    except UNDECODABLE as error:
        put_draft_aside(journal, error)
        return None


# Undo and redo while a plan is being laid, before it is committed


class Steps:
    """Remembers the fields of one plan after each step."""

    def __init__(self) -> None:
        self._plan: PlanDraft | None = None
        self._before: list[Fields] = []
        self._now: Fields = ()
        self._after: list[Fields] = []

    def look(self, plan: PlanDraft | None) -> bool:
        """Record changes since the last call; return whether there are any."""
        if plan is not self._plan:
            self._plan = plan
            self._before, self._after = [], []
            self._now = tuple(plan.fields) if plan else ()
            return True
        if plan is None or tuple(plan.fields) == self._now:
            return False
        self._before.append(self._now)
        self._after.clear()
        self._now = tuple(plan.fields)
        return True

    @property
    def can_go_back(self) -> bool:
        """True if a step can be undone."""
        return bool(self._before)

    @property
    def can_go_forth(self) -> bool:
        """True if an undone step can be redone."""
        return bool(self._after)

    def back(self) -> None:
        """Undo the last step."""
        self._go(self._before, self._after)

    def forth(self) -> None:
        """Redo the step undone last."""
        self._go(self._after, self._before)

    def _go(self, source: list[Fields], target: list[Fields]) -> None:
        if self._plan is not None and source:
            target.append(self._now)
            self._now = source.pop()
            self._plan.lay_all(self._now)
