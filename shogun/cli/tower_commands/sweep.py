"""`shogun tower sweep`: a tower over a grid of its numbers; exit code 0 or 2."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.tables import Output
from shogun.cli.errors import DONE
from shogun.cli.game_options import Whole
from shogun.cli.tower_commands.experiment_options import USUAL_STUDY, Study


def sweep(
    tower: str,
    /,
    *,
    vary: Annotated[tuple[str, ...], Parameter(negative="")],
    battles: Whole = 500,
    plot: Path | None = None,
    study: Study = USUAL_STUDY,
) -> int:
    """Measure a tower over a grid of its numbers. It can be killed at any moment: the same command goes on from there.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    vary
        A parameter and its values: ledges.tilt=14:22:1 (from, to, step) or grain.friction=0.5,0.6; several --vary make
        a grid.
    battles
        Battles counted for each tower, in 6 chains; the first 100 of each chain are discarded.
    plot
        File for a picture (.png or .svg): a curve for one parameter, heat maps for two or more.
    """
    from shogun.lab.measuring.measurement import check_battles
    from shogun.lab.reporting.comparison_tables import print_sweep
    from shogun.lab.reporting.plots import check_drawable, check_picture, plot_sweep
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.searching.sweep import about, check_axes, parse_axis
    from shogun.lab.searching.sweep import sweep as measured
    from shogun.tower.tower_lookup import load_design

    check_battles(battles)
    axes = [parse_axis(text) for text in vary]
    if plot:
        check_picture(plot)
        check_drawable(axes)
    design, plan = load_design(tower), study.plan(battles)
    check_axes(design, axes)
    with study.at_work(about(design, axes, plan)) as work:
        found = measured(design, axes, plan, work)
    if plot:
        plot_sweep(found, plot)
    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_sweep(Output(), found)
    return DONE
