"""The search for plans of which one may be clearly the best for a task."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.deciding_tasks import DecidingTask, goal_of
from shogun.games.shogun.analysis.puzzle_tasks import PlanTask
from shogun.games.shogun.opponents.planning.noisy_planner import NoisyPlanner
from shogun.games.shogun.opponents.rollouts.rollout_result import End
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleStart, Sought, Values
from shogun.table.running.seats import UNLIMITED
from shogun.table.running.tower_contents import outcome_model

LOOKED_AT, CHOSEN_BY = 16, 64
"""Playouts by which plans are found that may be the best, and by which the best of those is."""
MOST_ANSWERS = 12
BASES, ROUNDS = 2, 2
"""Of so many of the best plans others are made, so many times."""
FINALISTS = 40
MISJUDGED = 12
"""Plans of planners that misjudge what things are worth."""
LEAST = 30.0
"""So many of 100 the best answer reaches at least."""
WORTH_IT = 8.0
"""By so many points the best plan is better at least than the usual one, at first sight."""
BLUR = 1.5
"""By so many victory points, about."""


class Found(Struct, frozen=True):
    """Plans for an aim, and by how much the best is better than all that have another idea."""

    lead: float
    sought: Sought


def reached(start: PuzzleStart, task: PlanTask, plans: Sequence[Plan], playouts: int, seed: str) -> Values:
    """Return how often plans reach the task of a puzzle, in points of 100, shape (plans, n)."""
    view, aim = start.view, start.aim
    rows = [
        [100.0 * task.is_reached(view, aim, end) for end in ends]
        for ends in master_of(start).play_out(view, plans, playouts, Random(seed), task.attacked(aim))
    ]
    return np.array(rows).T


def master_of(start: PuzzleStart) -> Master:
    """Return who plays seasons out: everybody by the same values, on the tower of the game."""
    return Master(model=outcome_model(start.inside))


def decided(start: PuzzleStart, task: DecidingTask, usual: Plan, seed: str) -> Sought | None:
    """Return plans for the goal at which what lies on one field decides most; for the puzzle's own if it has one."""
    if start.aim:
        goals: Sequence[str] = [goal_of(start.aim)]
    else:
        goals = task.goals(start.view, _led_to(start, usual, seed))
    found = [one for goal in goals for one in _Pool(start, task, goal, usual, f"{seed}/{goal}").by_key()]
    return max(found, key=lambda one: one.lead).sought if found else None


def _led_to(start: PuzzleStart, plan: Plan, seed: str) -> list[End]:
    """Return where a plan leads."""
    ends = master_of(start).play_out(start.view, [plan], CHOSEN_BY, Random(seed))
    return [end for (end,) in ends]


class _Pool:
    """Plans for a goal, with what they come to."""

    def __init__(self, start: PuzzleStart, task: DecidingTask, goal: str, usual: Plan, seed: str) -> None:
        self.task, self.usual, self.seed = task, usual, seed
        self.is_aimed = bool(start.aim)
        self.goal, self.aims = goal, [start.aim] if start.aim else []
        self.start, self.view = replace(start, aim=start.aim or f"{goal}:"), start.view
        self.means: dict[Plan, float] = {}
        rng = Random(seed)
        self._add((usual, *self._misjudged(rng), *(start.question.sample(rng) for _plan in range(task.drawn))))
        for _round in range(ROUNDS):
            bases = self._ranked()[:BASES]
            self._add(plan for base in bases for plan in task.plans(self.view, self.start.aim, base))

    def by_key(self) -> Iterator[Found]:
        """Yield plans for each aim, by playouts that have chosen none, unless the usual plan has the best idea."""
        best, *_others = self._ranked()
        lead = self.means[best] - self.means[self.usual]
        if not self.is_aimed and (lead < WORTH_IT or self.means[best] < LEAST):
            return
        if not self.is_aimed:
            self.aims = [f"{self.goal}:{key}" for key in self.task.keys(self.view, best)]
        for aim in self.aims:
            rivals = [plan for plan in self._ranked() if not self._alike(aim, best, plan)][:1]
            for plan in (best, *rivals):
                self._add(self.task.keyed(self.view, aim, plan))
        final = list(dict.fromkeys((self.usual, *self._ranked()[:FINALISTS], *self._of_each_idea())))
        found = reached(self.start, self.task, final, CHOSEN_BY, f"{self.seed}/final").mean(axis=1)
        means = dict(zip(final, map(float, found), strict=True))
        final.sort(key=lambda plan: -means[plan])
        if not self.is_aimed:
            known = set(self.aims)
            self.aims += [
                aim for key in self.task.keys(self.view, final[0]) if (aim := f"{self.goal}:{key}") not in known
            ]
        for aim in self.aims:
            others = [means[plan] for plan in final if not self._alike(aim, final[0], plan)]
            if others and (self.is_aimed or not self._alike(aim, final[0], self.usual)):
                yield Found(means[final[0]] - max(others), Sought(self._answers(aim, final), (self.usual,), aim))

    def _of_each_idea(self) -> Iterator[Plan]:
        """Yield the best plan of each idea."""
        for aim in self.aims:
            yield from best_of_each(self.view, self.task, aim, self._ranked())

    def _answers(self, aim: str, ranked: Sequence[Plan]) -> tuple[Answer, ...]:
        return tuple((plan,) for plan in best_of_each(self.view, self.task, aim, ranked)[:MOST_ANSWERS])

    def _alike(self, aim: str, one: Plan, other: Plan) -> bool:
        return self.task.idea(self.view, aim, one) == self.task.idea(self.view, aim, other)

    def _add(self, plans: Iterable[Plan]) -> None:
        fresh = [plan for plan in legal(self.start.question, plans) if plan not in self.means]
        if fresh:
            found = reached(self.start, self.task, fresh, LOOKED_AT, self.seed).mean(axis=1)
            self.means.update(zip(fresh, map(float, found), strict=True))

    def _ranked(self) -> list[Plan]:
        return sorted(self.means, key=lambda plan: -self.means[plan])

    def _misjudged(self, rng: Random) -> Iterator[Plan]:
        planner = NoisyPlanner(BLUR)
        for _plan in range(MISJUDGED):
            plan = planner(self.view, self.start.inside, self.start.question, rng, UNLIMITED)
            assert isinstance(plan, Plan), "a plan is asked for"
            yield plan


def best_of_each(view: View, task: PlanTask, aim: str, plans: Iterable[Plan]) -> list[Plan]:
    """Return the first plan of each idea."""
    by_idea: dict[object, Plan] = {}
    for plan in plans:
        by_idea.setdefault(task.idea(view, aim, plan), plan)
    return list(by_idea.values())


def legal(question: PlanQuestion, plans: Iterable[Plan]) -> Iterator[Plan]:
    """Yield the legal ones of some plans, each once."""
    for plan in dict.fromkeys(plans):
        try:
            question.verify(plan)
        except IllegalMove:
            continue
        yield plan
