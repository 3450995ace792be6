"""The rules text is complete: every number once, every ruling marked, every table as in the board's data."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import shogun.games.shogun.rules
from shogun.base.language import of_data, speaking
from shogun.games.shogun.words import EVENT_NAMES
from shogun.tower import load_tower
from shogun.tower.geometry import MOST_IN_A_ROW
from shogun.tower.physics.drop_simulation import CLOGGED, MOST_TAPS, row_seconds
from tests.assets.loading import ASSETS, toml

TEXT = (ASSETS / "shogun" / "rules" / "en.md").read_text("utf-8")
LINES = TEXT.splitlines()
SECTIONS = {
    1: range(1, 8), 2: range(1, 11), 4: range(1, 10), 5: range(9), 6: range(1, 8), 7: range(1, 10), 8: range(1, 7),
    9: range(1, 4), 10: range(1, 11),
}  # fmt: skip
NUMBERS = [f"{section}.{rule}" for section, rules in SECTIONS.items() for rule in rules]
RULINGS = {
    "1.7": 1, "2.5": 1, "2.6": 1, "4.3": 1, "4.4": 1, "4.7": 1, "5.1": 1, "5.3": 1, "6.2": 1, "6.5": 1, "6.7": 1,
    "7.2": 2, "7.4": 3, "7.5": 1, "7.7": 1, "8.1": 1, "8.3": 1, "8.4": 2, "9.1": 1, "9.2": 1,
}  # fmt: skip
EVENTS = [
    ("theater", 5), ("theater", 7), ("castle", 2), ("castle", 6), ("neutral", 3), ("temple", 3), ("temple", 4),
    ("at most 5", 0), ("at least 6", 2), ("at least 4", 3), ("at most 3", 4), ("Deploy 5 puts down 3", 1),
]  # fmt: skip
PROVINCES = toml("shogun/board/provinces.toml")["province"]
NAME = r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?"


def rules() -> dict[str, str]:
    """Return the text of each rule by its number, up to the next rule or heading."""
    found: dict[str, str] = {}
    number = ""
    for line in LINES:
        start = re.match(r"\*\*(\d+\.\d+)\*\*", line)
        number = start[1] if start else "" if line.startswith("#") else number
        if number:
            found[number] = f"{found.get(number, '')}{line}\n"
    return found


def table(text: str) -> list[list[str]]:
    """Return the rows of the first table in a text, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def chapter(heading: str) -> str:
    """Return what stands below a heading, up to the next one."""
    return re.split(r"(?m)^#", TEXT.split(f"{heading}\n")[1])[0]


def test_every_rule_begins_exactly_one_paragraph_in_order() -> None:
    assert re.findall(r"(?m)^\*\*(\d+\.\d+)\*\*", TEXT) == NUMBERS


def test_every_rule_stands_in_its_section() -> None:
    section = ""
    for line in LINES:
        if heading := re.match(r"## (\d+) ", line):
            section = heading[1]
        if rule := re.match(r"\*\*(\d+)\.", line):
            assert rule[1] == section
    assert re.findall(r"(?m)^## (\d+) ", TEXT) == [str(number) for number in range(1, 11)]


def test_every_ruling_is_marked_where_the_program_had_to_choose() -> None:
    marks = {number: text.count("**[ruling") for number, text in rules().items()}
    assert {number: count for number, count in marks.items() if count} == RULINGS


def test_references_lead_to_rules() -> None:
    named = set(re.findall(r"\b\d+\.\d+\b", TEXT))
    assert named <= set(NUMBERS)


def test_the_markdown_is_of_the_simple_kind_that_the_program_draws() -> None:
    for line in LINES:
        assert re.match(r"(#{1,3} |- |\| |[A-Z*(]|$)", line), line
        assert line.count("**") % 2 == 0, line
        assert line.replace("**", "").count("*") % 2 == 0, line
        assert not re.search(r"[<>`_\[](?!ruling)", line), line


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_the_provinces_out_of_a_three_player_game_are_those_of_the_data(side: str) -> None:
    rows = dict(table(rules()["2.1"]))
    assert rows[side].split(", ") == [p["name"] for p in PROVINCES if side in p["out_of_3p"]]
    assert len(rows[side].split(", ")) == 8


def test_the_sea_routes_are_those_of_the_data_and_the_moon_side_is_said_to_be_assumed() -> None:
    adjacency = toml("shogun/board/adjacency.toml")
    told = sorted(sorted(cells[1].split(" and ")) for cells in table(rules()["1.3"]))
    assert told == sorted(adjacency["sea_sun"]) == sorted(adjacency["sea_moon_assumed"])
    assert "**assumes**" in rules()["1.3"]


def test_the_table_of_provinces_is_that_of_the_data() -> None:
    keys = ("name", "tax", "rice", "sites", "region_sun", "region_moon")
    assert table(chapter("### Provinces")) == [[str(province[key]) for key in keys] for province in PROVINCES]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_line_ups_are_those_of_the_data(players: int) -> None:
    told = table(chapter(f"### Printed setup, {players} players"))
    seats = toml("shogun/board/setups.toml")[f"players_{players}"]
    assert [row[0] for row in told] == list("ABCDE"[:players])
    assert [{n: int(a) for n, a in re.findall(rf"({NAME}) (\d)", row[1])} for row in told] == seats


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_army_groups_are_those_of_the_line_ups(players: int) -> None:
    groups = [int(size) for size in dict(table(rules()["2.3"]))[str(players)].split(", ")]
    for seat in toml("shogun/board/setups.toml")[f"players_{players}"]:
        assert sorted(seat.values(), reverse=True) == groups


def test_the_board_has_as_much_as_the_rules_say() -> None:
    for side in ("region_sun", "region_moon"):
        assert sorted(Counter(province[side] for province in PROVINCES).values()) == [9] * 5
    assert {province["sites"] for province in PROVINCES} == {1, 2, 3}
    assert max(province["rice"] for province in PROVINCES) + 1 == 6  # 1.6: with the special card "+1 rice"


def test_the_twelve_events_have_their_winter_rice() -> None:
    rows = table(rules()["6.3"])
    assert len(rows) == len(EVENTS)
    for (text, rice), (word, number) in zip(rows, EVENTS, strict=True):
        assert word in text
        assert int(rice) == number


@pytest.mark.parametrize("language", ["en", "cs", "pl"])
def test_events_bear_the_names_that_the_window_shows(language: str) -> None:
    page = (ASSETS / "shogun" / "rules" / f"{language}.md").read_text("utf-8")
    rows = table(page.partition("**6.3**")[2].partition("**6.4**")[0])
    with speaking(language):
        assert {row[0].partition(": ")[0] for row in rows} == {of_data(name) for name in EVENT_NAMES.values()}


def test_supply_and_scoring_tables() -> None:
    supply = [["1", "1", "1"], ["2", "1", "2"], ["3–4", "2", "2"], ["5–6", "2", "3"], ["7 or more", "3", "3"]]
    assert table(rules()["8.2"]) == supply
    assert [row[1] for row in table(rules()["8.4"])] == ["1", "1", "3", "2", "1"]


def test_the_printed_examples_agree_with_the_data() -> None:
    values = {province["name"]: province for province in PROVINCES}
    assert "tax value is 7" in rules()["6.4"]
    assert values["Settsu"]["tax"] == 7
    assert "has 2 sites" in rules()["10.2"]
    assert values["Aki"]["sites"] == 2


def test_the_throw_is_that_of_the_simulated_tower() -> None:
    words = {4: "four", 8: "eight"}
    assert f"at most {words[MOST_IN_A_ROW]} side by side, one row every fifth of a second" in rules()["7.2"]
    assert row_seconds(load_tower("classic")) == pytest.approx(1 / 5)
    assert f"more than {CLOGGED} cubes" in rules()["7.2"]
    assert f"at most {words[MOST_TAPS]} times" in rules()["7.2"]


def cited(source: Path) -> set[str]:
    """Return the rule numbers that stand in the texts (docstrings included) of a Python file."""
    texts = [node.value for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    return {number for text in texts if isinstance(text, str) for number in re.findall(r"\b\d{1,2}\.\d{1,2}\b", text)}


def test_every_rule_that_the_program_cites_can_be_looked_up() -> None:
    numbers = {
        number: path.name
        for path in Path(shogun.games.shogun.rules.__file__).parent.glob("*.py")
        for number in cited(path)
    }
    assert len(numbers) > 20
    assert not {number: file for number, file in numbers.items() if number not in NUMBERS}
