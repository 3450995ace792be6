"""What is wrong with a tower's file: all of it at once, each with its line, what is legal and the nearest name."""

import math
import tomllib
from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shogun.base.toml_positions import Path, find_lines
from shogun.tower import GeometryError, parse_geometry
from shogun.tower.file.checks import ARRAYS, MOST_FINDINGS, TowerFile, read_draft, wrong_values
from shogun.tower.file.findings import file_findings, findings
from shogun.tower.file.geometry_check import Finding
from shogun.tower.file.reader import parse_unchecked
from shogun.tower.geometry import Geometry, UnreadableError

BASE = """format = 1
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
LEDGE = '[[baffle]]\nside = "left"\nheight = 100\nlength = 33\ntilt = 18\n'
PIN = "[[pin]]\nx = 0\ny = 60\ndiameter = 6\n"
BASE_LINES = BASE.count("\n")


def problems(text: str) -> list[Finding]:
    found = file_findings(text, "mine.toml")
    assert {one.kind for one in found} <= {"problem"} or "problem" not in {one.kind for one in found}
    return [one for one in found if one.kind == "problem"]


def only(text: str) -> Finding:
    [found] = problems(text)
    return found


def test_seven_slips_are_told_at_once_each_with_its_line() -> None:
    text = BASE.replace("mouth = 110", "mouth = -1").replace("depth = 60", "depth = nan")
    text += "[grain]\nsize = 99\n" + LEDGE.replace("left", "Left").replace("tilt = 18", "tlit = 18")
    text += PIN.replace("x = 0", 'x = "0"') + "fiction = 1\n"
    assert [(one.places, one.line) for one in problems(text)] == [
        (("funnel.mouth",), 3),
        (("tray.depth",), 12),
        (("grain.size",), 14),
        (("baffle[0].side",), 16),
        (("baffle[0].tlit",), 19),
        (("pin[0].x",), 21),
        (("pin[0].fiction",), 24),
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("tilt = 18", "tilt = 81", "must be a number >= -80 and <= 80, not 81"),
        ("tilt = 18", 'tilt = "18"', "must be a number, not a text; write 18 without quotation marks"),
        ("tilt = 18", "tilt = 1979-05-27", "must be a number, not a date or time"),
        ("tilt = 18", "tilt = true", "must be a number, not true"),
        ("tilt = 18", "tilt = [18]", "must be a number, not a list"),
        ("tilt = 18", "tilt = 0x" + "f" * 5000, "not a number with hundreds of digits"),
        ("tilt = 18", "tilt = 1e999", "not inf"),
        ("tilt = 18", "", "missing: a number >= -80 and <= 80"),
        ('"left"', '"Left"', 'must be "left" or "right", not "Left"; did you mean "left"?'),
        ('"left"', '"' + "left" * 1000 + '"', 'must be "left" or "right"'),
        ('"left"', "1", 'must be "left" or "right", not a number'),
        ("tilt = 18", "tilt = 18\nfrictoin = 1", "there is no such key; did you mean `friction`?"),
        ("tilt = 18", "tilt = 18\nTilt = 1", "did you mean `tilt`?"),
        ("tilt = 18", "tilt = 18\nqqq = 1", "there is no such key"),
        ("tilt = 18", "tilt = 18\nedge = 1", "there is no such key here; it belongs in [grain]"),
        ("tilt = 18", "tilt = 18\nmouth = 1", "there is no such key here; it belongs in [funnel]"),
        ("tilt = 18", 'tilt = 18\ntitle = "x"', "it belongs in the part of the file before all tables"),
        ("tilt = 18", 'tilt = 18\ngroup = "a b"', "at most 30 letters, digits, underscores and hyphens"),
    ],
)
def test_what_is_legal_stands_beside_what_is_wrong(old: str, new: str, words: str) -> None:
    found = only(BASE + LEDGE.replace(old, new))
    assert words in found.text
    assert len(found.text) < 200
    assert found.line is not None and found.line > BASE_LINES


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("[baffels]\n", "baffels", "did you mean [[baffle]]?"),
        ("[Grain]\n", "Grain", "did you mean [grain]?"),
        ("[[grain]]\nsize = 8\n", "grain", "write [grain] once, in single brackets"),
        ("[bounds]\nstock = [9, 3]\n", "bounds.stock", "the lower figure must come first"),
        ("[bounds]\nstock = [9]\n", "bounds.stock", "must be a list of 2"),
        ("[bounds]\nstock = [9, -1]\n", "bounds.stock[1]", "must be a number >= 0 and <= 400, not -1"),
        ("baffle = 3\n", "tray.baffle", "it belongs in [[baffle]]"),
    ],
)
def test_tables_are_told_by_their_headers(text: str, place: str, words: str) -> None:
    found = only(BASE + text)
    assert found.places == (place,)
    assert words in found.text


def test_single_brackets_of_a_piece_are_told_and_the_rest_is_read_all_the_same() -> None:
    text = BASE + LEDGE.replace("[[baffle]]", " [ 'baffle' ] # mine") + LEDGE.replace("tilt = 18", "tilt = 99")
    single, tilt = problems(text)
    assert (single.places, single.line) == (("baffle[0]",), 13)
    assert "use double brackets, [[baffle]]" in single.text
    assert (tilt.places, tilt.line) == (("baffle[1].tilt",), 22)
    with pytest.raises(GeometryError, match=r"double brackets, \[\[baffle\]\], not \[baffle\] \(line 13\)\.$"):
        parse_geometry(text, "mine.toml")


def test_pieces_that_are_right_are_looked_at_beside_those_that_are_wrong() -> None:
    wrong = LEDGE.replace("tilt = 18", "tilt = 99")
    steel = PIN.replace("x = 0", "x = 60") + "friction = 7\n"  # of any friction it would stand outside
    found = problems(BASE + wrong + steel + LEDGE.replace("100", "300") + PIN + PIN.replace("x = 0", "x = 1"))
    assert [(one.places, one.line) for one in found] == [
        (("baffle[0].tilt",), 17),
        (("pin[0]",), 18),
        (("pin[0].friction",), 22),
        (("baffle[1].height",), 25),
        (("pin[1]", "pin[2]"), 28),
    ]


def test_what_depends_on_a_wrong_number_of_the_frame_is_not_guessed() -> None:
    """The exit's height would be wrong if it were left out, and ledges would lie outside of no shaft at all."""
    narrow = BASE.replace("[exit]\nwidth = 90", "[exit]\nwidth = 60\nheigth = 20")
    assert only(narrow + LEDGE).places == ("exit.heigth",)
    assert only(BASE.replace("width = 90\nheight = 160", 'width = "90"\nheight = 160') + LEDGE).places == (
        "shaft.width",
    )
    both = problems(BASE.replace("height = 160", "height = 0").replace("depth = 60", "depth = 1"))
    assert [one.places for one in both] == [("shaft.height",), ("tray.depth",)], "the tray needs no shaft"


def test_an_empty_file_lacks_everything() -> None:
    assert [one.places for one in problems("")] == [(name,) for name in ("format", "funnel", "shaft", "exit", "tray")]


def test_a_later_format_is_told_alone() -> None:
    assert only("format = 2\n[chimney]\nsmoke = 1\n").places == ("format",)


def test_a_key_that_stands_twice_is_told_with_both_lines() -> None:
    with pytest.raises(UnreadableError, match=r"`funnel\.mouth` is given twice, in lines 3 and 4"):
        file_findings(BASE.replace("mouth = 110", "mouth = 110\nmouth = 110"), "mine.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".".join("a" * 30_000) + " = 1", "joined by periods"),
        ("[" + " . ".join("a" * 20_000) + "]", "joined by periods"),
        ("a = " + "[" * 30_000, "too deep"),
        ("a = " + "{a = " * 30_000, "too deep"),
        ("x = 1\ny = " + "9" * 5000, r"too many digits \(at line 2\)"),
        ("\0" * 1000, "can't be read"),
        ('"' * 100_001, "can't be read"),
        ('"\\u001b[31m', "can't be read"),
        ("=" * 30_000, "can't be read"),
    ],
)
def test_what_no_reader_can_stand_is_refused_in_a_short_sentence(text: str, words: str) -> None:
    for read in (file_findings, parse_geometry):
        with pytest.raises(UnreadableError, match=words) as caught:
            read(text, "mine.toml")
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 250


def test_of_thousands_of_slips_the_first_are_told() -> None:
    found = problems(BASE + "".join(f"a{number} = 1\n" for number in range(9000)))
    assert len(found) == MOST_FINDINGS + 1
    assert "there are more problems" in found[-1].text
    first, *others = problems(BASE + PIN.replace("x = 0", "x = nan") * 20 + PIN * 3000)
    assert (first.places, first.text) == (("baffle", "pin", "wall"), "at most 200 pieces are allowed, not 3020")
    assert [one.places for one in others] == [(f"pin[{number}].x",) for number in range(20)]


def test_of_thousands_of_overlaps_the_first_are_told_and_then_the_rest() -> None:
    found = file_findings(BASE + PIN.replace("x = 0", "x = 40") * 20, "mine.toml")
    kinds = [one.kind for one in found]
    assert kinds.count("problem") == MOST_FINDINGS + 1 < 20 * 19 / 2
    assert kinds == sorted(kinds, key=lambda kind: kind != "problem") and kinds[-1] != "problem"


def test_a_users_text_is_quoted_short_and_without_commands_to_the_terminal() -> None:
    for found in problems(f'{BASE}"{"k" * 9000}" = 1\n"\\u001b[2J\\u202e" = "[/b]"\n[[baffle]]\nside = "\\u0007"\n'):
        words = found.sentence("mine.toml")
        assert words.isprintable()
        assert len(words) < 200


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "\udcff", "model"])
def test_a_name_that_no_line_can_show_is_none(name: str) -> None:
    assert "isn't a valid name" in only_of(BASE, f"{name}.toml").text
    with pytest.raises(GeometryError, match="isn't a valid name"):
        parse_geometry(BASE, f"{name}.toml")


def only_of(text: str, source: str) -> Finding:
    [found] = file_findings(text, source)
    return found


def test_the_error_of_a_tower_is_its_first_problem_in_the_same_words() -> None:
    text = BASE + LEDGE.replace("tilt = 18", "tlit = 18") + LEDGE.replace("33", "0.5")
    found = problems(text)
    assert len(found) == 2
    with pytest.raises(GeometryError) as caught:
        parse_geometry(text, "mine.toml")
    assert str(caught.value) == f"mine.toml: `{found[0].place}`: {found[0].text} (line {found[0].line})."


def test_a_right_tower_has_nothing_but_notes_and_lines() -> None:
    text = BASE + LEDGE + LEDGE.replace("left", "right").replace("100", "60")
    geometry = parse_unchecked(text, "mine.toml")
    assert read_draft(text, "mine.toml").geometry == geometry
    told = file_findings(text, "mine.toml")
    assert [(one.kind, one.places, one.text) for one in told] == [
        (one.kind, one.places, one.text) for one in findings(geometry)
    ]


TOML = st.recursive(
    st.sampled_from([1, 8, 90.5, -3, 1e300, math.nan, True, "left", "cube", "", "a b", date(2000, 1, 1), 10**400]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "side", "stock"]), inner),
    max_leaves=5,
)
KEYS = ["format", "funnel", "shaft", "exit", "tray", "grain", "baffle", "pin", "wall", "bounds", "title", "mouth"]
RIGHT = tomllib.loads(BASE + "[grain]\nedge = 1\n" + LEDGE + PIN + "[[wall]]\nfrom = [0, 1]\nto = [2, 3]\n")


def converts(table: dict[str, Any]) -> bool:
    try:
        msgspec.convert(table | {"name": "mine"}, TowerFile)
    except (msgspec.ValidationError, OverflowError):
        return False
    return True


@given(st.dictionaries(st.sampled_from(KEYS), TOML))
def test_something_is_found_wrong_when_msgspec_refuses_a_table_and_only_then(change: dict[str, Any]) -> None:
    for table in (change, RIGHT | change):
        assert converts(table) == (not list(wrong_values(table, TowerFile, ("name",))))


@given(st.sampled_from(sorted(RIGHT)[:-1]), st.data(), TOML)
def test_one_wrong_value_is_one_finding_at_its_place(table: str, data: st.DataObject, value: Any) -> None:
    content = msgspec.json.decode(msgspec.json.encode(RIGHT))
    part = content[table][0] if isinstance(content[table], list) else content[table]
    if not isinstance(part, dict):
        return
    key = data.draw(st.sampled_from(sorted(part)))
    part[key] = value
    found = list(wrong_values(content, TowerFile, ("name",)))
    assert all(key in one.path for one in found)
    assert converts(content) == (not found)


LAYOUT = """# a comment with [brackets] = "and quotes
title = \"\"\"two
lines ] = [ \\\"\"\" ' \"\"\"\"
  'a key' . b = 1 # c = 2
[funnel] # x
"mouth" = 110
height.low = [ 1,
  2, # two
  { x = 3, "y" = [ 4,
    5 ] } ]

[[ baffle ]]
tilt = { a = 1, b = { c = '''
''' } }
[[baffle]]
tilt = 2
[baffle.inner]
z = 1
[[baffle.inner2]]
z = 1
"""


def test_lines_are_those_of_keys_and_elements() -> None:
    lines = find_lines(LAYOUT)
    expected: dict[Path, int] = {
        ("title",): 2,
        ("a key", "b"): 4,
        ("funnel", "mouth"): 6,
        ("funnel", "height", "low", 0): 7,
        ("funnel", "height", "low", 1): 8,
        ("funnel", "height", "low", 2, "x"): 9,
        ("funnel", "height", "low", 2, "y", 1): 10,
        ("baffle", 0): 12,
        ("baffle", 0, "tilt", "b", "c"): 13,
        ("baffle", 1): 15,
        ("baffle", 1, "tilt"): 16,
        ("baffle", 1, "inner", "z"): 18,
        ("baffle", 1, "inner2", 0, "z"): 20,
    }
    assert {path: lines.at.get(path) for path in expected} == expected
    assert lines.twice == []
    assert lines.of(("baffle", 1, "missing")) == 15
    assert lines.of(("missing",)) is None


def paths(value: Any, path: Path = ()) -> list[Path]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, one in inner for found in paths(one, (*path, key)))]


def test_every_value_of_a_text_has_a_line() -> None:
    for text in (LAYOUT, BASE + LEDGE * 3 + PIN, LAYOUT.replace("\n", "\r\n")):
        lines = find_lines(text).at
        assert [path for path in paths(tomllib.loads(text)) if path and path not in lines and path != ("a key",)] == []


@given(st.text(alphabet="[]{}=,.\"'\n# a\\1", max_size=60))
def test_lines_of_any_text_at_all_are_found_or_not(text: str) -> None:
    lines = find_lines(text, ARRAYS)
    assert all(1 <= line <= 1 + text.count("\n") for line in lines.at.values())
    try:
        table = tomllib.loads(text)
    except ValueError:
        return
    assert [path for path in paths(table) if path and lines.of(path) is None] == []


def test_parts_that_come_later_are_described_by_their_types_alone() -> None:
    class Lid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        open: bool = True
        turns: int = 0

    class Lidded(Geometry, frozen=True, kw_only=True):
        lid: Lid = Lid()

    wrong = wrong_values(RIGHT | {"lid": {"open": 1, "turns": 1.5, "opne": True}, "open": 3}, Lidded, tuple(RIGHT))
    assert [(one.place, one.text) for one in wrong if one.place != "name"] == [
        ("lid.open", "must be true or false, not a number"),
        ("lid.turns", "must be a whole number, not a number"),
        ("lid.opne", "there is no such key; did you mean `open`?"),
        ("open", "there is no such key here; it belongs in [lid]"),
    ]
