"""The opponent `master`: a strategist that knows more and searches better.

It evaluates the ends of seasons by what was learnt from games on that very board (`evaluation`), gives nothing for a
full store of rice beyond what the evaluator gives, and tries plans that a model of all its playouts so far proposes
(`playout_search.py`). The more time it is given, the more it plays out.
"""

from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from shogun.games.shogun.opponents.evaluation.evaluators import FOLDER, Evaluator, FittedEvaluator, evaluator_for
from shogun.games.shogun.opponents.planning.planner import NEVER, Worth, completed, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.search.playout_search import (
    Candidate,
    LinearModel,
    SearchSettings,
    catching_up,
    ranked,
    shared_means,
)
from shogun.games.shogun.opponents.search.strategist import Strategist, cells_of
from shogun.games.shogun.opponents.search.trial import Trial
from shogun.games.shogun.rules.questions import March, MarchQuestion, Move, Plan, PlanQuestion, PlayerQuestion, Stay
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model

EFFORT = SearchSettings(
    plans=20, variations=120, rounds=10, rival_plans=6, trust=0.5, scruple=0.0, caution=0.5, marches=4,
    plan_playouts=9600, move_playouts=960,
)  # fmt: skip
LONGER = 8
"""Most playouts where a clock decides, as a multiple of those where they are counted."""
SEARCHING = 0.6
"""Share of a plan's playouts that go into finding good plans; the rest decides which is the best of them."""
WIDEST = 4
"""Most plans proposed, as a multiple of the usual number."""
A_PLAN = 10
"""Playouts for each plan that is tried, at least."""
FINALISTS = 16
"""Plans in the final comparison."""
PRIOR = 0.15
"""Weight of a planner's values, next to the model's: it separates cards not yet tried in some field."""


class Master(Strategist, frozen=True):
    """A strategist with the evaluator of its board."""

    effort: SearchSettings = EFFORT
    judges: Path = FOLDER
    """Folder of the evaluators."""

    def evaluator_of(self, view: View) -> Evaluator:
        """Return the evaluator that was fitted to this board and number of players."""
        return evaluator_for(view.setup.side, view.setup.seats, self.judges)

    def _judge_of_springs(self, view: View) -> FittedEvaluator:
        """Return the evaluator from the master's own folder."""
        return evaluator_for(view.setup.side, view.setup.seats, self.judges)

    def _playouts(self, question: PlayerQuestion, budget: Budget) -> int:
        usual = super()._playouts(question, budget)
        return usual if budget.seconds is None else LONGER * usual

    def _try_plans(
        self, view: View, question: PlanQuestion, trial: Trial, first: list[Candidate], most: int
    ) -> list[Candidate]:
        """Try plans, then in rounds what a model proposes, then the best of all; return all."""
        tried, proposed = list(first), 0
        _count, each = self._schedule(trial.affordable(most, len(first)), len(first))
        trial.run(catching_up(first, each))
        while True:
            playouts = trial.affordable(most, len(tried))
            count, each = self._schedule(playouts, len(first), each)
            if proposed >= count or not trial.has_time():
                break
            a_round = -(-count // (self.effort.rounds * self._width(playouts)))
            tried.extend(self._propose(view, question, tried, min(a_round, count - proposed), trial.noise))
            trial.run(catching_up(tried, each))
            proposed += a_round
        left = ranked(tried)[:FINALISTS]
        trial.halve(left, most - int(SEARCHING * most), first[0])
        return tried

    def _best_marches(self, view: View, question: MarchQuestion) -> list[Move]:
        """Return the marches to try: the best ones, for each target the best number and the greatest, one army home."""
        valuation = self._valued(view, question.seat)
        worth = {
            March(question.source, to, armies): valuation.march(question.source, to, armies)
            for to in question.targets
            for armies in range(1, question.most + 1)
        }
        best = sorted(worth, key=lambda march: -worth[march])
        of_targets = (next(march for march in best if march.target == to) for to in question.targets)
        greatest = (March(question.source, to, question.most) for to in question.targets)
        home = (march for march in best if march.armies == 1 and view.provinces[march.target].owner == question.seat)
        stay = (Stay(),) if question.may_stay else ()
        return [*best[: self.effort.marches], *of_targets, *greatest, *islice(home, 1), *stay]

    def _best_plan(self, valuation: Valuation, question: PlanQuestion, worth: Worth) -> Plan:
        """Return the best plan under altered values, with nothing left undone in the last season."""
        laid = super()._best_plan(valuation, question, worth)
        return laid if valuation.seasons else completed(valuation, question, laid)

    def _schedule(self, playouts: int, first: int, least: int = 1) -> tuple[int, int]:
        """Return the number of plans to propose after the first ones, and of playouts for each, at least `least`.

        Where a clock decides, this is asked after each round, since only then the speed of playouts is known.
        """
        searching = int(SEARCHING * playouts)
        count = max(0, min(self.effort.variations * self._width(playouts), searching // max(A_PLAN, least) - first))
        return count, max(least, searching // (first + count))

    def _width(self, playouts: int) -> int:
        """Return how many times as many plans as usual are proposed, in as many times the rounds."""
        return max(1, min(WIDEST, playouts // self.effort.plan_playouts))

    def _propose(
        self, view: View, question: PlanQuestion, tried: list[Candidate], count: int, rng: Random
    ) -> list[Candidate]:
        """Return at most `count` untried plans: the best under weights that may be true."""
        valuation = self._valued(view, question.seat)
        worth = plan_worth(valuation, question)
        seen = [candidate for candidate in tried if candidate.results]
        plans = [candidate.move for candidate in seen if isinstance(candidate.move, Plan)]
        cells = np.array([cells_of(question, plan).ravel() for plan in plans])
        model = LinearModel(cells, shared_means([candidate.results for candidate in seen]))
        scale = max(float((cells @ worth.ravel()).std()), self.effort.noise)
        noise = np.random.default_rng(rng.getrandbits(64))
        weights = [model.mean(), *(model.sample(noise) for _plan in range(count - 1))]
        fresh = dict.fromkeys(
            self._best_plan(valuation, question, self._altered(worth, scale * added)) for added in weights
        )
        known = {candidate.move for candidate in tried}
        return [Candidate(plan) for plan in fresh if plan not in known]

    def _altered(self, worth: Worth, added: Worth) -> Worth:
        """Return a model's weights as values of a plan, in victory points; what may not be stays so."""
        return np.where(worth == NEVER, worth, added.reshape(worth.shape) + PRIOR * worth) - self._folly(worth)


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Master(model=outcome_model(inside)).choose(view, question, rng, budget)
