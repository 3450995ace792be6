"""What `tower check` tells of a tower: what is wrong and how to mend it, and warnings with the figures behind them."""

from pathlib import Path

import pytest

from shogun.base.resources import shipped
from shogun.tower import Geometry, load_tower
from shogun.tower.file.findings import findings, try_out
from shogun.tower.file.geometry_check import Finding
from shogun.tower.file.parameters import set_parameter
from shogun.tower.file.reader import parse_unchecked

TOWERS = sorted(shipped("tower_geometry").glob("*.toml"))
FRAME = """
format = 1
[funnel]
mouth = 110
height = 40
[shaft]
width = 90
height = 160
[exit]
width = 90
[tray]
width = 120
depth = 60
"""


def told(text: str) -> list[Finding]:
    return findings(parse_unchecked(FRAME + text, "mine.toml"))


def ledge(side: str, height: float, length: float, tilt: float, friction: float = 0.6) -> str:
    return f'[[baffle]]\nside = "{side}"\nheight = {height}\nlength = {length}\ntilt = {tilt}\nfriction = {friction}\n'


def pin(x: float, y: float, diameter: float) -> str:
    return f"[[pin]]\nx = {x}\ny = {y}\ndiameter = {diameter}\n"


def wall(start: str, end: str) -> str:
    return f"[[wall]]\nfrom = {start}\nto = {end}\n"


MEANT = {
    "pins": {"the gap is 18.9", "the gap is 25.1", "the gap is 27.8"},
    "cardboard": {"tilted 30°, steeper than the friction angle of 19.8°: single cubes slide off, only jams hold"},
}
"""Gaps between double pins, and beside the outer ones: no throw clogged that tower when it was verified; and a ramp,
which should hold nothing."""


@pytest.mark.parametrize("path", TOWERS, ids=lambda path: path.stem)
def test_shipped_towers_have_neither_problems_nor_warnings(path: Path) -> None:
    found = [one for one in findings(load_tower(path)) if one.kind != "note"]
    assert {one.text.partition(" mm")[0] for one in found} == MEANT.get(path.stem, set())


def test_the_parts_of_a_curve_are_one_piece() -> None:
    curve = wall("[-45, 150]", "[-30, 140]") + wall("[-30, 140]", "[-15, 134]") + wall("[-15, 134]", "[0, 132]")
    assert not [one for one in told(curve) if "clog" in one.text]
    apart = told(curve.replace("[-45, 150]", "[-35, 144]"))
    assert [one.place for one in apart if "clog" in one.text] == [
        "wall[0], left wall",
        "wall[1], left wall",
        "wall[2], left wall",
    ]


def test_all_problems_are_told_at_once() -> None:
    found = told(pin(0, 60, 6) + ledge("left", 300, 33, 18) + ledge("left", 100, 1.5, 18) + "[grain]\nedge = 5\n")
    assert [one.place for one in found] == ["grain.edge", "baffle[0].height", "baffle[1].length"]
    assert {one.kind for one in found} == {"problem"}


def test_a_closed_passage_is_told_with_the_gap_that_is_missing() -> None:
    [found] = told(ledge("left", 100, 50, 0) + ledge("right", 100, 37, 0))
    assert (found.kind, found.place) == ("problem", "baffle[0], baffle[1]")
    assert "5.0 mm more between baffle[0] and baffle[1]" in found.text  # 90 - 50 - 37 = 3 of the 8 that a cube needs


@pytest.mark.parametrize(
    ("pieces", "place", "depth"),
    [
        (pin(0, 60, 6) + pin(2, 60, 6), "pin[0], pin[1]", "4.0 mm"),
        (wall("[-10, 100]", "[10, 110]") + wall("[-10, 110]", "[10, 100]"), "wall[0], wall[1]", "2.0 mm"),
        (ledge("left", 90, 33, 18) + ledge("left", 90, 33, 18), "baffle[0], baffle[1]", "2.0 mm"),
        (pin(-35, 90, 6) + ledge("left", 90, 33, 0), "baffle[0], pin[0]", "4.0 mm"),
    ],
)
def test_pieces_that_lie_in_each_other_are_a_problem(pieces: str, place: str, depth: str) -> None:
    [found] = [one for one in told(pieces) if one.kind == "problem"]
    assert found.place == place
    assert depth in found.text


def test_ends_that_meet_are_a_joint() -> None:
    roof = wall("[0, 100]", "[-15, 95]") + wall("[0, 100]", "[15, 95]")
    assert [one for one in told(roof) if one.kind == "problem"] == []


def test_a_narrow_gap_is_told_in_cubes() -> None:
    [found] = [one for one in told(ledge("left", 100, 62, 15)) if one.kind == "warning" and "gap" in one.text]
    assert found.places == ("baffle[0]", "right wall")
    assert "30.1 mm wide (3.8 cubes)" in found.text  # 90 - 61 cos 15° - 1: the round tip is part of the length


def test_a_narrow_exit_is_told() -> None:
    narrow = FRAME.replace("[exit]\nwidth = 90", "[exit]\nwidth = 40\nheight = 25")
    found = findings(parse_unchecked(narrow, "mine.toml"))
    assert any(one.place == "exit.width" and "5.0 cubes wide" in one.text for one in found)


def test_friction_is_told_as_a_product_with_its_angle() -> None:
    found = told(ledge("left", 100, 33, 15) + ledge("right", 50, 33, 15, friction=1.5))
    assert any("0.6 x 0.6 = 0.36: they slide from 19.8°" in one.text and one.kind == "note" for one in found)
    [sticky] = [one for one in found if one.place == "baffle[1]"]
    assert sticky.kind == "warning"
    assert "0.6 x 1.5 = 0.90: they slide from 42.0°" in sticky.text


@pytest.mark.parametrize(("tilt", "holds"), [(19.7, True), (19.9, False)])
def test_ledges_steeper_than_the_friction_angle_hold_nothing(tilt: float, holds: bool) -> None:
    steep = [one for one in told(ledge("left", 100, 33, tilt)) if "friction angle" in one.text]
    assert [one.place for one in steep] == ([] if holds else ["baffle[0]"])
    assert all("19.8°" in one.text for one in steep)


def test_a_tower_in_which_nothing_can_fall_is_a_problem() -> None:
    found = told(ledge("left", 100, 60, 10) + ledge("right", 80, 60, 10) + "[tap]\nallowed = false\n")
    [problem] = [one for one in found if one.kind == "problem"]
    assert problem.text.startswith("nothing can fall")
    assert "nothing came out of 4 of 4 throws" in problem.text


def test_a_tower_in_which_nothing_stays_is_told(classic: Geometry) -> None:
    found = findings(set_parameter(classic, "ledges.tilt", 30))
    assert any(one.kind == "warning" and one.text.startswith("nothing stays") for one in found)


def test_the_trial_counts_every_cube(classic: Geometry) -> None:
    trial = try_out(classic)
    assert trial == try_out(classic)
    assert trial.thrown == 198
    assert 150 < trial.out < 198
    assert 5 < trial.rest < 25
    assert (trial.dry, trial.cut_off) == (0, 0)


def test_a_tower_in_which_nothing_can_stop_is_cut_off_and_told() -> None:
    """On ice cubes slide to and fro on level ledges for longer than a drop may take."""
    icy = "[grain]\nfriction = 0\nrestitution = 0.9\n"
    level = ledge("left", 100, 40, 0) + ledge("right", 60, 40, 0)
    found = told(level + icy)
    trial = try_out(parse_unchecked(FRAME + level + icy, "mine.toml"))
    assert trial.cut_off > 0
    assert any(f"{trial.cut_off} weren't at rest after 6 s" in one.text and one.kind != "note" for one in found)
    assert any("0 x 0.6 = 0.00" in one.text and one.kind == "warning" for one in found)


def test_a_ledge_may_be_as_low_as_the_exit_and_as_high_as_the_rim() -> None:
    text = FRAME.replace("[exit]", "[exit]\nheight = 20")
    frame = parse_unchecked(text, "mine.toml")
    low, high = frame.exit.height, frame.rim_y
    for height, is_wrong in ((low - 0.5, True), (low, False), (high, False), (high + 0.5, True)):
        found = findings(parse_unchecked(text + ledge("left", height, 10, 0), "mine.toml"))
        places = {one.place for one in found if one.kind == "problem"}
        assert ("baffle[0].height" in places) == is_wrong
