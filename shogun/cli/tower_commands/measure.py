"""`shogun tower measure`, `verify` and `compare`: experiments from the command line; exit code 0, 1 or 2.

What an experiment needs is imported when it begins, so that other commands start fast.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.language import _, ngettext, shown
from shogun.base.tables import Output
from shogun.cli.errors import DONE, NO, WrongInput, tell
from shogun.cli.game_options import Whole
from shogun.cli.progress import Progress
from shogun.cli.tower_commands.experiment_options import (
    NO_FURTHER,
    USUAL_EXECUTORS,
    USUAL_SAMPLING,
    ExecutorOptions,
    FurtherStatistics,
    Sampling,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shogun.lab.measuring.battle_counting import OddDrop
    from shogun.lab.measuring.chains import Task
    from shogun.lab.measuring.measurement import Measurement
    from shogun.lab.running.batch_evaluation import RunConfig
    from shogun.lab.running.checkpoints import StoredDrop
    from shogun.tower.geometry import Geometry

SIZES_SHOWN = ("all", "none")
Flag = Annotated[bool, Parameter(negative="")]
"""An option without a value."""


def measure(
    tower: str,
    /,
    *,
    quick: Flag = False,
    battles: Whole | None = None,
    sizes: str = "all",
    sampling: Sampling = USUAL_SAMPLING,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    further: FurtherStatistics = NO_FURTHER,
    plot: Path | None = None,
    resume: Path | None = None,
    json: Flag = False,
) -> int:
    """Measure what a tower does in the long run, and what throws of single sizes do. Ctrl-C keeps what there is.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    quick
        Only the main figures, after ten seconds on one processor; on a terminal they are shown as they come in. The
        number of battles depends on the machine, and so do the figures, even with the same seed.
    battles
        Battles counted, over all chains; default: 2000.
    sizes
        all: also measure throws of single sizes, which takes three times as long as the rest; none: leave them out.
    plot
        File for a picture (.png or .svg).
    resume
        Folder for partial results; an interrupted run resumes from there. Default: the user's cache.
    json
        Print one JSON object.
    """
    from shogun.lab.measuring.measurement import check_battles, experiment, experiments
    from shogun.lab.reporting import plots
    from shogun.tower.tower_lookup import load_tower

    if quick and not (battles is None and resume is None):
        raise WrongInput(_("--quick can't be combined with --battles or --resume: it stops after ten seconds"))
    check_battles(count := 2000 if battles is None else battles)
    if plot:
        plots.check_picture(plot)
    if quick and executors.scheduler:
        raise WrongInput(
            _(
                "--quick can't be combined with --backend dask: a quick measurement runs for ten seconds on "
                "this machine only"
            )
        )
    if sizes not in SIZES_SHOWN:
        raise WrongInput(_("--sizes {name}: choose all or none").format(name=shown(sizes)))
    asked = further.names
    task = experiment(load_tower(tower), sampling.seed, sampling.sizes, sampling.protocol, asked)
    run_config = run_config_of(replace(executors, jobs=1) if quick and executors.jobs is None else executors, resume)
    if quick:
        result = _measured_quickly(task, run_config.jobs, asked, as_json=json)
    else:
        result = _measured(task, count, run_config, asked, has_sizes=sizes == "all")
    _report(result, task.geometry, tower, plot, as_json=json, mixed=run_config.mixed)
    if not result.interrupted:
        return DONE
    sentence = ngettext("interrupted after {count} battle", "interrupted after {count} battles", result.battles)
    sentence = sentence.format(count=result.battles)
    if not quick and run_config.has_kept(experiments(task, count, has_sizes=sizes == "all")):
        sentence = _("{sentence}; run the same command to resume").format(sentence=sentence)
    return tell(sentence, INTERRUPTED)


def _measured(
    task: "Task", battles: int, run_config: "RunConfig", asked: "Sequence[str]", *, has_sizes: bool
) -> "Measurement":
    """Return the whole measurement, or, after Ctrl-C, what there is; that can be resumed."""
    from shogun.lab.measuring.measurement import experiments, forecast, measured_or_interrupted

    _warn(forecast(task, battles))
    result = measured_or_interrupted(task, battles, run_config, has_sizes=has_sizes, asked=asked)
    if not result.interrupted:
        run_config.forget_all(experiments(task, battles, has_sizes=has_sizes))
    return result


def _warn(sentence: str) -> None:
    """Tell a sentence before the work begins, if there is one."""
    if sentence:
        tell(sentence)


def _measured_quickly(task: "Task", jobs: int, asked: "Sequence[str]", *, as_json: bool) -> "Measurement":
    """Return the general figures after ten seconds or Ctrl-C; on a terminal they are shown until then."""
    from rich.live import Live

    from shogun.lab.measuring.timed_measurement import measured_quickly
    from shogun.lab.reporting.tables import general_table

    if as_json or not sys.stdout.isatty():
        return measured_quickly(task, jobs, asked=asked)
    output = Output()
    with Live(console=output.console, transient=True, auto_refresh=False) as live:

        def show(figures: "Measurement") -> None:
            live.update(output.laid_out(general_table(figures)), refresh=True)

        return measured_quickly(task, jobs, show, asked=asked)


def _report(
    result: "Measurement", geometry: "Geometry", tower: str, plot: Path | None, *, as_json: bool, mixed: bool = False
) -> None:
    """Print a measurement, and draw it if that is asked for. Raises OSError."""
    from shogun.lab.reporting import plots
    from shogun.lab.reporting.tables import print_measurement, to_json

    stored = _kept(tower, geometry, result.odd)
    if plot:
        plots.plot_measurement(result, geometry, plot)
    if as_json:
        print(to_json(result, mixed=mixed, odd=stored))
    else:
        print_measurement(result, stored)


def _kept(tower: str, geometry: "Geometry", odd: "Sequence[OddDrop]") -> "list[StoredDrop]":
    """Return the odd drops that are kept; where they can't be, that is told, and the figures are worth as much."""
    from shogun.lab.running.checkpoints import store_odd
    from shogun.tower.resting_cubes import RestingError

    try:
        return store_odd(tower, geometry, odd)
    except RestingError as error:
        tell(str(error))
        return []


def verify(
    tower: str = "",
    /,
    *,
    quick: Flag = False,
    full: Flag = False,
    physics: Flag = False,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    resume: Path | None = None,
    json: Flag = False,
) -> int:
    """Show whether a tower does what a battle tower should; exit code 1 if it doesn't.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    quick
        About a minute: finds gross faults. This is the default.
    full
        30,000 battles, resumable: shows that all bounds are kept.
    physics
        Instead of a tower: at what size grains jam a hopper, compared with published experiments.
    resume
        Folder for partial results; an interrupted run resumes from there. Default: the user's cache.
    json
        Print one JSON object.
    """
    from shogun.lab.reporting.tables import print_verification, to_json
    from shogun.lab.validation import verification
    from shogun.tower.tower_lookup import load_bounds, load_tower

    if physics == bool(tower) or quick + full + physics > 1:
        raise WrongInput(_("name a tower, with --quick or --full, or use --physics alone"))
    if physics:
        return _verify_physics(run_config_of(executors, None), as_json=json)
    geometry, bounds = load_tower(tower), load_bounds(tower)
    plan = verification.FULL if full else verification.QUICK
    result = verification.verify(geometry, bounds, plan, run_config_of(executors, resume))
    stored = _kept(tower, geometry, result.odd)
    if json:
        print(to_json(result, mixed=executors.mixed, odd=stored))
    else:
        print_verification(result, stored)
    return DONE if result.passed else NO


def compare(
    first: str,
    second: str,
    /,
    *more: str,
    battles: Whole = 2000,
    sampling: Sampling = USUAL_SAMPLING,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    further: FurtherStatistics = NO_FURTHER,
    plot: Path | None = None,
    resume: Path | None = None,
    json: Flag = False,
) -> int:
    """Measure towers side by side, with intervals of their differences to the first.

    Parameters
    ----------
    first
        Name of a tower, or path to a .toml file.
    second
        Tower to compare with.
    more
        More towers.
    battles
        Battles counted for each tower.
    plot
        File for a picture (.png or .svg).
    resume
        Folder for partial results; an interrupted run resumes from there. Default: the user's cache.
    json
        Print one JSON object.
    """
    from shogun.lab.measuring import measurement
    from shogun.lab.reporting import plots
    from shogun.lab.reporting.tables import print_comparison, to_json
    from shogun.lab.validation import comparison
    from shogun.tower.tower_lookup import load_tower

    measurement.check_battles(battles)
    if plot:
        plots.check_picture(plot)
    towers = [load_tower(name) for name in (first, second, *more)]
    asked, protocol = further.names, sampling.protocol
    tasks = [measurement.experiment(one, sampling.seed, sampling.sizes, protocol, asked) for one in towers]
    _warn(measurement.forecast(tasks[0], battles))
    result = comparison.compare(tasks, battles, run_config_of(executors, resume), asked)
    if plot:
        plots.plot_comparison(result.towers, towers, plot)
    if json:
        print(to_json(result, mixed=executors.mixed))
    else:
        print_comparison(result)
    return DONE


def _verify_physics(run_config: "RunConfig", *, as_json: bool) -> int:
    from shogun.lab.reporting.tables import print_physics, to_json
    from shogun.lab.validation.hopper import verify_physics

    result = verify_physics(run_config=run_config)
    if as_json:
        print(to_json(result, mixed=run_config.mixed))
    else:
        print_physics(result)
    return DONE if result.passed else NO


def run_config_of(executors: ExecutorOptions, folder: Path | None) -> "RunConfig":
    """Return how an experiment is carried out: by this executors, with its partial results in a folder.

    Raises WrongInput.
    """
    from shogun.lab.running.batch_evaluation import RunConfig

    jobs, scheduler, mixed = executors.workers
    return RunConfig(jobs, scheduler=scheduler, mixed=mixed, resumable=True, folder=folder, tell=Progress())
