"""mypy tells of sums of floats in the program, and of nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

SUMS = """
from collections.abc import Iterable
from typing import Any

def wrong(floats: list[float], anything: Any, pairs: dict[str, float]) -> None:
    print(sum(floats))
    print(sum(one * 2 for one in floats))
    print(sum((1, 2.5)))
    print(sum(anything))
    print(sum(pairs.values()))

def right(ints: Iterable[int], bits: list[bool], pairs: dict[str, int]) -> float:
    print(sum(ints), sum(bits), sum((1, 2)), sum(pairs.values()))
    return 0.5 * sum(one > 2 for one in ints) + sum(ints)
"""


@pytest.mark.slow
def test_sums_of_floats_are_told(tmp_path: Path) -> None:
    (tmp_path / "shogun").mkdir()
    for folder in ("shogun", "."):
        (tmp_path / folder / "sums.py").write_text(SUMS)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = {Path(__file__).with_name('float_sums.py')}\n")
    command = [sys.executable, "-m", "mypy", "shogun/sums.py", "sums.py", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [*command, "--explicit-package-bases"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    told = [line for line in done.stdout.splitlines() if "float-sum" in line]
    assert [line.partition(": ")[0] for line in told] == [f"shogun/sums.py:{line}" for line in range(6, 11)], done
    assert len(done.stdout.splitlines()) == len(told) + 1, done.stdout
