"""Which numbers of a tower matter: Morris' elementary effects or Sobol' indices, on samples by the library `SALib`."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec
import numpy as np

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.chains import SEARCHING, Protocol, discarding
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.measurement import check_battles
from shogun.lab.measuring.metrics import Sums, by_chain, metrics_of
from shogun.lab.measuring.statistics import FIGURES, Asked, names_of
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.searching.search_space import Floats, Parameter, parse_parameters, place_of, values_at
from shogun.lab.searching.sensitivity_estimates import Indices, Saltelli, morris, sobol
from shogun.lab.searching.sweep import encoded, said_of
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import vary_parameters
from shogun.tower.geometry import GeometryError

LIBRARIES = ("SALib",)
METHODS = ("morris", "sobol")
USUAL_SAMPLES = {"morris": 10, "sobol": 32}
MOST_TOWERS = 100_000
BATTLES = 240
"""Of a tower."""
LEVELS = 4
"""Of each number in Morris' sample."""


class SensitivityPlan(msgspec.Struct, frozen=True):
    """What is asked, and by how much work."""

    parameters: tuple[Parameter, ...]
    method: str = "morris"
    samples: int = USUAL_SAMPLES["morris"]
    """Trajectories (Morris), or base samples (Sobol')."""
    battles: int = BATTLES
    seed: int = 1
    throws: Throws = find_throws("4-12")
    discarded: int | None = None
    """Battles of each chain that don't count; None: 60."""
    statistics: tuple[Asked, ...] | msgspec.UnsetType = msgspec.UNSET
    """Further statistics that are measured."""
    protocol: Protocol | msgspec.UnsetType = msgspec.UNSET
    """How battles are made into chains; else 6 chains of each tower."""

    def batch(self, sample: int = 0) -> BatchPlan:
        """Return how the towers of one sample are measured: all by the same throws, of each sample by others."""
        protocol = discarding(SEARCHING if self.protocol is msgspec.UNSET else self.protocol, self.discarded)
        seed = seed_for(self.seed, "sample", sample) % 2**62
        return BatchPlan(self.battles, self.throws, protocol, seed, self.statistics)

    @property
    def towers(self) -> int:
        """Return how many towers a sample has."""
        return len(self.parameters) + (1 if self.method == "morris" else 2)


class Influence(msgspec.Struct, frozen=True):
    """What one number does to one figure; intervals of one kind hold for all numbers at once with 95 %."""

    figure: str
    parameter: str
    main: Interval
    """Morris: mean change of the figure from the low to the high end of the range. Sobol': index of first order, the
    share of the figure's variance that goes with this number alone."""
    total: Interval
    """Morris: root of the mean square of such changes. Sobol': total index, with what it does together with others."""
    mu_star: float
    """Morris: mean of the absolute changes, with the noise of the measurement in it; else NaN."""
    sigma: float
    """Morris: their standard deviation, with the noise in it; else NaN."""

    @property
    def is_sure(self) -> bool:
        """Whether the number does something for sure."""
        return self.total.low > 0 or self.main.low > 0 or self.main.high < 0


class Sensitivity(Tabular, msgspec.Struct, frozen=True):
    """Which numbers of a tower matter for which figure."""

    tower: str
    method: str
    parameters: tuple[Parameter, ...]
    influences: tuple[Influence, ...]
    """By figures; of each figure the strongest number first."""
    towers: int
    missing: int
    """Towers of these that can't be built or clog for good: what lies beside them is left out."""
    drifting: int
    """Towers of these that still filled when they were measured."""
    battles: int
    """Of each tower."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each figure and number."""
        return {"influences": self._influences}

    @property
    def figures(self) -> list[str]:
        """Return the names of all statistics of which something is known."""
        return list(dict.fromkeys(one.figure for one in self.influences))

    def of(self, figure: str) -> list[Influence]:
        """Return what numbers do to a figure, the strongest first."""
        return [one for one in self.influences if one.figure == figure]

    def _influences(self) -> Table:
        first, second = ("mu", "rms_effect") if self.method == "morris" else ("first_order", "total_order")
        ends = (f"{name}{end}" for name in (first, second) for end in ("", "_low", "_high"))
        rows = [
            (one.figure, one.parameter, *_cells(one.main), *_cells(one.total), one.mu_star, one.sigma)
            for one in self.influences
        ]
        return transposed(("figure", "parameter", *ends, "mu_star", "sigma"), rows)


def _cells(interval: Interval) -> tuple[float, float, float]:
    return interval.mean, interval.low, interval.high


def sensitivity_plan(
    design: Design, parameters: str, method: str, samples: int | None, battles: int
) -> SensitivityPlan:
    """Return what is asked. Raises LabError, and GeometryError for a parameter that the tower hasn't."""
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
    """Return what decides the result, for its file of results."""
    said = said_of(design, plan.batch())
    return {"kind": "sensitivity", "axes": encoded(plan.parameters), **said, "plan": encoded(plan)}


def sensitivity(design: Design, plan: SensitivityPlan, work: Work) -> Sensitivity:
    """Return which numbers of a tower matter. Raises LabError, KeyboardInterrupt and WorkerDied."""
    check_libraries("sensitivity", *LIBRARIES, extra="explore")
    groups = places_of(plan)
    values = [[values_at(plan.parameters, place) for place in group] for group in groups]
    measured = list(_measured(design, plan, values, work))
    if not any(len(one) for group in measured for one in group):
        raise LabError(_("none of the towers can be built, or all clog for good; try other ranges."))
    told = np.array([[place_of(plan.parameters, one) for one in group] for group in values])
    figures = (*FIGURES, *names_of(plan.statistics))
    influences = [one for figure in figures for one in _influences(plan, measured, told, figure)]
    missing = sum(not chains for group in measured for chains in group)
    drifting = sum(metrics_of(chains).drifts for group in measured for chains in group if chains)
    return Sensitivity(
        design.name, plan.method, plan.parameters, tuple(influences), groups.shape[0] * groups.shape[1], missing,
        drifting, plan.battles,
    )  # fmt: skip


def places_of(plan: SensitivityPlan) -> Floats:
    """Return the places of all towers, each number 0 to 1, shape (samples, towers of a sample, numbers)."""
    size = len(plan.parameters)
    problem = {"num_vars": size, "names": [one.name for one in plan.parameters], "bounds": [[0.0, 1.0]] * size}
    seed = seed_for(plan.seed, "places") % 2**32
    if plan.method == "morris":
        from SALib.sample import morris as sampling

        found = sampling.sample(problem, plan.samples, num_levels=LEVELS, seed=seed)
    else:
        from SALib.sample import sobol as saltelli

        found = saltelli.sample(problem, plan.samples, calc_second_order=False, seed=seed)
    return np.asarray(found, dtype=np.float64).reshape(plan.samples, plan.towers, size)


def _measured(
    design: Design, plan: SensitivityPlan, values: Sequence[Sequence[Mapping[str, float]]], work: Work
) -> Iterator[list[list[Sums]]]:
    """Yield what the chains of each tower count, sample by sample; nothing of one without figures."""
    for sample, group in enumerate(values):
        batch = plan.batch(sample)
        towers = {number: tower for number, one in enumerate(group) if (tower := _built(design, one))}
        for number, tower in towers.items():
            work.results.name(batch.key(tower), encoded(group[number]))
        tell = partial(_tell, work, sample, len(values))
        chains = measure_many(towers, batch, work._replace(tell=tell))
        able = {
            number
            for number, some in chains.items()
            if not metrics_of(some).given_up and len(some) == batch.protocol.chains
        }
        yield [list(chains[number]) if number in able else [] for number in range(len(group))]


def _tell(work: Work, sample: int, samples: int, done: int, total: int) -> None:
    """Tell how far all has come, all samples counted as this one."""
    work.tell(sample * total + done, samples * total)


def _built(design: Design, values: Mapping[str, float]) -> Design | None:
    try:
        return vary_parameters(design, values)
    except GeometryError:
        return None


def _influences(
    plan: SensitivityPlan, measured: Sequence[Sequence[Sequence[Sums]]], places: Floats, figure: str
) -> list[Influence]:
    """Return what each number does to a figure, the strongest first."""
    count = plan.batch().protocol.chains
    values = np.array([[_by_chain(chains, figure, count) for chains in group] for group in measured])
    if plan.method == "morris":
        found = morris(values, places)
    else:
        whole = values[np.isfinite(values).all(axis=(1, 2))]
        found = sobol(Saltelli(whole[:, 0], whole[:, -1], whole[:, 1:-1]), seed_for(plan.seed, "bootstrap") % 2**32)
    ranked = sorted(zip(plan.parameters, found, strict=True), key=_strength, reverse=True)
    return [Influence(figure, one.name, *indices) for one, indices in ranked]


def _strength(one: tuple[Parameter, Indices]) -> float:
    return -math.inf if math.isnan(one[1].total.mean) else one[1].total.mean


def _by_chain(chains: Sequence[Sums], figure: str, count: int) -> Floats:
    """Return a figure as each of so many chains has it, shape (chains,); NaN of a tower without figures."""
    return np.array(by_chain(chains, figure)) if chains else np.full(count, np.nan)
