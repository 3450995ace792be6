"""A tower of one's own gets its quick model while the game goes on."""

import time
from pathlib import Path

import pytest

from shogun.tower import Geometry, load_tower
from shogun.tower.file.parameters import set_parameter
from shogun.tower.quick_model import model_for
from shogun.window.tower.tower_display import Fitting
from tests.window.fits import broken, endless, fit_at_once


@pytest.fixture
def own_tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Geometry:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    monkeypatch.setattr("shogun.tower.quick_model._models_by_hash", {})
    return set_parameter(load_tower("classic"), "ledges.tilt", 17.8)


def attended(fitting: Fitting) -> bool:
    ends = time.monotonic() + 60
    while not fitting._is_settled and time.monotonic() < ends:
        if fitting.attend():
            return True
        time.sleep(0.02)
    return False


def test_the_fixed_model_answers_until_the_fitted_one_is_there(own_tower: Geometry) -> None:
    fitting = Fitting(own_tower, fit_at_once)
    assert not model_for(own_tower).is_fitted
    assert not fitting.attend(), "it never waits"
    assert attended(fitting)
    assert model_for(own_tower).is_fitted
    assert not fitting.attend(), "it is told once"
    fitting.close()


def test_a_tower_that_can_not_be_fitted_keeps_the_fixed_model(own_tower: Geometry) -> None:
    fitting = Fitting(own_tower, broken)
    assert not attended(fitting)
    assert not model_for(own_tower).is_fitted
    fitting.close()


def test_a_fit_under_way_ends_with_the_game(own_tower: Geometry) -> None:
    fitting = Fitting(own_tower, endless)
    assert not fitting.attend()
    fitting.close()  # would wait for ever
    assert not fitting.attend()


@pytest.mark.parametrize("geometry", [None, load_tower("classic")], ids=["quick model", "fitted"])
def test_where_nothing_is_missing_nothing_is_done(geometry: Geometry | None) -> None:
    fitting = Fitting(geometry, broken)
    assert not fitting.attend()
    assert fitting._model is None
