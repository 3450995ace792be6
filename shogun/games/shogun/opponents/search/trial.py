"""Playouts of several moves in the same scenarios, one by one or in batches, as long as there is time."""

import time
from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random
from typing import Protocol

from shogun.games.shogun.opponents.evaluation.evaluators import Evaluator, evaluated, evaluated_batch
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.batch_rollout import BatchScenarios
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.rollout import Imagined, Scenario
from shogun.games.shogun.opponents.search.playout_search import (
    Candidate,
    PlayoutRate,
    Rate,
    SearchSettings,
    halvings,
    in_halves,
)
from shogun.games.shogun.rules.views import View
from shogun.tower.quick_model import OutcomeModel

AT_ONCE = 256
"""Playouts that are judged together, at most."""
PROBE = 6
"""Playouts that measure how long one takes."""
BATCH = 960
"""Playouts in one batch, at most."""
SMALL_BATCH = 120
"""Playouts of a batch that measures how long one takes, and of one that a clock cuts short, at least."""


class Thinker(Protocol):
    """A strategist, as far as its playouts need it."""

    @property
    def values(self) -> ValuationWeights:
        """The values by which every seat plays."""

    @property
    def effort(self) -> SearchSettings:
        """Settings of the search."""

    @property
    def model(self) -> OutcomeModel:
        """The model of the tower."""

    def evaluator_of(self, view: View, /) -> Evaluator:
        """Return the evaluator of the ends of playouts."""


class Trial:
    """Playouts of several moves in the same scenarios."""

    def __init__(self, strategist: Thinker, view: View, imagined: Imagined, base: int, deadline: float | None) -> None:
        self.strategist, self.view, self.imagined, self.base, self.deadline = strategist, view, imagined, base, deadline
        self._scales = ValueTables(
            strategist.values, fast_board(view.setup.side, view.setup.seats), view.year, view.season
        )
        assert view.seat is not None
        self.seat = view.seat
        self._scenarios: list[Scenario] = []
        self.made = 0
        """Playouts so far."""
        self._rate, self._dealing, self._judging = PlayoutRate(Rate(), Rate()), 0.0, Rate()
        self.noise = Random(base)
        """Random numbers for moves that come to mind while others are tried."""

    def probe(self, usual: Candidate) -> None:
        """Measure the time of some playouts of the usual move, if a clock decides."""
        if self.deadline is not None:
            self.run([usual] * PROBE)

    def affordable(self, most: int, sharing: int = 1) -> int:
        """Return how many playouts, at most `most`, there is time for, counting those already made.

        It is estimated again each time; `sharing` moves share a scenario.
        """
        if self.deadline is None:
            return most
        return min(most, self.made + self._rate.playouts(self.deadline - time.perf_counter(), sharing))

    def has_time(self, waiting: int = 0) -> bool:
        """Return whether the clock, if one decides, leaves time to judge `waiting` more playouts."""
        return self.deadline is None or time.perf_counter() + waiting * self._judging.each < self.deadline

    def run(self, wanted: Iterable[Candidate]) -> None:
        """Play each wanted candidate out once more, until time is up, and judge where that leads."""
        began, made, scenarios = time.perf_counter(), self.made, len(self._scenarios)
        tried: dict[int, Candidate] = {}
        self._dealing = 0.0
        for candidate in wanted:
            if not self.has_time((self.made - made) % AT_ONCE):
                break
            scenario = self.scenario(len(candidate.results) + len(candidate.ends))
            candidate.ends.append(scenario.play_out(candidate.move))
            tried[id(candidate)] = candidate
            self.made += 1
            if (self.made - made) % AT_ONCE == 0:
                self._evaluate(list(tried.values()))
        self._evaluate(list(tried.values()))
        seconds = time.perf_counter() - began
        self._rate.add(seconds, self.made - made, self._dealing, len(self._scenarios) - scenarios)

    def halve(self, candidates: Sequence[Candidate], playouts: int, kept: Candidate | None = None) -> None:
        """Find the best by sequential halving with `playouts` playouts, or with fewer in the time that is left."""
        end, rounds = self.made + playouts, halvings(candidates)
        for left in in_halves(candidates, kept):
            each = playouts // halvings(candidates) // len(left)
            if self.deadline is not None:
                time_for = self._rate.playouts((self.deadline - time.perf_counter()) / rounds, len(left))
                each = (end - self.made if rounds == 1 else min(each * len(left), time_for)) // len(left)
            self.run(left * max(1, each))
            rounds -= 1

    def _evaluate(self, tried: Sequence[Candidate]) -> None:
        """Evaluate all that have been played out, at once: that is quicker than one by one."""
        began, ends = time.perf_counter(), [end for candidate in tried for end in candidate.ends]
        evaluator, scruple = self.strategist.evaluator_of(self.view), self.strategist.effort.scruple
        results = iter(evaluated(evaluator, ends, self.seat, scruple))
        for candidate in tried:
            candidate.results.extend(islice(results, len(candidate.ends)))
            candidate.ends.clear()
        self._judging.add(time.perf_counter() - began, len(ends))

    def scenario(self, number: int) -> Scenario:
        """Return the scenario that the n-th playout of every move shares: the moves differ, the luck doesn't."""
        if number == len(self._scenarios):
            began, luck = time.perf_counter(), Random(f"{self.base}/{number}")
            self._scenarios.append(Scenario(self.view, self.imagined, self._scales, self.strategist.model, luck))
            self._dealing += time.perf_counter() - began
        return self._scenarios[number]


class BatchTrial(Trial):
    """Playouts of several moves in the same scenarios, hundreds at once."""

    def __init__(self, strategist: Thinker, view: View, imagined: Imagined, base: int, deadline: float | None) -> None:
        super().__init__(strategist, view, imagined, base, deadline)
        self._batches = BatchScenarios(view, imagined, self._scales, strategist.model, base)

    def probe(self, usual: Candidate) -> None:
        """Measure the time of a small batch of the usual move, if a clock decides."""
        if self.deadline is not None:
            self.run([usual] * SMALL_BATCH)

    def run(self, wanted: Iterable[Candidate]) -> None:
        """Play each wanted candidate out once more, until time is up, and judge where that leads."""
        left = iter(wanted)
        while self.has_time():
            batch = list(islice(left, self._affordable_batch()))
            if not batch:
                break
            self._run_batch(batch)

    def _affordable_batch(self) -> int:
        """Return how many playouts to make before the clock is looked at again."""
        if self.deadline is None:
            return BATCH
        time_for = self._rate.playouts(self.deadline - time.perf_counter(), 1)
        return max(SMALL_BATCH, min(BATCH, time_for // 2))

    def _run_batch(self, batch: Sequence[Candidate]) -> None:
        """Play these candidates out at once, and add what their ends are judged to be worth to their results."""
        began, scenarios = time.perf_counter(), len(self._batches)
        numbers: list[int] = []
        next_numbers: dict[int, int] = {}
        for candidate in batch:
            number = next_numbers.get(id(candidate), len(candidate.results))
            numbers.append(number)
            next_numbers[id(candidate)] = number + 1
        self._batches.deal(max(numbers) + 1)
        dealing = time.perf_counter() - began
        ends = self._batches.play_out([candidate.move for candidate in batch], numbers)
        evaluator, scruple = self.strategist.evaluator_of(self.view), self.strategist.effort.scruple
        for candidate, worth in zip(batch, evaluated_batch(evaluator, ends, self.seat, scruple), strict=True):
            candidate.results.append(worth)
        self.made += len(batch)
        self._rate.add(time.perf_counter() - began, len(batch), dealing, len(self._batches) - scenarios)
