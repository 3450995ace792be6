"""The design of a tower as a Gymnasium environment."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from shogun.envs import tower_design_v0
from shogun.envs.tower_design_v0 import TowerDesign
from shogun.lab.errors import LabError
from shogun.lab.searching.targets import distance
from shogun.tower.geometry import GeometryError

STILL = np.zeros(2, np.float32)


def small(**other: object) -> TowerDesign:
    return tower_design_v0.env(battles=4, chains=2, **other)  # type: ignore[arg-type]


@pytest.mark.slow
def test_gymnasium_finds_no_fault() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather have made it by its registry
        check_env(small(render_mode="ansi"))


@pytest.mark.slow
def test_the_reward_is_how_much_nearer_a_fresh_measurement_is() -> None:
    env = small(steps=2)
    first, info = env.reset(seed=1)
    before = nearness(info)
    again, reward, done, truncated, info = env.step(STILL)
    assert not truncated
    assert (first["place"] == again["place"]).all()
    assert (first["figures"] != again["figures"]).any()
    assert env.figures is not None
    assert info["distance"] == distance(env.figures, env.targets)
    assert info["stationarity"] in ("stationary", "drifting", "unknown")
    assert reward == nearness(info) - before + done
    seen, reward, done, truncated, last = env.step(np.array([0.5, -0.5], np.float32))
    assert reward == nearness(last) - nearness(info) + done
    assert truncated
    assert seen["place"] == pytest.approx(first["place"] + [0.1, -0.1])
    assert done == (last["distance"] <= 1)


def test_what_is_no_action_changes_nothing() -> None:
    env = small()
    with pytest.raises(RuntimeError, match="before reset"):
        env.step(STILL)
    env.reset(seed=1)
    place = env.place.copy()
    for wrong in ([np.nan, 0.0], [0.0], [[0.0, 0.0]]):
        with pytest.raises(ValueError, match="expected 2 numbers from -1 to 1"):
            env.step(np.array(wrong, np.float32))
    assert (env.place == place).all()


@pytest.mark.parametrize("away", [[5.0] * 20, [3.0, 9.0] * 10, [2.0, 2.5, 1.1] * 7])
def test_no_way_to_loiter_is_worth_as_much_as_the_targets(away: list[float]) -> None:
    """Whatever distances a policy that never meets the targets sees, one that meets them is paid more."""
    paid = rewards([8.0, *away])
    assert paid == pytest.approx(1 / (1 + away[-1]) - 1 / 9)
    assert paid < rewards([8.0, 5.0, 2.0, 0.9])


def rewards(away: list[float]) -> float:
    """Return the sum of the rewards of an episode that sees these distances, the first of them at its beginning."""
    env, seen = small(steps=100), iter(away)
    now = 0.0

    def measure(_env: TowerDesign) -> None:
        nonlocal now
        now = next(seen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TowerDesign, "_measure", measure)
        patch.setattr(TowerDesign, "distance", property(lambda _env: now))
        env.figures, env.refusal = None, ""
        env.reset(seed=1)
        return sum(float(env.step(STILL)[1]) for _step in away[1:])


def nearness(info: dict[str, Any]) -> float:
    return 1 / (1 + float(info["distance"]))


@pytest.mark.slow
def test_the_same_seed_measures_the_same() -> None:
    found = [small().reset(seed=3, options={"scattered": True})[0] for _twice in range(2)]
    assert all((found[0][name] == found[1][name]).all() for name in found[0])


@pytest.mark.slow
def test_what_cant_be_built_is_worth_nothing() -> None:
    env = small(parameters="shaft.width=1:60,ledges.tilt", render_mode="ansi")
    env.reset(seed=1)
    for _step in range(6):
        seen, reward, done, _truncated, info = env.step(np.array([-1, 0], np.float32))
    assert (reward, done, seen["built"][0]) == (0.0, False, 0)
    assert not seen["figures"].any()
    assert info["refusal"]
    assert info["refusal"] in str(env.render())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"chains": 1}, "chains 1 must be at least 2"),
        ({"battles": 1}, "battles 1 must be at least 4"),
        ({"steps": 0}, "steps 0 must be at least 1"),
        ({"render_mode": "film"}, "render_mode 'film' must be one of ansi"),
        ({"targets": "beauty=1"}, "name any of"),
        ({"targets": "pieces_touched=2"}, "targets pieces_touched: name any of p_out_thrown"),
        ({"targets": "p_out_thrown=0.9,stock=90,p_out_resting=0.9"}, "contradict"),
        ({"parameters": "ledges.colour"}, "there is no parameter"),
        ({"tower": "babel"}, "babel"),
    ],
)
def test_arguments_are_refused_in_a_sentence(arguments: dict[str, object], told: str) -> None:
    with pytest.raises((ValueError, LabError, GeometryError), match=told):
        tower_design_v0.env(**arguments)  # type: ignore[arg-type]
