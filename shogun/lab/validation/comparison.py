"""Towers side by side: each measured alike, with intervals of the differences to the first one."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.measurement import Headline, Measurement, experiment, measured, sparing
from shogun.lab.measuring.statistics import CONFIDENCE, Interval
from shogun.lab.measuring.throw_distribution import Throws
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.run_config import ALONE, RunConfig
from shogun.tower.geometry import Geometry


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


def compare(
    geometries: Sequence[Geometry], battles: int, seed: int, throws: Throws, run_config: RunConfig = ALONE
) -> Comparison:
    """Return two or more towers measured by the same protocol, sizes of throws and seed. Raises LabError."""
    towers = [measured(experiment(geometry, seed, throws), battles, run_config) for geometry in geometries]
    confidence = each(CONFIDENCE, len(COMPARED) * (len(towers) - 1))
    differences = [difference(tower, towers[0], confidence) for tower in towers[1:]]
    for geometry in geometries:
        run_config.forget(sparing(experiment(geometry, seed, throws), battles), battles)
    return Comparison(CONFIDENCE, tuple(towers), tuple(differences))


def difference(tower: Measurement, base: Measurement, confidence: float) -> Difference:
    """Return by how much a tower's figures are larger than those of `base`; of what one has no figure of, NaN."""
    intervals = {name: _minus(name, tower.headline, base.headline, confidence) for name in COMPARED}
    return Difference(tower.tower, base.tower, **intervals)


def _minus(name: str, one: Headline, other: Headline, confidence: float) -> Interval:
    difference: Interval = getattr(one, name).minus(getattr(other, name)).interval(confidence)
    return difference
