"""`shogun tower sensitivity`: which numbers of a tower matter; exit code 0 or 2."""

from pathlib import Path

from msgspec.structs import replace

from shogun.base.tables import Output
from shogun.cli.errors import DONE
from shogun.cli.game_options import Whole
from shogun.cli.tower_commands.experiment_options import USUAL_STUDY, Study


def sensitivity(
    tower: str,
    /,
    *,
    parameters: str,
    method: str = "morris",
    samples: Whole | None = None,
    battles: Whole = 240,
    plot: Path | None = None,
    study: Study = USUAL_STUDY,
) -> int:
    """Tell which of a tower's numbers matter for what it does. It can be killed and resumed.

    The noise of the measurement is in the intervals: that of a number which does nothing holds 0.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    parameters
        Parameters to change, with or without a range: ledges.tilt=14:22,ledges.length.
    method
        morris: how far a figure moves when one parameter goes through its range (cheap); sobol: which share of a
        figure's variance is due to a parameter, alone and together with others (takes ten times as long).
    samples
        Morris: trajectories, 10 by default, each of one tower more than there are parameters. Sobol: base samples, a
        power of 2, 32 by default, each of two towers more.
    battles
        Battles counted for each tower.
    plot
        File for a picture (.png or .svg).
    """
    from shogun.lab.errors import check_libraries
    from shogun.lab.measuring.statistics import asked_for
    from shogun.lab.reporting.comparison_tables import print_sensitivity
    from shogun.lab.reporting.plots import check_picture, plot_influences
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.searching.sensitivity import LIBRARIES, about, sensitivity_plan
    from shogun.lab.searching.sensitivity import sensitivity as measured
    from shogun.tower.tower_lookup import load_design

    if plot:
        check_picture(plot)
    check_libraries("sensitivity", *LIBRARIES, extra="explore")
    design = load_design(tower)
    plan = sensitivity_plan(design, parameters, method, samples, battles)
    plan = replace(
        plan, seed=study.sampling.seed, throws=study.sampling.sizes, discarded=study.sampling.discard,
        statistics=asked_for(study.further.names),
    )  # fmt: skip
    with study.at_work(about(design, plan)) as work:
        found = measured(design, plan, work)
    if plot:
        plot_influences(found, plot)
    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_sensitivity(Output(), found)
    return DONE
