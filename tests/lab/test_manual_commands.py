"""What prints the figures of the manual is there, and knows the options with which it is told to be run."""

import re
import subprocess
import sys

import pytest

from tests.manual_pages import ROOT, names, text

PROGRAM = re.compile(r"`python (?:-m )?tests[./](benchmarks|robustness)[./](\w+?)(?:\.py)?( [^`]*)?`")
COMPARED = {"box2d": "pyb2d3", "fronts": "ribs"}
"""Programs that need another library, to compare with it."""


def programs() -> dict[str, set[str]]:
    """Return the options with which the manual tells to run each program that prints figures."""
    results = [(ROOT / "tests" / name / "RESULTS.md").read_text("utf-8") for name in ("benchmarks", "robustness")]
    found: dict[str, set[str]] = {}
    for page in (*map(text, names()), *results):
        for folder, name, words in PROGRAM.findall(" ".join(page.split())):
            options = (word for word in words.split() if word.startswith("--"))
            found.setdefault(f"{folder}.{name}", set()).update(options)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(programs()))
def test_what_prints_the_figures_of_the_manual_is_there_and_knows_the_options(name: str) -> None:
    if (library := COMPARED.get(name.rpartition(".")[2])) is not None:
        pytest.importorskip(library)
    command = [sys.executable, "-m", f"tests.{name}", "--help"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0 and not {one for one in programs()[name] if one not in said.stdout}, said.stderr


def test_the_figures_of_the_manual_have_programs() -> None:
    assert len(programs()) >= 30
