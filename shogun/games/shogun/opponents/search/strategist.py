"""The opponent `strategist`: plays several good moves out, against plans the others may have.

It deals what it can't see at random, lets every seat play the season on the quick tower as a planner would, and judges
the final positions. The number of moves it tries depends on how many playouts it can make of each, and it leaves a
planner's move only for one that has turned out to be better. Where playouts are counted all depends on the budget, so
the same seed gives the same game; in a window, on how many there is time for.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from shogun.games.shogun.opponents.evaluation.evaluators import Evaluator, FittedEvaluator, evaluator_for
from shogun.games.shogun.opponents.evaluation.linear_evaluator import LinearEvaluator
from shogun.games.shogun.opponents.planning.planner import Planner, Worth, assign, plan_worth
from shogun.games.shogun.opponents.planning.rice_forecast import fuller
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.rollout import End, Imagined
from shogun.games.shogun.opponents.search.draft_search import DraftSearch
from shogun.games.shogun.opponents.search.playout_search import (
    LEAST,
    Candidate,
    SearchSettings,
    catching_up,
    in_turn,
    ranked,
    usual_unless_beaten,
)
from shogun.games.shogun.opponents.search.trial import BatchTrial, Trial
from shogun.games.shogun.rules.cards import FACE_DOWN, FIELDS, Card
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, Move, Plan, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import Position, State
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from shogun.table.towers import Inside, outcome_model
from shogun.tower.quick_model import FIXED, OutcomeModel

A_PLAN, A_VARIATION = 15, 30
"""Playouts for each plan that it considers at first, and for each variation of the best of them."""
DRAFTED = ("draft_card", "draft_group")
"""Topics of the draft, whose completions it judges."""
WEIGHED = ("special", "attack", "defence")
"""Topics of short choices that it tries out; the others are answered as a planner does."""


DRAFTS_BEFORE_PLAYOUTS = 4
"""Completed drafts are cheap: there are fewer of them only where a budget is less than a quarter of the usual one."""
SURE = 1e4
"""Draws an imagined plan to a card that is seen."""


class Strategist(Struct, frozen=True):
    """A strategist whose every seat, its own and the imagined others', plays by these values."""

    values: ValuationWeights = ValuationWeights()
    effort: SearchSettings = SearchSettings()
    model: OutcomeModel = FIXED
    """The model of the tower that it uses."""

    def choose(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        """Return the move that came out best; small choices are answered as a planner does."""
        weighed = (*DRAFTED, *WEIGHED) if self.effort.completions else WEIGHED
        is_small = isinstance(question, Choice) and question.topic not in weighed
        if is_small or question.count() == 1:
            return Planner(self.values).choose(view, question, rng)
        return self.consider(view, question, rng, budget)[0].move

    def consider(self, view: View, question: PlayerQuestion, rng: Random, budget: Budget) -> list[Candidate]:
        """Return its moves with their results, the best first.

        That is the planner's own, or one found before, unless another beats it.
        """
        if isinstance(question, Choice) and question.topic in DRAFTED:
            return self._consider_draft(view, question, rng, budget)
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        before = () if budget.found is None else (budget.found,)
        moves = _each_once(chain(before, self._moves(view, question, rng)))
        own = Candidate(next(moves))
        imagined = Imagined(self._imagine_rivals(view, rng), self.effort.trust)
        trial = self._trial(view, imagined, rng.getrandbits(64), deadline)
        most = self._playouts(question, budget)
        trial.probe(own)
        playouts = trial.affordable(most)
        if playouts < 2 * LEAST:
            trial.run(catching_up([own], playouts))
            return [own]
        if isinstance(question, PlanQuestion):
            many = max(1, min(self.effort.plans, playouts // A_PLAN))
            tried = self._try_plans(view, question, trial, [own, *map(Candidate, islice(moves, many - 1))], most)
        else:
            tried = [own, *map(Candidate, moves)]
            trial.halve(tried, most, own)
        return usual_unless_beaten(tried, self.effort.caution)

    def _consider_draft(self, view: View, question: Choice, rng: Random, budget: Budget) -> list[Candidate]:
        """Return the answers with the chances to which they lead, the best first."""
        share = DRAFTS_BEFORE_PLAYOUTS * self._playouts(question, budget) / self.effort.move_playouts
        completions = max(1, int(self.effort.completions * min(1.0, share)))
        tried = DraftSearch(self._judge_of_springs(view), self.model, completions).consider(view, question, rng)
        own = Planner(self.values).choose(view, question, rng)
        return usual_unless_beaten(sorted(tried, key=lambda candidate: candidate.move != own), self.effort.caution)

    def _judge_of_springs(self, view: View) -> FittedEvaluator:
        """Return the evaluator of drafts: the first one, of `strategist-1`, knows no borders."""
        return evaluator_for(view.setup.side, view.setup.seats)

    def compare(self, view: View, moves: Sequence[Move], playouts: int, rng: Random) -> list[list[float]]:
        """Return the results of each of these moves in `playouts` playouts, the same for all, in their order.

        They are those of `play_out`.
        """
        results: list[list[float]] = [[] for _move in moves]
        for trial, count in self._trials(view, playouts, rng):
            candidates = [Candidate(move) for move in moves]
            trial.run(catching_up(candidates, count))
            for known, candidate in zip(results, candidates, strict=True):
                known.extend(candidate.results)
        return results

    def play_out(
        self, view: View, moves: Sequence[Move], playouts: int, rng: Random, aim: str = ""
    ) -> Iterator[list[End]]:
        """Yield the ends of the season after each of these moves, `playouts` times, with the same luck for all.

        Those in one deal of what is hidden follow each other. `aim` is a province that the own seat attacks whenever
        it can. The states at the ends name the marches that battle cards have made.
        """
        for trial, count in self._trials(view, playouts, rng):
            for number in range(count):
                scenario = trial.scenario(number)
                if aim:
                    scenario.aim_at(aim)
                scenario.record_marches()
                yield [scenario.play_out(move) for move in moves]

    def _trials(self, view: View, playouts: int, rng: Random) -> Iterator[tuple[Trial, int]]:
        """Yield trials in different deals, with the number of playouts in each."""
        deals = self.effort.deals
        for number in range(deals):
            count = playouts * (number + 1) // deals - playouts * number // deals
            if count:
                imagined = Imagined(self._imagine_rivals(view, rng), self.effort.trust)
                yield Trial(self, view, imagined, rng.getrandbits(64), None), count

    def _try_plans(
        self, view: View, question: PlanQuestion, trial: Trial, first: list[Candidate], most: int
    ) -> list[Candidate]:
        """Try plans, then variations of the best of them; return all. The first plan stays to the last."""
        trial.run(in_turn(first, trial.affordable(most, len(first)) // 3))
        count = min(self.effort.variations, trial.affordable(most, len(first)) // A_VARIATION)
        tried, left = list(first), list(first)
        for _round in range(self.effort.rounds):
            left = ranked(left)
            fresh = self._vary(view, question, [left[0], *tried], -(-count // self.effort.rounds), trial.noise)
            trial.run(catching_up(fresh, min(len(candidate.results) for candidate in first)))
            left = [*left[: max(2, count // 2)], *fresh]
            tried.extend(fresh)
        trial.halve(left, trial.affordable(most, len(left)) // 2, first[0])
        return tried

    def _trial(self, view: View, imagined: Imagined, base: int, deadline: float | None) -> Trial:
        """Return playouts of moves in the same scenarios, one by one or in batches."""
        return (BatchTrial if self.effort.batched else Trial)(self, view, imagined, base, deadline)

    def _playouts(self, question: PlayerQuestion, budget: Budget) -> int:
        """Return the playouts for a question: a budget counts those of a plan, and other questions get a part."""
        usual = self.effort.plan_playouts if isinstance(question, PlanQuestion) else self.effort.move_playouts
        return usual if budget.playouts is None else budget.playouts * usual // self.effort.plan_playouts

    def evaluator_of(self, _view: View) -> Evaluator:
        """Return the evaluator of the ends of playouts."""
        return LinearEvaluator()

    # Moves to try

    def _moves(self, view: View, question: PlayerQuestion, rng: Random) -> Iterator[Move]:
        """Yield the moves worth trying, the planner's own first, each once."""
        if isinstance(question, PlanQuestion):
            return _each_once(self._plans(view, question, rng))
        own = Planner(self.values).choose(view, question, rng)
        others = self._best_marches(view, question) if isinstance(question, MarchQuestion) else question.moves
        return _each_once([own, *others])

    def _plans(self, view: View, question: PlanQuestion, rng: Random) -> Iterator[Plan]:
        """Yield a planner's plan, and those it would make if it valued things a little otherwise."""
        valuation = self._valued(view, question.seat)
        worth = plan_worth(valuation, question)
        noise = np.random.default_rng(rng.getrandbits(64))
        yield assign(valuation, question, worth)
        worth -= self._folly(worth)
        for _plan in range(self.effort.plans - 1):
            yield self._best_plan(valuation, question, worth + self.effort.noise * noise.standard_normal(worth.shape))

    def _valued(self, position: Position, seat: int) -> Valuation:
        """Return what things are worth to a seat."""
        return Valuation(position, seat, self.values)

    def _best_plan(self, valuation: Valuation, question: PlanQuestion, worth: Worth) -> Plan:
        """Return the best plan under altered values, which may hide the most rice, so that is looked up separately."""
        return fuller(valuation.view, question, assign(valuation, question, worth))

    def _folly(self, worth: Worth) -> Worth:
        """Return penalties that keep cards from impossible actions, however values are changed."""
        return np.where(worth == self.values.wasted, 5 * self.effort.noise, 0.0)

    def _vary(
        self, view: View, question: PlanQuestion, tried: Sequence[Candidate], count: int, rng: Random
    ) -> list[Candidate]:
        """Return at most `count` untried plans that differ from the first here and there."""
        best = tried[0].move
        assert isinstance(best, Plan)
        valuation = self._valued(view, question.seat)
        worth = plan_worth(valuation, question)
        worth += 3 * self.effort.noise * cells_of(question, best) - self._folly(worth)
        noise, spread = np.random.default_rng(rng.getrandbits(64)), 2 * self.effort.noise
        plans = [
            self._best_plan(valuation, question, worth + spread * noise.standard_normal(worth.shape))
            for _plan in range(count)
        ]
        known = {candidate.move for candidate in tried}
        return [Candidate(plan) for plan in dict.fromkeys(plans) if plan not in known]

    def _best_marches(self, view: View, question: MarchQuestion) -> list[Move]:
        valuation = self._valued(view, question.seat)

        def worth(move: Move) -> float:
            return valuation.march(move.source, move.target, move.armies) if isinstance(move, March) else 0.0

        return sorted(question.moves, key=lambda move: -worth(move))[: self.effort.marches]

    def _imagine_rivals(self, view: View, rng: Random) -> list[list[Plan]]:
        """Return plans that each other seat may have laid in one deal, by seat, the likeliest first; none for the own.

        Face-up cards are where they are; face-down ones where a planner would lay them now.
        """
        dealt = deal(view, rng)
        seats = range(view.setup.seats)
        return [[] if seat == view.seat else list(self._rival_plans(view, dealt, seat, rng)) for seat in seats]

    def _rival_plans(self, view: View, dealt: State, seat: int, rng: Random) -> Iterator[Plan]:
        question = self._planned_with(view, dealt, seat)
        valuation = self._valued(dealt, seat)
        worth = plan_worth(valuation, question)
        shown = view.boards[seat]
        if shown:
            worth += SURE * cells_of(question, Plan(shown, view.bids[seat]))
        noise = np.random.default_rng(rng.getrandbits(64))
        for number in range(self.effort.rival_plans):
            spread = self.effort.noise if number else 0.0
            laid = assign(valuation, question, worth + spread * noise.standard_normal(worth.shape))
            yield _covered(laid, shown, view.bids[seat]) if shown else laid

    def _planned_with(self, view: View, dealt: State, seat: int) -> PlanQuestion:
        """Return the question of another seat's plan, without cards that it has won since (4.8)."""
        question = ask_plan(dealt, seat)
        return replace(question, cards=tuple(card for card in question.cards if card not in view.won))


def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return the move that came out best in its playouts."""
    return Strategist(model=outcome_model(inside)).choose(view, question, rng, budget)


def _each_once(moves: Iterable[Move]) -> Iterator[Move]:
    seen = set[Move]()
    for move in moves:
        if move not in seen:
            seen.add(move)
            yield move


def cells_of(question: PlanQuestion, plan: Plan) -> Worth:
    """Return the cells of a plan's cards: 1 there and 0 elsewhere, shape (fields, cards)."""
    cells = np.zeros((FIELDS, len(question.cards)))
    for place, card in enumerate((*plan.fields, plan.bid)):
        if card in question.cards:
            cells[place, question.cards.index(card)] = 1
    return cells


def _covered(laid: Plan, shown: Sequence[Card | None], bid: Card | None) -> Plan:
    """Return a possible planning board, given the cards of it that are shown."""
    fields = (card if seen == FACE_DOWN else seen for card, seen in zip(laid.fields, shown, strict=True))
    return Plan(tuple(fields), bid)
