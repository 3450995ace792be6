"""A process of the tests that becomes too large fails the run, and is named with its figure."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MOST_MEMORY, too_large

ROOT = Path(__file__).resolve().parents[2]
MB = 1_000_000
GREEDY = f"def test_greedy():\n    assert len(b'x' * {MOST_MEMORY + 10 * MB}) > 0\n"


def test_only_too_much_is_told() -> None:
    assert too_large({"gw0": MOST_MEMORY - MB, "gw1": MOST_MEMORY}) == ""
    told = f"At most {MOST_MEMORY // MB} MB are allowed: gw1 {MOST_MEMORY // MB + 12} MB."
    assert too_large({"gw0": MOST_MEMORY - MB, "gw1": MOST_MEMORY + 12 * MB}) == told


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process has used is told otherwise here")
@pytest.mark.parametrize("processes", [0, 1])
def test_a_run_with_too_large_a_process_fails(tmp_path: Path, processes: int) -> None:
    (tmp_path / "test_greedy.py").write_text(GREEDY, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [*command, "-n", str(processes), str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "1 passed" in done.stdout
    assert f"{'gw0' if processes else 'this process'} 1" in done.stdout
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
