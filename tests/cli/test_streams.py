"""The commands write wherever they are started: into narrow encodings, and nowhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.cli import main as run

COMMAND = ["simulate", "--seed", "7", "--tower", "model", "--players", "3"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_signs_that_an_encoding_does_not_have_end_no_command(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    told = "from shogun import cli; cli.main(['--version']); print('N\\u014d')"
    done = subprocess.run([sys.executable, "-c", told], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"N?" + os.linesep.encode())


@pytest.mark.slow
def test_without_a_console_a_command_runs_all_the_same(tmp_path: Path) -> None:
    told = (
        "import sys, pathlib; sys.stdout = sys.stderr = None; from shogun import cli;"
        f"pathlib.Path({str(tmp_path / 'code')!r}).write_text(str(cli.main({COMMAND!r})))"
    )
    subprocess.run([sys.executable, "-c", told], check=True, capture_output=True)
    assert (tmp_path / "code").read_text("utf-8") == "0"


def test_names_are_no_markup_of_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "planner"\nname = "[/b]Mine[red]"\nsentence = "Mine."\n', encoding="utf-8")
    assert run([*COMMAND, "--opponents", f"greedy,{path},greedy"]) == 0
    assert "mine" in capsys.readouterr().out


def test_a_picture_is_not_written_onto_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "shot.png"
    folder.mkdir()
    assert run(["play", "--screenshot", str(folder)]) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.slow
def test_an_unknown_driver_is_told_in_one_sentence() -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "nonsense"}
    command = [sys.executable, "-m", "shogun", "play", "--after", "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("shogun: no window can be opened: nonsense")
    assert "Traceback" not in done.stderr
