"""Every numbered rule has a test that carries its number, and nothing cites a rule that there isn't."""

import re
from pathlib import Path

import pytest

from shogun.base.resources import ASSETS
from shogun.games.shogun import rules

TEXT = (ASSETS / "shogun" / "rules" / "en.md").read_text("utf-8")
NUMBERS = re.findall(r"(?m)^\*\*(\d+\.\d+)\*\*", TEXT)
TESTS = {
    f"{chapter}.{rule}"
    for file in Path(__file__).parent.glob("test_*.py")
    for chapter, rule in re.findall(r"(?m)^def test_(\d+)_(\d+)_\w+\(", file.read_text("utf-8"))
}


@pytest.mark.parametrize("rule", NUMBERS)
def test_every_rule_has_a_test_that_carries_its_number(rule: str) -> None:
    assert rule in TESTS


def test_no_test_carries_the_number_of_a_rule_that_there_is_not() -> None:
    assert set(NUMBERS) >= TESTS


def test_the_rules_text_has_ten_chapters() -> None:
    assert {number.split(".")[0] for number in NUMBERS} == {"1", "2", "4", "5", "6", "7", "8", "9", "10"}


@pytest.mark.parametrize("file", sorted(Path(rules.__path__[0]).glob("*.py")), ids=lambda file: file.name)
def test_the_code_cites_only_rules_that_there_are(file: Path) -> None:
    cited = re.findall(r'"(\d+\.\d+)"', file.read_text("utf-8"))
    assert set(cited) <= set(NUMBERS)
