"""`shogun tower fit`: the quick outcome model of a tower."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.language import _
from shogun.cli.errors import DONE, WrongInput
from shogun.cli.game_options import Whole, jobs_of
from shogun.table.saved_games import check_writable
from shogun.tower.quick_model import Compared, OutcomeModel
from shogun.tower.tower_lookup import load_tower


def fit(
    tower: str,
    /,
    *,
    output: Path | None = None,
    chains: Whole | None = None,
    jobs: Whole | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Fit the quick outcome model to some thousand drops of a tower, which takes a minute or a few.

    Afterwards --tower model:NAME plays with it, and first odds come from it.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    output
        File for the model, NAME.model.json beside the tower; by default it is kept in the user's cache.
    chains
        Number of runs, 15 to 10000, each of 25 battles from an empty tower; more runs make a more accurate model.
        Default: 180.
    jobs
        Number of processes; default: one for each processor. The model doesn't depend on it.
    json
        Print the contents of the file.
    """
    from shogun.tower.model_fit import STANDARD_PLAN, FitPlan, fit_model  # loads NumPy
    from shogun.tower.quick_model import cached_path, write_model

    count = jobs_of(jobs)
    if chains is not None and not 15 <= chains <= 10_000:
        raise WrongInput(_("--chains {count} must be from 15 to 10000").format(count=chains))
    geometry = load_tower(tower)
    path = output or cached_path(geometry)
    if path.is_dir():
        raise WrongInput(_("--output {path} is a folder").format(path=path))
    check_writable(path.parent)  # before the minutes that it takes
    model = fit_model(geometry, count, STANDARD_PLAN if chains is None else FitPlan(chains=chains))
    write_model(path, model)
    print(path.read_text(encoding="utf-8") if json else _in_words(model, path))
    return DONE


def _in_words(model: OutcomeModel, path: Path) -> str:
    assert model.fit is not None and model.fit.held_out is not None
    found = model.fit.held_out
    figures = {
        _("a thrown cube comes out"): found.p_out_thrown,
        _("a resting cube comes out"): found.p_out_resting,
        _("variance, thrown cubes"): found.thrown_variance,
        _("variance, resting cubes"): found.resting_variance,
        _("correlation of both in a drop"): found.dependence,
    }
    scores = _("log chance of a drop: {model:.3f}; each cube on its own {binomial:.3f}; 2/3 and 1/3 {fixed:.3f}")
    return "\n".join(
        (
            model.label,
            _("agreement with {drops} other drops:").format(drops=found.drops),
            *(_row(name, figure) for name, figure in figures.items()),
            scores.format(model=found.log_score, binomial=found.log_score_binomial, fixed=found.log_score_fixed),
            _("written to {path}").format(path=path),
        )
    )


def _row(name: str, figure: Compared) -> str:
    words = _("  {name:32} {real:7.3f} ± {error:.3f}  model {model:7.3f}")
    return words.format(name=name, real=figure.real, error=figure.error, model=figure.model)
