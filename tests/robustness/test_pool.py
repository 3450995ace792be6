"""The short form of `pool.py`."""

import signal
import sys
from pathlib import Path
from random import Random

import pytest

from tests.robustness import pool

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are found as on Linux")


@pytest.mark.slow
def test_commands_come_to_the_same_results_whoever_dies() -> None:
    attacker = pool.Attacker(Random(1), 0.8)
    pool.run(3, sys.executable, attacker, (pool.COMMANDS[1].replace("--games 100", "--games 40"),))
    assert attacker.tally["kills"] >= 3 and attacker.tally["results equal"] >= 40


@pytest.mark.slow
def test_a_game_in_a_window_goes_on_whoever_dies() -> None:
    attacker = pool.Attacker(Random(5), 1.0)
    pool.run(2, sys.executable, attacker, pool.COMMANDS[-1:])
    assert attacker.tally["kills"] >= 2 and attacker.tally["results equal"] >= 100


@pytest.mark.slow
def test_results_that_are_missing_are_noticed(tmp_path: Path) -> None:
    def start(folder: Path) -> pool.Program:
        return pool.Program(
            sys.executable, ["simulate", "--games", "1", "--seed", "1", "--tower", "model", "--json"], folder
        )

    expected = pool.undisturbed(start)
    pool.Attacker(Random(3)).attack(start, expected, 1)
    with pytest.raises(pool.Flaw, match="other results"):
        pool.Attacker(Random(3)).attack(start, [*expected, *expected], 1)


def test_a_program_that_hangs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "START", "import time; time.sleep(60)")
    with pool.Program(sys.executable, [], tmp_path) as program:
        with pytest.raises(pool.Flaw, match="it hangs"):
            program.ended(0.5)
        assert program.workers() == []
    assert program.process.returncode == -signal.SIGKILL
