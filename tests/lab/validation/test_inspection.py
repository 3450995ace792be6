"""The close look at cubes, against an independent geometry library and against cubes put wrongly on purpose."""

import math

import pytest
from shapely import affinity
from shapely import geometry as shapes

from shogun.tower import Geometry, RestingCube, drop
from shogun.tower.physics.inspection import inspect, left_alone, watch_flight


@pytest.fixture(scope="module")
def stock(classic: Geometry) -> tuple[RestingCube, ...]:
    return drop(classic, (), {"red": 38}, 3).resting


def outline(cube: RestingCube) -> shapes.Polygon:
    square = shapes.box(cube.x - 3.75, cube.y - 3.75, cube.x + 3.75, cube.y + 3.75)
    return affinity.rotate(square, cube.angle, use_radians=True).buffer(0.25)


def test_cubes_at_rest_lie_soundly(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    lies = inspect(classic, stock)
    assert len(lies) == len(stock) > 5
    assert all(lie.inside and lie.supported and lie.depth <= 0.15 for lie in lies)
    for number, cube in enumerate(stock):
        for other in stock[:number]:
            common = outline(cube).intersection(outline(other)).area
            assert common <= 8 * 0.15  # mm²: a whole side, as deep as allowed


def test_an_overlap_is_measured(classic: Geometry) -> None:
    pair = [RestingCube("red", 0.0, 100.0, 0.0), RestingCube("red", 7.0, 100.0, 0.0)]
    assert [lie.depth for lie in inspect(classic, pair)] == pytest.approx([1.0, 1.0], abs=0.01)
    apart = [RestingCube("red", 0.0, 100.0, 0.0), RestingCube("red", 8.05, 100.0, 0.0)]
    assert [lie.depth for lie in inspect(classic, apart)] == [0.0, 0.0]


def test_cubes_in_mid_air_have_no_support_and_come_out_alone(classic: Geometry) -> None:
    floating = RestingCube("red", 0.0, 20.0, 0.3)
    on_top = RestingCube("red", 0.5, 28.6, math.pi / 2 + 0.3)
    below, above = inspect(classic, [floating, on_top])
    assert not below.supported and above.supported
    assert left_alone(classic, [floating]) == 1


def test_a_cube_in_the_wall_is_outside(classic: Geometry) -> None:
    assert not inspect(classic, [RestingCube("red", 46.0, 100.0, 0.0)])[0].inside


def test_what_lies_stays_and_what_falls_keeps_inside(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    assert left_alone(classic, stock) <= 1
    flight = watch_flight(classic, stock, {"red": 8}, 5)
    assert flight.moments > 100 and flight.outside == 0
