"""A contest of many towers: all measured alike, ranked by their distance from targets, reproducibly for a seed."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.metrics import Metrics, columns_of, metrics_of
from shogun.lab.measuring.statistics import statistic
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.searching.sweep import encoded
from shogun.lab.searching.targets import CLOGGED_DISTANCE, Targets, check_balance, distance
from shogun.tower.geometry import Geometry, GeometryError, geometry_hash
from shogun.tower.tower_lookup import load_tower

MOST_TOWERS = 1000


class Entrant(msgspec.Struct, frozen=True):
    """A tower of a contest."""

    name: str
    geometry: Geometry


class Refused(msgspec.Struct, frozen=True):
    """A file without a working tower."""

    file: str
    why: str


class Ranked(msgspec.Struct, frozen=True):
    """A tower's result in a contest."""

    rank: int
    """Rank from 1; towers that clog permanently share the last one."""
    tower: str
    geometry: str
    """The hash of its geometry."""
    distance: float
    """Distance from the targets: root of the mean square, in the targets' units (1 percentage point, half a cube)."""
    error: float
    """Its standard error, by the delta method."""
    figures: Metrics


class Contest(Tabular, frozen=True):
    """All towers, the nearest first."""

    targets: Targets
    plan: BatchPlan
    towers: tuple[Ranked, ...]
    refused: tuple[Refused, ...]

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: the towers by rank, and the refused files."""
        return {"towers": self._ranks, "refused": self._others}

    def _ranks(self) -> Table:
        columns = columns_of(tower.figures for tower in self.towers)
        rows = [
            (tower.rank, tower.tower, tower.distance, tower.error, *columns.cells(tower.figures))
            for tower in self.towers
        ]
        return transposed(("rank", "tower", "distance", "distance_error", *columns.names), rows)

    def _others(self) -> Table:
        return transposed(("file", "why"), [(one.file, one.why) for one in self.refused])


def entrants(folder: Path) -> tuple[list[Entrant], list[Refused]]:
    """Return the towers of a folder by name, and its files without a working tower. Raises LabError and OSError."""
    files = sorted(path for path in folder.iterdir() if path.suffix == ".toml" and path.is_file())
    if len(files) > MOST_TOWERS:
        text = _("{folder}: {count} towers are too many; the maximum is {most}.")
        raise LabError(text.format(folder=folder, count=len(files), most=MOST_TOWERS))
    towers, refused = [], []
    for path in files:
        try:
            towers.append(Entrant(path.stem, load_tower(path)))
        except GeometryError as error:
            refused.append(Refused(path.name, str(error)))
    if not towers:
        raise LabError(_("{folder}: it has no working tower.").format(folder=folder))
    return towers, refused


def about(towers: Sequence[Entrant], plan: BatchPlan) -> dict[str, str]:
    """Return the description of a contest's figures, for its results file; targets don't belong to it."""
    return {
        "kind": "contest",
        "tower": encoded([(tower.name, geometry_hash(tower.geometry)) for tower in towers]),
        "throws": encoded(plan.throws),
        "seed": str(plan.seed),
        "plan": encoded((plan.battles, plan.protocol)),
    } | ({} if plan.physics is msgspec.UNSET else {"physics_settings": encoded(plan.physics)})


def contest(
    towers: Sequence[Entrant], refused: Sequence[Refused], targets: Targets, plan: BatchPlan, work: Work
) -> Contest:
    """Return all towers ranked by their distance from targets. Raises LabError for targets that contradict each other.

    Raises also as `measure_many`.
    """
    check_balance(targets, plan.throws)
    for tower in towers:
        work.results.name(plan.key(tower.geometry), encoded({"tower": tower.name}))
    chains = measure_many({number: tower.geometry for number, tower in enumerate(towers)}, plan, work)
    measured = [(tower, metrics_of(chains[number])) for number, tower in enumerate(towers)]
    measured.sort(key=lambda found: (_place(found[1], targets), found[0].name))
    ranked = [
        Ranked(
            rank=1 + sum(_place(other, targets) < _place(figures, targets) for _tower, other in measured),
            tower=one.name,
            geometry=geometry_hash(one.geometry),
            distance=distance(figures, targets),
            error=_error(figures, targets),
            figures=figures,
        )
        for one, figures in measured
    ]
    return Contest(targets, plan, tuple(ranked), tuple(refused))


def _place(figures: Metrics, targets: Targets) -> tuple[bool, float]:
    """Return the ranking key of a tower: one that still drifts comes after those whose long run is known."""
    return figures.drifts, distance(figures, targets)


def _error(figures: Metrics, targets: Targets) -> float:
    """Return the standard error of a distance; NaN if there is none."""
    whole = distance(figures, targets)
    if whole >= CLOGGED_DISTANCE:
        return math.nan
    pulls = [
        (figures.of(target.name).mean - target.value)
        / statistic(target.name).scale.step ** 2
        * figures.of(target.name).error
        for target in targets
    ]
    return math.hypot(*pulls) / (len(targets) * whole) if whole else math.nan
