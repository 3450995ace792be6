"""Planning in the game's scene: what a plan begins with, and what is kept of it."""

import time

from shogun.base.language import _
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.play.half_made_answers import Fields, PlanDraft
from shogun.games.shogun.screen.play.half_plan import HalfPlan, half_plan_of, keep_half_plan, read_half_plan
from shogun.games.shogun.screen.play.model import Model
from shogun.table.journal_files import drop_draft
from shogun.table.session import Session
from shogun.window.play.model import Waiting

REST = 1.0
"""Seconds between two times at which what is laid is written down."""


def waiting(model: Model) -> list[Waiting]:
    """Return who plans at the same time, and who of them has done so."""
    planned = model.view.planned if isinstance(model.view.stage, Planning) else ()
    return [Waiting(look, done) for look, done in zip(model.seats, planned, strict=False)]


class PlanningDesk:
    """Where plans are begun and begun again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._laid: dict[tuple[int, str], Fields] = {}
        self._half_laid = read_half_plan(session.path) if session.path else None
        self._kept: HalfPlan | None = self._half_laid
        """What the file beside the journal says."""
        self._next = 0.0
        """When it may be written down again (s, monotonic)."""
        self._is_refused = False
        """Whether what is laid couldn't be written down when that was tried last."""

    def draft(self, question: PlanQuestion) -> PlanDraft:
        """Return the plan to begin with: an empty one, or one that was taken back or half laid when the game ended."""
        prospects = Prospects(self._session.view(question.seat), question.seat)
        draft = PlanDraft(question, prospects, self._before(question.seat))
        if laid := self._laid.get((question.seat, question.key)):
            draft.lay_all(laid)
        self._lay_again(draft)
        return draft

    def _lay_again(self, draft: PlanDraft) -> None:
        """Lay what was laid when the game ended, however it did, if it was for this question."""
        half = self._half_laid
        if half is None or not half.belongs_to(draft):
            return
        self._half_laid = None
        if half.can_lie(draft):
            draft.lay_all(half.fields)

    def watch(self, draft: PlanDraft | None) -> None:
        """Write down what is laid, if it has changed; asked all the time, it does so once a second at most."""
        if draft is not None and self._session.path is not None and time.monotonic() >= self._next:
            self.put_aside(draft)

    def put_aside(self, draft: PlanDraft | None) -> None:
        """Write down what is laid by now, if it has changed; a plan without a card is none."""
        path, half = self._session.path, half_plan_of(draft) if draft else None
        if path is None or draft is None:
            return
        if half == self._kept:
            self._is_refused = False
            return
        if half is None:
            self._drop(draft)
        else:
            self._is_refused = not keep_half_plan(path, half)
            self._kept = self._kept if self._is_refused else half
        self._next = time.monotonic() + REST

    def unkept(self) -> str:
        """Return in a sentence that what is laid can't be kept, if it can't."""
        text = _("The game is saved, but the unfinished plan couldn't be written to disk.")
        return text if self._is_refused else ""

    def _drop(self, draft: PlanDraft) -> None:
        """Remove what was written down of a plan; one that is for another question stays."""
        if self._session.path is not None and self._kept is not None and self._kept.belongs_to(draft):
            drop_draft(self._session.path)
            self._kept = None

    def _before(self, seat: int) -> Fields | None:
        """Return the last plan of a seat that stands."""
        plans = (line.answer for line in reversed(self._session.course.answers) if line.seat == seat)
        plan = next((plan for plan in plans if isinstance(plan, Plan)), None)
        return (*plan.fields, plan.bid) if plan else None

    def keep(self, draft: PlanDraft) -> None:
        """Remember a plan that is committed: it may be taken back."""
        self._is_refused = False
        self._drop(draft)
        self._laid[draft.question.seat, draft.question.key] = tuple(draft.fields)
