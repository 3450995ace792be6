"""Search for parameters that meet targets: CMA-ES, then a response surface, then fresh seeds.

CMA-ES (covariance matrix adaptation evolution strategy; library `cmaes`) needs no slopes and tolerates noise. All its
candidates get the same throws. Near the end a regression over all of them estimates where the targets are met; that
place is measured longer, which sharpens the regression, and so on. The result is judged by throws that no candidate
got. If it misses the targets, towers all over the ranges are measured to report what is feasible.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from shogun.base.language import _
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.chains import SEARCHING, STANDARD_PROTOCOL, Protocol, discarding
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.measuring.statistics import given
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import BatchPlan, Work
from shogun.lab.searching.search_space import (
    Candidate,
    EvaluationCache,
    Floats,
    Parameter,
    Watch,
    place_of,
    start_of,
    values_at,
)
from shogun.lab.searching.sweep import encoded, said_of
from shogun.lab.searching.targets import (
    CLOGGED_DISTANCE,
    FeasibleRange,
    Targets,
    better_place,
    check_balance,
    distance,
    errors_away,
    in_sentences,
    reach_of,
    scattered,
)
from shogun.tower.file.design import Design
from shogun.tower.physics.solver import Physics

if TYPE_CHECKING:
    from cmaes import CMA

BATTLES = 240
"""Battles of a candidate."""
SIGMA = 0.2
"""Standard deviation of the first candidates, in shares of the ranges."""
NEAR_DISTANCE = 3.0
"""Distance of a generation's mean figures from the targets, in their units, at which CMA-ES is done: from there
the regression is faster."""
LEAST_GENERATIONS = 5
"""Generations: the regression needs them."""
STALLED_GENERATIONS = 6
"""Generations without a gain after which CMA-ES has stalled."""
LEAST_GAIN = 0.05
"""Share of the distance that counts as a gain."""
CHECK_BATTLES = 4000
"""Battles of a longer measurement, and of the final one."""
STEP_LENGTHS = (0.2, 0.12, 0.07, 0.05, 0.05, 0.05, 0.05)
"""Largest distance of each place from the best one before it, in shares of the ranges; each is measured longer."""
LEAST_STEPS = 3
"""Fewest places that are measured longer: the last is judged by one measurement against them all."""
HOPELESS_DISTANCE = 10.0
"""Distance from the targets, in their units, beyond which further steps are hopeless."""
LAST_STEP_LENGTH = 0.03
"""Largest distance of the last place, which is judged, from the best one."""
GOOD_ENOUGH = 1.0
"""Standard errors from each target within which such a place is good enough."""
END_SHARE = 0.005
"""Share of a parameter's range within which a value counts as being at its end."""
MET_WITHIN = 3.0
"""Standard errors from each target within which it counts as met."""


class Aim(msgspec.Struct, frozen=True):
    """The target of a search, and its amount of work."""

    targets: Targets
    parameters: tuple[Parameter, ...]
    seed: int = 1
    throws: Throws = find_throws("4-12")
    most: int = 300
    """Candidates of CMA-ES at most."""
    battles: int = BATTLES
    check: int = CHECK_BATTLES
    stage: int = 0
    """Number of the stage in a search of several: each has an evolution of its own, all get the same throws."""
    discarded: int | None = None
    """Discarded battles of each chain; None: 60 for candidates, and 100 for longer measurements."""
    metrics: tuple[str, ...] = ()
    """Further statistics to measure, in addition to the targets'."""
    protocol: Protocol | None = None
    """The division of battles into chains; None: 6 chains of a candidate, 16 of a longer measurement."""
    physics: Physics | msgspec.UnsetType = msgspec.UNSET
    """Unset for the game's own."""

    @property
    def plan(self) -> BatchPlan:
        """Return the measurement of a candidate."""
        protocol = discarding(self.protocol or SEARCHING, self.discarded)
        return self._batch_plan(self.battles, protocol, "candidates")

    def longer(self, name: str) -> BatchPlan:
        """Return the measurement of a place measured longer, with throws of its own."""
        protocol = discarding(self.protocol or STANDARD_PROTOCOL, self.discarded)
        return self._batch_plan(self.check, protocol, name)

    def _batch_plan(self, battles: int, protocol: Protocol, name: str) -> BatchPlan:
        seed = seed_for(self.seed, name) % 2**62
        plan = BatchPlan(battles, self.throws, protocol, seed, physics=self.physics)
        return plan.asking([*(target.name for target in self.targets), *self.metrics])


class Tuned(Tabular, frozen=True):
    """The result of a search."""

    tower: str
    targets: Targets
    parameters: tuple[Parameter, ...]
    values: dict[str, float]
    """Values of the parameters, as they are written to a file."""
    figures: Metrics
    """Figures on fresh seeds: from throws that nothing was chosen by."""
    errors_away: tuple[float, ...]
    """Standard errors by which each target is missed."""
    reached: bool
    """True if all are met within 3 standard errors, and the figures are those of the long run."""
    candidates: int
    generations: int
    battles: int
    """Battles of all candidates."""
    reach: tuple[FeasibleRange, ...] = ()
    """The feasible range of each target, if the targets are missed."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: targets with the figures reached; and the parameters of the tower."""
        return {"targets": self._met, "numbers": self._numbers}

    def _met(self) -> Table:
        rows = [
            (target.name, target.value, self.figures.of(target.name).mean, self.figures.of(target.name).error, away)
            for target, away in zip(self.targets, self.errors_away, strict=True)
        ]
        return transposed(("figure", "target", "found", "standard_error", "errors_away"), rows)

    def _numbers(self) -> Table:
        return {"number": list(self.values), "value": list(self.values.values())}


def about(design: Design, aim: Aim, kind: str = "tune") -> dict[str, str]:
    """Return the description of a search, for its results file."""
    said = {
        "kind": kind,
        "axes": encoded(aim.parameters),
        "targets": encoded(aim.targets),
        **said_of(design, aim.plan),
        "plan": encoded((aim.most, aim.battles, aim.check, aim.discarded)),
    }
    return said | ({"protocol": encoded(aim.protocol)} if aim.protocol else {})


LIBRARIES = ("cmaes", "scipy")
"""The libraries that the search needs beyond a plain install."""


def tune(design: Design, aim: Aim, work: Work, watch: Watch = lambda _candidates: None) -> Tuned:
    """Return values with which a tower comes as near to targets as a search finds, and how near on fresh seeds.

    `watch` is called after each generation; an exception from it ends the search, which can be resumed with the same
    `work.results`. Raises LabError, also for targets that contradict each other, or if no candidate lets cubes
    through, KeyboardInterrupt and WorkerDied.
    """
    check_libraries("tune", *LIBRARIES)
    check_balance(aim.targets, aim.throws)
    trials = EvaluationCache(design, aim.parameters, work)
    middle, generations = evolve(trials, aim, start_of(design, aim.parameters), watch, _Closeness(aim.targets))
    places = _refined(trials, aim, middle, watch)
    result = _final_result(design, aim, trials, places, generations)
    is_met = max(result.errors_away) <= MET_WITHIN
    return result if is_met else _with_feasible_ranges(result, aim, trials)


def _with_feasible_ranges(result: Tuned, aim: Aim, trials: EvaluationCache) -> Tuned:
    """Return the result with feasible ranges, after measuring towers all over the ranges."""
    trials.measure(scattered(aim.seed, aim.parameters), aim.plan)
    reach = reach_of(trials.candidates, aim.parameters, aim.targets, aim.seed)
    return msgspec.structs.replace(result, reach=reach)


class _Closeness:
    """The loss that CMA-ES minimizes: the distance from the targets."""

    def __init__(self, targets: Targets) -> None:
        self.targets = targets

    def __call__(self, candidate: Candidate) -> float:
        """Return a candidate's distance; one that can't be built has a larger one than any other."""
        return 10 * CLOGGED_DISTANCE if candidate.figures is None else distance(candidate.figures, self.targets)


Loss = Callable[[Candidate], float]


def evolve(trials: EvaluationCache, aim: Aim, start: Floats, watch: Watch, loss: Loss) -> tuple[Floats, int]:
    """Return the final place of CMA-ES, each parameter 0 to 1, and the number of generations.

    It ends when a generation's middle is near, when it has stalled, or after `aim.most` candidates. Raises LabError
    if no candidate of the first generations lets cubes through.
    """
    search = _evolution(start, seed_for(aim.seed, "evolution", aim.stage))
    middles: list[float] = []
    first = len(trials.candidates)
    while len(trials.candidates) - first + search.population_size <= max(aim.most, search.population_size):
        places = [search.ask() for _one in range(search.population_size)]
        candidates = trials.measure(places, aim.plan)
        losses = [loss(candidate) for candidate in candidates]
        search.tell(list(zip(places, losses, strict=True)))
        middles.append(loss(_mean_candidate(candidates)))
        watch(trials.candidates)
        if len(middles) == LEAST_GENERATIONS and min(map(loss, trials.candidates)) >= CLOGGED_DISTANCE:
            text = _("no tower with these parameters lets cubes through in the long run; try other ranges.")
            raise LabError(text)
        if (
            search.should_stop()
            or (len(middles) >= LEAST_GENERATIONS and middles[-1] < NEAR_DISTANCE)
            or _stands_still(middles)
        ):
            break
    return np.clip(search.mean, 0.0, 1.0), len(middles)


def _stands_still(middles: Sequence[float]) -> bool:
    """Return whether the last generations, by the losses of their middles, are hardly nearer than those before."""
    late, early = middles[-STALLED_GENERATIONS:], middles[:-STALLED_GENERATIONS]
    return len(early) >= STALLED_GENERATIONS and min(late) > (1 - LEAST_GAIN) * min(early)


def _evolution(start: Floats, seed: int) -> "CMA":
    """Return CMA-ES in the box from 0 to 1, started at a place inside it."""
    from cmaes import CMA

    size = len(start)
    bounds = np.column_stack((np.zeros(size), np.ones(size)))
    inside = np.clip(start, 0.05, 0.95)
    return CMA(mean=inside, sigma=SIGMA, bounds=bounds, seed=seed % 2**32, n_max_resampling=20)


class Search:
    """CMA-ES as `tune` uses it, for a custom loss function: `ask` for a generation, then `tell` its losses.

    The losses may be any numbers to minimize. What `tune` does after CMA-ES, a regression and fresh seeds, is left to
    the caller.
    """

    def __init__(self, design: Design, parameters: Sequence[Parameter], seed: int = 1) -> None:
        """Start from the tower's own values. Raises LabError if the library is missing."""
        check_libraries("tune", *LIBRARIES)
        self.parameters = tuple(parameters)
        self.best: dict[str, float] = {}
        """Parameters with the smallest loss so far; empty before the first `tell`."""
        self.least = math.inf
        """Its loss."""
        self._search = _evolution(start_of(design, parameters), seed_for(seed, "evolution", 0))
        self._asked: list[Floats] = []

    def ask(self) -> list[dict[str, float]]:
        """Return the parameters of a generation's towers; the same ones until `tell` is called."""
        if not self._asked:
            self._asked = [self._search.ask() for _tower in range(self._search.population_size)]
        return [values_at(self.parameters, place) for place in self._asked]

    def tell(self, losses: Sequence[float]) -> None:
        """Report the losses of the last generation, in its order; infinite or NaN for an unusable tower.

        Raises LabError if there are more or fewer.
        """
        values = self.ask() if self._asked else []
        if len(losses) != len(values):
            text = _("losses: there are {count}, but there must be {asked}, one for each tower last asked for.")
            raise LabError(text.format(count=len(losses), asked=len(values)))
        finite = [loss if math.isfinite(loss) else CLOGGED_DISTANCE for loss in map(float, losses)]
        self._search.tell(list(zip(self._asked, finite, strict=True)))
        self._asked = []
        for numbers, loss in zip(values, finite, strict=True):
            if loss < min(self.least, CLOGGED_DISTANCE):
                self.best, self.least = numbers, loss

    @property
    def is_over(self) -> bool:
        """True if CMA-ES has converged and would stop."""
        return bool(self._search.should_stop())


def _mean_candidate(candidates: Sequence[Candidate]) -> Candidate:
    """Return the mean figures of a generation as those of one tower: they vary less by chance than any single one's."""
    able = [
        candidate.figures
        for candidate in candidates
        if candidate.figures is not None and not candidate.figures.given_up
    ]
    if not able:
        return candidates[0]
    means = {name: Estimate(fmean(figures.of(name).mean for figures in able), math.inf, 1) for name in able[0].names}
    further = {name: means.pop(name) for name in given(able[0].further)}
    return Candidate(-1, {}, msgspec.structs.replace(able[0], **means, further=further or msgspec.UNSET))


def _refined(trials: EvaluationCache, aim: Aim, middle: Floats, watch: Watch) -> list[Floats]:
    """Return the place that meets the targets best after measuring some places longer, and then the best of these.

    A place that can't be built, or clogs, is replaced by one half way to the best known one.
    """
    closeness = _Closeness(aim.targets)
    best, least = place_of(aim.parameters, min(trials.candidates, key=closeness).values), 2 * CLOGGED_DISTANCE
    place = _next_place(trials, aim, middle, STEP_LENGTHS[0])
    for number, step in enumerate(STEP_LENGTHS, 1):
        [found] = trials.measure([place], aim.longer(f"longer {number}"))
        watch(trials.candidates)
        away = closeness(found)
        is_in_vain = least < CLOGGED_DISTANCE and NEAR_DISTANCE < least <= away
        if away < least and away < CLOGGED_DISTANCE:
            best, least = place, away
        is_enough = number >= LEAST_STEPS and (is_in_vain or _is_good(found, aim.targets))
        if is_enough or HOPELESS_DISTANCE < away < CLOGGED_DISTANCE:
            break
        place = _next_place(trials, aim, best, step) if away < CLOGGED_DISTANCE else (place + best) / 2
    return [_next_place(trials, aim, best, LAST_STEP_LENGTH), best]


def _next_place(trials: EvaluationCache, aim: Aim, place: Floats, step: float) -> Floats:
    return better_place(trials.candidates, aim.parameters, aim.targets, place, step)


def _is_good(found: Candidate, targets: Targets) -> bool:
    return found.figures is not None and all(errors_away(found.figures, target) <= GOOD_ENOUGH for target in targets)


def _final_result(
    design: Design, aim: Aim, trials: EvaluationCache, places: Sequence[Floats], generations: int
) -> Tuned:
    """Return the tower at the first of some places that can be built, with its figures on fresh seeds.

    Raises LabError if none lets cubes through.
    """
    tried, battles = (
        len(trials.candidates),
        sum(candidate.figures.battles for candidate in trials.candidates if candidate.figures),
    )
    for place in places:
        [found] = trials.measure([place], aim.longer("fresh"))
        if found.figures is not None and not found.figures.given_up:
            break
    else:
        raise LabError(_("the tower found lets nothing through in the long run; try other ranges."))
    away = tuple(errors_away(found.figures, target) for target in aim.targets)
    return Tuned(
        tower=design.name,
        targets=aim.targets,
        parameters=aim.parameters,
        values=found.values,
        figures=found.figures,
        errors_away=away,
        reached=max(away) <= MET_WITHIN and found.figures.stationarity.is_reached,
        candidates=tried,
        generations=generations,
        battles=battles,
    )


def advice(result: Tuned) -> list[str]:
    """Return sentences on what is feasible, and what to try next; none if the targets are met."""
    if result.reached:
        return []
    if max(result.errors_away) <= MET_WITHIN:  # it still drifts
        return [_("Next: try other ranges, in which fewer cubes get stuck in a corner for good.")]
    sentences = [*in_sentences(result.reach, result.targets)]
    if ends := _parameters_at_an_end(result):
        told = _("At the end of its range: {names}. A wider range may bring the search closer.")
        return [*sentences, told.format(names=", ".join(ends))]
    return [*sentences, _("Next: try targets that were found together, wider ranges, or more parameters.")]


def _parameters_at_an_end(result: Tuned) -> list[str]:
    """Return the parameters whose best value seems to be outside their range."""
    values = (
        (parameter, result.values[parameter.name], END_SHARE * (parameter.high - parameter.low))
        for parameter in result.parameters
    )
    return [one.name for one, value, near in values if min(value - one.low, one.high - value) <= near]
