"""Varied physics: the default changes no bit, each setting does what it says, impossible ones are refused."""

import math

import numpy as np
import pytest
from msgspec import UNSET

from shogun.tower import Drop, Geometry, Grain, Physics, PhysicsError, RestingCube, build_tower, drop
from shogun.tower.physics.constants import GRAVITY
from shogun.tower.physics.solver import Varied
from shogun.tower.physics.time_step import solver_for

LARGE = Grain(size=14, mass=1.9)


def thrown(geometry: Geometry, physics: Physics | None, seed: int = 1) -> Drop:
    return drop(geometry, (), {"red": 12, "blue": 12}, seed, physics=physics, trace=60)


def test_the_games_own_physics_changes_no_bit(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    bare, named = (drop(classic, stock, {"red": 9}, 4, physics=physics) for physics in (None, Physics()))
    assert bare == named
    assert solver_for(classic, Physics()) == solver_for(classic) and solver_for(classic).varied is UNSET
    said = Physics(cubes={"red": classic.grain, "blue": classic.grain})
    same = drop(classic, stock, {"red": 9}, 4, physics=said)
    assert (same.out, same.resting, same.steps) == (bare.out, bare.resting, bare.steps)


@pytest.mark.parametrize("gravity", [1620.0, 2 * GRAVITY])
def test_a_cube_falls_by_the_gravity_that_is_asked_for(classic: Geometry, gravity: float) -> None:
    trace = thrown(classic, Physics(gravity=gravity)).trace
    assert trace is not None
    speed = trace.motion[:4, 0, 4]
    assert np.diff(speed)[:2] == pytest.approx(-gravity / 60)


def test_momentum_is_kept_with_all_kinds_of_cubes(classic: Geometry) -> None:
    physics = Physics(gravity=5000, cubes={"blue": LARGE})
    trace = drop(classic, (), {"red": 8, "blue": 5}, 2, physics=physics, trace=840).trace
    assert trace is not None
    mass = np.array([LARGE.mass if colour == "blue" else classic.grain.mass for colour in trace.colours])
    contacts, impulses = trace.contacts(), np.zeros((len(trace.times), len(mass)))
    at = np.searchsorted(trace.times, contacts["time_s"])
    np.add.at(impulses, (at, contacts["cube"]), contacts["impulse_y_uns"])
    pairs = contacts["other_cube"] >= 0
    np.add.at(impulses, (at[pairs], contacts["other_cube"][pairs]), -contacts["impulse_y_uns"][pairs])
    gained = mass * (np.diff(trace.motion[:, :, 4], axis=0) + 5000 * np.diff(trace.times)[:, None])
    moving = np.abs(np.diff(trace.motion[:, :, 4], axis=0)) > 1e-9
    assert np.quantile(np.abs(gained - impulses[1:])[moving], 0.98) < 1e-9


def test_large_cubes_come_in_apart_and_lie_as_large_ones(classic: Geometry) -> None:
    fallen = thrown(classic, Physics(cubes={"blue": LARGE}))
    assert fallen.trace is not None and fallen.physics.cubes == {"blue": LARGE}
    cubes = fallen.trace.cubes()
    first = np.sort(cubes["start_x_mm"][cubes["start_s"] == 0])
    assert np.diff(first).min() > LARGE.size
    flat = (np.abs(cubes["end_angle_rad"] % (math.pi / 2)) < 0.01) & (cubes["end_y_mm"] < -classic.tray.depth + 7.2)
    assert set(cubes["colour"][flat & (cubes["end_y_mm"] > -classic.tray.depth + 6.5)]) == {"blue"}


def test_mixed_cubes_can_rest_and_be_thrown_onto(classic: Geometry) -> None:
    physics = Physics(cubes={"blue": LARGE})
    first = drop(classic, (), {"red": 20, "blue": 20}, 3, physics=physics)
    again = [drop(classic, first.resting, {"blue": 4}, 5, physics=physics) for _time in range(2)]
    assert again[0] == again[1]
    assert sum(again[0].out.values()) + len(again[0].resting) == len(first.resting) + 4


def test_slippery_cubes_leave_sticky_ones_stay() -> None:
    tower = build_tower(90, 120)
    slope = Physics(cubes={"red": Grain(friction=0.0), "blue": Grain(friction=2.0)})
    assert drop(tower, (), {"red": 3, "blue": 3}, 1, physics=slope).out == {"blue": 3, "red": 3}


def test_steps_are_fine_enough_unless_they_are_named(classic: Geometry) -> None:
    assert solver_for(classic, Physics(gravity=10 * GRAVITY)).steps_a_second > 2000
    assert solver_for(classic, Physics(cubes={"x": Grain(size=4)})).steps_a_second > 840
    assert solver_for(classic, Physics(gravity=10 * GRAVITY, steps_a_second=840)).steps_a_second == 840
    named = solver_for(classic, Physics(iterations=30))
    assert (named.iterations, named.varied) == (30, UNSET)
    assert solver_for(classic, Physics(gravity=np.float64(500))).varied == Varied(gravity=500.0)


def test_cubes_that_never_sleep_move_until_they_are_cut_off(classic: Geometry) -> None:
    fallen = drop(classic, (), {"red": 6}, 1, physics=Physics(sleep_time=math.inf, seconds=1))
    assert fallen.cut_off and not any(cube.still for cube in fallen.resting)
    assert drop(classic, fallen.resting, {"red": 1}, 2, physics=Physics(sleep_time=math.inf, seconds=1)).cut_off


@pytest.mark.parametrize(
    ("physics", "told"),
    [
        (Physics(gravity=0), r"physics: gravity 0 must be a number from 1 to 1e\+06\."),
        (Physics(steps_a_second=100), r"physics: steps_a_second 100 must be a multiple of 60\."),
        (Physics(iterations=300), r"physics: iterations 300 must be a number from 1 to 200\."),
        (Physics(cubes={"blue": Grain(size=2)}), "physics: cubes 'blue': .*4.0"),
        (Physics(cubes={"blue": Grain(size=8, edge=6)}), "physics: cubes 'blue': the edge must be less than half"),
    ],
)
def test_impossible_settings_are_refused(classic: Geometry, physics: Physics, told: str) -> None:
    with pytest.raises(PhysicsError, match=told):
        drop(classic, (), {"red": 1}, 1, physics=physics)
