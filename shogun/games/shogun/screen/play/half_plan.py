"""The plan that somebody is laying: Shogun's draft beside the journal of its game."""

from pathlib import Path

import msgspec
from msgspec import Struct

from shogun.base.files import UNDECODABLE
from shogun.games.shogun.rules.cards import FIELDS, Card
from shogun.games.shogun.screen.play.half_made_answers import PlanDraft
from shogun.table.journal_files import keep_draft, put_draft_aside, read_draft


class HalfPlan(Struct, frozen=True):
    """Cards by field as far as they were laid, and for which question."""

    seat: int
    key: str
    """The key of the question that the plan answers."""
    fields: tuple[Card | None, ...]

    def belongs_to(self, draft: PlanDraft) -> bool:
        """Return whether both answer the same question."""
        return (self.seat, self.key) == (draft.question.seat, draft.question.key)

    def can_lie(self, draft: PlanDraft) -> bool:
        """Return whether the player could have laid it so: the cards of their hand, each once, where each may lie."""
        laid = [(card, number) for number, card in enumerate(self.fields) if card is not None]
        cards = {card for card, _number in laid}
        are_his = len(cards) == len(laid) and cards <= set(draft.question.cards)
        return len(self.fields) == FIELDS and are_his and not any(draft.may_lie(*place) for place in laid)


def half_plan_of(draft: PlanDraft) -> HalfPlan | None:
    """Return what is laid by now, None if nothing is."""
    if all(card is None for card in draft.fields):
        return None
    return HalfPlan(draft.question.seat, draft.question.key, tuple(draft.fields))


def keep_half_plan(journal: Path, plan: HalfPlan) -> bool:
    """Write a half-laid plan and return whether that was possible; if not, nothing else is lost."""
    return keep_draft(journal, msgspec.json.encode(plan))


def read_half_plan(journal: Path) -> HalfPlan | None:
    """Return the half-laid plan of a game; None if there is none that can be read."""
    draft = read_draft(journal)
    try:
        return None if draft is None else msgspec.json.decode(draft, type=HalfPlan)
    except UNDECODABLE as error:
        put_draft_aside(journal, error)
        return None
