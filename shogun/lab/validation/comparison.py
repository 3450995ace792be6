"""Towers side by side: each measured alike, with intervals of the differences to the first one."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.chains import Task
from shogun.lab.measuring.estimates import (
    CHANCE_DIFFERENCE,
    CONFIDENCE,
    CUBES_DIFFERENCE,
    Estimate,
    Interval,
)
from shogun.lab.measuring.measurement import Measurement, measured, sparing
from shogun.lab.measuring.stationarity import Stationarity
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.run_config import ALONE, RunConfig


class Difference(msgspec.Struct, frozen=True):
    """By how much a tower's figures are larger than the first one's."""

    tower: str
    base: str
    p_out_thrown: Interval
    p_out_resting: Interval
    stock: Interval
    start_kept: Interval


class Comparison(Tabular, msgspec.Struct, frozen=True):
    """Measured towers and their differences; all of these intervals hold at once with `confidence`."""

    confidence: float
    towers: tuple[Measurement, ...]
    differences: tuple[Difference, ...]
    """Of each tower but the first to the first."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: figures of all towers, and their differences to the first one's."""
        return {"figures": partial(_rows, self.towers), "differences": partial(_rows, self.differences)}


def _rows(found: Sequence[Measurement] | Sequence[Difference]) -> Table:
    """Return each of the compared figures with its interval, of towers or of differences."""
    rows = [
        (one.tower, name, interval.mean, interval.low, interval.high)
        for one in found
        for name in COMPARED
        for interval in [getattr(one, name)]
    ]
    return transposed(("tower", "figure", "mean", "low", "high"), rows)


COMPARED = ("p_out_thrown", "p_out_resting", "stock", "start_kept")


def compare(tasks: Sequence[Task], battles: int, run_config: RunConfig = ALONE) -> Comparison:
    """Return two or more towers measured alike, each as its task says. Raises LabError."""
    towers = [measured(task, battles, run_config) for task in tasks]
    confidence = each(CONFIDENCE, len(COMPARED) * (len(towers) - 1))
    differences = [difference(tower, towers[0], confidence) for tower in towers[1:]]
    for task in tasks:
        run_config.forget(sparing(task, battles), battles)
    return Comparison(CONFIDENCE, tuple(towers), tuple(differences))


def difference(tower: Measurement, base: Measurement, confidence: float) -> Difference:
    """Return by how much a tower's figures are larger than those of `base`; of what one has no figure of, NaN."""
    intervals = {name: _minus(name, tower, base, confidence) for name in COMPARED}
    return Difference(tower.tower, base.tower, **intervals)


def _minus(name: str, one: Measurement, other: Measurement, confidence: float) -> Interval:
    """Return the interval of a difference, wider by what each of both may lack in the long run."""
    here, there = (getattr(tower.headline, name) for tower in (one, other))
    bounds = CHANCE_DIFFERENCE if name.startswith("p_") else CUBES_DIFFERENCE
    found: Interval = here.minus(there).interval(confidence, bounds)
    if name not in LACKS or math.isnan(found.mean):
        return found
    (down, up), (other_down, other_up) = _lacks(one, name, here), _lacks(other, name, there)
    low, high = found.low - down - other_up, found.high + up + other_down
    return Interval(found.mean, max(bounds[0], low), min(bounds[1], high))


LACKS = {
    "p_out_thrown": Stationarity.thrown_in_long_run,
    "p_out_resting": Stationarity.resting_in_long_run,
    "stock": Stationarity.stock_in_long_run,
}
"""How far a figure may be off while a tower drifts."""


def _lacks(tower: Measurement, name: str, figure: Estimate) -> tuple[float, float]:
    """Return by how much a figure may be lower and higher in the long run than was measured."""
    wide = LACKS[name](tower.stationarity, Interval(figure.mean, figure.mean, figure.mean))
    return figure.mean - wide.low, wide.high - figure.mean
