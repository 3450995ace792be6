"""The fit of the outcome model: it finds what made the drops, and depends on the seed only."""

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from shogun.tower import Geometry, load_tower, model_fit, model_for, parse_geometry
from shogun.tower.file.parameters import set_parameter
from shogun.tower.model_fit import Drops, FitPlan, agreement, fall, fit_into_cache, fit_model, fitted
from shogun.tower.quick_model import Fit, OutcomeModel
from tests.tower.jams import JAMS

SMALL = FitPlan(chains=6, battles=6)
AGREEMENT = {
    "drops": 2,
    "p_out_thrown": {"real": 0.5, "model": 0.6835, "error": 0.2058},
    "p_out_resting": {"real": 0.25, "model": 0.1981, "error": 0.0394},
    "thrown_variance": {"real": 3.0491, "model": 1.0535, "error": 2.1104},
    "resting_variance": {"real": 0.311, "model": 1.7637, "error": 0.1496},
    "dependence": {"real": -0.8705, "model": -0.1529, "error": 0.6737},
    "log_score": -3.3146,
    "log_score_binomial": -3.5399,
    "log_score_fixed": -3.2969,
}
"""Of the classic tower's model and two drops."""


@pytest.fixture(scope="module")
def truth() -> OutcomeModel:
    return model_for(load_tower("classic"))


def drawn(model: OutcomeModel, count: int, seed: int) -> Drops:
    """Return drops that a model makes, in the shape of those that a tower makes."""
    rng = random.Random(seed)
    rows = []
    for number in range(count):
        thrown, resting = rng.randint(1, 14), rng.randint(0, 20)
        out = model.drop({"old": resting}, {"new": thrown}, 1_000_000 * seed + number)
        rows.append((thrown, resting, out.get("new", 0), out.get("old", 0)))
    return np.array(rows, dtype=np.int64)


@pytest.mark.chance
def test_it_finds_the_model_that_made_the_drops(truth: OutcomeModel) -> None:
    seen, unseen = drawn(truth, 4000, 1), drawn(truth, 1500, 2)
    found = OutcomeModel(fit=Fit(1, len(seen), int(seen[:, 1].max()), fitted(seen)))
    for thrown, resting in ((3, 5), (8, 12), (12, 16)):
        right = np.array(truth.chances(thrown, resting))
        assert np.abs(np.array(found.chances(thrown, resting)) - right).sum() / 2 < 0.1  # share that differs
    held = agreement(found, seen, unseen)
    for figure in (held.p_out_thrown, held.p_out_resting, held.thrown_variance, held.resting_variance, held.dependence):
        assert abs(figure.real - figure.model) < 4 * figure.error
    assert held.log_score > held.log_score_binomial > held.log_score_fixed


@pytest.mark.slow
def test_no_other_coefficients_are_likelier(truth: OutcomeModel) -> None:
    drops = drawn(truth, 600, 3)
    found = fitted(drops)
    best = score(found, drops)
    for name in ("thrown_width", "resting_width", "coupling"):
        line = getattr(found, name)
        for change in (-0.1, 0.1):
            other = msgspec.structs.replace(line, at_none=line.at_none + change)
            assert score(msgspec.structs.replace(found, **{name: other}), drops) < best


def score(coefficients: object, drops: Drops) -> float:
    model = OutcomeModel(
        fit=msgspec.convert(
            {"seed": 1, "drops": 1, "most_resting": 20, "coefficients": msgspec.to_builtins(coefficients)}, Fit
        )
    )
    return agreement(model, drops, drops).log_score


def test_a_tower_that_keeps_nothing_has_a_model_too() -> None:
    drops = np.array([(size, 0, size, 0) for size in range(1, 40)], dtype=np.int64)
    model = OutcomeModel(fit=Fit(1, len(drops), 0, fitted(drops)))
    assert model.drop({}, {"red": 9}, 1) == {"red": 9}
    held = agreement(model, drops, drops)
    assert held.p_out_thrown.model > 0.98
    assert b"null" not in msgspec.json.encode(held)


def test_drops_depend_on_seed_and_chain_only(classic: Geometry) -> None:
    first = fall(classic, SMALL, 1)
    assert (first == fall(classic, SMALL, 1)).all()
    assert first.shape[1] == 4
    assert (first[:, 2] <= first[:, 0]).all()
    assert (first[:, 3] <= first[:, 1]).all()
    assert first[0, 1] == 0  # the tower is empty at first
    assert (np.diff(first[:, 1]) == (first[:, 0] - first[:, 2] - first[:, 3])[:-1]).all()


@pytest.mark.slow
def test_the_number_of_jobs_does_not_matter(classic: Geometry) -> None:
    assert fit_model(classic, 1, SMALL) == fit_model(classic, 2, SMALL)


def test_a_tower_of_ones_own_is_fitted_once_into_the_cache(
    classic: Geometry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = set_parameter(classic, "ledges.tilt", 17.8)
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    monkeypatch.setattr("shogun.tower.model_fit.STANDARD_PLAN", SMALL)
    monkeypatch.setattr("shogun.tower.model_fit.fit_model.__defaults__", (1, SMALL))
    assert not model_for(mine).is_fitted
    model = fit_into_cache(mine)
    assert model.is_fitted
    assert model_for(mine) == model
    monkeypatch.setattr("shogun.tower.model_fit.fit_model", None)  # it is not fitted again
    assert fit_into_cache(mine) == model


@pytest.mark.study
def test_the_shipped_model_agrees_with_fresh_drops(classic: Geometry, truth: OutcomeModel) -> None:
    """Thrown and resting cubes, other seeds than the fit had: within 4 standard errors."""
    fresh = np.concatenate([fall(classic, FitPlan(seed=4711), chain) for chain in range(40)])
    held = agreement(truth, fresh, fresh)
    for figure in (held.p_out_thrown, held.p_out_resting):
        assert abs(figure.real - figure.model) < 4 * figure.error


def test_an_agreement_compares_shares_and_spreads_of_those_that_came_out(truth: OutcomeModel) -> None:
    """Its shares by hand: 6 of 12 thrown cubes and 5 of 20 that lay; the rest as it was when it was last looked at."""
    seen = drawn(truth, 40, 4)
    unseen = np.array([(4, 10, 3, 2), (8, 10, 3, 3)], dtype=np.int64)
    found = agreement(truth, seen, unseen)
    assert (found.drops, found.p_out_thrown.real, found.p_out_resting.real) == (2, 0.5, 0.25)
    assert msgspec.to_builtins(found) == AGREEMENT


def test_no_chain_goes_on_in_a_clogged_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_fit, "MOST_CUBES", 60)
    drops = fall(parse_geometry(JAMS, "jams.toml"), FitPlan(chains=1, battles=6), 0)
    assert all(thrown + resting <= 60 for thrown, resting, *_out in drops.tolist())
    assert len(drops) < 7
