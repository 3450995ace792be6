"""What the README promises is there: its commands run, its files exist, its first screen has what a newcomer needs."""

import os
import re
import shlex
from pathlib import Path

import pytest

from shogun import cli

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [shlex.split(line) for line in TEXT.splitlines() if line.startswith("shogun ")]
FIRST_SCREEN = TEXT.splitlines()[:40]


def test_one_line_each_plays_and_tests_on_every_system() -> None:
    lines = [line for line in FIRST_SCREEN if "-m venv" in line]
    assert [line.split()[0] for line in lines] == ["python3", "cmd", "python3", "cmd"]
    assert [line.rstrip('"').split()[-1] for line in lines[:2]] == [".venv/bin/shogun", r".venv\Scripts\shogun"]
    assert all("[dev]" in line and line.rstrip('"').endswith("-m pytest -q") for line in lines[2:])


def test_the_lines_for_windows_work_in_cmd_and_powershell() -> None:
    for line in (line for line in FIRST_SCREEN if line.startswith("cmd")):
        assert re.fullmatch(r'cmd /c "[^"$`]+"', line)


def test_every_file_that_is_linked_exists() -> None:
    missing = [path for path in re.findall(r"\]\(([^)#:]+)\)", TEXT) if not (ROOT / path).exists()]
    assert not missing


def test_every_command_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    assert {command[1] for command in COMMANDS} == {"simulate", "replay", "tower", "play"}
    for command in COMMANDS:
        if command[1] != "play":  # the window has its own tests
            assert cli.main(_shortened(command[1:])) == 0, capsys.readouterr().err


def _shortened(command: list[str]) -> list[str]:
    """The command with 2 games instead of 20: the same command, sooner."""
    return ["2" if before == "--games" else word for before, word in zip(["", *command], command, strict=False)]


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md", ".ci/run"])
def test_what_goes_with_a_project_is_there(name: str) -> None:
    assert (ROOT / name).is_file()
