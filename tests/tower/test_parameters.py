"""Parameters by name: read, changed in a checked copy, and refused with a sentence."""

import pytest

from shogun.tower import Geometry, GeometryError, get_parameter, parameter_names, set_parameter


def test_every_named_parameter_can_be_read_and_set_to_itself(classic: Geometry) -> None:
    names = parameter_names(classic)
    assert {"shaft.width", "grain.friction", "baffle[4].tilt", "ledges.length"} <= set(names)
    for name in names:
        if name != "ledges.height":
            assert set_parameter(classic, name, get_parameter(classic, name)) == classic


def test_one_piece_or_a_whole_group_is_changed(classic: Geometry) -> None:
    one = set_parameter(classic, "baffle[1].tilt", 15)
    assert [baffle.tilt for baffle in one.baffles] == [18, 15, 18, 18, 18]
    assert {baffle.tilt for baffle in set_parameter(classic, "ledges.tilt", 15).baffles} == {15}


def test_a_group_of_different_values_has_no_value(classic: Geometry) -> None:
    with pytest.raises(GeometryError, match="different values"):
        get_parameter(classic, "ledges.height")


@pytest.mark.parametrize(
    "name", ["", "shaft", "shaft.depth", "baffle[9].tilt", "baffle.tilt", "nobody.tilt", "baffle[0].side", "pin[0].x"]
)
def test_unknown_names_are_refused(classic: Geometry, name: str) -> None:
    with pytest.raises(GeometryError, match="there is no such number"):
        get_parameter(classic, name)


def test_values_are_checked_as_in_a_file(classic: Geometry) -> None:
    with pytest.raises(GeometryError, match=r"classic: `baffle\[0\].tilt`: expected"):
        set_parameter(classic, "ledges.tilt", 99)
    with pytest.raises(GeometryError, match="no way through"):
        set_parameter(classic, "baffle[1].length", 89)
