"""`shogun tower sample-size`: how many battles a measurement needs; exit code 0 or 2."""

from typing import Annotated

from cyclopts import Parameter

from shogun.base.language import _
from shogun.base.tables import Output
from shogun.cli.errors import DONE, WrongInput
from shogun.cli.game_options import Whole
from shogun.cli.progress import Progress
from shogun.cli.tower_commands.experiment_options import USUAL_EXECUTORS, USUAL_SAMPLING, ExecutorOptions, Sampling


def sample_size(
    *towers: str,
    within: str,
    pilot: Whole = 800,
    sampling: Sampling = USUAL_SAMPLING,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell before a run how many battles it needs, from a short pilot: of one tower, or for the difference of two.

    Parameters
    ----------
    towers
        One or two towers: names, or paths to .toml files.
    within
        Precision wanted for each figure, ±: p_out_thrown=0.01,stock=0.3. With two towers: of the difference.
    pilot
        Battles of the pilot run, for each tower.
    json
        Print one JSON object.
    """
    from shogun.lab.measuring.measurement import experiment
    from shogun.lab.measuring.sample_size import parse_within
    from shogun.lab.measuring.sample_size import sample_size as planned
    from shogun.lab.reporting.tables import print_sample_size, to_json
    from shogun.lab.running.batch_evaluation import RunConfig
    from shogun.tower.tower_lookup import load_tower

    if not 1 <= len(towers) <= 2:
        raise WrongInput(_("name one tower, or two to compare"))
    asked = parse_within(within)
    tasks = [experiment(load_tower(tower), sampling.seed, sampling.sizes, sampling.protocol) for tower in towers]
    jobs, scheduler, mixed = executors.workers
    progress = Progress()
    try:
        found = planned(tasks, asked, RunConfig(jobs, scheduler, mixed, tell=progress), pilot)
    finally:
        progress.end()
    print(to_json(found, mixed=mixed)) if json else print_sample_size(Output(), found)
    return DONE
