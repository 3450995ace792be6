"""The opponent `strategist-1`: the first strategist, with unchanged choices. Later ones are compared with it.

Its values and its search settings are here, so that it stays the same when others learn; the parts it shares with them
may become faster, and tests check its choices.
"""

import time
from math import fsum
from random import Random

from shogun.games.shogun.opponents.evaluation.evaluators import Evaluator
from shogun.games.shogun.opponents.evaluation.linear_evaluator import LinearEvaluator
from shogun.games.shogun.opponents.planning.planner import Worth, assign
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.rollout import Imagined
from shogun.games.shogun.opponents.search.playout_search import (
    Candidate,
    SearchSettings,
    by_merit,
    catching_up,
    in_turn,
    ranked,
)
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.opponents.search.trial import Trial
from shogun.games.shogun.rules.cards import Building
from shogun.games.shogun.rules.questions import Move, Plan, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import Position, State
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model

VALUES = ValuationWeights(
    chest=0.57, army=0.4, dread=4.0, hunger=1.5, growth=0.3, doubt=0.8, land=0.16, site=0.3, building=1.7, rivalry=0.55,
    fear=0.55, aggression=0.45, later=0.45, envy=0.4, last_army=0.1, marker=0.2, battle=0.3, bid=0.29, wasted=-0.05,
)  # fmt: skip
EFFORT = SearchSettings(
    plans=20, variations=10, rival_plans=6, trust=0.5, scruple=0.1, noise=0.35, marches=5, plan_playouts=700,
    move_playouts=60, completions=0, batched=False,
)  # fmt: skip


class FirstValuation(Valuation):
    """The first strategist's worth of a building: the majority of its last one of a kind, not of the next."""

    def building(self, name: str, kind: Building) -> float:
        """Return the worth of a building in a province, less the risk of losing it."""
        counts, price = self.counts(name, kind), MAJORITY[kind]
        fewer, more = counts.copy(), counts.copy()
        fewer[self.seat] -= 1
        more[self.seat] += 1
        without, before, after = (majority_points(each, price) for each in (fewer, counts, more))
        gain = self.winters * (1 + before[self.seat] - without[self.seat]) * self.values.building
        taken = fsum(self.rivalry[seat] * max(0, b - a) for seat, (b, a) in enumerate(zip(before, after, strict=True)))
        return (gain + self.winters * taken) * self.held(name, self.view.provinces[name].armies)


class FirstStrategist(Strategist, frozen=True):
    """A strategist with a schedule for seven hundred playouts, whatever its budget."""

    def consider(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> list[Candidate]:
        """Return its moves with what came of them, the best first."""
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        candidates = [Candidate(move) for move in self._moves(view, question, rng)]
        if len(candidates) == 1:
            return candidates
        imagined = Imagined(self._imagine_rivals(view, rng), self.effort.trust)
        trial = Trial(self, view, imagined, rng.getrandbits(64), deadline)
        playouts = self._playouts(question, budget)
        if isinstance(question, PlanQuestion):
            trial.run(in_turn(candidates, playouts // 3))
            candidates = ranked(candidates)
            fresh = self._vary(view, question, candidates, self.effort.variations, rng)
            trial.run(catching_up(fresh, len(candidates[0].results)))
            kept = candidates[: max(2, self.effort.variations // 2)]
            trial.halve([*kept, *fresh], playouts // 2)
            candidates.extend(fresh)
        else:
            trial.halve(candidates, playouts)
        return by_merit(candidates)

    def _playouts(self, question: PlayerQuestion, budget: Budget) -> int:
        usual = self.effort.plan_playouts if isinstance(question, PlanQuestion) else self.effort.move_playouts
        return usual if budget.playouts is None else budget.playouts

    def evaluator_of(self, _view: View) -> Evaluator:
        """Return the first evaluator."""
        return LinearEvaluator()

    def _valued(self, position: Position, seat: int) -> Valuation:
        return FirstValuation(position, seat, self.values)

    def _best_plan(self, valuation: Valuation, question: PlanQuestion, worth: Worth) -> Plan:
        return assign(valuation, question, worth)

    def _planned_with(self, _view: View, dealt: State, seat: int) -> PlanQuestion:
        return ask_plan(dealt, seat)


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return FirstStrategist(VALUES, EFFORT, outcome_model(inside)).choose(view, question, rng, budget)
