"""A human's answers on the screen: clicks on the map, plans made card by card, marches with a target."""

import time
from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, Move, Plan, PlanQuestion
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.play.choice_words import main_answer
from shogun.games.shogun.screen.play.half_made_answers import (
    Fields,
    HalfPlan,
    MarchDraft,
    PlanDraft,
    half_plan_of,
    keep_half_plan,
    read_half_plan,
)
from shogun.games.shogun.screen.play.model import Digest, Model
from shogun.games.shogun.screen.play.presenter import year_ends
from shogun.table.journal_files import drop_draft
from shogun.table.session import Session
from shogun.window.game.person_questions import GameQuestions
from shogun.window.game.screen import GameActs, Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.play.model import Waiting


class GameAnswers(Struct, eq=False):
    """Answers of one game's scene."""

    screen: Screen[Model]
    answer: Callable[[Move], None]
    """Gives the answer to the open question."""
    go_on: Act
    """Continues after a pause for reading."""

    def confirm(self) -> None:
        """Continue after a result, commit a complete march or plan, or give the main answer."""
        model = self.screen.model
        if not model.is_seen:
            self.go_on()
            return
        march = model.march.move() if model.march else main_answer(model.question)
        if march is not None:
            self.answer(march)
        elif model.plan and not model.plan.refusal():
            self.answer(model.plan.plan())

    def lay(self, move: Move) -> None:
        """Enter an advised plan or the target of a march; both can still be changed."""
        model = self.screen.model
        if model.plan and isinstance(move, Plan):
            model.plan.lay_all((*move.fields, move.bid))
        elif model.march and isinstance(move, March):
            model.march.aim(move.target)
            model.march.armies = move.armies

    def alter_plan(self, change: Act) -> None:
        """Planning: change the plan, and show its effects."""
        change()
        self.screen.changed()

    def click_province(self, province: str) -> None:
        """Handle a click on a province of the map."""
        model = self.screen.model
        if model.plan:
            model.plan.take_province(province)
        elif model.march:
            model.march.aim(province)
        elif isinstance(model.question, Choice):
            self._choose(model.question, province)
        self.screen.changed()

    def _choose(self, question: Choice, province: str) -> None:
        move = next((move for move in question.moves if getattr(move, "province", None) == province), None)
        if move is not None:
            self.answer(move)

    def set_armies(self, armies: int) -> None:
        """March: set the number of armies."""
        if march := self.screen.model.march:
            march.armies = armies

    def put_away(self) -> bool:
        """Put the card in hand back, and return whether there was one, or a selected field."""
        plan = self.screen.model.plan
        if plan is None or (plan.card is None and plan.chosen is None):
            return False
        plan.put_away()
        self.screen.changed()
        return True

    def lift_aim(self) -> bool:
        """Clear a march's target, and return whether it had one; the only possible target is kept."""
        march = self.screen.model.march
        if march is None or march.target is None or len(march.question.targets) == 1:
            return False
        march.target = None
        self.screen.changed()
        return True

    def close_digest(self) -> None:
        """Close the digest of past events."""
        self.screen.model.digest = None


# Planning in the game's scene: starting plans and saved ones

REST = 1.0
"""Seconds between two saves of the plan."""


def waiting(model: Model) -> list[Waiting]:
    """Return the players who plan at the same time, and which of them have finished."""
    planned = model.view.planned if isinstance(model.view.stage, Planning) else ()
    return [Waiting(look, done) for look, done in zip(model.seats, planned, strict=False)]


class PlanningDesk:
    """Starts plans, and restores them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._laid: dict[tuple[int, str], Fields] = {}
        self._half_laid = read_half_plan(session.path) if session.path else None
        self._kept: HalfPlan | None = self._half_laid
        """Contents of the file next to the journal."""
        self._next = 0.0
        """Earliest time of the next save (s, perf_counter)."""
        self._is_refused = False
        """True if the last attempt to save the plan failed."""

    def draft(self, question: PlanQuestion) -> PlanDraft:
        """Return the initial plan: an empty one, or one that was taken back or incomplete when the game was closed."""
        prospects = Prospects(self._session.view(question.seat), question.seat)
        draft = PlanDraft(question, prospects, self._before(question.seat))
        if laid := self._laid.get((question.seat, question.key)):
            draft.lay_all(laid)
        self._lay_again(draft)
        return draft

    def _lay_again(self, draft: PlanDraft) -> None:
        """Restore the cards placed when the game was closed, for any reason, if they were for this question."""
        half = self._half_laid
        if half is None or not half.belongs_to(draft):
            return
        self._half_laid = None
        if half.can_lie(draft):
            draft.lay_all(half.fields)

    def watch(self, draft: PlanDraft | None) -> None:
        """Save the plan if it has changed; this can be called all the time and saves once a second at most."""
        if draft is not None and self._session.path is not None and time.perf_counter() >= self._next:
            self.put_aside(draft)

    def put_aside(self, draft: PlanDraft | None) -> None:
        """Save the current plan if it has changed; one without cards counts as none."""
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
        self._next = time.perf_counter() + REST

    def unkept(self) -> str:
        """Return a warning if the plan can't be saved."""
        text = _("The game is saved, but the unfinished plan couldn't be written to disk.")
        return text if self._is_refused else ""

    def _drop(self, draft: PlanDraft) -> None:
        """Remove the saved plan; one for another question stays."""
        if self._session.path is not None and self._kept is not None and self._kept.belongs_to(draft):
            drop_draft(self._session.path)
            self._kept = None

    def _before(self, seat: int) -> Fields | None:
        """Return the last committed plan of a seat."""
        plans = (line.answer for line in reversed(self._session.course.answers) if line.seat == seat)
        plan = next((plan for plan in plans if isinstance(plan, Plan)), None)
        return (*plan.fields, plan.bid) if plan else None

    def keep(self, draft: PlanDraft) -> None:
        """Remember a committed plan: it may be taken back."""
        self._is_refused = False
        self._drop(draft)
        self._laid[draft.question.seat, draft.question.key] = tuple(draft.fields)


# Shogun's questions to humans: besides those of any game, plans and marches


class ShogunActs(GameActs, Protocol):
    """Actions of Shogun's scene for its questions."""

    desk: PlanningDesk

    def digest(self, seat: int) -> Digest | None:
        """Return the digest of events since a seat was last asked; None if there is nothing worth mentioning."""


class ShogunQuestions(GameQuestions, kw_only=True, eq=False):
    """Questions of one game's scene."""

    screen: Screen[Model]
    scene: ShogunActs

    def posed(self, question: Any) -> None:
        """Begin a plan or a march, and show the digest."""
        model = self.screen.model
        model.plan = self.scene.desk.draft(question) if isinstance(question, PlanQuestion) else None
        model.march = MarchDraft(question) if isinstance(question, MarchQuestion) else None
        if model.march and len(model.march.question.targets) == 1:
            model.march.aim(model.march.question.targets[0])
        model.digest = self.scene.digest(question.seat)

    def withdrawn(self) -> None:
        """Remove plan and march; a committed plan may be taken back."""
        model = self.screen.model
        if model.plan:
            self.scene.desk.keep(model.plan)
        model.plan = model.march = model.digest = None

    def told_last(self) -> str:
        """Return the last message; at the end of a year, the reason for waiting."""
        return super().told_last() if self.screen.model.is_seen else year_ends()

    def said_again(self) -> None:
        """Show the digest."""
        model = self.screen.model
        if model.digest and model.question:
            model.digest = self.scene.digest(model.question.seat)
