"""Traces: they change nothing, obey Newton's laws, and agree with the outcome and the recording."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from shogun.tower import Drop, DropError, Geometry, RestingCube, Trace, build_world, drop
from shogun.tower.physics.constants import GRAVITY

THROWN = {"red": 6, "blue": 5}


def traced(geometry: Geometry, resting: tuple[RestingCube, ...], rate: float) -> tuple[Drop, Trace]:
    fallen = drop(geometry, resting, THROWN, 3, trace=rate)
    assert fallen.trace is not None
    return fallen, fallen.trace


@pytest.fixture(scope="module")
def fine(classic: Geometry, stock: tuple[RestingCube, ...]) -> Trace:
    return traced(classic, stock, 840)[1]


@pytest.mark.parametrize("rate", [0, 7.5, 60, 840])
def test_tracing_changes_nothing(classic: Geometry, stock: tuple[RestingCube, ...], rate: float) -> None:
    bare, (fallen, _trace) = drop(classic, stock, THROWN, 3), traced(classic, stock, rate)
    assert (bare.out, bare.resting, bare.steps) == (fallen.out, fallen.resting, fallen.steps)


def test_momentum_changes_by_gravity_and_the_contacts(classic: Geometry, fine: Trace) -> None:
    """Only a cube that is woken gets an impulse in that very step that the engine doesn't report."""
    contacts, times = fine.contacts(), fine.times
    impulses = np.zeros((len(times), len(fine.colours), 2))
    at = np.searchsorted(times, contacts["time_s"])
    pushes = np.column_stack((contacts["impulse_x_uns"], contacts["impulse_y_uns"]))
    np.add.at(impulses, (at, contacts["cube"]), pushes)
    pairs = contacts["other_cube"] >= 0
    np.add.at(impulses, (at[pairs], contacts["other_cube"][pairs]), -pushes[pairs])
    gained = classic.grain.mass * np.diff(fine.motion[:, :, 3:5], axis=0)
    gained[:, :, 1] += classic.grain.mass * GRAVITY * np.diff(times)[:, None]
    missing = np.abs(gained - impulses[1:]).sum(axis=2)
    moving = np.abs(np.diff(fine.motion[:, :, 3:5], axis=0)).sum(axis=2) > 1e-9
    assert np.quantile(missing[moving], 0.98) < 1e-9
    struck = np.abs(impulses[1:]).sum(axis=2)[moving]
    assert struck.max() > 500  # a cube of 0.35 g that stops at 1.5 m/s gets some 500 µN s


def test_a_cube_that_lies_on_the_floor_presses_with_its_weight(classic: Geometry) -> None:
    trace = drop(classic, (), {"red": 1}, 5, trace=60).trace
    assert trace is not None
    contacts = trace.contacts()
    before_it_slept = np.unique(contacts["time_s"])[-2]
    pressing = contacts["force_y_mn"][(contacts["other"] == "tray floor") & (contacts["time_s"] == before_it_slept)]
    assert pressing.sum() == pytest.approx(classic.grain.mass * GRAVITY * 1e-3, rel=1e-3)


def test_places_agree_with_the_outcome(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    fallen, trace = traced(classic, stock, 0)
    cubes = trace.cubes()
    out, world = cubes["is_out"], build_world(classic)
    assert {colour: int(np.sum(cubes["colour"][out] == colour)) for colour in fallen.out} == fallen.out
    assert sorted(cubes["end_y_mm"][~out].round(6)) == sorted(cube.y for cube in fallen.resting)
    assert np.all(np.abs(cubes["exit_x_mm"][out]) < world.exit_width / 2)
    assert np.all(cubes["exit_vy_mm_s"][out] < 0) and np.all(np.isnan(cubes["exit_x_mm"][~out]))
    assert np.all(cubes["end_y_mm"][out] > world.floor_y) and np.all(cubes["end_y_mm"][out] < 0)
    assert cubes["is_thrown"].sum() == sum(THROWN.values()) and not trace.trajectories()["cube"].size


def test_trajectories_agree_with_the_recording(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    fallen = drop(classic, stock, THROWN, 3, record=True, trace=60)
    assert fallen.recording is not None and fallen.trace is not None
    frames = min(fallen.recording.frames, len(fallen.trace.times))
    drawn, exact = fallen.recording.poses()[:frames, :, :2], fallen.trace.motion[:frames, :, :2]
    apart = np.abs(drawn - exact)[~np.isnan(exact)]
    assert apart.max() <= 1 / 64 + 1e-9
    assert "with recording and trace" in str(fallen)


def test_velocity_is_the_change_of_place(fine: Trace) -> None:
    """In a step a cube moves with the velocity it had before, and is then pushed; overlaps are undone besides."""
    rows = fine.trajectories()
    one = rows["cube"] == fine.lying
    x, speed, time = (rows[name][one] for name in ("x_mm", "vx_mm_s", "time_s"))
    error: npt.NDArray[Any] = np.diff(x) - speed[:-1] * np.diff(time)
    assert np.quantile(np.abs(error), 0.9) < 1e-9


@pytest.mark.parametrize("rate", [-1, 841, float("nan")])
def test_impossible_rates_are_refused(classic: Geometry, rate: float) -> None:
    with pytest.raises(DropError, match="at most 840 samples a second"):
        drop(classic, (), {"red": 1}, 1, trace=rate)
