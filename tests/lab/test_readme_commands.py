"""Every command that `tower_geometry/README.md` tells is understood as it stands there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.base.resources import shipped
from shogun.cli.commands import build

ROOT = Path(__file__).resolve().parents[2]
BENCHMARK = re.compile(r"`python (?:-m )?tests[./]benchmarks[./](\w+?)(?:\.py)?( [^`]*)?`")

COMPARED = {"box2d": "pyb2d3", "fronts": "ribs"}
"""Programs that need another library, to compare with it."""


def told() -> list[str]:
    """Return the commands that stand in the README, without their comments."""
    text = (shipped("tower_geometry") / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line.removeprefix("$ ").partition(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line.removeprefix("shogun ") for line in lines if line.startswith("shogun ")]


def test_every_command_of_the_readme_is_understood() -> None:
    commands = set(told())
    assert len(commands) > 20
    for command in commands:
        build().parse_args(shlex.split(command), exit_on_error=False, print_error=False)


def benchmarks() -> dict[str, set[str]]:
    """Return the options with which the README tells to run each program that prints its figures."""
    found: dict[str, set[str]] = {}
    for name, words in BENCHMARK.findall((shipped("tower_geometry") / "README.md").read_text("utf-8")):
        found.setdefault(name, set()).update(word for word in words.split() if word.startswith("--"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(benchmarks()))
def test_what_prints_the_figures_of_the_readme_is_there_and_knows_the_options(name: str) -> None:
    if name in COMPARED:
        pytest.importorskip(COMPARED[name])
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", "--help"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0 and not {one for one in benchmarks()[name] if one not in said.stdout}, said.stderr


def test_the_figures_of_the_readme_have_programs() -> None:
    assert len(benchmarks()) >= 8
