"""The quick outcome models: the fixed one (2/3 and 1/3), and those fitted to towers, by seed alone."""

from collections import Counter
from math import sqrt
from pathlib import Path

import msgspec
import pytest

from shogun.base.resources import shipped
from shogun.tower import Geometry, OutcomeModel, geometry_hash, load_tower, model_for, quick_drop
from shogun.tower.file.parameters import set_parameter
from shogun.tower.quick_model import FIXED, KNOTS, cached_path, features, read_model, write_model

TOWERS = sorted(shipped("tower_geometry").glob("*.toml"))


def test_it_repeats_and_does_not_know_the_order_of_colours() -> None:
    first = quick_drop({"red": 4, "blue": 3}, {"red": 6, "black": 2}, 17)
    assert first == quick_drop({"blue": 3, "red": 4}, {"black": 2, "red": 6}, 17)
    assert list(first) == sorted(first)


def test_no_more_comes_out_than_there_is() -> None:
    for seed in range(500):
        out = quick_drop({"red": 2, "blue": 1}, {"red": 1, "black": 3}, seed)
        assert all(0 < out[colour] <= {"red": 3, "blue": 1, "black": 3}[colour] for colour in out)


@pytest.mark.chance
def test_the_chances_are_two_thirds_and_one_third() -> None:
    seeds = 4000
    total: Counter[str] = Counter()
    for seed in range(seeds):
        total.update(quick_drop({"old": 6}, {"new": 6}, seed))
    assert abs(total["new"] / (6 * seeds) - 2 / 3) < 0.012  # four standard deviations
    assert abs(total["old"] / (6 * seeds) - 1 / 3) < 0.012


@pytest.mark.chance
def test_each_number_comes_out_as_often_as_the_binomial_says() -> None:
    seeds = 9000
    counts = Counter(quick_drop({}, {"red": 2}, seed).get("red", 0) for seed in range(seeds))
    assert [abs(counts[k] / seeds - chance) < 0.02 for k, chance in enumerate((1 / 9, 4 / 9, 4 / 9))] == [True] * 3


def test_nothing_thrown_into_nothing_is_nothing() -> None:
    assert quick_drop({}, {}, 1) == {}


@pytest.fixture(scope="module")
def fitted() -> OutcomeModel:
    return model_for(load_tower("classic"))


def test_shipped_towers_carry_their_models() -> None:
    for path in TOWERS:
        geometry = load_tower(path)
        model = model_for(geometry)
        assert model.geometry == geometry_hash(geometry)
        assert model.fit
        assert path.stem in model.label
        assert str(model.fit.drops) in model.label


@pytest.mark.parametrize("path", TOWERS, ids=lambda path: path.stem)
def test_models_agree_with_drops_that_they_have_not_seen(path: Path) -> None:
    fit = model_for(load_tower(path)).fit
    assert fit
    held = fit.held_out
    assert held
    assert held.drops >= 1000
    for figure, least in ((held.p_out_thrown, 0.01), (held.p_out_resting, 0.01), (held.dependence, 0.05)):
        assert abs(figure.real - figure.model) < max(least, 3.5 * figure.error)
    for figure in (held.thrown_variance, held.resting_variance):
        assert abs(figure.real - figure.model) < 3.5 * figure.error + 0.1 * figure.real
    assert held.log_score > 0.95 * held.log_score_binomial, "a twentieth of what is uncertain is known"
    assert held.log_score > held.log_score_fixed + 0.2


def test_chances_are_those_that_it_plays_with(fitted: OutcomeModel) -> None:
    chances = fitted.chances(5, 7)
    assert (len(chances), len(chances[0])) == (6, 8)
    assert sum(map(sum, chances)) == pytest.approx(1)
    seeds = 6000
    counts = Counter(
        (out.get("new", 0), out.get("old", 0))
        for out in (fitted.drop({"old": 7}, {"new": 5}, seed) for seed in range(seeds))
    )
    for x, row in enumerate(chances):
        for y, chance in enumerate(row):
            assert abs(counts[x, y] / seeds - chance) <= 4.5 * sqrt(chance * (1 - chance) / seeds) + 1e-3


def test_a_fitted_model_repeats_and_knows_no_order(fitted: OutcomeModel) -> None:
    first = fitted.drop({"red": 4, "blue": 3}, {"red": 6, "black": 2}, 17)
    assert first == fitted.drop({"blue": 3, "red": 4}, {"black": 2, "red": 6}, 17)
    assert list(first) == sorted(first)


def test_a_fitted_model_gives_out_what_is_there(fitted: OutcomeModel) -> None:
    for seed in range(800):
        out = fitted.drop({"red": 2, "blue": 1}, {"red": 1, "black": 3}, seed)
        assert all(0 < out[colour] <= {"red": 3, "blue": 1, "black": 3}[colour] for colour in out)
    assert fitted.drop({}, {}, 1) == {}
    assert fitted.drop({"red": 30, "blue": 90}, {"red": 120}, 1).keys() <= {"red", "blue"}


def test_owners_have_equal_chances(fitted: OutcomeModel) -> None:
    seeds = 4000
    total: Counter[str] = Counter()
    for seed in range(seeds):
        total.update(fitted.drop({"a": 4, "z": 4}, {"b": 4, "y": 4}, seed))
    assert abs(total["a"] - total["z"]) < 4.5 * sqrt(8 * seeds / 4)
    assert abs(total["b"] - total["y"]) < 4.5 * sqrt(8 * seeds / 4)


def test_features_run_straight_between_knots() -> None:
    assert features(11, 0)[:-2] == tuple(0.5 if knot in (10, 12) else 0.0 for knot in KNOTS)
    assert features(300, 0) == features(KNOTS[-1], 0)
    assert all(sum(features(count, 3)[:-2]) == pytest.approx(1) for count in range(60))


def test_without_a_fit_the_fixed_model_answers_and_says_so(classic: Geometry) -> None:
    changed = set_parameter(classic, "ledges.tilt", 17.9)
    assert model_for(changed) is FIXED
    assert not FIXED.is_fitted
    assert "2/3" in FIXED.label
    assert FIXED.drop({"red": 4}, {"red": 6}, 3) == quick_drop({"red": 4}, {"red": 6}, 3)
    assert FIXED.chances(1, 1)[1][1] == pytest.approx(2 / 9)


def test_a_stale_or_broken_model_is_never_used(classic: Geometry, fitted: OutcomeModel, tmp_path: Path) -> None:
    path = tmp_path / "folder" / "classic.model.json"
    write_model(path, fitted)
    assert read_model(path, classic) == fitted
    assert read_model(path, set_parameter(classic, "ledges.tilt", 17.9)) is None
    assert read_model(tmp_path / "none.model.json", classic) is None
    whole = path.read_text(encoding="utf-8")
    for broken in (whole[:-20], whole.replace('"format": 2', '"format": 99'), "[]", ""):
        path.write_text(broken, encoding="utf-8")
        assert read_model(path, classic) is None


def test_the_cache_names_models_by_geometry(classic: Geometry) -> None:
    renamed = msgspec.structs.replace(classic, name="other", title="Other")
    assert cached_path(renamed) == cached_path(classic)
    assert cached_path(set_parameter(classic, "ledges.tilt", 17.9)) != cached_path(classic)
