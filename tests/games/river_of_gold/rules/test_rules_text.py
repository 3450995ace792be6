"""The rules that a player reads: numbered without a gap, and no code names a rule that there isn't."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from shogun.base.resources import ASSETS
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules.components import PATRONS

TEXT = (ASSETS / "river_of_gold" / "rules" / "en.md").read_text("utf-8")
NUMBERS = re.findall(r"(?m)^\*\*(\d+\.\d+)\*\*", TEXT)


def test_rules_are_numbered_without_a_gap() -> None:
    chapters = sorted({int(number.split(".")[0]) for number in NUMBERS})
    assert chapters == list(range(1, 15))
    for chapter in chapters:
        found = [int(number.split(".")[1]) for number in NUMBERS if number.startswith(f"{chapter}.")]
        assert found == list(range(1, len(found) + 1))


@pytest.mark.parametrize("file", sorted(Path(rules.__path__[0]).glob("*.py")), ids=lambda file: file.name)
def test_the_code_names_only_rules_that_there_are(file: Path) -> None:
    text = file.read_text("utf-8")
    assert set(re.findall(r'"(\d+\.\d+)"', text)) <= set(NUMBERS)
    assert set(re.findall(r"\((\d+\.\d+)\)", text)) <= {*NUMBERS, "15.6"}


def test_every_patron_is_told() -> None:
    assert all(patron.name in TEXT for patron in PATRONS.values())


def test_each_paragraph_is_one_line() -> None:
    lines = TEXT.split("\n")
    for line, after in pairwise(lines):
        plain = line and not line.startswith(("-", "|", "#"))
        assert not (plain and after), line
