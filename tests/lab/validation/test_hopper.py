"""The physics beside published experiments with hoppers; the whole check is `shogun tower verify --physics`."""

import os

import pytest

from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.validation.hopper import GRAINS, POINTS, SIZE, Point, grains_left, hopper, verify_physics
from shogun.tower.file.geometry_check import check_geometry
from shogun.tower.physics.collision_geometry import build_world


@pytest.mark.parametrize("point", POINTS)
def test_the_hopper_is_a_legal_tower_with_the_exit_it_says(point: Point) -> None:
    geometry = hopper(point)
    check_geometry(geometry, "hopper")
    left, right = build_world(geometry).pieces
    assert right.end[0] - left.end[0] - 2 * left.radius == pytest.approx(point.exit * SIZE)
    assert abs(right.start[0] - right.end[0]) == pytest.approx(right.start[1] - right.end[1])  # 45°
    assert right.friction * geometry.grain.friction == pytest.approx(0.5)


def test_a_wide_exit_lets_all_grains_out_and_a_hopeless_one_few() -> None:
    assert grains_left(Point("disc", 10), 0) == 0
    left = grains_left(Point("disc", 1.5), 0)
    assert left is not None and GRAINS / 2 < left <= GRAINS


def test_a_run_depends_on_its_number_only() -> None:
    point = Point("disc", 1.5)
    assert [grains_left(point, number) for number in (3, 4, 3)] == [grains_left(point, number) for number in (3, 4, 3)]


@pytest.mark.study
def test_discs_jam_where_published_hoppers_do() -> None:
    discs = [point for point in POINTS if point.shape == "disc" and point.exit in (3, 4.5)]
    result = verify_physics(discs, 40, RunConfig(os.cpu_count() or 1))
    assert result.passed and result.falling
    assert all(one.runs == 40 for one in result.points)
