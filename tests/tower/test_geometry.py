"""Towers from files: what the format says is what comes out, and what is wrong is named with file and place."""

import math
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shogun.base.resources import shipped
from shogun.tower import Geometry, GeometryError, build_world, drop, geometry_hash, load_tower, parse_geometry
from shogun.tower.file.geometry_check import distance
from shogun.tower.physics.collision_geometry import half_width
from tests.manual_pages import text
from tests.shipped_towers import SHIPPED

BASE = """
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
BAFFLE = '[[baffle]]\nside = "left"\nheight = 100\nlength = 33\ntilt = 18\n'
PIN = "[[pin]]\nx = 0\ny = 60\ndiameter = 6\n"
FINER = "[solver]\nsteps_a_second = 1680\n"
WALL = "[[wall]]\nfrom = [0, 40]\nto = [10, 60]\n"


def parsed(text: str) -> Geometry:
    return parse_geometry(text, "mine.toml")


@pytest.mark.parametrize("path", sorted(shipped("tower_geometry").glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_towers_load_and_work(path: Path) -> None:
    geometry = load_tower(path)
    assert geometry.name == path.stem
    assert geometry.title
    result = drop(geometry, (), {"red": 10}, 1)
    assert not result.cut_off
    assert result.out


def test_the_example_of_the_format_loads_and_works() -> None:
    [example] = re.findall(r"```toml\n(format = 1.*?)```", text("towers/format"), flags=re.DOTALL)
    geometry = parsed(example)
    assert (len(geometry.baffles), len(geometry.pins), len(geometry.walls)) == (3, 1, 1)
    result = drop(geometry, (), {"red": 12}, 1)
    assert sum(result.out.values()) + len(result.resting) == 12


def test_pieces_stand_where_the_file_says() -> None:
    world = build_world(parsed(BASE + BAFFLE + PIN + WALL))
    [baffle], [pin], [piece] = world.baffles, world.pins, world.pieces
    assert baffle.start == (-45, 100)
    assert math.dist(baffle.start, baffle.end) + baffle.radius == pytest.approx(33)
    assert baffle.end[1] == pytest.approx(100 - 32 * math.sin(math.radians(18)))
    assert (pin.centre, pin.radius) == ((0, 60), 3)
    assert (piece.start, piece.end, piece.radius) == ((0, 40), (10, 60), 1)


def test_left_and_right_mirror_each_other() -> None:
    left = build_world(parsed(BASE + BAFFLE)).baffles[0]
    right = build_world(parsed(BASE + BAFFLE.replace("left", "right"))).baffles[0]
    assert [(-x, y) for x, y in (left.start, left.end)] == [right.start, right.end]


def test_walls_leave_the_inside_free_and_nothing_open() -> None:
    """The inner face is exactly where the file says, also at corners, and no wall's round end sticks out of it."""
    narrowing = BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 50\nheight = 30")
    geometry = parsed(narrowing)
    world = build_world(geometry)
    for step in range(1990):
        y = step / 10
        half = half_width(geometry, y)
        gaps = [_distance((side * half, y), wall) for side in (-1, 1) for wall in world.walls]
        assert -1.7 < min(gaps) < 1.1  # corners are round


def _distance(point: tuple[float, float], wall: object) -> float:
    from shogun.tower.file.geometry_check import to_line
    from shogun.tower.physics.collision_geometry import Capsule

    assert isinstance(wall, Capsule)
    return to_line(point, wall.start, wall.end) - wall.radius


def test_half_width_follows_funnel_shaft_and_exit() -> None:
    geometry = parsed(BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 50\nheight = 20"))
    widths = [half_width(geometry, y) for y in (-5, 0, 10, 20, 100, 160, 180, 200, 500)]
    assert widths == [25, 25, 35, 45, 45, 45, 50, 55, 55]


@pytest.mark.parametrize(("width", "height"), [(60, 30), (40, 10), (30, 5), (8, 40), (89, 0.5), (50, 150)])
def test_a_narrowing_exit_is_as_wide_as_it_says(width: float, height: float) -> None:
    """The round ends of the walls keep out of the way between them, above and below the exit plane."""
    world = build_world(parsed(BASE.replace("[exit]\nwidth = 90", f"[exit]\nwidth = {width}\nheight = {height}")))
    left, right = ([wall for wall in world.walls if wall.start[0] * side > 0] for side in (-1, 1))
    assert min(distance(one, other) for one in left for other in right) == pytest.approx(width)
    for side, walls in ((-1, left), (1, right)):
        assert min(_distance((side * width / 2, -y / 10), wall) for y in range(100) for wall in walls) > -1e-9


def test_the_hash_knows_the_physics_only() -> None:
    geometry = parsed(BASE + BAFFLE)
    assert geometry_hash(geometry) == geometry_hash(parse_geometry('title = "T"\n' + BASE + BAFFLE, "other.toml"))
    assert geometry_hash(geometry) != geometry_hash(parsed(BASE + BAFFLE.replace("18", "18.5")))
    assert geometry_hash(geometry) == geometry_hash(parsed(BASE + BAFFLE + "[tap]\nallowed = true\n"))
    assert geometry_hash(geometry) != geometry_hash(parsed(BASE + BAFFLE + "[tap]\nallowed = false\n"))
    assert geometry_hash(geometry) != geometry_hash(parsed(BASE + BAFFLE + FINER))
    assert re.fullmatch("[0-9a-f]{64}", geometry_hash(geometry))


def test_a_tower_that_names_no_steps_is_kept_as_before_there_were_any() -> None:
    plain, finer = parsed(BASE + BAFFLE), parsed(BASE + BAFFLE + FINER)
    for encode in (msgspec.json.encode, msgspec.msgpack.encode):
        assert b"solver" not in encode(plain)
        assert b"solver" in encode(finer)
    assert msgspec.json.decode(msgspec.json.encode(finer), type=Geometry) == finer


HASHES = {
    "classic": "785d2c0e8e52", "steep": "164a3f3166b6", "hoard": "ccb816822ca0", "pins": "458c2da9d958",
    "shelves": "debe10a62fea", "hourglass": "61fad014f2ec", "spiral": "f393f3ebac1f", "chambers": "baefc7d745ad",
    "avalanche": "4ec8973785b5", "coin": "26d23a0690d9", "children": "983ac1bd4991",
    "cardboard": "08a34a8dc988",
}  # fmt: skip


def test_all_shipped_towers_have_their_hash_here() -> None:
    assert sorted(HASHES) == SHIPPED


@pytest.mark.parametrize(("name", "begins"), HASHES.items())
def test_the_shipped_towers_keep_the_hashes_that_saved_games_know(name: str, begins: str) -> None:
    assert geometry_hash(load_tower(name)).startswith(begins)


def test_a_geometry_survives_json_unchanged(classic: Geometry) -> None:
    again = msgspec.json.decode(msgspec.json.encode(classic), type=Geometry)
    assert (again, geometry_hash(again)) == (classic, geometry_hash(classic))


WRONG = {
    "no format": (BASE.replace("format = 1", ""), "`format`: the first line must be `format = 1`"),
    "a later format": (BASE.replace("format = 1", "format = 2"), "`format`"),
    "broken TOML": (BASE + "[[baffle", "can't be read as TOML"),
    "a table is missing": (BASE.replace("[exit]\nwidth = 90", ""), "`exit`"),
    "a key is missing": (BASE + BAFFLE.replace("tilt = 18\n", ""), r"`baffle\[0\].tilt`: missing"),
    "an unknown key": (BASE + BAFFLE + "tlit = 3\n", r"`baffle\[0\].tlit`: there is no such key"),
    "an unknown table": (BASE + "[chimney]\nx = 1\n", "`chimney`: there is no such key"),
    "a wrong type": (BASE + BAFFLE.replace("18", '"steep"'), r"`baffle\[0\].tilt`: must be a number, not a text"),
    "a wrong side": (BASE + BAFFLE.replace("left", "middle"), r"`baffle\[0\].side`"),
    "not a number": (BASE + PIN.replace("x = 0", "x = nan"), r"`pin\[0\].x`"),
    "infinite": (BASE + PIN.replace("x = 0", "x = inf"), r"`pin\[0\].x`"),
    "negative": (BASE.replace("mouth = 110", "mouth = -110"), "`funnel.mouth`: must be a number >= 1"),
    "a bad group": (BASE + BAFFLE + 'group = "a b"\n', r"`baffle\[0\].group`"),
    "a mouth too narrow": (BASE.replace("mouth = 110", "mouth = 80"), "`funnel.mouth`: .* 90 mm"),
    "an exit too wide": (BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 95"), "`exit.width`: .* 90 mm"),
    "an exit without slope": (BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 60"), "`exit.height`"),
    "an exit too small": (BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 6\nheight = 50"), "`exit.width`.* 8 mm"),
    "a tray too small": (BASE.replace("width = 120", "width = 80"), "`tray.width`"),
    "a tray too shallow": (BASE.replace("depth = 60", "depth = 20"), "`tray.depth`"),
    "edges too round": (BASE + "[grain]\nedge = 4\n", "`grain.edge`"),
    "a ledge shorter than thick": (BASE + BAFFLE.replace("33", "2"), r"`baffle\[0\].length`"),
    "a ledge above the rim": (BASE + BAFFLE.replace("100", "230"), r"`baffle\[0\].height`"),
    "a ledge in the exit": (BASE + BAFFLE.replace("100", "6"), r"`baffle\[0\]`: it sticks out of the exit"),
    "a ledge through the other wall": (BASE + BAFFLE.replace("33", "120"), r"`baffle\[0\]`: it is outside the walls"),
    "a ledge to the other wall": (BASE + BAFFLE.replace("33", "90"), r"`baffle\[0\]`: there is no way through"),
    "a second ledge bars the way": (
        BASE + BAFFLE + BAFFLE.replace("left", "right").replace("33", "60"),
        r"`baffle\[0\], baffle\[1\]`: there is no way through for a cube of 8 mm",
    ),
    "a pin outside": (BASE + PIN.replace("x = 0", "x = 50"), r"`pin\[0\]`: it is outside"),
    "a pin above the rim": (BASE + PIN.replace("y = 60", "y = 199"), r"`pin\[0\]`: it sticks out of the funnel"),
    "a row of pins": (
        BASE + "".join(PIN.replace("x = 0", f"x = {x}") for x in range(-40, 41, 10)),
        r"`pin\[0\], .*pin\[8\]`: there is no way through",
    ),
    "a wall of no length": (BASE + WALL.replace("[10, 60]", "[0, 40]"), r"`wall\[0\].to`"),
    "too many pieces": (BASE + PIN * 201, "at most 200 pieces"),
    "a name of its own": ('name = "x"\n' + BASE, "`name`"),
    "a tower too high": (
        BASE.replace("height = 160", "height = 1000").replace("height = 40", "height = 1000") + "[grain]\nsize = 4\n",
        "`grain.size`",
    ),
    "steps too coarse for its height": (
        BASE.replace("height = 160", "height = 1000") + "[solver]\nsteps_a_second = 960\n",
        "`solver.steps_a_second`: must be at least 1200",
    ),
    "steps that are no whole frame": (
        BASE + FINER.replace("1680", "1700"),
        "`solver.steps_a_second`: must be a multiple of 60, at least 840 and at most 6720, not 1700",
    ),
    "steps coarser than usual": (BASE + FINER.replace("1680", "480"), "`solver.steps_a_second`: .* not 480"),
    "steps too fine": (BASE + FINER.replace("1680", "6780"), "`solver.steps_a_second`: .* not 6780"),
    "too few iterations": (BASE + FINER + "iterations = 3\n", "`solver.iterations`: must be a whole number >= 15"),
    "iterations alone": (BASE + "[solver]\niterations = 20\n", "`solver.steps_a_second`: missing"),
    "steps outside of their table": (BASE.replace("[funnel]", "steps_a_second = 1680\n[funnel]"), r"in \[solver\]"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named(case: str) -> None:
    text, message = WRONG[case]
    with pytest.raises(GeometryError, match=message) as caught:
        parsed(text)
    assert str(caught.value).startswith("mine.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("width, opens", [(19.9, False), (20.1, True)])
def test_a_gap_just_wide_enough_is_a_way_through(width: float, opens: bool) -> None:
    """Two opposite level ledges leave a gap; discs 8 mm wide pass where it is at least that."""
    length = (90 - width + 12) / 2
    text = BASE + "".join(
        f'[[baffle]]\nside = "{side}"\nheight = 80\nlength = {length}\ntilt = 0\n' for side in ("left", "right")
    )
    if opens:
        assert parsed(text).baffles
    else:
        with pytest.raises(GeometryError, match="no way through"):
            parsed(text)


@given(st.text(max_size=200))
def test_any_text_is_a_tower_or_a_clear_error(text: str) -> None:
    for candidate in (text, BASE + text):
        try:
            assert isinstance(parsed(candidate), Geometry)
        except GeometryError as error:
            assert str(error).startswith("mine.toml")


def test_model_is_no_legal_name(tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text(BASE)
    for name in ("model", tmp_path / "model.toml"):
        with pytest.raises(GeometryError, match="isn't a valid name"):
            load_tower(name, [tmp_path])


def test_reading_a_tower_loads_neither_numpy_nor_pymunk() -> None:
    program = (
        "import sys, shogun.tower as t; t.build_world(t.load_tower('classic')); t.quick_drop({}, {'red': 3}, 1);"
        "print({'numpy', 'pymunk', 'pygame'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == "set()"
