"""What persons are asked in Shogun: besides what any game asks, plans that are laid and marches that are aimed."""

from typing import Any, Protocol

from shogun.games.shogun.rules.questions import MarchQuestion, PlanQuestion
from shogun.games.shogun.screen.play.half_made_answers import MarchDraft
from shogun.games.shogun.screen.play.model import Digest, Model
from shogun.games.shogun.screen.play.presenter import year_ends
from shogun.games.shogun.screen.scenes.game.plan_laying import PlanningDesk
from shogun.window.game.person_questions import GameQuestions
from shogun.window.game.screen import GameActs, Screen


class ShogunActs(GameActs, Protocol):
    """What Shogun's scene does for its questions."""

    desk: PlanningDesk

    def digest(self, seat: int) -> Digest | None:
        """Return what has happened since a seat was asked last; None: nothing of note."""


class ShogunQuestions(GameQuestions, kw_only=True, eq=False):
    """Belongs to one game's scene."""

    screen: Screen[Model]
    scene: ShogunActs

    def posed(self, question: Any) -> None:
        """Begin a plan or a march, and tell what has happened since."""
        model = self.screen.model
        model.plan = self.scene.desk.draft(question) if isinstance(question, PlanQuestion) else None
        model.march = MarchDraft(question) if isinstance(question, MarchQuestion) else None
        if model.march and len(model.march.question.targets) == 1:
            model.march.aim(model.march.question.targets[0])
        model.digest = self.scene.digest(question.seat)

    def withdrawn(self) -> None:
        """Put plan and march away; a plan that is committed may be taken back."""
        model = self.screen.model
        if model.plan:
            self.scene.desk.keep(model.plan)
        model.plan = model.march = model.digest = None

    def told_last(self) -> str:
        """Return what has been told last; at the end of a year, what is waited for."""
        return super().told_last() if self.screen.model.is_seen else year_ends()

    def said_again(self) -> None:
        """Say what has happened since."""
        model = self.screen.model
        if model.digest and model.question:
            model.digest = self.scene.digest(model.question.seat)
