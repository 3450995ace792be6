"""`shogun tower residence`: how long cubes stay in a tower, by place; exit code 0 or 2."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.language import ngettext
from shogun.base.tables import Output
from shogun.cli.errors import DONE, tell
from shogun.cli.game_options import Whole
from shogun.cli.progress import Progress
from shogun.cli.tower_commands.experiment_options import USUAL_EXECUTORS, USUAL_SAMPLING, ExecutorOptions, Sampling


def residence(
    tower: str,
    /,
    *,
    battles: Whole = 2000,
    bands: int = 0,
    sampling: Sampling = USUAL_SAMPLING,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell how long cubes stay in a tower, by the place at which they came to rest. Ctrl-C keeps what there is.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    battles
        Battles counted, over all chains.
    bands
        Number of heights to report; default: the pieces of the tower, or six heights if it has more than twelve.
    plot
        File for a picture (.png or .svg): the tower with its places, and a survival curve for each.
    json
        Print one JSON object.
    """
    from shogun.lab.measuring.measurement import check_battles, experiment, sparing
    from shogun.lab.measuring.residence import residence as measured
    from shogun.lab.reporting.plots import check_picture
    from shogun.lab.reporting.residence_report import plot_residence, print_residence
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.running.executors import executor
    from shogun.tower.tower_lookup import load_tower

    check_battles(battles)
    if plot:
        check_picture(plot)
    task = sparing(experiment(load_tower(tower), sampling.seed, sampling.sizes, sampling.protocol), battles)
    jobs, scheduler, mixed = executors.workers
    progress = Progress()
    try:
        with executor(jobs, scheduler, mixed=mixed) as some:
            found = measured(task, battles, some, bands, progress)
    finally:
        progress.end()
    if plot:
        plot_residence(found, task.geometry, plot)
    print(to_json(found, mixed=mixed)) if json else print_residence(Output(), found)
    if not found.is_interrupted:
        return DONE
    sentence = ngettext("interrupted after {count} battle", "interrupted after {count} battles", found.battles)
    return tell(sentence.format(count=found.battles), INTERRUPTED)
