"""The opponent `strategist`: tries several good moves in its head, against plans the others may have.

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
from shogun.players.planner import Planner, assign, decide, plan_worth
from shogun.rules.chance import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.rules.dealing import deal
from shogun.rules.moves import March, Move, Plan
from shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, PlayerQuestion, Question
from shogun.rules.season import ask_plan
from shogun.rules.state import Planning, State
from shogun.rules.view import View
from shogun.table.seats import Budget
from shogun.table.towers import Inside, outcome_model
from shogun.tower.model import FIXED, OutcomeModel

WEIGHED = ("special", "attack", "defence")
"""Topics of short choices that it tries out; the others are answered as a planner does."""


NUMBERS = 2
"""Numbers of armies that a playout tries for each march."""


class Effort(Struct, frozen=True, forbid_unknown_fields=True):
    """How much it thinks, unless the budget says otherwise."""

    plans: int = 20
    """Plans of its own that it considers."""
    rival_plans: int = 10
    """Plans that it imagines for each other seat."""
    noise: float = 0.35
    """Spread of the values by which imagined plans differ, in victory points."""
    marches: int = 5
    """Marches that it considers."""
    plan_playouts: int = 500
    move_playouts: int = 60


class Candidate(Struct):
    """One of its moves, and what came of it in the playouts so far."""

    move: Move
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean judgement, minus infinity before the first playout."""
        return sum(self.results) / len(self.results) if self.results else float("-inf")


class Strategist(Struct, frozen=True):
    """A strategist whose every seat, its own and the imagined others', plays by these values."""

    values: Values = Values()
    effort: Effort = Effort()
    model: OutcomeModel = FIXED
    """What it takes the tower for."""

    def choose(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return the move that came out best; small choices are answered as a planner does."""
        is_small = isinstance(question, Choice) and question.topic not in WEIGHED
        if is_small or question.count() == 1:
            return Planner(self.values).choose(view, question, rng)
        return self.consider(view, question, rng, budget)[0].move

    def consider(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> list[Candidate]:
        """Return its moves with what came of them, the best first."""
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        candidates = [Candidate(move) for move in self._moves(view, question, rng)]
        if len(candidates) == 1:
            return candidates
        rivals = self._imagine_rivals(view, rng) if isinstance(question, PlanQuestion) else []
        base = rng.getrandbits(64)
        for candidate in _in_halves(candidates, self._playouts(question, budget)):
            if deadline is not None and time.monotonic() > deadline:
                break
            # The n-th playout of every move meets the same luck, so that moves differ and not their luck.
            scenario = Random(f"{base}/{len(candidate.results)}")
            candidate.results.append(self._play_out(view, candidate.move, rivals, scenario))
        return sorted(candidates, key=lambda candidate: (-len(candidate.results), -candidate.mean))

    def _playouts(self, question: PlayerQuestion, budget: Budget) -> int:
        usual = self.effort.plan_playouts if isinstance(question, PlanQuestion) else self.effort.move_playouts
        return usual if budget.playouts is None else budget.playouts

    # What to try

    def _moves(self, view: View, question: PlayerQuestion, rng: Random) -> list[Move]:
        """Return the moves worth trying, the planner's own first."""
        if isinstance(question, PlanQuestion):
            return list(dict.fromkeys(self._plans(view, question, rng, self.effort.plans)))
        own = Planner(self.values).choose(view, question, rng)
        if isinstance(question, MarchQuestion):
            return list(dict.fromkeys([own, *self._best_marches(view, question)]))
        return list(dict.fromkeys([own, *question.moves]))

    def _plans(self, view: View, question: PlanQuestion, rng: Random, count: int) -> Iterator[Plan]:
        """Yield a planner's plan, and those it would make if it valued things a little otherwise."""
        outlook = Outlook(view, question.seat, self.values)
        worth = plan_worth(outlook, question)
        noise = np.random.default_rng(rng.getrandbits(64))
        yield assign(outlook, question, worth)
        for _plan in range(count - 1):
            yield assign(outlook, question, worth + self.effort.noise * noise.standard_normal(worth.shape))

    def _best_marches(self, view: View, question: MarchQuestion) -> list[Move]:
        outlook = Outlook(view, question.seat, self.values)

        def worth(move: Move) -> float:
            return outlook.march(move.source, move.target, move.armies) if isinstance(move, March) else 0.0

        return sorted(question.moves, key=lambda move: -worth(move))[: self.effort.marches]

    def _imagine_rivals(self, view: View, rng: Random) -> list[list[Plan]]:
        """Return plans that each other seat may have laid, by seat; none for the own."""
        dealt = _unplanned(deal(view, rng))
        plans: list[list[Plan]] = []
        for seat in range(view.setup.seats):
            if seat == view.seat:
                plans.append([])
                continue
            question = ask_plan(dealt, seat)
            plans.append(list(self._plans(rules.view(dealt, seat), question, rng, self.effort.rival_plans)))
        return plans

    # Playouts

    def _play_out(self, view: View, move: Move, rivals: Sequence[Sequence[Plan]], rng: Random) -> float:
        """Return the judgement of where the season leads after this move."""
        assert view.seat is not None
        state = deal(view, rng)
        season = rules.period(state)
        if isinstance(move, Plan):
            state = _lay_plans(_unplanned(state), view.seat, move, rivals, rng)
        else:
            state = rules.play(state, view.seat, move).state
        while rules.period(state) == season or state.season == "winter":
            questions = rules.awaited(state)
            if not questions:
                break
            question = questions[0]
            state = rules.play(state, question.seat, self._answer(state, question, rng)).state
        return judge(state, view.seat)

    def _answer(self, state: State, question: Question, rng: Random) -> rules.Answer:
        if isinstance(question, Throw):
            return Thrown(self.model.drop(state.tower, question.cubes, rng.getrandbits(32)))
        if isinstance(question, Shuffle):
            return Drawn(tuple(rng.sample(question.items, len(question.items))))
        if isinstance(question, Draw):
            return Drawn(tuple(rng.sample(question.items, question.count)))
        assert not isinstance(question, PlanQuestion), "all plans are laid when a playout begins"
        outlook = Outlook(state, question.seat, self.values, state.plans[question.seat])
        return decide(outlook, question, NUMBERS)


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Strategist(model=outcome_model(inside)).choose(view, question, rng, budget)


def _unplanned(state: State) -> State:
    """Return a state of the planning phase in which no seat has planned yet."""
    assert isinstance(state.stage, Planning)
    state.plans = [None] * state.setup.seats
    return state


def _lay_plans(state: State, seat: int, plan: Plan, rivals: Sequence[Sequence[Plan]], rng: Random) -> State:
    for other, imagined in enumerate(rivals):
        state = rules.play(state, other, plan if other == seat else rng.choice(imagined)).state
    return state


def _in_halves(candidates: Sequence[Candidate], playouts: int) -> Iterator[Candidate]:
    """Yield which move to try next: all in turn, then the better half, and so on (sequential halving)."""
    rounds = max(1, (len(candidates) - 1).bit_length())
    left = list(candidates)
    for _round in range(rounds):
        for _turn in range(max(1, playouts // (rounds * len(left)))):
            yield from left
        left = sorted(left, key=lambda candidate: -candidate.mean)[: max(1, (len(left) + 1) // 2)]
