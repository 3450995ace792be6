"""Odds in the game's scene: of the attack being chosen, of a plan's revolts, and of threats to one's own provinces."""

from shogun.games.shogun.analysis.odds import load_physics
from shogun.games.shogun.opponents.strengths import WITHOUT_MODEL
from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.screen.play.background_odds import Dangers, Foresight, KnownOdds, Revolts, Winters
from shogun.games.shogun.screen.play.choice_words import Weighing
from shogun.games.shogun.screen.play.half_made_answers import PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.table.journal import PERSON
from shogun.table.session import Session
from shogun.window.game.hint_request import GameHint
from shogun.window.game.screen import Screen
from shogun.window.tower.tower_display import Fitting

QUICK = frozenset((PERSON, *WITHOUT_MODEL))
"""Players that need no model of the tower."""


class GameOdds:
    """Computes odds of current interest, unless the settings turn them off."""

    def __init__(self, screen: Screen[Model], session: Session) -> None:
        workers = screen.app.workers
        self._screen = screen
        self._session = session
        self.known = KnownOdds(session, workers)
        self.attack = Foresight(session, self.known)
        self.dangers = Dangers(session, self.known)
        self.revolts = Revolts(session, self.known)
        self.winters = Winters(session, workers)
        self.weighing = Weighing(session, self.known)
        self.fitting = Fitting(session.header.geometry)
        self._are_workers_ready = session.header.geometry is None

    def update(self) -> None:
        """Show new odds, and request more."""
        model, wanted = self._screen.model, self._screen.app.settings.odds
        if wanted and not self._are_workers_ready:
            self._prepare()
        if wanted or not QUICK.issuperset(self._session.players):
            self.fitting.attend()
        if model.plan:
            self._foresee(model.plan, wanted=wanted)
        if self.weighing.look_at(model.question if wanted else None):
            model.chances = self.weighing.chances
        march = model.march.move() if model.march and wanted else None
        if self.attack.look_at(march):
            model.odds, model.bare = self.attack.odds, self.attack.bare
        if self.dangers.look_at(self._own_province() if wanted and not march else None):
            model.danger = self.dangers.danger

    def rest(self) -> None:
        """Remove the displayed threats before an event that may change them."""
        self.dangers.forget()
        self._screen.model.danger = None

    def _prepare(self) -> None:
        """Make every worker load the modules for drops, so that the first odds don't wait for them."""
        self._are_workers_ready = True
        workers = self._screen.app.workers
        for _worker in range(workers.count):
            workers.submit(load_physics)

    def _foresee(self, plan: PlanDraft, *, wanted: bool) -> None:
        """Show the chances to put down the revolts that a plan would cause, now and in winter."""
        rising = [a.province for a in plan.season().assignments.values() if a.peasants] if wanted else []
        plan.risks = self.winters.look_at(plan.question.seat) if wanted else None
        if self.revolts.look_at(rising):
            plan.held = self.revolts.held

    def _own_province(self) -> str | None:
        """Return the province under the pointer if the human at the screen owns it."""
        model = self._screen.model
        lies = model.view.provinces.get(model.hovered) if model.hovered else None
        return model.hovered if lies and lies.owner is not None and lies.owner == model.viewer else None

    def forget(self) -> None:
        """Cancel all requests."""
        self.attack.forget()
        self.dangers.forget()
        self.revolts.forget()
        self.winters.forget()
        self.weighing.forget()
        self._screen.model.chances = {}
        self._screen.model.odds = self._screen.model.bare = self._screen.model.danger = None

    def close(self) -> None:
        """Cancel the computations under way."""
        self.forget()
        self.fitting.close()


# Shogun's adviser in the game's scene: its plan is offered, its march is aimed at once


class ShogunHint(GameHint[Model]):
    """Asks only for the seat at the screen, with its player's knowledge."""

    def shown(self) -> None:
        """Aim an advised march at once."""
        model = self._screen.model
        if isinstance(model.hint and model.hint.move, March):
            self.take()
