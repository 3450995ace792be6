"""Patterns of pieces: the same tower as one written piece by piece, and refused in words of the file."""

import msgspec
import pytest

from shogun.tower import (
    GeometryError,
    geometry_hash,
    get_parameter,
    parameter_names,
    parse_geometry,
    set_parameter,
    set_parameters,
)
from shogun.tower.file.findings import file_findings
from shogun.tower.file.reader import parse_design
from shogun.tower.geometry import Geometry
from tests.tower.file.test_findings import BASE, BASE_LINES, LEDGE, PIN, only, problems

PINS = """[[rows]]
piece = "pin"
count = 3
height = 120
step = 30
across = 3
spacing = 20
diameter = 4
stagger = true
"""
LEDGES = """[[rows]]
piece = "baffle"
count = 3
height = 135
step = 40.3
side = "left"
length = 33
tilt = 18
group = "ledges"
"""
# Written down with a pocket calculator from what the manual says, not by the program.
PLACES = [(-20, 120), (0, 120), (20, 120), (-10, 90), (10, 90), (-20, 60), (0, 60), (20, 60)]
HEIGHTS = [("left", 135), ("right", 94.7), ("left", 54.4)]


def tower(pieces: str) -> Geometry:
    return parse_geometry(BASE + pieces, "mine.toml")


def one_by_one() -> str:
    ledges = [
        f'[[baffle]]\nside = "{side}"\nheight = {y}\nlength = 33\ntilt = 18\ngroup = "ledges"\n' for side, y in HEIGHTS
    ]
    return "".join(ledges)


def test_pins_stand_in_rows_every_other_one_over_the_gaps() -> None:
    pins = tower(PINS).pins
    assert [(pin.x, pin.y) for pin in pins] == PLACES
    assert {pin.diameter for pin in pins} == {4}


def test_rows_that_are_not_staggered_stand_one_below_the_other() -> None:
    pins = tower(PINS.replace("stagger = true\n", "x = 2.5\n").replace("across = 3", "across = 2")).pins
    assert [(pin.x, pin.y) for pin in pins] == [(x, y) for y in (120, 90, 60) for x in (-7.5, 12.5)]


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("", ["left", "right", "left"]),
        ("alternate = false\n", ["left", "left", "left"]),
        ('side = "right"\n', ["right", "left", "right"]),
        ('side = "both"\nstep = 50\nlength = 20\n', ["left", "right"] * 3),
    ],
)
def test_ledges_follow_each_other_down_the_walls(words: str, sides: list[str]) -> None:
    given = [line for line in LEDGES.splitlines() if line.split(" ")[0] not in words.split()]
    assert [baffle.side for baffle in tower("\n".join([*given, words])).baffles] == sides


def test_a_pattern_is_the_tower_that_is_written_piece_by_piece() -> None:
    short, long = tower(LEDGES), tower(one_by_one())
    assert short == long
    assert geometry_hash(short) == geometry_hash(long)
    assert get_parameter(set_parameter(short, "ledges.tilt", 15), "baffle[2].tilt") == 15


def test_pieces_of_patterns_come_behind_the_files_own() -> None:
    mixed = tower(LEDGES + LEDGE.replace("100", "155").replace("33", "10") + PIN.replace("y = 60", "y = 20"))
    assert [baffle.height for baffle in mixed.baffles] == [155, *(height for _side, height in HEIGHTS)]
    assert [pin.y for pin in mixed.pins] == [20]


def test_a_tower_is_kept_with_its_pieces_and_knows_no_pattern() -> None:
    assert msgspec.json.decode(msgspec.json.encode(tower(PINS)), type=Geometry) == tower(PINS)


@pytest.mark.parametrize(
    ("old", "new", "place", "words", "line"),
    [
        ('piece = "pin"', 'piece = "peg"', "rows[0].piece", 'must be "baffle" or "pin", not "peg"', 2),
        ('piece = "pin"', "piece = 3", "rows[0].piece", 'must be "baffle" or "pin", not a number', 2),
        ('piece = "pin"', "piece = []", "rows[0].piece", 'must be "baffle" or "pin", not a list', 2),
        ('piece = "pin"', "", "rows[0].piece", 'missing: "baffle" or "pin"', 1),
        ('piece = "pin"', 'peice = "pin"', "rows[0].peice", "did you mean `piece`?", 2),
        ("count = 3", "count = 0", "rows[0].count", "must be a whole number >= 1 and <= 200, not 0", 3),
        ("count = 3", "count = 2.5", "rows[0].count", "must be a whole number, not a number", 3),
        ("spacing = 20", "spacin = 20", "rows[0].spacin", "did you mean `spacing`?", 7),
        ("spacing = 20", "spacing = 20\nlength = 3", "rows[0].length", "it belongs in [[baffle]]", 8),
        ("stagger = true", "stagger = 1", "rows[0].stagger", "must be true or false, not a number", 9),
        ("[[rows]]", "[rows]", "rows[0]", "use double brackets, [[rows]], not [rows]", 1),
        ("height = 120", "height = 199", "rows[0].pin[0]", "it sticks out of the funnel's rim", 1),
        ("spacing = 20", "spacing = 46", "rows[0].pin[0]", "it is outside the walls", 1),
    ],
)
def test_slips_are_told_with_the_files_own_names(old: str, new: str, place: str, words: str, line: int) -> None:
    found = problems(BASE + PINS.replace(old, new))[0]
    assert (found.places[0], found.line) == (place, BASE_LINES + line)
    assert words in found.text


def test_a_ledge_that_comes_too_low_is_named() -> None:
    found = only(BASE + LEDGES.replace("step = 40.3", "step = 70"))
    assert (found.place, found.line) == ("rows[0].baffle[2].height", BASE_LINES + 1)


def test_pieces_in_each_others_way_are_named_as_the_file_knows_them() -> None:
    told = file_findings(BASE + PIN + PINS.replace("step = 30", "step = 3").replace("stagger = true", ""), "mine.toml")
    assert ("rows[0].pin[0]", "rows[0].pin[3]") in [one.places for one in told]


@pytest.mark.parametrize("count", ["[[rows]]\n" * 201, PINS.replace("across = 3", "across = 200") * 200, PINS * 26])
def test_no_pattern_makes_more_pieces_than_a_tower_may_have(count: str) -> None:
    with pytest.raises(GeometryError, match=r"mine\.toml"):
        tower(count)
    assert any("at most 200 pieces" in one.text or "missing" in one.text for one in problems(BASE + count))


def test_one_pattern_too_many_is_told_though_nobody_looks_at_it() -> None:
    rows = PINS.replace("count = 3", "count = 1").replace("across = 3", "across = 1")
    with pytest.raises(GeometryError, match="at most 200 pieces are allowed, not 201"):
        tower(rows * 200 + '[[rows]]\npiece = "nothing"\n')


def test_a_tower_of_patterns_is_looked_at_like_any_other() -> None:
    found = file_findings(BASE + LEDGES, "mine.toml")
    assert {one.kind for one in found} == {"warning", "note"} or {one.kind for one in found} == {"note"}


def test_patterns_have_parameters() -> None:
    design = parse_design(BASE + PINS + LEDGE, "mine.toml")
    assert {"rows[0].spacing", "rows[0].count", "baffle[0].tilt"} <= set(parameter_names(design))
    assert "rows[0].stagger" not in parameter_names(design)
    wider = set_parameters(design, {"rows[0].spacing": 24, "rows[0].count": 2.0, "baffle[0].tilt": 3})
    assert [(pin.x, pin.y) for pin in wider.built.pins] == [(-24, 120), (0, 120), (24, 120), (-12, 90), (12, 90)]
    assert [baffle.tilt for baffle in wider.built.baffles] == [3]
    assert get_parameter(wider, "rows[0].spacing") == 24


def test_a_group_may_be_pieces_and_patterns() -> None:
    design = parse_design(BASE + LEDGES + LEDGE.replace("height = 100", 'height = 155\ngroup = "ledges"'), "mine.toml")
    assert {baffle.tilt for baffle in set_parameter(design, "ledges.tilt", 16).built.baffles} == {16}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"rows[0].spacing": 46}, "outside the walls"),
        ({"rows[0].count": 2.5}, "must be a whole number"),
        ({"rows[0].count": 200, "rows[0].across": 200}, "at most 200 pieces"),
        ({"rows[1].count": 2}, "there is no parameter"),
        ({"rows[0].stagger": 1}, "there is no parameter"),
    ],
)
def test_values_of_patterns_are_checked(values: dict[str, float], words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        set_parameters(parse_design(BASE + PINS, "mine.toml"), values)
