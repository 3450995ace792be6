"""The short form of `other_chance.py`."""

import subprocess
import sys
from pathlib import Path

import pytest

HELD = """
from random import Random
import numpy as np
import pytest

@pytest.mark.chance
def test_of_one_seed():
    assert Random(1).random() == 0.13436424411240122

@pytest.mark.chance
def test_of_another_generator():
    assert np.random.default_rng(1).random() == 0.5118216247002567

@pytest.mark.chance
def test_of_any_seed():
    assert 0 <= Random(1).random() < 1

def test_of_nothing():
    raise AssertionError
"""


@pytest.mark.slow
def test_a_test_that_passes_with_one_seed_only_is_told(tmp_path: Path) -> None:
    (tmp_path / "test_held.py").write_text(HELD, "utf-8")
    command = [sys.executable, "-m", "tests.robustness.other_chance", "--seeds", "3", str(tmp_path / "test_held.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    told = [line.strip().partition(" failed: ")[0] for line in done.stdout.splitlines() if " failed: " in line]
    assert (done.returncode, told) == (1, ["3 of 3", "3 of 3", "0 of 3"])
