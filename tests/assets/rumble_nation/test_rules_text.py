"""The rules of Rumble Nation are told completely: every number once, every ruling marked, tables as in the data."""

import ast
import re
from pathlib import Path

import shogun.games.rumble_nation
from tests.assets.loading import ASSETS, toml

TEXT = (ASSETS / "rumble_nation" / "rules" / "en.md").read_text("utf-8")
LINES = TEXT.splitlines()
DATA = toml("rumble_nation/rumble_nation.toml")
LONG = {1: 8, 2: 6, 3: 6, 4: 7, 5: 8, 6: 12, 7: 7, 8: 2, 9: 10, 10: 6, 11: 6, 12: 17}
"""How many rules each chapter has."""
NUMBERS = [f"{chapter}.{rule}" for chapter, rules in LONG.items() for rule in range(1, rules + 1)]
RULED = {
    "1.2", "1.3", "1.5", "1.7", "1.8", "2.5", "3.4", "4.2", "4.3", "5.5", "6.11", "6.12", "7.7", "8.2", "9.3", "9.4",
    "9.6", "9.9", "9.10", "10.2", "11.2",
}  # fmt: skip
"""The rules in which the program had to choose."""


def rules() -> dict[str, str]:
    """Return the text of each rule by its number."""
    found: dict[str, str] = {}
    number = ""
    for line in LINES:
        start = re.match(r"\*\*(\d+\.\d+)\*\*", line)
        number = start[1] if start else "" if line.startswith("#") else number
        if number:
            found[number] = f"{found.get(number, '')}{line}\n"
    return found


def rows(text: str) -> list[list[str]]:
    """Return the rows of the table in a text, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_rule_begins_exactly_one_paragraph_in_order() -> None:
    assert re.findall(r"(?m)^\*\*(\d+\.\d+)\*\*", TEXT) == NUMBERS
    assert re.findall(r"(?m)^## (\d+) ", TEXT) == [str(chapter) for chapter in LONG]


def test_every_ruling_is_marked_where_the_program_had_to_choose() -> None:
    assert {number for number, text in rules().items() if "**[ruling" in text} == RULED


def test_references_lead_to_rules() -> None:
    assert set(re.findall(r"\b\d{1,2}\.\d{1,2}\b", TEXT)) <= set(NUMBERS)


def test_the_markdown_is_of_the_simple_kind_that_the_program_draws() -> None:
    for line in LINES:
        assert re.match(r"(#{1,3} |- |\| |[A-Z*(]|$)", line), line
        assert line.count("**") % 2 == 0, line
        assert line.replace("**", "").count("*") % 2 == 0, line
        assert not re.search(r"[<>`_\[](?!ruling)", line), line


def test_areas_and_borders_are_those_of_the_data() -> None:
    names = [area["name"] for area in DATA["area"]]
    assert ", ".join(names) in rules()["1.1"]
    told = {row[0]: row[1:] for row in rows(rules()["1.2"])}
    assert list(told) == names
    for column, kind in enumerate(("land", "sea")):
        for name in names:
            joined = {other for pair in DATA["adjacency"][kind] if name in pair for other in pair if other != name}
            assert set(told[name][column].split(", ")) == (joined or {"-"})


def test_counts_by_number_of_players_are_those_of_the_data() -> None:
    for row in rows(rules()["2.3"]):
        counts = DATA[f"players_{row[0]}"]
        small = "all" if counts["small_castles"] else "none"
        katana = ", ".join(map(str, counts["katana"]))
        assert row[1:] == [str(counts["tactics"]), katana, small, str(counts["support"]), str(counts["daimyo_cards"])]


def test_each_card_stands_at_its_rule() -> None:
    told = rules()
    for card in (*DATA["tactics"], *DATA["daimyo"]):
        assert told[card["rule"]].startswith(f"**{card['rule']}** *{card['name']}.*")


def cited(source: Path) -> set[str]:
    """Return the rule numbers that stand in the texts (docstrings included) of a Python file."""
    texts = [node.value for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    return {number for text in texts if isinstance(text, str) for number in re.findall(r"\b\d{1,2}\.\d{1,2}\b", text)}


def test_every_rule_that_the_program_cites_can_be_looked_up() -> None:
    folder = Path(shogun.games.rumble_nation.__file__).parent / "rules"
    numbers = set().union(*map(cited, folder.glob("*.py")))
    assert len(numbers) > 40
    assert numbers <= set(NUMBERS)
