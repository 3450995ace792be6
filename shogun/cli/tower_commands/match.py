"""`shogun tower match`: hand-counted throws of a real tower beside the simulated one; exit code 0, 1 or 2."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.language import _
from shogun.base.tables import Output
from shogun.cli.errors import DONE, NO, WrongInput, tell
from shogun.cli.game_options import Seed
from shogun.cli.progress import Progress
from shogun.cli.tower_commands.experiment_options import USUAL_EXECUTORS, ExecutorOptions, check_output, write_tower

UNLIKELY = 0.01
"""With less chance than this counts don't go with a tower."""


def match(
    tower: str,
    counts: Path,
    /,
    *,
    parameter: str = "grain.friction",
    output: Path | None = None,
    seed: Seed = 1,
    executors: ExecutorOptions = USUAL_EXECUTORS,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Hold hand-counted throws of a real tower beside the simulated one, and tell the friction that fits them best.

    Exit code 0: with that friction the counts go with the tower; 1: they don't; 2: wrong input.

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
    output
        .toml file for the tower with the friction that fits best.
    seed
        Seed of all simulated throws.
    json
        Print one JSON object.
    """
    from shogun.lab.errors import check_libraries
    from shogun.lab.reporting.comparison_tables import print_match
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.running.executors import executor
    from shogun.lab.searching.search_space import parse_parameters
    from shogun.lab.validation.calibration import Help, breaks, read_counts
    from shogun.lab.validation.calibration import match as matched
    from shogun.tower.tower_lookup import load_design

    check_libraries("match", "scipy")
    check_output(output)
    design, throws = load_design(tower), read_counts(counts)
    if len(named := parse_parameters(parameter, design)) != 1:
        raise WrongInput(_("--parameter: name one parameter, like grain.friction=0.4:0.7"))
    told = Progress()
    jobs, scheduler, mixed = executors.workers
    with executor(jobs, scheduler, mixed=mixed) as some:
        found = matched(design, named[0], throws, Help(some, told), seed)
    told.end()
    if gaps := breaks(throws):
        words = _(
            "after {count} of {all} throws the number of resting cubes doesn't match the ones that stayed; "
            "the first is throw {first}"
        )
        tell(words.format(count=len(gaps), all=len(throws), first=gaps[0]))
    print(to_json(found, mixed=mixed)) if json else print_match(Output(), found)
    if output:
        write_tower(tower, {named[0].name: found.best.value}, output)
    return DONE if found.best.chance >= UNLIKELY else NO
