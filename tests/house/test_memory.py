"""A process of the tests that becomes too large fails the run, and is named with its figure."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import too_large

ROOT = Path(__file__).resolve().parents[2]
GREEDY = "def test_greedy():\n    assert len(b'x' * 1_110_000_000) > 0\n"


def test_only_too_much_is_told() -> None:
    assert too_large({"gw0": 1_099_000_000, "gw1": 1_100_000_000}) == ""
    assert too_large({"gw0": 1_099_000_000, "gw1": 1_112_345_678}) == "At most 1100 MB are allowed: gw1 1112 MB."


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
