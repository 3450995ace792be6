"""A drop: nothing gets lost or into a wall, the same seed gives the same bits, whatever rests stays."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pymunk
import pytest

from shogun.tower import Drop, DropError, Geometry, RestingCube, build_world, drop, load_tower
from shogun.tower.geometry import Accuracy
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.physics.drop_simulation import TowerSimulation
from shogun.tower.physics.inspection import inspect
from shogun.tower.physics.physics_space import Pose, add_cubes, tower_space
from shogun.tower.physics.solver import FINE, STANDARD, TALL, Solver
from shogun.tower.physics.throw import solve
from shogun.tower.physics.time_step import fastest, finer_than, solver_for
from shogun.tower.resting_cubes import lies_inside

Cubes = Sequence[RestingCube]
BATTLES = 40
MOST_OVERLAP = 0.15
"""mm, at rest."""


def colours(cubes: Cubes) -> Counter[str]:
    return Counter(cube.colour for cube in cubes)


def renamed(cubes: Cubes, names: dict[str, str]) -> tuple[RestingCube, ...]:
    return tuple(msgspec.structs.replace(cube, colour=names[cube.colour]) for cube in cubes)


def places(cubes: Cubes) -> list[tuple[float, float, float]]:
    return [(cube.x, cube.y, cube.angle) for cube in cubes]


def contacts(cubes: Cubes, geometry: Geometry) -> Iterator[tuple[int, float, float]]:
    """Yield each contact of resting cubes: the cube's number, distance (negative: overlap), height over its centre."""
    space = tower_space(build_world(geometry))
    poses = [Pose(cube.x, cube.y, cube.angle, asleep=True) for cube in cubes]
    for number, body in enumerate(add_cubes(space, geometry.grain, poses)):
        for hit in space.shape_query(next(iter(body.shapes))):
            if hit.shape.body is not body and not hit.shape.sensor:
                for point in hit.contact_point_set.points:
                    yield number, point.distance, point.point_a.y - body.position.y


@pytest.fixture(scope="module")
def battles(classic: Geometry, stock: tuple[RestingCube, ...]) -> list[tuple[Cubes, dict[str, int], Drop]]:
    """A row of battles, each on what the one before left: (resting before, thrown, drop)."""
    rng = random.Random(7)
    resting: Cubes = stock
    row: list[tuple[Cubes, dict[str, int], Drop]] = []
    for number in range(BATTLES):
        thrown = {"red": rng.randint(2, 6), "blue": rng.randint(2, 6)}
        result = drop(classic, resting, thrown, number)
        row.append((resting, thrown, result))
        resting = result.resting
    return row


def test_cubes_are_conserved_by_colour(battles: list[tuple[Cubes, dict[str, int], Drop]]) -> None:
    for before, thrown, result in battles:
        assert Counter(result.out) + colours(result.resting) == colours(before) + Counter(thrown)


def test_all_come_to_rest_between_the_walls(
    classic: Geometry, battles: list[tuple[Cubes, dict[str, int], Drop]]
) -> None:
    for _before, _thrown, result in battles:
        assert not result.cut_off
        assert result.seconds < 3
        assert all(cube.still and lies_inside(classic, cube) and cube.y < classic.rim_y for cube in result.resting)


def test_resting_cubes_hardly_overlap_and_lie_on_something(
    classic: Geometry, battles: list[tuple[Cubes, dict[str, int], Drop]]
) -> None:
    for _before, _thrown, result in battles[::4]:
        touching = list(contacts(result.resting, classic))
        assert min(distance for _cube, distance, _height in touching) >= -MOST_OVERLAP
        assert {cube for cube, _distance, height in touching if height < 0} == set(range(len(result.resting)))


def test_the_tower_keeps_a_stock_and_lets_most_cubes_go(battles: list[tuple[Cubes, dict[str, int], Drop]]) -> None:
    thrown = sum(sum(thrown.values()) for _before, thrown, _result in battles)
    out = sum(sum(result.out.values()) for _before, _thrown, result in battles)
    assert 0.85 < out / thrown < 1.15  # in the long run what goes in comes out
    assert all(2 <= len(result.resting) <= 25 for _before, _thrown, result in battles)


def test_the_same_seed_gives_the_same_bits(classic: Geometry, stock: Cubes) -> None:
    assert drop(classic, stock, {"red": 5, "blue": 4}, 3) == drop(classic, stock, {"red": 5, "blue": 4}, 3)


def test_other_seeds_give_other_drops(classic: Geometry, stock: Cubes) -> None:
    results = [drop(classic, stock, {"red": 9}, seed) for seed in range(6)]
    assert len({result.resting for result in results}) == len(results)


PROGRAM = """
from shogun.tower import drop, load_tower
classic = load_tower("classic")
first = drop(classic, (), {"red": 20, "blue": 18}, 1)
print(repr(drop(classic, first.resting, {"yellow": 4, "red": 3, "blue": 2}, 99)))
"""


def test_a_fresh_process_with_another_hash_seed_gives_the_same_bits() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "4711")
    }
    assert len(outputs) == 1


def test_a_saved_and_reloaded_tower_goes_on_with_the_same_bits(classic: Geometry, stock: Cubes) -> None:
    reloaded = msgspec.json.decode(msgspec.json.encode(stock), type=tuple[RestingCube, ...])
    assert drop(classic, reloaded, {"red": 8}, 5) == drop(classic, stock, {"red": 8}, 5)


def test_the_order_of_cubes_and_colours_does_not_matter(classic: Geometry, stock: Cubes) -> None:
    result = drop(classic, stock, {"red": 3, "blue": 5, "black": 2}, 11)
    assert drop(classic, stock[::-1], {"black": 2, "blue": 5, "red": 3}, 11) == result


def test_owners_swapped_gives_the_same_physics_with_owners_swapped(classic: Geometry, stock: Cubes) -> None:
    swap = {"red": "blue", "blue": "red"}
    result = drop(classic, stock, {"red": 6, "blue": 3}, 12)
    swapped = drop(classic, renamed(stock, swap), {"blue": 6, "red": 3}, 12)
    assert swapped.resting == renamed(result.resting, swap)
    assert swapped.out == {swap[colour]: count for colour, count in result.out.items()}


def test_a_sleeping_jam_does_not_leak(classic: Geometry, battles: list[tuple[Cubes, dict[str, int], Drop]]) -> None:
    for before, _thrown, _result in battles:
        nothing = drop(classic, before, {}, 1)
        assert (nothing.out, places(nothing.resting), nothing.steps) == ({}, places(before), 0)


def test_an_awake_jam_hardly_leaks(classic: Geometry, battles: list[tuple[Cubes, dict[str, int], Drop]]) -> None:
    """Sleeping cubes can't fall, so the jam is woken: it has to hold by friction."""
    woken = fallen = 0
    for before, _thrown, _result in battles:
        result = drop(classic, [msgspec.structs.replace(cube, still=False) for cube in before], {}, 1)
        woken += len(before)
        fallen += sum(result.out.values())
    assert fallen / woken <= 0.05


def test_a_throw_into_an_empty_tower_of_nothing_is_nothing(classic: Geometry) -> None:
    assert drop(classic, (), {}, 1) == Drop({}, (), 0, cut_off=False, geometry=classic)
    assert drop(classic, (), {"red": 0}, 1).out == {}


def test_a_drop_that_does_not_come_to_rest_is_cut_off_and_says_so(classic: Geometry, stock: Cubes) -> None:
    result = solve(classic, stock, {"red": 8}, 1, Solver(seconds=0.25))
    assert (result.cut_off, result.seconds) == (True, 0.25)
    assert any(not cube.still for cube in result.resting)
    later = drop(classic, result.resting, {}, 1)
    assert later.steps > 0  # what moved goes on moving
    assert Counter(later.out) + colours(later.resting) == colours(result.resting)
    assert not later.cut_off


def test_a_finer_solver_takes_smaller_steps(classic: Geometry, stock: Cubes) -> None:
    assert solve(classic, stock, {"red": 8}, 1, STANDARD) == drop(classic, stock, {"red": 8}, 1)
    fine = solve(classic, stock, {"red": 8}, 1, FINE)
    assert Counter(fine.out) + colours(fine.resting) == colours(stock) + Counter(red=8)
    assert fine.steps * FINE.step == fine.seconds < 6


def test_impossible_cubes_are_refused(classic: Geometry) -> None:
    with pytest.raises(DropError, match="0 or more"):
        drop(classic, (), {"red": -1}, 1)
    with pytest.raises(DropError, match=f"{MOST_CUBES} may be thrown"):
        drop(classic, (), {"red": 10_000}, 1)
    for x, y, angle in ((float("nan"), 5, 0), (0, -5, 0), (500, 5, 0), (0, 5, float("inf"))):
        with pytest.raises(DropError, match="inside the tower"):
            drop(classic, [RestingCube("red", x, y, angle)], {"red": 1}, 1)


def test_many_cubes_never_pass_through_walls(classic: Geometry) -> None:
    result = drop(classic, (), {"red": 120}, 4)
    assert sum(result.out.values()) + len(result.resting) == 120
    assert all(lies_inside(classic, cube) for cube in result.resting)


def test_the_physics_settings_are_the_ones_that_were_measured() -> None:
    space: pymunk.Space = tower_space(build_world(load_tower("classic")))
    settings = (space.iterations, space.sleep_time_threshold, space.idle_speed_threshold, tuple(space.gravity))
    assert settings == (15, 0.06, 5.0, (0.0, -9810.0))


def test_no_cube_stays_in_mid_air_when_its_heap_is_knocked_away() -> None:
    """Six cubes lie as a pyramid on a ledge; a thrown one knocks the two away that carry the top one, in one step.

    While every cube slept for itself, the top one stayed where it was: once in 20,000 resting cubes of `classic`.
    """
    places = [
        (-21.868457, 122.686817, 1.268323),
        (-29.918541, 125.284282, 2.824223),
        (-37.588092, 127.885341, -1.899702),
        (-24.754121, 132.011972, -0.315112),
        (-32.394231, 134.563911, -0.329183),
        (-26.758261, 141.09615, 2.818335),
        (37.124617, 172.59298, 1.885349),
        (36.785562, 180.841872, -1.253617),
    ]
    heap = [RestingCube("red", x, y, angle) for x, y, angle in places]
    geometry = load_tower("classic")
    fallen = drop(geometry, heap, {"red": 7}, 2982089284915303005)
    assert all(lie.supported for lie in inspect(geometry, fallen.resting))


class Fastest:
    """Notes the highest speed of any cube, mm/s."""

    def __init__(self) -> None:
        self.speed = 0.0

    def attach(self, _space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        self.cubes = cubes

    def after(self, _step: int) -> None:
        self.speed = max([self.speed, *(body.velocity.length for body in self.cubes)])


def test_cubes_on_a_high_heap_never_fall_faster_than_steps_can_follow(classic: Geometry) -> None:
    """Free fall from the top of all cubes that there can be would take two thirds of a cube a step."""
    open_shaft = msgspec.structs.replace(classic, baffles=())
    heap = build_world(open_shaft).inside.top - 1
    watcher = Fastest()
    simulation = TowerSimulation(open_shaft, [Pose(0.0, heap, 0.3), Pose(30.0, heap, 0.3)])
    simulation.run(watcher)
    limit = fastest(classic, solver_for(classic))
    assert (2 * 9810 * heap) ** 0.5 > limit
    assert 0.9 * limit < watcher.speed <= 1.001 * limit
    assert len(simulation.crossings) == 2


def test_towers_that_are_too_high_for_the_usual_step_take_finer_ones(classic: Geometry) -> None:
    high = msgspec.structs.replace(classic, shaft=msgspec.structs.replace(classic.shaft, height=600.0))
    assert solver_for(classic) is STANDARD
    assert solver_for(high) is TALL
    recording = drop(high, (), {"red": 5}, 1, record=True).recording
    assert recording is not None and recording.steps_a_second == TALL.steps_a_second


def test_a_tower_is_computed_in_the_steps_that_its_file_names(classic: Geometry) -> None:
    finer = msgspec.structs.replace(classic, solver=Accuracy(1680, iterations=20))
    assert solver_for(finer) == Solver(steps_a_second=1680, iterations=20)
    fallen = drop(finer, (), {"red": 5}, 1, record=True)
    assert fallen.recording is not None and fallen.recording.steps_a_second == 1680
    assert fallen.step == 1 / 1680 and fallen.resting == solve(classic, (), {"red": 5}, 1, solver_for(finer)).resting


@pytest.mark.parametrize("solver", [STANDARD, TALL, FINE, Solver(1680), Solver(6720, iterations=60)])
def test_what_a_solver_is_checked_against_is_finer(solver: Solver) -> None:
    finer = finer_than(solver)
    assert finer.steps_a_second >= 2 * solver.steps_a_second
    assert finer.iterations > solver.iterations and finer.sleep_time >= solver.sleep_time


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"geometry": "classic"}, "^geometry 'classic' must be a geometry, as load_tower returns it"),
        ({"resting": None}, "^resting None must be cubes"),
        ({"thrown": 8}, "^thrown 8 must be numbers of cubes by color"),
        ({"thrown": {"red": "x"}}, "^thrown {'red': 'x'} must be numbers of cubes"),
        ({"seed": 1.5}, r"^seed 1\.5 must be a whole number"),
    ],
)
def test_arguments_of_another_kind_are_named(asked: dict[str, Any], told: str) -> None:
    usual: dict[str, Any] = {"geometry": load_tower("classic"), "resting": (), "thrown": {"red": 1}, "seed": 1}
    with pytest.raises(DropError, match=told):
        drop(**(usual | asked))
