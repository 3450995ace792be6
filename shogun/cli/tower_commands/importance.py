"""`shogun tower importance`: which numbers mattered in a search that was done; exit code 0 or 2."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.tables import Output
from shogun.cli.errors import DONE
from shogun.cli.game_options import Seed


def importance(
    results: Path,
    /,
    *,
    seed: Seed = 1,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell which numbers mattered in a search, from what was measured for it: nothing is measured again.

    Parameters
    ----------
    results
        Results file (--results) of a tune, explore, sweep or sensitivity run.
    seed
        Seed for splitting the towers into halves.
    plot
        File for a picture (.png or .svg).
    json
        Print one JSON object.
    """
    from shogun.lab.reporting.comparison_tables import print_importance
    from shogun.lab.reporting.plots import check_picture, plot_importance
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.searching.sensitivity import importance as told

    if plot:
        check_picture(plot)
    found = told(results, seed)
    if plot:
        plot_importance(found, plot)
    print(to_json(found)) if json else print_importance(Output(), found)
    return DONE
