"""Towers that are made in code are checked, whatever numbers they are made of, before a cube falls."""

import math
from typing import Any

import numpy as np
import pytest

import shogun.tower
from shogun.lab import Protocol, measure
from shogun.tower import (
    Baffle,
    DropError,
    Funnel,
    Geometry,
    GeometryError,
    Pin,
    build_tower,
    drop,
    load_tower,
    set_parameter,
    set_parameters,
    walls_through,
)
from shogun.tower.file.made_in_code import checked


def zigzag(**other: Any) -> Geometry:
    sides = ("left", "right", "left")
    return build_tower(90, 200, [Baffle(side, 170 - 50 * at, 33, 18) for at, side in enumerate(sides)], **other)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"funnel": Funnel(-5, 40)}, "`funnel.mouth`: must be a number >= 1"),
        ({"funnel": Funnel(math.nan, 40)}, "`funnel.mouth`: must be a number >= 1"),
        ({"pins": (Pin(math.nan, 50, 8),)}, r"`pin\[0\].x`: must be a number"),
        ({"pins": (Pin(0, 50, 8), Pin(500, 20, 8))}, r"`pin\[1\]`"),
        ({"funnel": Funnel(-5, 4000)}, "`funnel.mouth`.*`funnel.height`"),
    ],
)
def test_one_that_cant_work_drops_and_measures_nothing(part: dict[str, Any], told: str) -> None:
    classic = load_tower("classic")
    wrong = Geometry(**{name: getattr(classic, name) for name in Geometry.__struct_fields__} | part)
    for act in (lambda: drop(wrong, (), {"red": 3}, 1), lambda: measure(wrong, battles=2), lambda: checked(wrong)):
        with pytest.raises(GeometryError, match=told):
            act()


def test_a_wrong_piece_is_told_where_the_tower_is_built() -> None:
    with pytest.raises(GeometryError, match=r"pieces must be Baffle, Pin or Wall"):
        build_tower(90, 200, ["ledge"])  # type: ignore[list-item]
    with pytest.raises(GeometryError, match=r"`baffle\[0\].tilt`: must be a number"):
        build_tower(90, 200, [Baffle("left", 100, 33, 95)])


def test_numpys_numbers_are_numbers() -> None:
    plain = build_tower(90, 200, [Pin(10, 60, 8), walls_through([(-20, 30), (0, 36), (20, 30)], group="roof")])
    points = np.array([[-20, 30], [0, 36], [20, 30]], np.float32)
    pins = [Pin(np.float64(10), np.int64(60), np.float32(8))]  # type: ignore[arg-type]
    made = build_tower(np.int32(90), np.float64(200), [*pins, walls_through(points, group="roof")])  # type: ignore[arg-type]
    assert made == plain
    assert drop(made, (), {"red": 5}, np.int64(3)) == drop(plain, (), {"red": 5}, 3)  # type: ignore[arg-type]
    short = Protocol(chains=2, discarded=2, start_throws=1)
    assert measure(made, 4, protocol=short).stock == measure(plain, 4, protocol=short).stock
    classic = load_tower("classic")
    assert set_parameter(classic, "ledges.tilt", np.float64(16)) == set_parameter(classic, "ledges.tilt", 16)
    values: dict[str, Any] = {"ledges.tilt": np.int64(16), "grain.friction": np.float32(0.5)}
    assert set_parameters(classic, values) == set_parameters(classic, {"ledges.tilt": 16, "grain.friction": 0.5})


def test_what_a_usual_tower_needs_is_there() -> None:
    tower = zigzag(name="mine", friction=0.5)
    assert (tower.rim_y, tower.funnel.mouth, tower.exit.width, tower.shaft.friction) == (240, 110, 90, 0.5)
    fallen = drop(tower, (), {"red": 8}, 1)
    assert fallen.out.get("red", 0) + len(fallen.resting) == 8


def test_a_seed_is_no_negative_number() -> None:
    with pytest.raises(DropError, match="the seed must be 0 or more, not -1"):
        drop(zigzag(), (), {"red": 1}, -1)


def test_completion_shows_the_public_names() -> None:
    assert dir(shogun.tower) == sorted(shogun.tower.__all__)
    assert all(getattr(shogun.tower, name) is not None for name in shogun.tower.__all__)


@pytest.mark.parametrize(
    ("points", "surface", "told"),
    [
        ([1, 2], {}, r"^points \[1, 2\] must be pairs of x and y in mm"),
        (5, {}, "^points 5 must be pairs"),
        ([("a", 1), (1, 2)], {}, "must be pairs"),
        ([(0, 1), (1, 2)], {"thicknes": 3}, "^thicknes: walls_through doesn't accept it; choose from thickness"),
    ],
)
def test_wrong_walls_are_refused_in_a_sentence(points: Any, surface: dict[str, Any], told: str) -> None:
    with pytest.raises(GeometryError, match=told):
        walls_through(points, **surface)
