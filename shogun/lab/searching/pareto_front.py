"""Pareto fronts between two wishes: towers of which none is nearer to one wish without being farther from the other.

CMA-ES goes from one wish to the other in some stages, each begun where the previous one ended, and minimizes the
larger of both weighted distances (augmented Chebyshev: that finds hollow fronts too). All candidates
of all stages compete. A comparison with library `ribs` (CMA-ME, an archive along the front) at as many candidates is in
`tests/benchmarks/fronts.py`.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from shogun.base.language import _
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.metrics import Metrics, columns_of
from shogun.lab.measuring.statistics import among
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.searching.search_space import Candidate, EvaluationCache, Parameter, Watch, place_of, start_of
from shogun.lab.searching.sweep import encoded
from shogun.lab.searching.targets import CLOGGED_DISTANCE, Targets, check_balance, distance
from shogun.lab.searching.tune import LIBRARIES, Aim, evolve
from shogun.lab.searching.tune import about as about_tune
from shogun.tower.file.design import Design

STAGES = (1.0, 0.75, 0.5, 0.25, 0.0)
"""Weights of the first wish."""
BOTH = 0.05
"""Weight of the sum of both distances next to the larger one: of two equally good towers the better in both wins."""
MOST = 7
"""Towers of a front that are measured again."""


class Between(msgspec.Struct, frozen=True):
    """A tower between two wishes."""

    values: dict[str, float]
    distances: tuple[float, float]
    """Distances from the first and from the second wish, on fresh seeds."""
    figures: Metrics


class ParetoFront(Tabular, frozen=True):
    """Towers between two wishes, those nearest to the first one first."""

    tower: str
    wishes: tuple[Targets, Targets]
    parameters: tuple[Parameter, ...]
    towers: tuple[Between, ...]
    candidates: int

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each tower: its parameters, both distances, figures with errors."""
        return {"towers": self._front}

    def _front(self) -> Table:
        columns = columns_of(tower.figures for tower in self.towers)
        names = (*(parameter.name for parameter in self.parameters), "distance_1", "distance_2", *columns.names)
        rows = [(*tower.values.values(), *tower.distances, *columns.cells(tower.figures)) for tower in self.towers]
        return transposed(names, rows)


def about(design: Design, aim: Aim, other: Targets) -> dict[str, str]:
    """Return the description of a front, for its results file."""
    return about_tune(design, _for_both(aim, other), "front") | {"targets": encoded((aim.targets, other))}


def _for_both(aim: Aim, other: Targets) -> Aim:
    """Return an aim that also measures the statistic of the other objective."""
    return msgspec.structs.replace(aim, metrics=(*aim.metrics, *among(target.name for target in other)))


class _Weighted:
    """The loss that CMA-ES minimizes at one stage."""

    def __init__(self, weight: float, wishes: tuple[Targets, Targets]) -> None:
        self.weight = weight
        self.wishes = wishes

    def __call__(self, candidate: Candidate) -> float:
        """Return the larger weighted distance, plus a little of both."""
        one, other = distances(candidate, self.wishes)
        return max(self.weight * one, (1 - self.weight) * other) + BOTH * (one + other)


def distances(candidate: Candidate, wishes: tuple[Targets, Targets]) -> tuple[float, float]:
    """Return the distances of a candidate from both wishes."""
    if candidate.figures is None:
        return 10 * CLOGGED_DISTANCE, 10 * CLOGGED_DISTANCE
    return distance(candidate.figures, wishes[0]), distance(candidate.figures, wishes[1])


def front(design: Design, aim: Aim, other: Targets, work: Work, watch: Watch = lambda _candidates: None) -> ParetoFront:
    """Return towers between `aim.targets` and `other`, measured on fresh seeds; `watch` as in `tune`.

    Raises LabError, also if a wish contradicts itself, KeyboardInterrupt and WorkerDied.
    """
    check_libraries("tune", *LIBRARIES)
    wishes, aim = (aim.targets, other), _for_both(aim, other)
    for wish in wishes:
        check_balance(wish, aim.throws)
    trials = EvaluationCache(design, aim.parameters, work)
    place = start_of(design, aim.parameters)
    for stage, weight in enumerate(STAGES):
        share = msgspec.structs.replace(aim, most=aim.most // len(STAGES), stage=stage)
        place, _generations = evolve(trials, share, place, watch, _Weighted(weight, wishes))
    count = len(trials.candidates)
    chosen = spread(not_dominated(trials.candidates, wishes), wishes)
    places = [place_of(aim.parameters, candidate.values) for candidate in chosen]
    again = trials.measure(places, aim.longer("fresh"))
    able = [candidate for candidate in again if candidate.figures and not candidate.figures.given_up]
    if not able:
        raise LabError(_("none of the towers found lets cubes through in the long run; try other ranges."))
    able = not_dominated(
        [candidate for candidate in able if candidate.figures and not candidate.figures.drifts], wishes
    )
    if not able:
        raise LabError(_("all towers found are still filling after 350 battles; try other ranges."))
    towers = [
        Between(candidate.values, distances(candidate, wishes), candidate.figures)
        for candidate in able
        if candidate.figures
    ]
    return ParetoFront(design.name, wishes, aim.parameters, tuple(towers), count)


def not_dominated(candidates: Sequence[Candidate], wishes: tuple[Targets, Targets]) -> list[Candidate]:
    """Return the candidates for which no other is nearer to one wish and at least as near to the other.

    Those nearest to the first wish come first.
    """
    kept: list[Candidate] = []
    for one in sorted(candidates, key=lambda candidate: distances(candidate, wishes)):
        if not kept or distances(one, wishes)[1] < distances(kept[-1], wishes)[1]:
            kept.append(one)
    return kept


def spread(candidates: Sequence[Candidate], wishes: tuple[Targets, Targets], most: int = MOST) -> list[Candidate]:
    """Return at most so many candidates of a front, both ends and others about evenly spaced."""
    if len(candidates) <= most:
        return list(candidates)
    gaps = [distances(candidate, wishes)[0] - distances(candidate, wishes)[1] for candidate in candidates]
    wanted = [gaps[0] + (gaps[-1] - gaps[0]) * step / (most - 1) for step in range(most)]
    numbers = {min(range(len(gaps)), key=lambda at: abs(gaps[at] - want)) for want in wanted}
    return [candidates[number] for number in sorted(numbers)]
