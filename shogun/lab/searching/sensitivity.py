"""The parameters that matter: Morris effects and Sobol' indices (samples by `SALib`), and importance after a search."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.base.language import _, ngettext, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.chains import SEARCHING, Protocol, discarding
from shogun.lab.measuring.estimates import CHANCE, Estimate, Interval
from shogun.lab.measuring.measurement import check_battles
from shogun.lab.measuring.metrics import Sums, by_chain, metrics_of
from shogun.lab.measuring.residence import NOTHING
from shogun.lab.measuring.statistics import FIGURES, RequestedStatistic, given, names_of
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.running.results_file import MeasuredTower, measured_towers
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, parse_parameters, place_of, values_at
from shogun.lab.searching.sweep import encoded, said_of
from shogun.lab.searching.targets import second_order_surface
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import vary_parameters
from shogun.tower.geometry import GeometryError
from shogun.tower.physics.solver import Physics

# Sensitivity of a noisy figure to its inputs: Morris' elementary effects and Sobol' indices without bias by noise
#
# Squares of differences count noise as an effect: an input without effect would seem to have one. Here each
# place is measured by several chains, and a square is the mean product of two different chains, whose noise is
# independent, so noise adds nothing on average. Intervals come from the spread between trajectories, or base samples,
# each of which has throws of its own: what noise does to them is in it.

CONFIDENCE = 0.95
"""Confidence that the intervals of one kind hold for all inputs at once."""
RESAMPLES = 500
LEAST_EFFECTS = 3
"""Fewest elementary effects of an input for a result."""


class Indices(NamedTuple):
    """Indices of one input; NaN where too little was measured."""

    main: Interval
    """Morris: the mean elementary effect (mu), in the figure's unit over the whole range. Sobol': first order."""
    total: Interval
    """Morris: the root of the mean squared elementary effect, as in derivative-based measures. Sobol': total order."""
    mu_star: float = math.nan
    """Morris only: the mean of absolute effects in its usual form, biased by noise."""
    sigma: float = math.nan
    """Morris only: the standard deviation of effects, with the noise in it."""


UNKNOWN = Indices(NOTHING, NOTHING)


def morris(values: Floats, places: Floats) -> list[Indices]:
    """Return the indices of each input from trajectories, in each step of which one input changes.

    `values` has the shape (trajectories, inputs + 1, chains), NaN where a place can't be measured; `places`, each input
    0 to 1, (trajectories, inputs + 1, inputs). Morris, "Factorial sampling plans for preliminary computational
    experiments" (1991); the mean square: Sobol' and Kucherenko, "Derivative based global sensitivity measures" (2009).
    """
    steps = np.diff(places, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        effects = np.diff(values, axis=1)[:, :, None, :] / steps[..., None]
    confidence = each(CONFIDENCE, places.shape[2])
    moved = np.abs(steps) > 1e-9
    return [_effects(effects[:, :, one][moved[:, :, one]], confidence) for one in range(places.shape[2])]


def _effects(effects: Floats, confidence: float) -> Indices:
    """Return the indices of one input, `effects` having the shape (effects, chains)."""
    effects = effects[np.isfinite(effects).all(axis=1)]
    if len(effects) < LEAST_EFFECTS:
        return UNKNOWN
    mean = effects.mean(axis=1)
    squares = _interval(products(effects, effects), confidence)
    return Indices(
        _interval(mean, confidence), Interval(*map(_root, (squares.mean, squares.low, squares.high))),
        float(np.abs(mean).mean()), float(mean.std(ddof=1)),
    )  # fmt: skip


def _interval(some: Floats, confidence: float) -> Interval:
    """Return the mean of independent figures with its interval, by Student's t."""
    return Estimate(float(some.mean()), float(some.std(ddof=1)) / math.sqrt(len(some)), len(some) - 1).interval(
        confidence
    )


def _root(square: float) -> float:
    """Return the root of a mean square; 0 for one that is negative by chance."""
    return math.sqrt(max(0.0, square))


def products(one: Floats, other: Floats) -> Floats:
    """Return the mean product of two different chains' figures, along the last axis."""
    chains = one.shape[-1]
    together = one.sum(axis=-1) * other.sum(axis=-1) - (one * other).sum(axis=-1)
    found: Floats = together / (chains * (chains - 1))
    return found


class Saltelli(NamedTuple):
    """Figures of Saltelli's sample; the last axis is chains. Rows with a place that can't be measured are left out."""

    a: Floats
    """Shape (rows, chains)."""
    b: Floats
    mixed: Floats
    """As a, but with one input as in b: shape (rows, inputs, chains)."""


def sobol(sample: Saltelli, seed: int) -> list[Indices]:
    """Return the Sobol' indices of each input, with intervals by the bootstrap over rows.

    Estimators: Saltelli et al., "Variance based sensitivity analysis of model output" (2010), tables 2 b and f.
    """
    inputs, rows = sample.mixed.shape[1], len(sample.a)
    if rows < LEAST_EFFECTS:
        return [UNKNOWN] * inputs
    level = np.concatenate((sample.a, sample.b)).mean()
    a, b, mixed = sample.a - level, sample.b - level, sample.mixed - level
    parts = [
        (products(b, mixed[:, one] - a), products(a - mixed[:, one], a - mixed[:, one]) / 2) for one in range(inputs)
    ]
    variance = (products(a, a) + products(b, b)) / 2
    rng = np.random.default_rng(seed)
    again = rng.integers(rows, size=(RESAMPLES, rows))
    share = partial(_share, variance=variance, again=again, confidence=each(CONFIDENCE, inputs))
    return [Indices(share(first), share(total)) for first, total in parts]


def _share(part: Floats, variance: Floats, again: npt.NDArray[np.int64], confidence: float) -> Interval:
    """Return a mean as a share of another one, with its interval from resampled rows."""
    if not variance.mean() > 0:
        return NOTHING
    share = float(part.mean() / variance.mean())
    below = variance[again].mean(axis=1)
    drawn = part[again].mean(axis=1) / np.where(below > 0, below, np.nan)
    return Estimate(share, float(np.nanstd(drawn, ddof=1)), len(variance) - 1).interval(confidence, CHANCE)


LIBRARIES = ("SALib",)
METHODS = ("morris", "sobol")
USUAL_SAMPLES = {"morris": 10, "sobol": 32}
MOST_TOWERS = 100_000
BATTLES = 240
"""Battles of a tower."""
LEVELS = 4
"""Levels of each parameter in Morris' sample."""


class SensitivityPlan(msgspec.Struct, frozen=True):
    """The settings of a sensitivity analysis, and its amount of work."""

    parameters: tuple[Parameter, ...]
    method: str = "morris"
    samples: int = USUAL_SAMPLES["morris"]
    """Trajectories (Morris), or base samples (Sobol')."""
    battles: int = BATTLES
    seed: int = 1
    throws: Throws = find_throws("4-12")
    discarded: int | None = None
    """Battles of each chain that don't count; None: 60."""
    statistics: tuple[RequestedStatistic, ...] | msgspec.UnsetType = msgspec.UNSET
    """Further statistics that are measured."""
    protocol: Protocol | msgspec.UnsetType = msgspec.UNSET
    """The division of battles into chains; by default 6 chains of each tower."""
    physics: Physics | msgspec.UnsetType = msgspec.UNSET
    """Unset for the game's own."""

    def batch(self, sample: int = 0) -> BatchPlan:
        """Return the measurement of one sample's towers: all with the same throws, different ones for each sample."""
        protocol = discarding(SEARCHING if self.protocol is msgspec.UNSET else self.protocol, self.discarded)
        seed = seed_for(self.seed, "sample", sample) % 2**62
        return BatchPlan(self.battles, self.throws, protocol, seed, self.statistics, self.physics)

    @property
    def towers(self) -> int:
        """Return the number of towers in a sample."""
        return len(self.parameters) + (1 if self.method == "morris" else 2)


class Influence(msgspec.Struct, frozen=True):
    """Influence of one parameter on one figure; intervals of one kind hold for all parameters at once with 95 %."""

    figure: str
    parameter: str
    main: Interval
    """Morris: mean change of the figure from the low to the high end of the range. Sobol': index of first order, the
    share of the figure's variance that belongs to this parameter alone."""
    total: Interval
    """Morris: root of the mean square of such changes. Sobol': total index, including effects together with others."""
    mu_star: float
    """Morris: mean of the absolute changes, with the noise of the measurement in it; else NaN."""
    sigma: float
    """Morris: their standard deviation, with the noise in it; else NaN."""

    @property
    def is_sure(self) -> bool:
        """True if the parameter surely has an effect."""
        return self.total.low > 0 or self.main.low > 0 or self.main.high < 0


class Sensitivity(Tabular, frozen=True):
    """Influences of a tower's parameters on its figures."""

    tower: str
    method: str
    parameters: tuple[Parameter, ...]
    influences: tuple[Influence, ...]
    """Sorted by figures; for each figure the strongest parameter first."""
    towers: int
    missing: int
    """Towers that can't be built or clog permanently: their neighbors in the sample are left out."""
    drifting: int
    """Towers that still filled when they were measured."""
    battles: int
    """Battles of each tower."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each figure and parameter."""
        return {"influences": self._influences}

    @property
    def figures(self) -> list[str]:
        """Return the names of all statistics with a result."""
        return list(dict.fromkeys(influence.figure for influence in self.influences))

    def of(self, figure: str) -> list[Influence]:
        """Return the influences on a figure, the strongest first."""
        return [influence for influence in self.influences if influence.figure == figure]

    def _influences(self) -> Table:
        first, second = ("mu", "rms_effect") if self.method == "morris" else ("first_order", "total_order")
        ends = (f"{name}{end}" for name in (first, second) for end in ("", "_low", "_high"))
        rows = [
            (
                influence.figure,
                influence.parameter,
                *_cells(influence.main),
                *_cells(influence.total),
                influence.mu_star,
                influence.sigma,
            )
            for influence in self.influences
        ]
        return transposed(("figure", "parameter", *ends, "mu_star", "sigma"), rows)


def _cells(interval: Interval) -> tuple[float, float, float]:
    return interval.mean, interval.low, interval.high


def sensitivity_plan(
    design: Design, parameters: str, method: str, samples: int | None, battles: int
) -> SensitivityPlan:
    """Return the settings. Raises LabError, and GeometryError for a parameter that the tower doesn't have."""
    if method not in METHODS:
        raise LabError(_("--method {name}: choose morris or sobol.").format(name=shown(method)))
    check_battles(battles)
    if battles < SEARCHING.chains:
        raise LabError(_("--battles {count} must be at least {least}.").format(count=battles, least=SEARCHING.chains))
    named = parse_parameters(parameters, design)
    plan = SensitivityPlan(named, method, samples or USUAL_SAMPLES[method], battles)
    if not 4 <= plan.samples <= MOST_TOWERS // plan.towers:
        text = _("--samples {count} must be from 4 to {most}.")
        raise LabError(text.format(count=plan.samples, most=MOST_TOWERS // plan.towers))
    if method == "sobol" and plan.samples & (plan.samples - 1):
        raise LabError(_("--samples {count} must be a power of 2, like 32 or 64.").format(count=plan.samples))
    return plan


def about(design: Design, plan: SensitivityPlan) -> dict[str, str]:
    """Return the description of the result, for its results file."""
    said = said_of(design, plan.batch())
    return {"kind": "sensitivity", "axes": encoded(plan.parameters), **said, "plan": encoded(plan)}


def sensitivity(design: Design, plan: SensitivityPlan, work: Work) -> Sensitivity:
    """Return the influences of a tower's parameters. Raises LabError, KeyboardInterrupt and WorkerDied."""
    check_libraries("sensitivity", *LIBRARIES, extra="explore")
    groups = places_of(plan)
    values = [[values_at(plan.parameters, place) for place in group] for group in groups]
    measured = list(_measured(design, plan, values, work))
    if not any(len(one) for group in measured for one in group):
        raise LabError(_("none of the towers can be built, or all clog for good; try other ranges."))
    places = np.array([[place_of(plan.parameters, one) for one in group] for group in values])
    figures = (*FIGURES, *names_of(plan.statistics))
    influences = [influence for figure in figures for influence in _influences(plan, measured, places, figure)]
    missing = sum(not chains for group in measured for chains in group)
    drifting = sum(metrics_of(chains).drifts for group in measured for chains in group if chains)
    return Sensitivity(
        design.name, plan.method, plan.parameters, tuple(influences), groups.shape[0] * groups.shape[1], missing,
        drifting, plan.battles,
    )  # fmt: skip


def places_of(plan: SensitivityPlan) -> Floats:
    """Return the places of all towers, each parameter 0 to 1, shape (samples, towers of a sample, parameters)."""
    size = len(plan.parameters)
    problem = {
        "num_vars": size,
        "names": [parameter.name for parameter in plan.parameters],
        "bounds": [[0.0, 1.0]] * size,
    }
    seed = seed_for(plan.seed, "places") % 2**32
    if plan.method == "morris":
        from SALib.sample import morris as sampling

        sample = sampling.sample(problem, plan.samples, num_levels=LEVELS, seed=seed)
    else:
        from SALib.sample import sobol as saltelli

        sample = saltelli.sample(problem, plan.samples, calc_second_order=False, seed=seed)
    return np.asarray(sample, dtype=np.float64).reshape(plan.samples, plan.towers, size)


def _measured(
    design: Design, plan: SensitivityPlan, values: Sequence[Sequence[Mapping[str, float]]], work: Work
) -> Iterator[list[list[Sums]]]:
    """Yield the counts of each tower's chains, sample by sample; empty for a tower without figures."""
    for sample, group in enumerate(values):
        batch = plan.batch(sample)
        towers = {number: tower for number, one in enumerate(group) if (tower := _varied_design(design, one))}
        for number, tower in towers.items():
            work.results.name(batch.key(tower), encoded(group[number]))
        tell = partial(_report_progress, work, sample, len(values))
        chains = measure_many(towers, batch, work._replace(tell=tell))
        able = {
            number
            for number, some in chains.items()
            if not metrics_of(some).given_up and len(some) == batch.protocol.chains
        }
        yield [list(chains[number]) if number in able else [] for number in range(len(group))]


def _report_progress(work: Work, sample: int, samples: int, done: int, total: int) -> None:
    """Report the overall progress, counting all samples like this one."""
    work.tell(sample * total + done, samples * total)


def _varied_design(design: Design, values: Mapping[str, float]) -> Design | None:
    try:
        return vary_parameters(design, values)
    except GeometryError:
        return None


def _influences(
    plan: SensitivityPlan, measured: Sequence[Sequence[Sequence[Sums]]], places: Floats, figure: str
) -> list[Influence]:
    """Return the influence of each parameter on a figure, the strongest first."""
    count = plan.batch().protocol.chains
    values = np.array([[_by_chain(chains, figure, count) for chains in group] for group in measured])
    if plan.method == "morris":
        found = morris(values, places)
    else:
        whole = values[np.isfinite(values).all(axis=(1, 2))]
        found = sobol(Saltelli(whole[:, 0], whole[:, -1], whole[:, 1:-1]), seed_for(plan.seed, "bootstrap") % 2**32)
    ranked = sorted(zip(plan.parameters, found, strict=True), key=_strength, reverse=True)
    return [Influence(figure, one.name, *indices) for one, indices in ranked]


def _strength(influence: tuple[Parameter, Indices]) -> float:
    return -math.inf if math.isnan(influence[1].total.mean) else influence[1].total.mean


def _by_chain(chains: Sequence[Sums], figure: str, count: int) -> Floats:
    """Return a figure for each of `count` chains, shape (chains,); NaN for a tower without figures."""
    return np.array(by_chain(chains, figure)) if chains else np.full(count, np.nan)


# Importance in a search: which parameters explain the figures of the towers that it measured
#
# Surfaces of second order are fitted to the towers. The importance of a parameter is the share of a figure's variance
# that disappears when its values are shuffled among all towers: the total index of Sobol' over the values tried
# (Breiman's permutation, Hutter's functional analysis of variance). Each product of differences is taken from two
# surfaces through two halves of the towers, whose errors are independent, so that a parameter without effect has no
# importance on average. Intervals by the jackknife over groups of towers.

GROUPS = 20
"""Groups of towers, one of which is left out at a time."""
SPLITS = 10
"""Ways to cut the towers into halves, whose results are averaged."""
SHUFFLES = 8
"""Times that each parameter's values are shuffled."""
LEAST_PER_TERM = 3
"""Fewest towers for each term of a surface for a result."""


LEAST_EXPLAINED = 0.1
"""Share of a figure's variance below which a surface explains too little for a result."""
Order = npt.NDArray[np.int64]


class Importance(msgspec.Struct, frozen=True):
    """Importance of one parameter for one figure."""

    figure: str
    parameter: str
    share: Interval
    """Share of the surface's explained variance, 0 to 1; by chance less than 0. NaN if hardly any is explained."""


class SearchImportance(Tabular, frozen=True):
    """Importances after a search; for each figure the strongest parameter first."""

    towers: int
    """Towers used."""
    left_out: int
    """Towers left out because they clog permanently."""
    parameters: tuple[Parameter, ...]
    """Parameters with the ranges that were tried."""
    explained: dict[str, float]
    """By figure: the share of its variance in one half of the towers that a surface through the other half explains."""
    importances: tuple[Importance, ...]

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each figure and parameter."""
        return {"importances": self._importances}

    def of(self, figure: str) -> list[Importance]:
        """Return the importances for a figure, the strongest parameter first."""
        return [one for one in self.importances if one.figure == figure]

    def _importances(self) -> Table:
        rows = [
            (one.figure, one.parameter, one.share.mean, one.share.low, one.share.high, self.explained[one.figure])
            for one in self.importances
        ]
        return transposed(("figure", "parameter", "importance", "low", "high", "explained"), rows)


def importance(path: Path, seed: int = 1) -> SearchImportance:
    """Return the importances after the searches whose results a file holds. Raises LabError."""
    towers = measured_towers(path)
    names = dict.fromkeys(name for tower in towers for name in tower.values)
    alike = [tower for tower in towers if set(tower.values) == set(names)]
    if not towers or len(alike) < len(towers):
        raise LabError(_("{file}: it must hold the results of one search.").format(file=path))
    return importance_of(towers, seed)


def importance_of(towers: Sequence[MeasuredTower], seed: int = 1) -> SearchImportance:
    """Return the importances among towers with the same parameters. Raises LabError if they are too few."""
    able = [tower for tower in towers if not metrics_of(tower.chains).given_up]
    parameters = _parameters([one.values for one in able])
    terms = (len(parameters) + 1) * (len(parameters) + 2) // 2
    if not parameters or len(able) < LEAST_PER_TERM * terms:
        text = ngettext(
            "{count} tower lets cubes through; at least {least} are needed to tell what mattered.",
            "{count} towers let cubes through; at least {least} are needed to tell what mattered.",
            len(able),
        )
        raise LabError(text.format(count=len(able), least=max(1, LEAST_PER_TERM * terms)))
    candidates = [Candidate(number, one.values, metrics_of(one.chains)) for number, one in enumerate(able)]
    names = [*FIGURES, *_known_of_all(candidates)]
    found = {name: _FigureImportance(candidates, parameters, name, seed) for name in names}
    importances = [one for name in names for one in found[name].ranked()]
    explained = {name: one.explained for name, one in found.items()}
    return SearchImportance(len(able), len(towers) - len(able), parameters, explained, tuple(importances))


def _known_of_all(candidates: Sequence[Candidate]) -> list[str]:
    """Return the further statistics that are known for all towers."""
    known = [given(candidate.figures.further) for candidate in candidates if candidate.figures]
    return [name for name in known[0] if all(name in figures for figures in known)]


def _parameters(values: Sequence[Mapping[str, float]]) -> tuple[Parameter, ...]:
    """Return the parameters that differ between towers, with their ranges."""
    names = values[0] if values else ()
    ranges = {name: [value[name] for value in values] for name in names}
    return tuple(Parameter(name, min(some), max(some)) for name, some in ranges.items() if min(some) < max(some))


class _FigureImportance:
    """Importances for one figure."""

    def __init__(self, candidates: Sequence[Candidate], parameters: Sequence[Parameter], name: str, seed: int) -> None:
        self._candidates, self._parameters, self._name = candidates, parameters, name
        self._seed = seed_for(seed, "importance", name)
        whole, self.explained = self._shares(list(candidates))
        if not self.explained >= LEAST_EXPLAINED:
            self._found = [NOTHING] * len(parameters)
            return
        order = np.random.default_rng(self._seed).permutation(len(candidates))
        groups = [set(order[group::GROUPS].tolist()) for group in range(GROUPS)]
        without = np.array(
            [
                self._shares([candidate for candidate in candidates if candidate.number not in group])[0]
                for group in groups
            ]
        )
        spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0) * (GROUPS - 1) / GROUPS
        confidence = each(CONFIDENCE, len(parameters))
        self._found = [
            Estimate(float(share), float(error), GROUPS - 1).interval(confidence, CHANCE)
            for share, error in zip(whole, np.sqrt(spread), strict=True)
        ]

    def ranked(self) -> list[Importance]:
        """Return the importance of each parameter, the strongest first."""
        pairs = zip(self._parameters, self._found, strict=True)
        found = [Importance(self._name, one.name, share) for one, share in pairs]
        return sorted(found, key=lambda one: -math.inf if math.isnan(one.share.mean) else one.share.mean, reverse=True)

    def _shares(self, candidates: list[Candidate]) -> tuple[Floats, float]:
        """Return the share of each parameter, shape (parameters,), and the explained share of the variance."""
        rng = np.random.default_rng(self._seed)
        places = np.array([place_of(self._parameters, candidate.values) for candidate in candidates])
        parts, wholes, explained = np.zeros(len(self._parameters)), 0.0, []
        for _split in range(SPLITS):
            order = rng.permutation(len(candidates))
            halves = [[candidates[at] for at in half.tolist()] for half in np.array_split(order, 2)]
            dealt = [places, *(_shuffled(places, number, rng) for number in range(places.shape[1]))]
            first, second = (self._levels(half, dealt) for half in halves)
            parts += np.mean((first[0] - first[1:]) * (second[0] - second[1:]), axis=(1, 2)) / 2
            wholes += float(np.cov(first[0, 0], second[0, 0])[0, 1])
            explained.append(self._explained_share(candidates, order, first[0, 0], second[0, 0]))
        shares: Floats = parts / wholes if wholes > 0 else np.full(len(parts), np.nan)
        return shares, math.fsum(explained) / SPLITS

    def _levels(self, half: Sequence[Candidate], dealt: Sequence[Floats]) -> Floats:
        """Return the surface through half of the towers, shape (original and each shuffled number, times, towers)."""
        every = np.concatenate([np.broadcast_to(one, (SHUFFLES, *one.shape[-2:])) for one in dealt])
        flat = second_order_surface(half, self._parameters, self._name, every.reshape(-1, every.shape[-1]))
        return flat.reshape(len(dealt), SHUFFLES, -1)

    def _explained_share(self, candidates: Sequence[Candidate], order: Order, first: Floats, second: Floats) -> float:
        """Return the share of the figure's variance in the other half that each half's surface explains."""
        level = np.array([candidate.figures.of(self._name).mean for candidate in candidates if candidate.figures])
        cut = len(np.array_split(order, 2)[0])
        told = np.where(np.argsort(order) < cut, second, first)
        spread = float(np.var(level))
        return 1 - float(np.mean((level - told) ** 2)) / spread if spread else math.nan


def _shuffled(places: Floats, number: int, rng: np.random.Generator) -> Floats:
    """Return the places with one of their parameters shuffled several times, shape (times, towers, parameters)."""
    dealt = np.repeat(places[None], SHUFFLES, axis=0)
    for one in dealt:
        one[:, number] = rng.permutation(places[:, number])
    return dealt
