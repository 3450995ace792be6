"""Run some quick tests by Windows' own Python under Wine, where Wine and MinGW's compiler are installed.

    python3 .ci/windows.py [TESTS ...]

Everything is set up in a temporary folder. Only tests that fail make the exit code 1: whatever is missing to run them,
or takes too long, is reported in one sentence. Tests that Wine can't pass skip (`tests/systems.py`).
"""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "assets" / "packaging"))
from wine import WineFailed, close_windows, environment, missing, set_up, windows_path  # noqa: E402

TESTS = (
    "tests/test_files.py",
    "tests/test_user_folders.py",
    "tests/test_shared_file.py",
    "tests/test_language.py",
    "tests/test_interrupts.py",
    "tests/cli/test_start.py",
    "tests/cli/test_streams.py",
    "tests/tower/test_user_towers.py",
    "tests/table/test_saved_games.py",
    "tests/table/test_journal.py",
    "tests/window/kit/test_display.py",
    "tests/window/kit/test_notices.py",
)
"""Some two minutes of what Windows does otherwise: files, folders, starts, streams, interrupts, the display."""
LONGEST = 300.0
"""Seconds that the tests may take."""
OF_TESTS = ("pytest", "hypothesis", "pygame", "pymunk")
"""Beginnings of the requirements in pyproject.toml that the tests need."""
ONLY_WINDOWS = ("colorama", "tzdata")
"""Requirements that pip leaves out, since it looks at the system where it runs."""


def main(tests: Sequence[str]) -> int:
    """Set up and test, and return the exit code."""
    if absent := missing():
        print(f"{' and '.join(absent)} not installed here: the tests on Windows are left out")
        return 0
    with tempfile.TemporaryDirectory(prefix="shogun-windows-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            python = set_up(folder, requirements())
        except WineFailed as error:
            print(f"Windows' Python can't be set up here ({error}): its tests are left out")
            return 0
        try:
            return run_tests(folder, python, tests)
        except subprocess.TimeoutExpired:
            print(f"the tests on Windows took more than {LONGEST:g} s here: they are left out")
            return 0
        finally:
            close_windows(folder)


def run_tests(folder: Path, python: Path, tests: Sequence[str]) -> int:
    """Run tests, print what pytest tells, and return the exit code."""
    command = ["wine", str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": windows_path(ROOT)}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(folder) | dummies,
        input=b"",
        capture_output=True,
        timeout=LONGEST,
        check=False,
    )
    print(done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
    return 1 if done.returncode else 0


def requirements() -> Iterator[str]:
    """Yield what the program and these tests need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from project["dependencies"]
    yield from (line for line in project["optional-dependencies"]["dev"] if line.startswith(OF_TESTS))
    yield from ONLY_WINDOWS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or TESTS))
