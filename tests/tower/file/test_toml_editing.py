"""A saved tower reads like a person's: what has not changed stays to the letter, and the file means what was drawn."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shogun.base.resources import shipped
from shogun.tower import Geometry, GeometryError, load_tower, parse_geometry
from shogun.tower.file.design import as_in_file
from shogun.tower.file.reader import parse_bounds, parse_unchecked
from shogun.tower.file.toml_editing import written
from shogun.tower.geometry import Accuracy, Baffle, Grain, Pin, Tap, Wall, geometry_hash

replace = msgspec.structs.replace
HAND = """# A tower that grew by hand
format = 1   # the first
title = 'Mine'

[funnel]   # the mouth
mouth = 110.0   # a hand wide
height = 40
# the box follows
[shaft]
width = 90
height = 240
[exit]
width = 90
[tray]
width = 170
depth = 60

# upper left
[[baffle]]
side = "left"
height = 215   # not higher
length = 33
tilt = 18

# a pin between
[[pin]]
x = 5
y = 50
diameter = 6

# upper right
[[baffle]]
side = "right"
height = 170
length = 33
tilt = 18

[bounds]
stock = [5, 30]   # a lot
# the end"""


@pytest.mark.parametrize("text", [HAND, *(p.read_text() for p in sorted(shipped("tower_geometry").glob("*.toml")))])
def test_what_has_not_changed_stays_to_the_letter(text: str) -> None:
    geometry = parse_geometry(text, "mine.toml")
    assert written(geometry, text, as_in_file(geometry)).rstrip("\n") == text.rstrip("\n")


def test_a_changed_number_changes_its_line_alone() -> None:
    geometry = parse_geometry(HAND, "mine.toml")
    changed = replace(geometry, baffles=(replace(geometry.baffles[0], height=200.5), geometry.baffles[1]))
    before, after = HAND.splitlines(), written(changed, HAND, as_in_file(geometry)).splitlines()
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [
        ("height = 215   # not higher", "height = 200.5   # not higher")
    ]


def test_a_piece_that_is_gone_takes_its_own_comment_with_it() -> None:
    geometry = parse_geometry(HAND, "mine.toml")
    text = written(replace(geometry, baffles=geometry.baffles[1:]), HAND, {"baffle": (1,), "pin": (0,), "wall": ()})
    assert "# upper left" not in text and "215" not in text
    for kept in ("# A tower that grew by hand", "# a pin between", "# upper right", "# a lot", "# the end"):
        assert kept in text


def test_new_pieces_stand_behind_those_of_their_kind() -> None:
    geometry = parse_geometry(HAND, "mine.toml")
    more = replace(
        geometry,
        baffles=(*geometry.baffles, Baffle("left", 100, 30, 18, friction=0.5)),
        pins=(Pin(0, 20, 4), *geometry.pins),
        walls=(Wall((1, 20.5), (3, 40)),),
    )
    text = written(more, HAND, {"baffle": (0, 1, None), "pin": (None, 0), "wall": (None,)})
    assert parse_geometry(text, "mine.toml") == replace(more, name="mine")
    order = ["# upper left", "y = 20", "# a pin between", "# upper right", "friction = 0.5", "from = [1, 20.5]"]
    places = [text.index(sign) for sign in [*order, "[bounds]"]]
    assert places == sorted(places)


def test_a_table_that_was_left_out_is_added() -> None:
    geometry = parse_geometry(HAND, "mine.toml")
    changed = replace(geometry, grain=replace(geometry.grain, friction=0.55), tap=Tap(allowed=False), title="Yours")
    text = written(changed, HAND, as_in_file(geometry))
    assert parse_geometry(text, "mine.toml") == changed
    assert "[grain]\nfriction = 0.55\n" in text and "allowed = false" in text and 'title = "Yours"' in text
    assert parse_bounds(text, "").stock == (5, 30)


def test_the_steps_that_a_tower_needs_are_kept_changed_added_and_taken_away() -> None:
    said = HAND.replace("[bounds]", "[solver] # measured\nsteps_a_second = 1680  # enough\n\n[bounds]")
    needs = parse_geometry(said, "mine.toml")
    assert written(replace(needs, title="Yours"), said) == said.replace("'Mine'", '"Yours"') + "\n"
    finer = replace(needs, solver=Accuracy(3360, iterations=20))
    changed = written(finer, said)
    assert "steps_a_second = 3360  # enough\niterations = 20\n" in changed
    assert parse_geometry(changed, "mine.toml") == finer == parse_geometry(written(finer, HAND), "mine.toml")
    usual = written(replace(needs, solver=msgspec.UNSET), said)
    assert "[solver]" not in usual and "# a lot" in usual
    assert "[solver]\nsteps_a_second = 1680\n" in written(needs)
    assert replace(needs, solver=msgspec.UNSET) == parse_geometry(usual, "mine.toml")


@pytest.mark.parametrize(
    "text",
    [
        "format = 1\nfunnel = {mouth = 110, height = 40}\nshaft.width = 90\nshaft.height = 200\n"
        "exit = {width = 90}\ntray = {width = 170, depth = 60}\npin = [{x = 1, y = 50, diameter = 5}]\n",
        'format = 1\ntitle = """\n[[pin]]\nx = 3\n"""\n[funnel]\nmouth = 110\nheight = 40\n[shaft]\nwidth = 90\n'
        "height = 200\n[exit]\nwidth = 90\n[tray]\nwidth = 170\ndepth = 60\n[[pin]]\nx = 1\ny = 50\ndiameter = 5\n",
        HAND.replace("\n", "\r\n"),
    ],
)
def test_a_file_written_in_another_way_means_what_was_drawn(text: str) -> None:
    geometry = parse_geometry(text, "mine.toml")
    changed = replace(geometry, pins=(replace(geometry.pins[0], x=7), Pin(-20, 90, 5)))
    saved = written(changed, text, {**as_in_file(geometry), "pin": (0, None)})
    assert parse_geometry(saved, "mine.toml") == changed


def test_a_new_tower_says_nothing_that_goes_without_saying() -> None:
    text = written(load_tower("classic"))
    assert "friction" not in text and "group" in text and "[tap]" not in text
    assert text.startswith("format = 1\n") and ".0\n" not in text
    assert geometry_hash(parse_geometry(text, "x.toml")) == geometry_hash(load_tower("classic"))


numbers = st.floats(1, 900, allow_nan=False).map(lambda x: round(x, 2)) | st.integers(1, 900).map(float)
baffles = st.builds(Baffle, st.sampled_from(["left", "right"]), numbers, numbers, st.integers(-80, 80).map(float))
pins = st.builds(Pin, numbers, numbers, numbers, group=st.none() | st.just("pegs"))
walls = st.builds(Wall, st.tuples(numbers, numbers), st.tuples(numbers, numbers), thickness=numbers)


@settings(max_examples=40)
@given(st.lists(baffles, max_size=4), st.lists(pins, max_size=3), st.lists(walls, max_size=3), st.data())
def test_whatever_was_drawn_is_what_the_file_means(
    some: list[Baffle], pegs: list[Pin], planks: list[Wall], data: st.DataObject
) -> None:
    old = parse_unchecked(HAND, "mine.toml")
    kept = data.draw(st.lists(st.sampled_from([0, 1]), unique=True).map(sorted))
    origin: list[int | None] = [*kept]
    drawn = [replace(old.baffles[number], tilt=3.5) for number in kept]
    for baffle in some:
        at = data.draw(st.integers(0, len(drawn)))
        drawn.insert(at, baffle)
        origin.insert(at, None)
    geometry: Geometry = replace(
        old, baffles=tuple(drawn), pins=tuple(pegs), walls=tuple(planks), grain=Grain(size=data.draw(st.just(9.5)))
    )
    origins = {"baffle": tuple(origin), "pin": (None,) * len(pegs), "wall": (None,) * len(planks)}
    text = written(geometry, HAND, origins)
    tomllib.loads(text)
    assert parse_unchecked(text, "mine.toml") == geometry
    assert "# A tower that grew by hand" in text and "# a lot" in text


def test_bounds_survive_where_a_file_is_written_anew(tmp_path: Path) -> None:
    text = HAND.replace("[bounds]\nstock = [5, 30]   # a lot", "").replace(
        "title = 'Mine'", "title = 'Mine'\nbounds = {stock = [5, 30]}\ntap = {allowed = true}"
    )
    geometry = parse_geometry(text, "mine.toml")
    saved = written(replace(geometry, tap=Tap(allowed=False)), text, as_in_file(geometry))
    assert parse_bounds(saved, "").stock == (5, 30)
    assert not parse_geometry(saved, "mine.toml").tap.allowed
    with pytest.raises(GeometryError):
        parse_geometry(saved.replace("format = 1", "format = 2"), "mine.toml")


PATTERNED = HAND.replace(
    "[bounds]",
    """# a field of pins
[[rows]]
piece = "pin"
count = 2
height = 130   # not higher
step = 30
across = 3
spacing = 24
diameter = 6

[bounds]""",
)


def test_patterns_stay_patterns_while_nobody_touches_a_piece_of_theirs() -> None:
    geometry = parse_geometry(PATTERNED, "mine.toml")
    assert len(geometry.pins) == 7
    assert written(geometry, PATTERNED, as_in_file(geometry)).rstrip("\n") == PATTERNED.rstrip("\n")
    more = replace(geometry, pins=(*geometry.pins, Pin(0, 30, 4)), baffles=geometry.baffles[1:])
    text = written(more, PATTERNED, {**as_in_file(geometry), "baffle": (1,), "pin": (*range(7), None)})
    assert "height = 130   # not higher" in text and "# a field of pins" in text
    assert {(pin.x, pin.y, pin.diameter) for pin in parse_geometry(text, "mine.toml").pins} == {
        (pin.x, pin.y, pin.diameter) for pin in more.pins
    }


def test_a_pattern_of_which_a_piece_was_moved_becomes_pieces() -> None:
    geometry = parse_geometry(PATTERNED, "mine.toml")
    moved = replace(geometry, pins=(*geometry.pins[:6], replace(geometry.pins[6], y=104)))
    text = written(moved, PATTERNED, as_in_file(geometry))
    assert "[[rows]]" not in text and "# a pin between" in text and "# a lot" in text
    assert parse_geometry(text, "mine.toml") == moved
    fewer = replace(geometry, pins=geometry.pins[:4])
    text = written(fewer, PATTERNED, {**as_in_file(geometry), "pin": (0, 1, 2, 3)})
    assert parse_geometry(text, "mine.toml") == fewer


def test_a_file_that_begins_with_a_piece_keeps_its_patterns_too() -> None:
    head, pin, rest = PATTERNED.partition("[funnel]")
    first = "[[pin]]\nx = 3\ny = 40\ndiameter = 4\n\n"
    text = head + first + pin + rest
    geometry = parse_geometry(text, "mine.toml")
    assert geometry.pins[0].x == 3 and len(geometry.pins) == 8
    assert written(geometry, text, as_in_file(geometry)).rstrip("\n") == text.rstrip("\n")
    wider = replace(geometry, funnel=replace(geometry.funnel, mouth=geometry.funnel.mouth + 2))
    saved = written(wider, text, as_in_file(geometry))
    assert "[[rows]]" in saved and parse_geometry(saved, "mine.toml") == wider
