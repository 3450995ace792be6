"""An agent with a small network plays legal games, and sits at any table by its name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks import learnt_agent
from tests.benchmarks.learning import wins
from tests.benchmarks.learnt_agent import ACTIONS, AREAS, VARIABLE, scale
from tests.manual_pages import ROOT


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A network that has learnt nothing."""
    rng, path = np.random.default_rng(1), tmp_path / "agent.npz"
    rows, width = AREAS.shape
    others = len(scale()) + ACTIONS - AREAS.size
    sizes = {
        "others": (others, 4), "areas1": (width + 4, 5), "areas2": (5, 3), "together": (rows * 3 + 4, 6),
        "actions": (6, ACTIONS),
    }  # fmt: skip
    layers = {f"{name} weights": rng.normal(size=size).astype(np.float32) for name, size in sizes.items()}
    biases = {f"{name} biases": np.zeros(size[1], np.float32) for name, size in sizes.items()}
    np.savez(path, **layers, **biases)  # type: ignore[arg-type]
    return path


def test_it_plays_whole_games(weights: Path) -> None:
    assert 0 <= wins(weights, "random", 2, 1) <= 2


@pytest.mark.slow
def test_it_sits_at_a_table(weights: Path) -> None:
    """In a process of its own: the one in which opponents of other tests think doesn't know where the weights are."""
    code = f"{learnt_agent.__name__}:choose"
    words = ["simulate", "--game", "rumble-nation", "--opponents", f"{code},beginner", "--seed", "1", "--json"]
    command = [sys.executable, "-m", "shogun", *words]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, VARIABLE: str(weights)}, capture_output=True, check=True
    )
    assert b"failures" not in done.stdout and json.loads(done.stdout)["players"] == [code, "beginner"]
