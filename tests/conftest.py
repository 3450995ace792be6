"""What holds for all tests: no process that runs them becomes large."""

import ctypes
import gc
import math
import mmap
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from shogun.base.notices import forget_notices
from shogun.cli import progress

if sys.platform == "win32":  # Wine's desktop inherits the streams of whoever first asks for it, and keeps them open:
    ctypes.windll.user32.GetDesktopWindow()  # a test that reads all a process of its own prints would never be done
c_library: Any = None if sys.platform == "win32" else ctypes.CDLL(None)
os.environ["LANGUAGE"] = "en"  # whatever language the machine speaks: tests compare English texts
vars(os)["fsync"] = lambda _file: None  # no test cuts the power: what asks for the disk's answer puts its own in here
home = tempfile.TemporaryDirectory(prefix="shogun-tests-", ignore_cleanup_errors=True)
os.environ["SHOGUN_HOME"] = home.name  # no test reads or writes the user's own files
progress.SELDOM = math.inf  # a command on a busy machine writes no more than on a quick one
settings.register_profile("unhurried", deadline=None)  # no test is decided by a clock; CI's own profile stays below it
settings.load_profile("unhurried")
os.environ["BROWSER"] = "true"  # a command of the terminal: whatever tests click, no browser opens
MOST_MEMORY = 1_500_000_000
"""Bytes that a process of the tests may have used at most, at any time; its own processes are not counted.

All tests imported are 290 MB, the libraries of the lab and what tests share 150 to 250 more, and all scenes laid out
in 21 sizes or a window of 3840x2160 take 200 to 420 for a moment: up to 1270 in all were seen at the end of some 1000
slow tests, for which tests a process draws is left to chance. The bound leaves a fifth, and still finds what grows.
"""
peaks: dict[str, int] = {}
"""How many bytes each process has used at most, by its name, where that can be told."""


def peak() -> int | None:
    """Return how many bytes this process has used at most so far; None where there is no telling."""
    status = Path("/proc/self/status")
    if status.exists():  # what `resource` tells may be the peak of the process that started this one
        found = re.search(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii"), re.MULTILINE)
        return int(found[1]) * 1024 if found else None
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def too_large(used: dict[str, int]) -> str:
    """Return in a sentence which processes have used too much; empty if none has."""
    large = [f"{name} {size / 1e6:.0f} MB" for name, size in used.items() if size > MOST_MEMORY]
    return f"At most {MOST_MEMORY / 1e6:.0f} MB are allowed: {', '.join(large)}." if large else ""


GROWTH = 25_000_000
"""Bytes by which a process may grow before it gives back what it doesn't use."""
in_use = [0]
"""Bytes this process used when it last gave some back."""
at_start = [0]
"""Bytes this process used once all tests were collected: 0 before, and where there is no way to know."""


def used_now() -> int:
    """Return how many bytes this process uses now; 0 where there is no telling."""
    told = Path("/proc/self/statm")
    return int(told.read_text("ascii").split()[1]) * mmap.PAGESIZE if told.exists() else 0


def give_back() -> None:
    """Give memory that isn't used any more back to the system."""
    gc.collect()
    if c_library is not None and hasattr(c_library, "malloc_trim"):
        c_library.malloc_trim(0)  # glibc keeps what was freed between what is still in use


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis write its table of all characters once, in a new checkout, before there are processes for tests.

    It takes 200 MB to make and next to nothing to read, and Hypothesis doesn't want it made while pytest starts: so a
    process of its own does it.
    """
    if not hasattr(config, "workerinput") and not (config.rootpath / ".hypothesis" / "unicode_data").exists():
        making = "from hypothesis import strategies; strategies.text().validate()"
        subprocess.run([sys.executable, "-c", making], cwd=config.rootpath, check=False)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Give memory back after tests that took much: whichever come next in this process begin with little."""
    if used_now() > in_use[0] + GROWTH:
        give_back()
        in_use[0] = used_now()


def pytest_collection_finish() -> None:
    """Whatever stays until the end is not looked through for garbage time and again, so that other is found soon."""
    gc.collect()
    gc.freeze()
    gc.collect()  # from now on Python counts only what has come since
    at_start[0] = used_now()


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """Have Ctrl-C interrupt this process: whoever starts the tests in the background may have had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process of xdist tells at its end."""
    if used := getattr(node, "workeroutput", {}).get("peak"):
        peaks[node.gateway.id] = used


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell how large this process has become; where all is told, fail if one was too large."""
    home.cleanup()
    used = peak()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = used
        return
    if not peaks and used is not None:
        peaks["this process"] = used
    if too_large(peaks) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how large the processes have become."""
    if peaks:
        told = ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in sorted(peaks.items()))
        terminalreporter.write_line(f"memory used at most: {told}")
    if complaint := too_large(peaks):
        terminalreporter.write_line(complaint, red=True, bold=True)


@pytest.fixture(autouse=True)
def nothing_noted() -> None:
    """Forget what tests before this one have found damaged: a command would tell it."""
    forget_notices()
