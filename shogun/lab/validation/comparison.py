"""Towers side by side: each measured alike, with intervals of the differences from the first one."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.chains import Task
from shogun.lab.measuring.estimates import (
    CONFIDENCE,
    Estimate,
    Interval,
)
from shogun.lab.measuring.measurement import Measurement, measured, with_fewer_chains
from shogun.lab.measuring.statistics import FIGURES, Drift, given, statistic
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import IN_THIS_PROCESS, RunConfig


class Difference(msgspec.Struct, frozen=True):
    """Differences of a tower's figures from the first one's."""

    tower: str
    base: str
    p_out_thrown: Interval
    p_out_resting: Interval
    stock: Interval
    start_kept: Interval
    further: dict[str, Interval] | msgspec.UnsetType = msgspec.UNSET
    """Differences in the further statistics requested, a family of their own."""

    def of(self, name: str) -> Interval:
        """Return the difference of a statistic by its name."""
        known: Interval = getattr(self, name) if name in FIGURES else given(self.further)[name]
        return known


class Comparison(Tabular, frozen=True):
    """Measured towers and their differences; all of these intervals hold at once with `confidence`."""

    confidence: float
    towers: tuple[Measurement, ...]
    differences: tuple[Difference, ...]
    """Differences of each further tower from the first."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: figures of all towers, and their differences from the first one's."""
        return {"figures": partial(_rows, self.towers), "differences": partial(_rows, self.differences)}


def _rows(found: Sequence[Measurement] | Sequence[Difference]) -> Table:
    """Return each of the compared figures with its interval, of towers or of differences."""
    rows = [
        (compared.tower, name, interval.mean, interval.low, interval.high)
        for compared in found
        for name in (*FIGURES, *given(compared.further))
        for interval in [compared.of(name)]
    ]
    return transposed(("tower", "figure", "mean", "low", "high"), rows)


def compare(
    tasks: Sequence[Task], battles: int, run_config: RunConfig = IN_THIS_PROCESS, asked: Sequence[str] = ()
) -> Comparison:
    """Return a comparison of two or more towers measured in the same way; `asked` are further statistics.

    Raises LabError.
    """
    towers = [measured(task, battles, run_config, asked) for task in tasks]
    confidence = each(CONFIDENCE, len(FIGURES) * (len(towers) - 1))
    differences = [difference(tower, towers[0], confidence) for tower in towers[1:]]
    for task in tasks:
        run_config.forget(with_fewer_chains(task, battles), battles)
    return Comparison(CONFIDENCE, tuple(towers), tuple(differences))


def difference(tower: Measurement, base: Measurement, confidence: float) -> Difference:
    """Return the differences of a tower's figures from those of `base`; NaN where one has no figure."""
    intervals = {name: _minus(name, tower, base, confidence) for name in FIGURES}
    of_asked = each(confidence, len(given(tower.further)))
    asked = {name: _minus(name, tower, base, of_asked) for name in given(tower.further)}
    return Difference(tower.tower, base.tower, **intervals, further=asked or msgspec.UNSET)


def _minus(name: str, one: Measurement, other: Measurement, confidence: float) -> Interval:
    """Return the interval of a difference, wider by what either may still lack in the long run."""
    here, there = one.headline[name], other.headline[name]
    bounds, drifts = statistic(name).difference_bounds, statistic(name).drifts
    found = here.minus(there).interval(confidence, bounds)
    if not drifts or math.isnan(found.mean):
        return found
    (down, up), (other_down, other_up) = _long_run_doubt(one, drifts, here), _long_run_doubt(other, drifts, there)
    low, high = found.low - down - other_up, found.high + up + other_down
    return Interval(found.mean, max(bounds[0], low), min(bounds[1], high))


def _long_run_doubt(tower: Measurement, drifts: Drift, figure: Estimate) -> tuple[float, float]:
    """Return by how much a figure may be lower and higher in the long run than measured."""
    wide = tower.stationarity.in_long_run(drifts, Interval(figure.mean, figure.mean, figure.mean))
    return figure.mean - wide.low, wide.high - figure.mean
