"""Raw data of many drops."""

import numpy as np
import pytest

from shogun.lab import LabError, drops
from shogun.tower import Geometry, RestingCube, drop
from shogun.tower.physics.throw import DropError


@pytest.fixture(scope="module")
def stock(classic: Geometry) -> tuple[RestingCube, ...]:
    """Cubes in the tower after a start throw."""
    return drop(classic, (), {"red": 20, "blue": 18}, 1).resting


def test_each_drop_is_one_that_can_be_repeated(classic: Geometry) -> None:
    found = drops(classic, {"red": 5, "blue": 2}, drops=3, seed=7)
    rows, cubes = found.to_columns("drops"), found.to_columns("cubes")
    for number, seed in enumerate(rows["seed"]):
        fallen = drop(classic, (), {"red": 5, "blue": 2}, int(seed))
        out = cubes["colour"][(cubes["drop"] == number) & cubes["is_out"]]
        assert {colour: int((out == colour).sum()) for colour in fallen.out} == fallen.out
        assert (rows["out"][number], rows["rest_s"][number]) == (sum(fallen.out.values()), fallen.seconds)


def test_processes_change_nothing(classic: Geometry) -> None:
    alone, both = (drops(classic, 6, drops=4, jobs=jobs, trace=30) for jobs in (1, 2))
    for table in alone.tables():
        for name, column in alone.to_columns(table).items():
            np.testing.assert_array_equal(column, both.to_columns(table)[name])


def test_a_drop_can_fall_onto_what_the_one_before_left(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    kept = drops(classic, 6, drops=4, keep=True, resting=stock).to_columns("drops")
    assert kept["inside_before"].tolist() == [len(stock), *kept["inside_after"][:-1]]
    fresh = drops(classic, 6, drops=4, resting=stock).to_columns("drops")
    assert fresh["inside_before"].tolist() == [len(stock)] * 4


def test_wrong_arguments_are_told(classic: Geometry) -> None:
    with pytest.raises(LabError, match=r"^drops 0 must be from 1 to 1000000\.$"):
        drops(classic, 6, drops=0)
    with pytest.raises(LabError, match=r"^thrown 'red' must be numbers of cubes by color"):
        drops(classic, "red")  # type: ignore[arg-type]
    with pytest.raises(DropError, match="at most 840 samples"):
        drops(classic, 6, trace=5000)
