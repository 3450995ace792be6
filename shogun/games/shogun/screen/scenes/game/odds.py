"""Odds in the game's scene: of the attack being chosen, of a plan's revolts, and of threats to one's own provinces."""

from typing import TYPE_CHECKING

from shogun.games.shogun.analysis.odds import load_physics
from shogun.games.shogun.screen.play.drafts import PlanDraft
from shogun.games.shogun.screen.play.foresight import Dangers, Foresight, Revolts, Winters
from shogun.games.shogun.screen.play.weighing import Weighing
from shogun.table.journal import PERSON
from shogun.window.tower.fitting import Fitting

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene


QUICK = frozenset((PERSON, "random", "greedy", "planner"))
"""Who needs no model of the tower."""


class GameOdds:
    """Has odds grow for what is looked at now, unless the settings say that none shall be shown."""

    def __init__(self, scene: "GameScene") -> None:
        session, workers = scene.director.session, scene.app.workers
        self._scene = scene
        self.attack = Foresight(session, workers)
        self.dangers = Dangers(session, workers)
        self.revolts = Revolts(session, workers)
        self.winters = Winters(session, workers)
        self.weighing = Weighing(session, workers)
        self.fitting = Fitting(session.header.geometry)
        self._are_workers_ready = session.header.geometry is None

    def update(self) -> None:
        """Show what has become known, and ask for more."""
        scene, model, wanted = self._scene, self._scene.model, self._scene.app.settings.odds
        if wanted and not self._are_workers_ready:
            self._prepare()
        if wanted or not QUICK.issuperset(scene.director.session.players):
            self.fitting.attend()
        if model.plan:
            self._foresee(model.plan, wanted=wanted)
        if self.weighing.look_at(model.question if wanted else None):
            model.chances = self.weighing.chances
            scene.prompt.dirty = True
        march = model.march.move() if model.march and wanted else None
        if self.attack.look_at(march):
            model.odds = self.attack.odds
            scene.tower.dirty = True
        if self.dangers.look_at(self._own_province() if wanted and not march else None):
            model.danger = self.dangers.danger
            scene.board.dirty = True

    def rest(self) -> None:
        """Take back what is told of threats: something happens that may change them."""
        self.dangers.forget()
        if self._scene.model.danger is not None:
            self._scene.model.danger = None
            self._scene.board.dirty = True

    def _prepare(self) -> None:
        """Have every worker load what drops need, so that the first odds don't wait for it."""
        self._are_workers_ready = True
        workers = self._scene.app.workers
        for _worker in range(workers.count):
            workers.submit(load_physics)

    def _foresee(self, plan: PlanDraft, *, wanted: bool) -> None:
        """Show how likely the revolts are put down that a plan would cause, now and in winter."""
        rising = [a.province for a in plan.season().assignments.values() if a.peasants] if wanted else []
        known = plan.risks
        plan.risks = self.winters.look_at(plan.question.seat) if wanted else None
        if self.revolts.look_at(rising) or plan.risks != known:
            plan.held = self.revolts.held
            self._scene.sheet.dirty = True

    def _own_province(self) -> str | None:
        """Return the province under the pointer if it belongs to the person at the screen."""
        model = self._scene.model
        lies = model.view.provinces.get(model.hovered) if model.hovered else None
        return model.hovered if lies and lies.owner is not None and lies.owner == model.viewer else None

    def forget(self) -> None:
        """Want nothing more of what was asked."""
        self.attack.forget()
        self.dangers.forget()
        self.revolts.forget()
        self.winters.forget()
        self.weighing.forget()
        self._scene.model.chances = {}
        self._scene.model.odds = self._scene.model.danger = None

    def close(self) -> None:
        """End what is under way."""
        self.forget()
        self.fitting.close()
