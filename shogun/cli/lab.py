"""`shogun tower measure`, `verify` and `compare`: experiments from the command line; exit code 0, 1 or 2.

What an experiment needs is imported when it begins, so that other commands start fast.
"""

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.cli.arguments import Whole
from shogun.language import _

Flag = Annotated[bool, Parameter(negative="")]
"""An option without a value."""


def measure(
    tower: str,
    /,
    *,
    battles: Whole = 2000,
    seed: Whole = 1,
    throws: str = "4-12",
    jobs: Whole | None = None,
    plot: Path | None = None,
    resume: Path | None = None,
    json: Flag = False,
) -> int:
    """Measure what a tower does in the long run.

    Parameters
    ----------
    tower
        Name of a tower, or path of a file ending in .toml.
    battles
        Battles that are counted, over all chains.
    seed
        Decides all throws; the same seed gives the same figures, whatever the number of jobs.
    throws
        Sizes of the throws: 4-12 (each as likely), game (as counted in simulated games), or a file of sizes.
    jobs
        Processes; by default one for each processor.
    plot
        File for a picture (.png or .svg).
    resume
        Folder that keeps the partial results; an interrupted run goes on from there. By default the user's cache.
    json
        One JSON object.
    """
    from shogun.lab import plots
    from shogun.lab.measurement import check_numbers, experiment, measured
    from shogun.lab.output import print_measurement, to_json
    from shogun.lab.store import close_folder, open_folder, store_odd
    from shogun.lab.throws import find_throws
    from shogun.tower import load_tower

    jobs = jobs if jobs is not None else os.cpu_count() or 1
    check_numbers(battles, jobs)
    if plot:
        plots.check_picture(plot)
    task = experiment(load_tower(tower), seed, find_throws(throws))
    folder = open_folder(task, battles, resume)
    result = measured(task, battles, jobs, folder, tell_progress)
    stored = store_odd(task.geometry, result.odd)
    if plot:
        plots.plot_measurement(result, task.geometry, plot)
    if json:
        print(to_json(result, odd=stored))
    else:
        print_measurement(result, stored)
    close_folder(folder, resume)
    return 0


def tell_progress(done: int, total: int) -> None:
    """Show on a terminal how many chains are done."""
    if sys.stderr.isatty():
        end = "\r" if done < total else "\r\033[K"
        print(_("{done} of {total} chains").format(done=done, total=total), end=end, file=sys.stderr, flush=True)
