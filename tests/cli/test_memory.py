"""Where memory is short a sentence says so: of Python, of the system, of libraries, and in worker processes."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from shogun.base.memory import is_out_of_memory
from shogun.base.worker_pool import Workers
from shogun.cli.errors import WRONG, guarded
from shogun.lab.errors import LabError
from tests.cli.test_commands import run

TOLD = "shogun: there isn't enough memory for this"
OUT_OF_MEMORY = (
    MemoryError(),
    OSError(errno.ENOMEM, "Cannot allocate memory"),
    ImportError("/usr/lib/numpy/core.so: failed to map segment from shared object"),
    RuntimeError("can't start new thread"),
    RuntimeError("MemoryError: from a worker"),
    SystemError("error return without exception set"),
    SystemError("<function _find_and_load> returned NULL without setting an exception"),
)


def fail(error: Exception) -> int:
    raise error


def because(error: Exception) -> int:
    """Fail as whoever tells of a library that can't be loaded."""
    try:
        raise error
    except Exception:
        raise LabError("this needs a library: install it") from None


@pytest.mark.parametrize("error", OUT_OF_MEMORY, ids=repr)
@pytest.mark.parametrize("command", [fail, because])
def test_it_is_told_in_a_sentence(
    error: Exception, command: Callable[[Exception], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(partial(command, error)) == WRONG
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.startswith(TOLD) and caught.err.count("\n") == 1


def test_other_errors_are_no_lack_of_memory() -> None:
    assert not is_out_of_memory(ValueError("out of memory"))
    assert not is_out_of_memory(OSError(errno.ENOSPC, "No space left on device"))
    assert not is_out_of_memory(ImportError("No module named 'numpy'"))
    with pytest.raises(ZeroDivisionError):
        guarded(lambda: 1 // 0)


def test_a_worker_process_hands_it_on(capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> int:
        with Workers(1) as workers:
            return workers.submit(partial(bytearray, 1 << 62)).result()[0]

    assert guarded(command) == WRONG
    assert TOLD in capsys.readouterr().err


LIMITS = (120, 150, 180)
"""MB of addresses; a Python with this program's libraries takes some 150 to 250."""
COMMANDS = (
    "--help",
    "games",
    "simulate --seed 1",
    "simulate --seed 1 --tower model --games 2 --jobs 2",
    "replay games/3.journal --check",
    "review games/3.journal --playouts 1 --seconds 1",
    "reviews games",
    "ladder --opponents random,greedy --games 1 --tower model",
    "tower drop classic --cubes red=3 --picture drop.png",
    "tower watch classic --cubes red=3 --record drop.webp",
    "tower compare classic classic --battles 1 --jobs 1",
    "tower sensitivity classic --parameters ledges.tilt=17:19 --samples 4 --battles 8 --jobs 1",
)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system keeps this limit")
@pytest.mark.parametrize("command", COMMANDS)
def test_with_little_memory_commands_work_or_end_in_a_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *f"simulate --seed 3 --tower model --journals {tmp_path}/games".split())[0] == 0
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    for limit in LIMITS:
        within = ["sh", "-c", f'ulimit -v {limit * 1000}; exec "$@"', "sh"]
        words = [*within, sys.executable, "-m", "shogun", *command.split()]
        process = subprocess.Popen(
            words, env=environment, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            _out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:  # it has what it needs
            process.kill()
            _out, err = process.communicate()
        else:
            assert process.returncode in (0, 1, WRONG), (limit, err)
        told = err.splitlines()
        assert "Traceback" not in err, (limit, err)
        assert process.returncode != WRONG or all(line.startswith("shogun: ") for line in told), (limit, err)
        assert process.returncode != WRONG or told[-1].startswith(TOLD), (limit, err)
