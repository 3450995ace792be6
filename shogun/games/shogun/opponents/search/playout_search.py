"""The search of strategists: settings, the pace of playouts, time budgets, sequential halving, and a model of plans.

A budget or a personality's file can change the settings.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from statistics import mean, stdev
from typing import Annotated

import numpy as np
import numpy.typing as npt
from msgspec import Meta, Struct, field

from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.rules.questions import Move

Count = Annotated[int, Meta(ge=1, le=10_000)]
Share = Annotated[float, Meta(ge=0, le=1)]


class SearchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a search: the moves tried, the number of playouts, and its assumptions."""

    plans: Count = 20
    """Plans of its own that it considers first, at most."""
    variations: Annotated[int, Meta(ge=0, le=10_000)] = 10
    """Plans that it considers then, at most: variations of the best of them, or what a master's model proposes."""
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    """Rounds in which it considers plans: each starts from the results of those before."""
    caution: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """Standard errors by which a move must beat a planner's to be preferred."""
    rival_plans: Count = 6
    """Plans that it imagines for each other seat."""
    deals: Count = 1
    """Deals of what is hidden in which it imagines them when it compares given answers."""
    trust: Share = 0.5
    """The chance that another seat does just what a planner would do."""
    scruple: Share = 0.1
    """Chances to win that it gives up not to be short of rice in winter."""
    noise: Annotated[float, Meta(ge=0, le=10)] = 0.35
    """Spread of the values by which imagined plans differ, in victory points."""
    marches: Count = 5
    """Marches that it considers."""
    plan_playouts: Count = 700
    move_playouts: Count = 60
    completions: Annotated[int, Meta(ge=0, le=1_000)] = 48
    """Completed drafts for each answer in the draft; 0: it drafts as a planner does."""
    batched: bool = True
    """True for playouts in batches, which take a fraction of the time; their luck is drawn differently."""


# The pace of playouts, which tells how many there is still time for


class Rate(Struct):
    """Seconds that one of something takes; each later measurement halves the weight of earlier ones."""

    seconds: float = 0.0
    number: float = 0.0

    def add(self, seconds: float, number: int) -> None:
        """Add a measurement: `number` of them took `seconds`."""
        if number:
            self.seconds, self.number = self.seconds / 2 + seconds, self.number / 2 + number

    @property
    def each(self) -> float:
        """Seconds for one, 0 before the first measurement."""
        return self.seconds / self.number if self.number else 0.0


class PlayoutRate(Struct):
    """Seconds that a playout and a new scenario take; the latter is shared by all moves that meet it."""

    playing: Rate
    dealing: Rate

    def add(self, seconds: float, playouts: int, dealing: float, scenarios: int) -> None:
        """Add a measurement: the playouts took `seconds`, `dealing` of it for new scenarios."""
        self.playing.add(seconds - dealing, playouts)
        self.dealing.add(dealing, scenarios)

    def playouts(self, seconds: float, sharing: int) -> int:
        """Return how many playouts there is time for if `sharing` moves share each scenario; 0 before the first one."""
        cost = self.playing.each + self.dealing.each / sharing
        return int(max(0.0, seconds) / cost) if cost > 0 else 0


# Sequential halving: the move to try next in rollouts, and the best in the end

LEAST = 6
"""Playouts that two moves each need before one can be called better."""


class Candidate(Struct):
    """One of its moves, and its results in the playouts so far."""

    move: Move
    results: list[float] = field(default_factory=list)
    """Judgments of its playouts."""
    ends: list[End] = field(default_factory=list)
    """Ends of playouts still to be judged."""

    @property
    def mean(self) -> float:
        """The mean judgment, minus infinity before the first playout."""
        return fsum(self.results) / len(self.results) if self.results else float("-inf")

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 before the second playout."""
        count = len(self.results)
        return stdev(self.results) / sqrt(count) if count > 1 else 0.0


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return those with the highest mean first."""
    return sorted(candidates, key=lambda candidate: -candidate.mean)


def by_merit(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the most tried ones, the best of them first.

    Where the clock has ended a round, some were tried once more than the others: that makes them no better.
    """
    most = max(len(candidate.results) for candidate in candidates)

    def merit(candidate: Candidate) -> tuple[int, float]:
        tried = len(candidate.results)
        return (most if tried == most - 1 else tried, candidate.mean)

    return sorted(candidates, key=merit, reverse=True)


def in_turn(candidates: Sequence[Candidate], playouts: int) -> list[Candidate]:
    """Return all in turn, each at least once, `playouts` in all."""
    return [*candidates] * max(1, playouts // len(candidates))


def catching_up(candidates: Iterable[Candidate], playouts: int) -> list[Candidate]:
    """Return each as often as it takes to reach a number of playouts."""
    return [candidate for candidate in candidates for _missing in range(playouts - len(candidate.results))]


def halvings(candidates: Sequence[Candidate]) -> int:
    """Return the number of rounds in which `in_halves` tries these."""
    return max(1, (len(candidates) - 1).bit_length())


def in_halves(candidates: Sequence[Candidate], kept: Candidate | None = None) -> Iterator[list[Candidate]]:
    """Yield the moves to try in the next round: all, then the better half, and so on (sequential halving).

    The `kept` one stays to the last, so that the best can be compared with it.
    """
    left = list(candidates)
    for _round in range(halvings(candidates)):
        if kept is not None and kept not in left:
            left.append(kept)
        yield left
        left = ranked(left)[: max(1, (len(left) + 1) // 2)]


def usual_unless_beaten(candidates: Sequence[Candidate], caution: float) -> list[Candidate]:
    """Return the best first: the usual move, which is the first given, unless another beats it (see `beats`)."""
    usual, *others = candidates
    if not others:
        return [usual]
    best, *rest = by_merit(others)
    return [best, usual, *rest] if beats(best, usual, caution) else [usual, best, *rest]


def beats(one: Candidate, other: Candidate, caution: float) -> bool:
    """Return whether one is better in the scenarios that both have met, by `caution` standard errors at least."""
    differences = [a - b for a, b in zip(one.results, other.results, strict=False)]
    if len(differences) < LEAST:
        return False
    return mean(differences) > caution * stdev(differences) / sqrt(len(differences))


# A linear model of tried plans, which proposes the next ones
#
# A plan's result is nearly the sum of what each card adds in its field: of plans that a model wasn't fitted to it
# explains about half of the variance, most of the rest being luck (`python -m tests.benchmarks.searching`). So every
# plan that is played out says something about all that share cards with it. The model is fitted by ridge regression,
# and its proposals are the best under weights drawn from its posterior: Thompson sampling, here for a combinatorial
# linear bandit.

Floats = npt.NDArray[np.float64]

RIDGE = 0.3
"""Variance of a plan's error over that of one card's part: the best of .03 to 3 on plans left out of the fit."""
LEAST_ERROR = 0.02
"""The least variance of errors, in that of the plans' results: a model that fits all it has seen isn't sure of more."""


class LinearModel:
    """The share of each feature in a result, as far as `results` show; shapes (n, features) and (n,)."""

    def __init__(self, features: Floats, results: Floats) -> None:
        self._features = features
        spread = float(results.std())
        self._results = (results - results.mean()) / (spread or 1.0)
        self._solver = np.linalg.inv(features @ features.T + RIDGE * np.eye(len(features)))
        errors = RIDGE * (self._solver @ self._results)
        self._variance = max(LEAST_ERROR, float(np.mean(errors**2)))

    def mean(self) -> Floats:
        """Return the likeliest part of each feature, in standard deviations of the results; shape (features,)."""
        return np.asarray(self._features.T @ (self._solver @ self._results))

    def sample(self, rng: np.random.Generator) -> Floats:
        """Return weights drawn from the posterior (by Matheron's rule); units and shape as of `mean`."""
        count, width = self._features.shape
        drawn = np.sqrt(self._variance / RIDGE) * rng.standard_normal(width)
        seen = self._features @ drawn + np.sqrt(self._variance) * rng.standard_normal(count)
        return np.asarray(drawn + self._features.T @ (self._solver @ (self._results - seen)))


def shared_means(results: Sequence[Sequence[float]]) -> Floats:
    """Return the mean of each over the scenarios that all have met: the first ones."""
    shared = min(map(len, results))
    return np.array([fsum(row[:shared]) / shared for row in results])
