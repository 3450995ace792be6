"""Parameters by name: read, changed in a checked copy, and refused with a sentence."""

import pytest

from shogun.tower import Geometry, GeometryError, get_parameter, parameter_names, set_parameter, set_parameters
from shogun.tower.file.parameters import mean_of, together, values_of, vary_parameters
from shogun.tower.file.reader import parse_design
from shogun.tower.file.toml_editing import starter


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


def test_pieces_that_differ_are_shifted_or_scaled_together(classic: Geometry) -> None:
    uneven = set_parameters(classic, {"baffle[0].tilt": 18.5, "baffle[1].tilt": 17, "baffle[2].length": 30})
    assert (together(classic, "ledges.tilt"), together(uneven, "ledges.tilt")) == ("", "shift")
    assert (together(uneven, "ledges.length"), together(uneven, "ledges.height")) == ("scale", "shift")
    assert mean_of(uneven, "ledges.tilt") == 17.9 and mean_of(uneven, "ledges.length") == 32.4
    flatter = vary_parameters(uneven, {"ledges.tilt": 16.9, "ledges.length": 16.2})
    assert values_of(flatter, "ledges.tilt") == [17.5, 16, 17, 17, 17]
    assert values_of(flatter, "ledges.length") == [16.5, 16.5, 15, 16.5, 16.5]
    assert vary_parameters(uneven, {name: mean_of(uneven, name) for name in ("ledges.tilt", "ledges.length")}) == uneven
    assert vary_parameters(classic, {"ledges.tilt": 17.123456}) == set_parameter(classic, "ledges.tilt", 17.123456)


def test_numbers_of_rows_stay_whole_when_they_vary_together() -> None:
    row = '[[rows]]\npiece = "pin"\nstep = 20\nspacing = 24\ndiameter = 5\nacross = 3\ngroup = "pins"\n'
    text = f"{starter().split('[[rows]]')[0]}\n{row}count = 2\nheight = 220\n\n{row}count = 5\nheight = 150\n"
    varied = vary_parameters(parse_design(text, "x.toml"), {"pins.count": 4})
    assert values_of(varied, "pins.count") == [2, 6]


@pytest.mark.parametrize(
    "name", ["", "shaft", "shaft.depth", "baffle[9].tilt", "baffle.tilt", "nobody.tilt", "baffle[0].side", "pin[0].x"]
)
def test_unknown_names_are_refused(classic: Geometry, name: str) -> None:
    with pytest.raises(GeometryError, match="there is no parameter"):
        get_parameter(classic, name)


@pytest.mark.parametrize(
    ("name", "near"),
    [("ledges.tlit", "ledges.tilt"), ("baffle[0].tlt", r"baffle\[0\].tilt"), ("shaft.with", "shaft.width")],
)
def test_a_name_that_is_nearly_right_is_told(classic: Geometry, name: str, near: str) -> None:
    with pytest.raises(GeometryError, match=f"; did you mean {near}[?]"):
        get_parameter(classic, name)
    with pytest.raises(GeometryError, match="`shogun tower parameters` lists them all"):
        get_parameter(classic, "§" * 5000)


def test_values_are_checked_as_in_a_file(classic: Geometry) -> None:
    with pytest.raises(GeometryError, match=r"classic: `baffle\[0\].tilt`: must be"):
        set_parameter(classic, "ledges.tilt", 99)
    with pytest.raises(GeometryError, match="no way through"):
        set_parameter(classic, "baffle[1].length", 89)
