"""The opponent `strategist`: tries several good plans in its head, against plans the others may have.

It deals anew what it can't see, lets every seat play the season out on the quick tower as a planner would, and judges
the positions that come of it. What it tries and how often depends on the budget alone, so where playouts are counted
the same seed gives the same game.
"""

import time
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from msgspec import Struct, field

from shogun import rules
from shogun.players.judgement import judge
from shogun.players.outlook import Outlook, Values
from shogun.players.planner import Planner, assign, plan_worth
from shogun.rules.chance import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.rules.dealing import deal
from shogun.rules.moves import Move, Plan
from shogun.rules.questions import PlanQuestion, PlayerQuestion, Question
from shogun.rules.season import ask_plan
from shogun.rules.state import Planning, State
from shogun.rules.view import View
from shogun.table.seats import Budget
from shogun.table.towers import Inside
from shogun.tower.model import quick_drop

CANDIDATES = 12
"""Plans of its own that it considers."""
RIVAL_PLANS = 12
"""Plans that it imagines for each other seat."""
NOISE = 0.6
"""Spread of the values by which imagined plans differ, in victory points."""
PLAYOUTS = 240
"""Playouts for a plan, unless the budget says otherwise."""


class Candidate(Struct):
    """One of its own plans, and what came of it in the playouts so far."""

    plan: Plan
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean judgement, minus infinity before the first playout."""
        return sum(self.results) / len(self.results) if self.results else float("-inf")


class Strategist(Struct, frozen=True):
    """A strategist whose every seat, its own and the imagined others', plays by these values."""

    values: Values = Values()
    playouts: int = PLAYOUTS

    def choose(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return the plan that came out best; other questions are answered as a planner does."""
        if isinstance(question, PlanQuestion):
            return self.consider(view, question, rng, budget)[0].plan
        return Planner(self.values).choose(view, question, rng)

    def consider(self, view: View, question: PlanQuestion, rng: Random, budget: Budget) -> list[Candidate]:
        """Return its plans with what came of them, the best first."""
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        candidates = self._candidates(view, question, rng)
        rivals = self._imagine_rivals(view, rng)
        playouts = self.playouts if budget.playouts is None else budget.playouts
        base = rng.getrandbits(64)
        for candidate in _in_halves(candidates, playouts):
            if deadline is not None and time.monotonic() > deadline:
                break
            # The n-th playout of every plan meets the same luck, so that plans differ and not their luck.
            scenario = Random(f"{base}/{len(candidate.results)}")
            candidate.results.append(self._play_out(view, candidate.plan, rivals, scenario))
        return sorted(candidates, key=lambda candidate: -candidate.mean)

    def _candidates(self, view: View, question: PlanQuestion, rng: Random) -> list[Candidate]:
        """Return different plans: the planner's own, and those it would make if it valued things a little otherwise."""
        plans = list(dict.fromkeys(self._plans(view, question, rng, CANDIDATES)))
        return [Candidate(plan) for plan in plans]

    def _plans(self, view: View, question: PlanQuestion, rng: Random, count: int) -> Iterator[Plan]:
        outlook = Outlook(view, question.seat, self.values)
        worth = plan_worth(outlook, question)
        noise = np.random.default_rng(rng.getrandbits(64))
        yield assign(outlook, question, worth)
        for _plan in range(count - 1):
            yield assign(outlook, question, worth + NOISE * noise.standard_normal(worth.shape))

    def _imagine_rivals(self, view: View, rng: Random) -> list[list[Plan]]:
        """Return plans that each other seat may have laid, by seat; none for the own."""
        dealt = _unplanned(deal(view, rng))
        plans: list[list[Plan]] = []
        for seat in range(view.setup.seats):
            if seat == view.seat:
                plans.append([])
                continue
            question = ask_plan(dealt, seat)
            plans.append(list(self._plans(rules.view(dealt, seat), question, rng, RIVAL_PLANS)))
        return plans

    def _play_out(self, view: View, plan: Plan, rivals: Sequence[Sequence[Plan]], rng: Random) -> float:
        """Return the judgement of where the season leads with this plan."""
        state = _unplanned(deal(view, rng))
        for seat, imagined in enumerate(rivals):
            laid = plan if seat == view.seat else rng.choice(imagined)
            state = rules.play(state, seat, laid).state
        season = rules.period(state)
        while rules.period(state) == season or state.season == "winter":
            questions = rules.awaited(state)
            if not questions:
                break
            question = questions[0]
            state = rules.play(state, question.seat, self._answer(state, question, rng)).state
        assert view.seat is not None
        return judge(state, view.seat)

    def _answer(self, state: State, question: Question, rng: Random) -> rules.Answer:
        if isinstance(question, Throw):
            return Thrown(quick_drop(state.tower, question.cubes, rng.getrandbits(32)))
        if isinstance(question, Shuffle):
            return Drawn(tuple(rng.sample(question.items, len(question.items))))
        if isinstance(question, Draw):
            return Drawn(tuple(rng.sample(question.items, question.count)))
        return Planner(self.values).choose(rules.view(state, question.seat), question, rng)


def choose(view: View, _inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Strategist().choose(view, question, rng, budget)


def _unplanned(state: State) -> State:
    """Return a state of the planning phase in which no seat has planned yet."""
    assert isinstance(state.stage, Planning)
    state.plans = [None] * state.setup.seats
    return state


def _in_halves(candidates: Sequence[Candidate], playouts: int) -> Iterator[Candidate]:
    """Yield whom to try next: all in turn, then the better half, and so on (sequential halving)."""
    rounds = max(1, (len(candidates) - 1).bit_length())
    left = list(candidates)
    for _round in range(rounds):
        for _turn in range(max(1, playouts // (rounds * len(left)))):
            yield from left
        left = sorted(left, key=lambda candidate: -candidate.mean)[: max(1, (len(left) + 1) // 2)]
