"""New towers and changed numbers: the file stays as somebody has written it."""

import re
import tomllib
from pathlib import Path

import pytest

from shogun.cli import main as run
from shogun.tower import GeometryError, geometry_hash, load_design, load_tower, parse_geometry, set_parameters
from shogun.tower.file.parameters import plain
from shogun.tower.file.reader import parse_design
from shogun.tower.file.toml_editing import retitled, starter, with_values
from shogun.tower.tower_lookup import tower_text
from tests.manual_pages import text

TEXT = """# my tower
format = 1   # always
title = "Mine"

[funnel]
mouth = 110  # wide
height = 40
[shaft]
width = 90
height = 160
[exit]
width = 90
[tray]
width = 120
depth = 60

# the shelves
[[rows]]
piece = "baffle"
count = 3
height = 135
step = 40
side = "left"
length = 33  # 4.1 cubes
tilt = 18
group = "ledges"

[[baffle]]   # one more
side = "right"
height = 150
length = 12
tilt = 20
group = "ledges"
"""


def test_only_the_numbers_change() -> None:
    design = parse_design(TEXT, "mine.toml")
    text = with_values(TEXT, design, {"funnel.mouth": 112.50000001, "rows[0].length": 31.25, "ledges.tilt": 17.0})
    expected = TEXT.replace("mouth = 110", "mouth = 112.5").replace("length = 33 ", "length = 31.25 ")
    assert text == expected.replace("tilt = 18", "tilt = 16").replace("tilt = 20", "tilt = 18")


def test_what_was_left_unsaid_is_added_to_its_table() -> None:
    design = parse_design(TEXT, "mine.toml")
    changed = {"grain.friction": 0.55, "shaft.friction": 0.5, "rows[0].friction": 0.61}
    text = with_values(TEXT, design, changed)
    assert parse_design(text, "mine.toml") == set_parameters(design, changed)
    assert "[grain]\nfriction = 0.55\n" in text and "height = 160\nfriction = 0.5\n" in text
    assert "# the shelves\n[[rows]]" in text


def test_a_file_with_patterns_in_one_line_means_the_same_with_other_numbers() -> None:
    lines = (
        "format = 1\nfunnel = {mouth = 110, height = 40}\nshaft.width = 90\nshaft.height = 160\nexit = {width = 90}\n"
        'tray = {width = 120, depth = 60}\nrows = [{piece = "pin", count = 2, height = 100, step = 40, across = 2, '
        'spacing = 40, diameter = 5, group = "pins"}]\n'
    )
    design = parse_design(lines, "mine.toml")
    changed = {"pins.diameter": 6.5, "rows[0].count": 3, "grain.friction": 0.5}
    assert parse_design(with_values(lines, design, changed), "mine.toml") == set_parameters(design, changed)


def test_a_tower_that_can_not_work_is_not_written() -> None:
    with pytest.raises(GeometryError):
        with_values(TEXT, parse_design(TEXT, "mine.toml"), {"ledges.length": 89.0})


def test_there_is_no_such_number() -> None:
    with pytest.raises(GeometryError, match="there is no parameter"):
        with_values(TEXT, parse_design(TEXT, "mine.toml"), {"exit.depth": 3})


@pytest.mark.parametrize(("value", "said"), [(18.0, "18"), (17.123456, "17.1235"), (-0.00001, "0"), (0.1 + 0.2, "0.3")])
def test_numbers_are_written_as_people_do(value: float, said: str) -> None:
    assert str(plain(value)) == said


def test_a_copy_keeps_its_comments_and_the_tower(tmp_path: Path) -> None:
    text, _source = tower_text("classic")
    copy = retitled(text, "Mine")
    assert copy.startswith("format = 1\n") and 'title = "Mine"' in copy
    assert geometry_hash(parse_geometry(copy, "mine.toml")) == geometry_hash(load_tower("classic"))
    assert "description" not in copy, "a copy is drawn otherwise soon"
    assert tomllib.loads(retitled('# """\nformat = 1\n[maker]\nnote = """\nformat of mine\n"""\n', "A b")) == {
        "format": 1,
        "title": "A b",
        "maker": {"note": "format of mine\n"},
    }
    assert retitled("# x\nformat = 1 # y\n[funnel]\nmouth = 3\n", "A b") == (
        '# x\nformat = 1 # y\ntitle = "A b"\n[funnel]\nmouth = 3\n'
    )


def test_the_starter_is_a_tower_that_works() -> None:
    assert len(parse_geometry(starter(), "starter.toml").baffles) == 5


def test_new_writes_a_file_that_the_other_commands_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["tower", "new", "pin-field"]) == 0
    assert "pin-field.toml: a tower of your own" in capsys.readouterr().out
    assert load_design("pin-field").title == "Pin field"
    assert run(["tower", "new", "steeper.toml", "--from", "steep"]) == 0
    assert geometry_hash(load_tower("steeper")) == geometry_hash(load_tower("steep"))
    assert run(["tower", "new", "for $5"]) == 0
    assert capsys.readouterr().out.endswith("shogun tower check 'for $5'\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["classic"], "there is already a tower called classic"),
        (["there"], "there.toml exists already and was left unchanged"),
        (["model"], "No tower can be called model"),
        (["''"], "No tower can be called ''"),
        (["a\nb"], "A name can't contain the character"),
        (["mine", "--from", "nobody"], "There is no tower nobody"),
        (["no/where/mine"], f"there is no folder {Path('no/where')}"),
        ([""], "A tower needs a name"),
        (["   "], "A tower needs a name"),
        ([".toml"], "A tower needs a name"),
        (["there/"], "A tower needs a name"),
        (["."], "A name can't begin or end with a period"),
        ([".."], "A name can't begin or end with a period"),
        (["../.."], "A name can't begin or end with a period"),
        (["..toml"], "A name can't begin or end with a period"),
        ([".hidden"], "A name can't begin or end with a period"),
        (["CON"], "Windows reserves the name CON"),
        (["nul.toml"], "Windows reserves the name nul"),
        (["lpt9.old"], "Windows reserves the name lpt9.old"),
        (["what?"], "A name can't contain the character ?"),
        (["mine.toml.toml"], "No tower can be called mine.toml"),
        (["m" * 61], "A name can't be longer than 60 characters"),
        (["--", "-x"], "`-x` isn't a valid name for a tower"),
    ],
)
def test_new_overwrites_nothing_and_says_what_is_wrong(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.toml").write_text("mine")
    assert run(["tower", "new", *words]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
    assert Path("there.toml").read_text() == "mine" and [path.name for path in tmp_path.iterdir()] == ["there.toml"]


PIN_FIELD, SHELVES, HOURGLASS = "59ac1131c2ae", "70198f7f0876", "222210dfea1b"
"""The beginnings of the hashes of the towers whose figures stand in the manual."""


def followed(name: str, **numbers: int) -> str:
    """Return the starter as somebody changes it who follows the manual."""
    pattern = text("towers/examples").split(f"**{name}.**")[1].split("```toml\n")[1].split("```")[0]
    written = starter().split("[[rows]]")[0] + pattern
    for table_and_key, number in numbers.items():
        table, key = table_and_key.split("_")
        written = re.sub(rf"(\[{table}\][^\[]*\n{key} = )\d+", rf"\g<1>{number}", written)
    return written


EXAMPLES = {
    "A pin field": {"funnel_mouth": 130, "shaft_width": 100, "exit_width": 100, "tray_width": 180},
    "Alternating shelves": {"funnel_mouth": 130, "shaft_width": 110, "exit_width": 110, "tray_width": 180},
    "A narrow hourglass": {"shaft_height": 200, "tray_width": 180},
}


@pytest.mark.parametrize(
    ("name", "pieces", "digest"),
    [("A pin field", 13, PIN_FIELD), ("Alternating shelves", 5, SHELVES), ("A narrow hourglass", 4, HOURGLASS)],
)
def test_who_follows_the_manual_makes_the_towers_that_were_measured(name: str, pieces: int, digest: str) -> None:
    tower = parse_geometry(followed(name, **EXAMPLES[name]), "mine.toml")
    assert len(tower.pins) + len(tower.baffles) == pieces
    assert geometry_hash(tower)[:12] == digest
