"""Planning in the game's scene: what a plan begins with, and what is kept of it."""

from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules.cards import FIELDS
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.play.drafts import Fields, PlanDraft
from shogun.games.shogun.screen.play.half_plan import HalfPlan, keep_half_plan, take_half_plan
from shogun.games.shogun.screen.play.model import Model
from shogun.table.session import Session
from shogun.window.scenes.hand_over import Waiting


def waiting(model: Model) -> list[Waiting]:
    """Return who plans at the same time, and who of them has done so."""
    planned = model.view.planned if isinstance(model.view.stage, Planning) else ()
    return [Waiting(look, done) for look, done in zip(model.seats, planned, strict=False)]


class PlanningDesk:
    """Where plans are begun and begun again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._laid: dict[tuple[int, str], Fields] = {}
        self._half_laid = take_half_plan(session.path) if session.path else None

    def draft(self, question: PlanQuestion) -> PlanDraft:
        """Return the plan to begin with: an empty one, or one that was taken back or half laid when the game closed."""
        prospects = Prospects(self._session.view(question.seat), question.seat)
        draft = PlanDraft(question, prospects, self._before(question.seat))
        if laid := self._laid.get((question.seat, question.key)):
            draft.lay_all(laid)
        self._lay_again(draft)
        return draft

    def _lay_again(self, draft: PlanDraft) -> None:
        """Lay what was laid when the window closed, if it was for this question."""
        half, asked = self._half_laid, draft.question
        if half is None or (half.seat, half.key) != (asked.seat, asked.key):
            return
        self._half_laid = None
        laid = [card for card in half.fields if card is not None]
        if len(half.fields) == FIELDS and len(set(laid)) == len(laid) and set(laid) <= set(asked.cards):
            draft.lay_all(half.fields)

    def put_aside(self, draft: PlanDraft | None) -> None:
        """Write down a half-laid plan because the window closes."""
        if draft is not None and self._session.path is not None and any(card is not None for card in draft.fields):
            question = draft.question
            keep_half_plan(self._session.path, HalfPlan(question.seat, question.key, tuple(draft.fields)))

    def _before(self, seat: int) -> Fields | None:
        """Return the last plan of a seat that stands."""
        plans = (line.answer for line in reversed(self._session.course.answers) if line.seat == seat)
        plan = next((plan for plan in plans if isinstance(plan, Plan)), None)
        return (*plan.fields, plan.bid) if plan else None

    def keep(self, draft: PlanDraft) -> None:
        """Remember a plan that is committed: it may be taken back."""
        self._laid[draft.question.seat, draft.question.key] = tuple(draft.fields)
