"""Experiments with many towers: grids, searches, maps, and the influence of parameters."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from shogun.lab.errors import check_libraries
from shogun.lab.experiments.declaration import (
    USUAL,
    Grid,
    Numbers,
    Place,
    Running,
    Sizes,
    Tower,
    Wanted,
    experiment,
)
from shogun.lab.measuring.statistics import Requested, asked_for, further
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import Physics

if TYPE_CHECKING:
    from shogun.lab.measuring.chains import Protocol
    from shogun.lab.searching.contest import Contest
    from shogun.lab.searching.explore import TowerMap
    from shogun.lab.searching.pareto_front import ParetoFront
    from shogun.lab.searching.sensitivity import SearchImportance, Sensitivity
    from shogun.lab.searching.sweep import Sweep
    from shogun.lab.searching.tune import Search, Tuned


@experiment
def sweep(
    tower: Tower,
    vary: Grid,
    *,
    battles: int = 500,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "Sweep":
    """Measure a tower over a grid of its parameters.

    Raises as `measure`.

    Parameters
    ----------
    vary
        A parameter and its values: ledges.tilt=14:22:1 (from, to, step) or grain.friction=0.5,0.6; several --vary make
        a grid.
    battles
        Battles counted for each tower, in 6 chains; the first 100 of each chain are discarded.
    """
    from shogun.lab.experiments.conversion import at_work, axes_of, design_of, plan_of
    from shogun.lab.measuring.measurement import check_battles
    from shogun.lab.searching import sweep as grids

    check_battles(battles)
    axes, design = axes_of(vary), design_of(tower)
    plan = plan_of(battles, throws, seed, protocol, discard, physics).asking(further(metrics))
    grids.check_axes(design, axes)
    with at_work(running, results, grids.about(design, axes, plan)) as work:
        return grids.sweep(design, axes, plan, work)


@experiment
def tune(
    tower: Tower,
    target: Wanted,
    parameters: Numbers,
    *,
    candidates: int = 300,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "Tuned":
    """Search for parameters that make a tower meet your targets.

    Raises as `measure`.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file: where the search starts.
    candidates
        Maximum number of towers to try.
    """
    from shogun.lab.experiments.conversion import aim_of, at_work, design_of, of_run, watcher
    from shogun.lab.searching import tune as searches

    more: dict[str, Any] = {
        "metrics": further(metrics),
        "protocol": protocol,
        "discarded": discard,
        "physics": of_run(physics),
    }
    design = design_of(tower)
    aim = aim_of(design, target, parameters, candidates=candidates, seed=seed, throws=throws, **more)
    check_libraries("tune", *searches.LIBRARIES)
    with at_work(running, results, searches.about(design, aim)) as work:
        return searches.tune(design, aim, work, watcher(running))


@experiment
def search(tower: Tower, parameters: Numbers, *, seed: int = 1) -> "Search":
    """Return the search of `tune` for a custom loss function: `ask()`, then `tell(losses)`.

    Raises LabError.
    """
    from shogun.lab.experiments.conversion import design_of, numbers_text
    from shogun.lab.searching.search_space import parse_parameters
    from shogun.lab.searching.tune import Search

    design = design_of(tower)
    return Search(design, parse_parameters(numbers_text(parameters), design), seed)


@experiment
def front(
    tower: Tower,
    targets: tuple[Wanted, Wanted],
    parameters: Numbers,
    *,
    candidates: int = 300,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "ParetoFront":
    """Return the best compromises between two targets, as `tower tune` does with --target twice.

    Raises as `measure`.
    """
    from shogun.lab.experiments.conversion import aim_of, at_work, design_of, of_run, wanted_text, watcher
    from shogun.lab.searching import pareto_front as fronts
    from shogun.lab.searching.targets import check_balance, parse_targets
    from shogun.lab.searching.tune import LIBRARIES

    more: dict[str, Any] = {
        "metrics": further(metrics),
        "protocol": protocol,
        "discarded": discard,
        "physics": of_run(physics),
    }
    design, other = design_of(tower), parse_targets(wanted_text(targets[1]))
    aim = aim_of(design, targets[0], parameters, candidates=candidates, seed=seed, throws=throws, **more)
    check_libraries("tune", *LIBRARIES)
    check_balance(other, aim.throws)
    with at_work(running, results, fronts.about(design, aim, other)) as work:
        return fronts.front(design, aim, other, work, watcher(running))


@experiment
def explore(
    tower: Tower | Sequence[Tower],
    parameters: Numbers,
    *,
    over: str = "stock,p_out_thrown",
    best: str | None = None,
    candidates: int = 500,
    battles: int = 1000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "TowerMap":
    """Search for towers of all kinds and map them.

    A search from several towers tries as many candidates from each; it changes the parameters that a tower has.
    `design(elite)` and `file(elite)` of the result are a tower on the map; `save_page` writes it as a page. Raises as
    `measure`.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file: where the search starts.
    parameters
        Parameters that may change, with or without a range: ledges.tilt=5:40,ledges.length.
    over
        The two axes of the map: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, each with or
        without a range and a number of cells: stock=0:40:8,p_out_thrown=0.3:1:8.
    best
        How to choose the best tower of a cell: the closest to a target such as p_out_resting=0.2. Default: the one
        closest to the middle of its cell that seldom clogs.
    candidates
        Number of towers to try, at least 20 for each starting tower.
    battles
        Battles for the final measurement of each tower that is kept.
    """
    from shogun.lab.experiments.conversion import at_work, numbers_text, of_run, origin_of, throws_of, watcher
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.searching import explore as maps

    towers = [tower] if isinstance(tower, Geometry | str | Path) else tower
    asked = further(metrics)
    axes, aim = maps.parse_axes(over), maps.aim_of(best, candidates, battles)
    aim = replace(aim, seed=seed, throws=throws_of(throws), discarded=discard, metrics=asked, protocol=protocol)
    aim = replace(aim, physics=of_run(physics))
    settle(protocol=aim.plan.protocol)
    starts = maps.starts_of([origin_of(one) for one in towers], numbers_text(parameters), aim)
    check_libraries("explore", *maps.LIBRARIES, extra="explore")
    with at_work(running, results, maps.about(starts, axes)) as work:
        return maps.explore(starts, axes, work, watcher(running))


@experiment
def sensitivity(
    tower: Tower,
    parameters: Numbers,
    *,
    method: str = "morris",
    samples: int | None = None,
    battles: int = 240,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "Sensitivity":
    """Report which of a tower's parameters matter.

    The intervals include the noise of the measurement: that of a parameter without influence contains 0. Raises as
    `measure`.

    Parameters
    ----------
    parameters
        Parameters to change, with or without a range: ledges.tilt=14:22,ledges.length.
    method
        morris: how far a figure moves when one parameter goes through its range (cheap); sobol: which share of a
        figure's variance is due to a parameter, alone and together with others (takes ten times as long).
    samples
        Morris: trajectories, 10 by default, each of one tower more than there are parameters. Sobol: base samples, a
        power of 2, 32 by default, each of two towers more.
    """
    from shogun.lab.experiments.conversion import at_work, design_of, numbers_text, of_run, throws_of
    from shogun.lab.experiments.provenance import settle
    from shogun.lab.searching import sensitivity as influences

    check_libraries("sensitivity", *influences.LIBRARIES, extra="explore")
    asked, design = asked_for(further(metrics)), design_of(tower)
    plan = influences.sensitivity_plan(design, numbers_text(parameters), method, samples, battles)
    plan = replace(plan, seed=seed, throws=throws_of(throws), discarded=discard, statistics=asked)
    plan = replace(plan, physics=of_run(physics))
    plan = replace(plan, protocol=protocol) if protocol else plan
    settle(protocol=plan.batch().protocol)
    with at_work(running, results, influences.about(design, plan)) as work:
        return influences.sensitivity(design, plan, work)


@experiment
def importance(results: Place, *, seed: int = 1) -> "SearchImportance":
    """Report which parameters mattered in a finished search.

    Nothing is measured again. Raises LabError.

    Parameters
    ----------
    results
        Results file (--results) of a tune, explore, sweep or sensitivity run.
    seed
        Seed for splitting the towers into halves.
    """
    from shogun.lab.searching import sensitivity as importances

    return importances.importance(Path(results), seed)


@experiment
def contest(
    folder: Place,
    target: Wanted,
    *,
    battles: int = 1000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: "Protocol | None" = None,
    discard: int | None = None,
    physics: Physics | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> "Contest":
    """Rank the towers in a folder by how close they come to your targets.

    The same seed gives the same ranks. Raises as `measure`, and OSError.

    Parameters
    ----------
    folder
        Folder whose .toml files are ranked; files that can't be used are listed with the reason.
    """
    from shogun.lab.experiments.conversion import at_work, plan_of, wanted_text
    from shogun.lab.measuring.measurement import check_battles
    from shogun.lab.searching import contest as contests
    from shogun.lab.searching.targets import check_balance, parse_targets

    check_battles(battles)
    asked, targets = further(metrics), parse_targets(wanted_text(target))
    plan = plan_of(battles, throws, seed, protocol, discard, physics).asking([*(one.name for one in targets), *asked])
    check_balance(targets, plan.throws)
    towers, refused = contests.entrants(Path(folder))
    with at_work(running, results, contests.about(towers, plan)) as work:
        return contests.contest(towers, refused, targets, plan, work)
