"""Experiments that measure a tower, or compare it with others, with its bounds, or with counts from a real one."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from shogun.base.language import _
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.experiments.declaration import USUAL, Place, Running, Sizes, Thrown, Tower, Wanted, experiment
from shogun.lab.measuring.statistics import Requested, further
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import Physics
from shogun.tower.resting_cubes import RestingCube

if TYPE_CHECKING:
    from shogun.lab.measuring.battle_records import BattleRecords
    from shogun.lab.measuring.chains import Protocol
    from shogun.lab.measuring.drop_records import DropRecords
    from shogun.lab.measuring.measurement import Measurement
    from shogun.lab.measuring.residence import Residence
    from shogun.lab.measuring.sample_size import SampleSize
    from shogun.lab.measuring.steady_state import Looks
    from shogun.lab.validation.calibration import Match
    from shogun.lab.validation.comparison import Comparison
    from shogun.lab.validation.verification import Verification

MOST_DROPS = 1_000_000


@experiment
def measure(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    sizes: bool = False,
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    resume: Place | None = None,
    running: Running = USUAL,
) -> "Measurement":
    """Measure what a tower does in the long run.

    The result has chances, stock and times, each with its interval; after Ctrl-C it has what there is (`interrupted`).
    Raises LabError, GeometryError, WorkerDied.

    >>> from shogun.lab import measure
    >>> result = measure("classic", battles=24, seed=1)
    >>> result.battles, result.density.cubes.shape
    (24, (70, 28))
    >>> list(result.to_columns())
    ['figure', 'mean', 'low', 'high', 'standard_error']

    Parameters
    ----------
    battles
        Battles counted, over all chains; default: 2000.
    """
    from shogun.lab.experiments.conversion import config_of, note, task_of
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.measuring.measurement import (
        check_battles,
        experiments,
        forecast,
        measured_or_interrupted,
        with_fewer_chains,
    )

    check_battles(battles)
    task = task_of(
        tower, seed=seed, throws=throws, protocol=protocol, discard=discard, metrics=metrics, physics=physics
    )
    config = config_of(replace(running, jobs=jobs), resume)
    note(running, forecast(task, battles))
    asked, spares = further(metrics), sizes or not protocol
    settle(protocol=with_fewer_chains(task, battles).protocol if spares else task.protocol)
    result = measured_or_interrupted(task, battles, config, has_sizes=sizes, asked=asked, spares=spares)
    if not result.interrupted:
        config.forget_all(experiments(task, battles, has_sizes=sizes, spares=spares))
    return result


def measure_with_sizes(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
) -> "Measurement":
    """Return the same as `measure`, and what throws of single sizes do (`by_size`); it takes four times as long."""
    return measure(tower, battles, seed, throws, jobs, sizes=True, protocol=protocol, discard=discard, physics=physics)


@experiment
def battles(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
) -> "BattleRecords":
    """Return the raw data of `measure`: each battle, the discarded ones too, and each cube.

    The same arguments give the battles behind the figures of `measure`. Raises LabError, GeometryError, WorkerDied.

    >>> from shogun.lab import battles
    >>> found = battles("classic", battles=12, seed=1).to_columns("cubes")
    >>> sorted(found)
    ['chain', 'colour', 'out', 'stay', 'still_inside', 'thrown']
    """
    from shogun.lab.experiments.conversion import task_of
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.measuring.battle_records import record
    from shogun.lab.measuring.measurement import check_battles, check_jobs, with_fewer_chains

    check_battles(battles)
    task = task_of(tower, seed=seed, throws=throws, protocol=protocol, discard=discard, physics=physics)
    spared = task if protocol else with_fewer_chains(task, battles)
    settle(protocol=spared.protocol)
    return record(spared, battles, check_jobs(jobs))


@experiment
def drops(
    tower: Tower,
    thrown: Thrown,
    drops: int = 100,
    seed: int = 1,
    jobs: int = 1,
    *,
    resting: Sequence[RestingCube] = (),
    keep: bool = False,
    trace: float = 0,
    physics: Physics | None = None,
) -> "DropRecords":
    """Return the raw data of many equal throws: where each cube left the tower and where it lies now.

    The tables are cubes, drops and, with `trace`, trajectories and contacts. Raises LabError, GeometryError, DropError,
    WorkerDied.

    >>> from shogun.lab import drops
    >>> found = drops("classic", {"red": 8}, drops=3).to_columns("cubes")
    >>> found["exit_x_mm"].shape
    (24,)
    """
    from shogun.lab.experiments.conversion import geometry_of
    from shogun.lab.measuring.drop_records import DropTask, record_drops
    from shogun.lab.measuring.measurement import check_jobs
    from shogun.tower.physics.time_step import solver_for

    if not 1 <= drops <= MOST_DROPS:
        raise LabError(_("drops {count} must be from 1 to {most}.").format(count=drops, most=MOST_DROPS))
    cubes = dict(thrown) if isinstance(thrown, Mapping) else {"red": int(thrown)}
    geometry = geometry_of(tower)
    solver = solver_for(geometry, physics or Physics())
    first = DropTask(geometry, tuple(resting), cubes, seed, 0, float(trace), solver)
    return record_drops(first, drops, check_jobs(jobs), keep=keep)


@experiment
def look(tower: Tower, battles: int = 300, seed: int = 1, seconds: float = math.inf, discard: int = 100) -> "Looks":
    """Return where cubes rest and for how long, where they first hit, and typical states of a tower.

    The battles throw 4-12 cubes; 300 of `classic` take about four seconds. Raises LabError, GeometryError.
    """
    from shogun.lab.experiments.conversion import geometry_of
    from shogun.lab.measuring import steady_state

    return steady_state.look(geometry_of(tower), battles, seed, seconds, discard)


@experiment
def residence(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    *,
    bands: int = 0,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    running: Running = USUAL,
) -> "Residence":
    """Report how long cubes stay in each part of a tower.

    After Ctrl-C the result has what there is (`is_interrupted`). Raises as `measure`.

    >>> from shogun.lab import residence
    >>> found = residence("classic", battles=60, bands=2)
    >>> [place.place for place in found.places], found.stay.share(0).mean < 0.5
    (['140-280 mm', '0-140 mm'], True)

    Parameters
    ----------
    battles
        Battles counted, over all chains.
    bands
        Number of heights to report; default: the pieces of the tower, or six heights if it has more than twelve.
    """
    from shogun.lab.experiments.conversion import hands, task_of, teller
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.measuring import residence as residence_by_place
    from shogun.lab.measuring.measurement import check_battles, with_fewer_chains

    check_battles(battles)
    task = task_of(tower, seed=seed, throws=throws, protocol=protocol, discard=discard, physics=physics)
    spared = task if protocol else with_fewer_chains(task, battles)
    settle(protocol=spared.protocol)
    with hands(running) as some:
        return residence_by_place.residence(spared, battles, some, bands, teller(running.progress))


@experiment
def sample_size(
    tower: Tower,
    other: Tower | None = None,
    *,
    within: Wanted,
    pilot: int = 800,
    seed: int = 1,
    throws: Sizes = "4-12",
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    running: Running = USUAL,
) -> "SampleSize":
    """Estimate how many battles a measurement will need.

    That is what `measure` needs for one tower, and `compare` for each of two. Raises as `measure`.

    >>> from shogun.lab import sample_size
    >>> [needed] = sample_size("classic", within="stock=2", pilot=160).needed
    >>> needed.figure, needed.battles < needed.battles_to_be_sure
    ('stock', True)

    Parameters
    ----------
    within
        Precision wanted for each figure, ±: p_out_thrown=0.01,stock=0.3. With two towers: of the difference.
    pilot
        Battles of the pilot run, for each tower.
    """
    from shogun.lab.experiments.conversion import config_of, task_of, wanted_text
    from shogun.lab.measuring import sample_size as planning

    asked = planning.parse_within(wanted_text(within))
    task = partial(task_of, seed=seed, throws=throws, protocol=protocol, discard=discard, physics=physics)
    tasks = [task(one) for one in (tower, other) if one is not None]
    return planning.sample_size(tasks, asked, config_of(running), pilot)


@experiment
def compare(
    *towers: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    resume: Place | None = None,
    running: Running = USUAL,
) -> "Comparison":
    """Measure towers side by side.

    The result has intervals of their differences to the first. Raises as `measure`.
    """
    from shogun.lab.experiments.conversion import config_of, note, task_of
    from shogun.lab.measuring.measurement import check_battles, forecast
    from shogun.lab.validation import comparison

    check_battles(battles)
    if len(towers) < 2:
        raise LabError(_("name at least two towers."))
    task = partial(
        task_of, seed=seed, throws=throws, protocol=protocol, discard=discard, metrics=metrics, physics=physics
    )
    tasks = [task(one) for one in towers]
    config = config_of(running, resume)
    note(running, forecast(tasks[0], battles))
    return comparison.compare(tasks, battles, config, further(metrics))


@experiment
def verify(
    tower: Tower, *, full: bool = False, resume: Place | None = None, running: Running = USUAL
) -> "Verification":
    """Check a tower's statistics against their bounds.

    Raises as `measure`.

    Parameters
    ----------
    full
        30,000 battles, resumable: shows that all bounds are kept.
    """
    from shogun.lab.experiments.conversion import config_of, geometry_of
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.validation import verification
    from shogun.tower.tower_lookup import load_bounds

    bounds = load_bounds(tower.name if isinstance(tower, Geometry) else str(tower))
    plan = verification.FULL if full else verification.QUICK
    settle(seed=plan.seed, battles=plan.battles)
    return verification.verify(geometry_of(tower), bounds, plan, config_of(running, resume))


@experiment
def match(
    tower: Tower, counts: Place, *, parameter: str = "grain.friction", seed: int = 1, running: Running = USUAL
) -> "Match":
    """Compare hand-counted throws of a real tower with the simulation.

    The result says how well the counts go with the tower, and with which friction best. Raises as `measure`, and
    OSError.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file: a model of the real one.
    counts
        CSV file with the columns thrown, out and resting, a row for each throw; resting counts the cubes inside before
        it.
    parameter
        The parameter to fit, with or without a range: grain.friction=0.4:0.7. The frictions of two surfaces are
        multiplied, so counts can't separate that of the cubes from that of the ledges.
    seed
        Seed of all simulated throws.
    """
    from shogun.lab.experiments.conversion import design_of, hands, teller
    from shogun.lab.searching.search_space import parse_parameters
    from shogun.lab.validation import calibration
    from shogun.lab.validation.calibration import read_counts

    check_libraries("match", "scipy")
    design, throws = design_of(tower), read_counts(Path(counts))
    named = parse_parameters(parameter, design)
    if len(named) != 1:
        raise LabError(_("--parameter: name one parameter, like grain.friction=0.4:0.7"))
    with hands(running) as some:
        return calibration.match(design, named[0], throws, calibration.Help(some, teller(running.progress)), seed)
