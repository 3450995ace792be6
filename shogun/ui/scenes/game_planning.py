"""Planning in the game's scene: what a plan begins with, and how likely the revolts are that it would cause."""

from concurrent.futures import Future
from functools import partial

from shogun.players.consequences import Prospects
from shogun.players.fights import revolt
from shogun.players.odds import Odds, first_odds
from shogun.rules.moves import Plan
from shogun.rules.questions import PlanQuestion
from shogun.table.session import Session
from shogun.ui.drafts import Fields, PlanDraft
from shogun.work import Workers


class PlanningDesk:
    """Where plans are begun and begun again."""

    def __init__(self, session: Session, workers: Workers) -> None:
        self._session = session
        self._workers = workers
        self._laid: dict[tuple[int, str], Fields] = {}
        self._revolts: dict[str, Future[Odds]] = {}

    def draft(self, question: PlanQuestion) -> PlanDraft:
        """Return the plan to begin with: an empty one, or the one that was committed and taken back."""
        prospects = Prospects(self._session.view(question.seat), question.seat)
        draft = PlanDraft(question, prospects, self._before(question.seat))
        if laid := self._laid.get((question.seat, question.key)):
            draft.lay_all(laid)
        self._revolts.clear()
        return draft

    def _before(self, seat: int) -> Fields | None:
        """Return the last plan of a seat that stands."""
        plans = (line.answer for line in reversed(self._session.course.answers) if line.seat == seat)
        plan = next((plan for plan in plans if isinstance(plan, Plan)), None)
        return (*plan.fields, plan.bid) if plan else None

    def keep(self, draft: PlanDraft) -> None:
        """Remember a plan that is committed: it may be taken back."""
        self._laid[draft.question.seat, draft.question.key] = tuple(draft.fields)

    def foresee(self, draft: PlanDraft) -> bool:
        """Have the chances looked at of the revolts that a plan would cause; return whether any is newly known."""
        for assignment in draft.season().assignments.values():
            if assignment.peasants and assignment.province not in self._revolts:
                self._ask(draft, assignment.province)
        found = {name: odds.result().win for name, odds in self._revolts.items() if odds.done()}
        known, draft.held = draft.held, found
        return known != found

    def _ask(self, draft: PlanDraft, province: str) -> None:
        fight = revolt(draft.prospects.view, province)
        if fight is not None:
            rng = self._session.streams.stream(f"odds/revolt/{draft.question.key}/{province}")
            self._revolts[province] = self._workers.submit(partial(first_odds, fight, self._session.inside, rng))
