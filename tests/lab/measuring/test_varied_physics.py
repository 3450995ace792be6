"""The physics of a run, as experiments take it."""

import numpy as np
import pytest

from shogun.lab import Protocol, drops, measure, sweep
from shogun.lab.experiments.conversion import plan_of, task_of
from shogun.lab.measuring.battle_counting import cube_names, is_attacker
from shogun.tower import Geometry, Grain, Physics, PhysicsError

SHORT = Protocol(chains=2, start=20, discarded=3, start_throws=1)
MIXED = Physics(cubes={"blue": Grain(size=13, mass=1.5)})


def test_the_games_own_physics_is_the_same_task(classic: Geometry) -> None:
    assert task_of(classic, seed=1, throws=8) == task_of(classic, seed=1, throws=8, physics=Physics())
    plans = [plan_of(12, 8, 1, None, None, physics) for physics in (None, Physics(), Physics(gravity=1620))]
    keys = [plan.key(classic) for plan in plans]
    assert keys[0] == keys[1] != keys[2]


def test_a_measurement_carries_its_physics(classic: Geometry) -> None:
    result = measure(classic, battles=8, protocol=SHORT, physics=Physics(gravity=1620))
    assert result.solver.gravity == 1620
    usual = measure(classic, battles=8, protocol=SHORT)
    assert usual.solver.gravity == 9810 and usual.seconds_to_rest.mean < result.seconds_to_rest.mean


def test_attackers_are_red_and_defenders_blue(classic: Geometry) -> None:
    task = task_of(classic, seed=1, throws=4, physics=MIXED)
    names = [*cube_names(5, 4), *cube_names(-7, 3)]
    kinds = task.solver_of(names).grains(classic.grain, names)
    assert [kind.size for kind in kinds] == [8 if is_attacker(name) else 13 for name in names]
    assert {kind.size for kind in kinds} == {8, 13} and task.room.grain.size == 13


def test_sweeps_and_drops_take_it_too(classic: Geometry) -> None:
    swept = sweep(classic, {"ledges.tilt": [17.0]}, battles=8, protocol=SHORT, physics=MIXED)
    plain = sweep(classic, {"ledges.tilt": [17.0]}, battles=8, protocol=SHORT)
    assert swept.to_columns()["stock"] != plain.to_columns()["stock"]
    cubes = drops(classic, {"red": 4, "blue": 4}, drops=1, physics=MIXED).to_columns("cubes")
    assert np.diff(np.sort(cubes["start_x_mm"][cubes["start_s"] == 0])).min() > 13


def test_an_impossible_one_is_refused(classic: Geometry) -> None:
    with pytest.raises(PhysicsError, match="gravity -1 must be a number"):
        measure(classic, battles=8, physics=Physics(gravity=-1))
