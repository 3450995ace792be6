"""The opponent `strategist`: tries several good moves in its head, against plans the others may have.

It deals anew what it can't see, lets every seat play the season out on the quick tower as a planner would, and judges
the positions that come of it. What it tries and how often depends on the budget alone, so where playouts are counted
the same seed gives the same game.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np
from msgspec import Struct, field

from shogun.games.shogun.opponents.effort import Effort
from shogun.games.shogun.opponents.outlook import Outlook
from shogun.games.shogun.opponents.planner import Planner, Worth, assign, plan_worth
from shogun.games.shogun.opponents.playouts.ground import ground
from shogun.games.shogun.opponents.playouts.playout import Imagined, Scenario
from shogun.games.shogun.opponents.playouts.scales import Scales
from shogun.games.shogun.opponents.values import Values
from shogun.games.shogun.rules.cards import FIELDS, Card
from shogun.games.shogun.rules.dealing import deal
from shogun.games.shogun.rules.moves import March, Move, Plan
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.views import FACE_DOWN, View
from shogun.table.inside import Inside, outcome_model
from shogun.table.seats import Budget
from shogun.tower.model import FIXED, OutcomeModel

WEIGHED = ("special", "attack", "defence")
"""Topics of short choices that it tries out; the others are answered as a planner does."""


SURE = 1e4
"""Draws an imagined plan to a card that is seen."""


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
        trial = Trial(self, view, self._imagine_rivals(view, rng), rng.getrandbits(64), deadline)
        playouts = self._playouts(question, budget)
        if isinstance(question, PlanQuestion) and self.effort.variations:
            trial.run(_in_turn(candidates, playouts // 3))
            candidates = _ranked(candidates)
            fresh = self._vary(view, question, candidates, rng)
            trial.run(_catching_up(fresh, len(candidates[0].results)))
            kept = candidates[: max(2, self.effort.variations // 2)]
            trial.run(_in_halves([*kept, *fresh], playouts // 2))
            candidates.extend(fresh)
        else:
            trial.run(_in_halves(candidates, playouts))
        return _by_merit(candidates)

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
        worth -= self._folly(worth)
        for _plan in range(count - 1):
            yield assign(outlook, question, worth + self.effort.noise * noise.standard_normal(worth.shape))

    def _folly(self, worth: Worth) -> Worth:
        """Return what keeps cards from actions that are impossible, however values are changed."""
        return np.where(worth == self.values.wasted, 5 * self.effort.noise, 0.0)

    def _vary(self, view: View, question: PlanQuestion, ranked: Sequence[Candidate], rng: Random) -> list[Candidate]:
        """Return plans that differ from the best so far here and there, none of those that were tried."""
        best = ranked[0].move
        assert isinstance(best, Plan)
        outlook = Outlook(view, question.seat, self.values)
        worth = plan_worth(outlook, question)
        worth += _held_to(question, best, 3 * self.effort.noise) - self._folly(worth)
        noise, spread = np.random.default_rng(rng.getrandbits(64)), 2 * self.effort.noise
        varied = [
            assign(outlook, question, worth + spread * noise.standard_normal(worth.shape))
            for _plan in range(self.effort.variations)
        ]
        tried = {candidate.move for candidate in ranked}
        return [Candidate(plan) for plan in dict.fromkeys(varied) if plan not in tried]

    def _best_marches(self, view: View, question: MarchQuestion) -> list[Move]:
        outlook = Outlook(view, question.seat, self.values)

        def worth(move: Move) -> float:
            return outlook.march(move.source, move.target, move.armies) if isinstance(move, March) else 0.0

        return sorted(question.moves, key=lambda move: -worth(move))[: self.effort.marches]

    def _imagine_rivals(self, view: View, rng: Random) -> list[list[Plan]]:
        """Return plans that each other seat may have laid, by seat, the likeliest first; none for the own.

        Cards that lie open are where they lie; those face down are where a planner would lay them now.
        """
        dealt = deal(view, rng)
        seats = range(view.setup.seats)
        return [[] if seat == view.seat else list(self._rival_plans(view, dealt, seat, rng)) for seat in seats]

    def _rival_plans(self, view: View, dealt: State, seat: int, rng: Random) -> Iterator[Plan]:
        question = ask_plan(dealt, seat)
        outlook = Outlook(dealt, seat, self.values)
        worth = plan_worth(outlook, question)
        shown = view.boards[seat]
        if shown:
            worth += _held_to(question, Plan(shown, view.bids[seat]), SURE)
        noise = np.random.default_rng(rng.getrandbits(64))
        for number in range(self.effort.rival_plans):
            spread = self.effort.noise if number else 0.0
            laid = assign(outlook, question, worth + spread * noise.standard_normal(worth.shape))
            yield _covered(laid, shown, view.bids[seat]) if shown else laid


class Trial:
    """Playouts of several moves in the same scenarios."""

    def __init__(
        self, strategist: Strategist, view: View, rivals: Sequence[Sequence[Plan]], base: int, deadline: float | None
    ) -> None:
        self.strategist, self.view, self.rivals, self.base, self.deadline = strategist, view, rivals, base, deadline
        self._scales = Scales(strategist.values, ground(view.setup.side, view.setup.seats), view.year, view.season)
        self._scenarios: list[Scenario] = []

    def run(self, wanted: Iterable[Candidate]) -> None:
        """Play each wanted candidate out once more, until time is up."""
        for candidate in wanted:
            if self.deadline is not None and time.monotonic() > self.deadline:
                return
            scenario = self._scenario(len(candidate.results))
            candidate.results.append(scenario.play_out(candidate.move, self.strategist.effort.scruple))

    def _scenario(self, number: int) -> Scenario:
        """Return what the n-th playout of every move meets: so moves differ, and not their luck."""
        if number == len(self._scenarios):
            imagined = Imagined(self.rivals, self.strategist.effort.trust)
            luck = Random(f"{self.base}/{number}")
            self._scenarios.append(Scenario(self.view, imagined, self._scales, self.strategist.model, luck))
        return self._scenarios[number]


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Strategist(model=outcome_model(inside)).choose(view, question, rng, budget)


def _held_to(question: PlanQuestion, plan: Plan, bonus: float) -> Worth:
    """Return what draws an assignment to a plan: a bonus for each of its cards where it lies."""
    drawn = np.zeros((FIELDS, len(question.cards)))
    for place, card in enumerate((*plan.fields, plan.bid)):
        if card in question.cards:
            drawn[place, question.cards.index(card)] = bonus
    return drawn


def _covered(laid: Plan, shown: Sequence[Card | None], bid: Card | None) -> Plan:
    """Return what may lie on a planning board of which some cards are shown."""
    fields = (card if seen == FACE_DOWN else seen for card, seen in zip(laid.fields, shown, strict=True))
    return Plan(tuple(fields), bid)


def _ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.mean)


def _by_merit(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return those that were tried most, and of them the best, first.

    Where the clock has ended a round, some were tried once more than the others: that makes them no better.
    """
    most = max(len(candidate.results) for candidate in candidates)

    def merit(candidate: Candidate) -> tuple[int, float]:
        tried = len(candidate.results)
        return (most if tried == most - 1 else tried, candidate.mean)

    return sorted(candidates, key=merit, reverse=True)


def _in_turn(candidates: Sequence[Candidate], playouts: int) -> Iterator[Candidate]:
    for _turn in range(max(1, playouts // len(candidates))):
        yield from candidates


def _catching_up(candidates: Iterable[Candidate], playouts: int) -> Iterator[Candidate]:
    for candidate in candidates:
        yield from [candidate] * playouts


def _in_halves(candidates: Sequence[Candidate], playouts: int) -> Iterator[Candidate]:
    """Yield which move to try next: all in turn, then the better half, and so on (sequential halving)."""
    rounds = max(1, (len(candidates) - 1).bit_length())
    left = list(candidates)
    for _round in range(rounds):
        for _turn in range(max(1, playouts // (rounds * len(left)))):
            yield from left
        left = _ranked(left)[: max(1, (len(left) + 1) // 2)]
