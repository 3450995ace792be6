"""Every block of code in the manual runs as a test, or says why not."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from shogun.cli.commands import build
from shogun.games import GAMES
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.playout_search import SearchSettings
from tests.manual_pages import PAGES, ROOT, Block, blocks, names, text

KNOWN = {"sh", "console", "bat", "toml", "python", "text"}
RUN_ELSEWHERE = {
    "program/agents": "tests/envs/test_manual_code.py",
    "program/event_card": "tests/games/shogun/rules/test_manual.py",
    "program/opponent": "tests/players/test_custom_opponents.py",
    "towers/experiments": "tests/lab/test_manual_code.py",
    "towers/python": "tests/lab/test_manual_code.py",
    "towers/results": "tests/lab/test_manual_code.py",
}
"""Pages with Python in them, and the test that runs it."""
ALL = [block for name in names() for block in blocks(name)]
CODE = [block for block in ALL if not block.language.startswith("{")]
COMMANDS = sorted({command for block in CODE if not block.reason for command in block.commands})
FIRST_LINE = re.compile(r"python3 -m venv \.venv && ")


def test_every_block_says_what_it_is() -> None:
    assert len(CODE) > 40
    assert [(block.page, block.language) for block in CODE if block.language not in KNOWN] == []


def test_python_runs_in_a_test_or_says_why_not() -> None:
    unsaid = {block.page for block in CODE if block.language == "python" and not block.reason}
    assert unsaid == set(RUN_ELSEWHERE)
    for page, test in RUN_ELSEWHERE.items():
        test_code = (ROOT / test).read_text("utf-8")
        assert f'text("{page}")' in test_code or f'blocks("{page}")' in test_code


def test_what_is_included_is_an_example_that_a_test_runs() -> None:
    included = [block for block in ALL if block.language.startswith("{literalinclude}")]
    files = (Path(__file__).parent / "test_examples.py", ROOT / "tests" / "lab" / "test_experiments.py")
    tests = "".join(file.read_text("utf-8") for file in files)
    for block in included:
        path = (PAGES / block.page).parent / block.language.removeprefix("{literalinclude}").strip()
        module = path.resolve().relative_to(ROOT / "assets/manual/examples").with_suffix("")
        assert path.is_file()
        assert f'"{module.name}"' in tests
    assert len(included) >= 6


def test_the_registry_stands_in_the_manual_as_it_is() -> None:
    (shown,) = (block.code for block in blocks("program/game") if block.code.startswith("GAMES"))
    assert shown.strip() in (ROOT / "shogun/games/__init__.py").read_text("utf-8")
    assert all(code.replace("-", "_").upper() in shown for code in GAMES)


@pytest.mark.parametrize("block", [block for block in CODE if block.language == "toml"], ids=lambda block: block.page)
def test_toml_can_be_read(block: Block) -> None:
    content = tomllib.loads(block.code)
    assert content
    if "base" in content:  # a personality
        assert set(content["values"]) <= set(ValuationWeights.__struct_fields__)
        assert set(content["effort"]) <= set(SearchSettings.__struct_fields__)


@pytest.mark.slow
def test_every_command_of_the_manual_is_understood() -> None:
    of_shogun = [command for command in COMMANDS if command.startswith("shogun ")]
    assert len(of_shogun) > 40
    for command in of_shogun:
        build().parse_args(shlex.split(command)[1:], exit_on_error=False, print_error=False)
    others = [command for command in COMMANDS if not command.startswith("shogun ")]
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [one for one in others if not (FIRST_LINE.match(one) and one in readme)] == [], "those two run in .ci/run"


def test_every_page_has_one_title_and_a_label_above_it() -> None:
    for name in names():
        lines = [line for line in text(name).splitlines() if line.startswith(("# ", "("))]
        assert name == "index" or re.fullmatch(r"\([\w-]+\)=", lines[0]), name
