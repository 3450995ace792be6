"""The commands write wherever they are started: into narrow encodings, and nowhere."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.base.notices import listening, notice_at_once
from shogun.cli import main as run
from shogun.cli.errors import _write_between_updates
from shogun.cli.progress import Progress

COMMAND = ["simulate", "--seed", "7", "--tower", "model", "--players", "3"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_signs_that_an_encoding_does_not_have_end_no_command(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    told = "from shogun import cli; cli.main(['--version']); print('N\\u014d')"
    done = subprocess.run([sys.executable, "-c", told], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"N?" + os.linesep.encode())


class Terminal(io.TextIOWrapper):
    """A terminal of an encoding."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("kind", "read"), [(io.TextIOWrapper, "Nō → 9"), (Terminal, "N? ? 9")])
def test_what_no_terminal_shows_is_utf_8_whatever_the_system_would_write(
    kind: type[io.TextIOWrapper], read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", kind(written, encoding="cp1252", write_through=True))
    assert run(["--version"]) == 0
    print("Nō → 9", end="")
    assert written.getvalue().decode("utf-8").endswith(read)


@pytest.mark.parametrize(("variable", "value"), [("legacy", "True"), ("TERM", "dumb"), ("TERM", "xterm")])
def test_a_terminal_without_escape_sequences_is_shown_none(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rich.console.detect_legacy_windows", lambda: variable == "legacy")
    monkeypatch.setenv("TERM", value if variable == "TERM" else "xterm")
    monkeypatch.setenv("COLUMNS", "30")
    shown = Terminal(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
    monkeypatch.setattr(sys, "stderr", shown)
    progress = Progress()
    progress(1, 3)
    notice_at_once_to_terminal()
    progress(3, 3)
    shown.seek(0)
    written = shown.read()
    assert "1 of 3 done" in written and "shogun: noted" in written
    assert ("\033" in written) == (value == "xterm")
    assert on_screen(written) == ["shogun: noted", ""]


def notice_at_once_to_terminal() -> None:
    with listening(_write_between_updates):
        notice_at_once("noted")


def on_screen(written: str) -> list[str]:
    """Return the lines that a terminal shows in the end, without spaces after them."""
    lines = [""]
    for part in re.findall(r"\033\[K|.|\n", written):
        if part == "\n":
            lines.append("")
            column = 0
        elif part == "\r":
            column = 0
        elif part == "\033[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column] + part + lines[-1][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines]


@pytest.mark.slow
def test_without_a_console_a_command_runs_all_the_same(tmp_path: Path) -> None:
    told = (
        "import sys, pathlib; sys.stdout = sys.stderr = None; from shogun import cli;"
        f"pathlib.Path({str(tmp_path / 'code')!r}).write_text(str(cli.main({COMMAND!r})))"
    )
    subprocess.run([sys.executable, "-c", told], check=True, capture_output=True)
    assert (tmp_path / "code").read_text("utf-8") == "0"


@pytest.mark.parametrize("words", [["play", "{folder}/broken.shogun"], ["paly"], ["--language", "xx"]])
def test_without_a_console_what_goes_wrong_is_shown_in_a_box(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.shogun").write_bytes(b"no game")
    shown: list[str] = []
    monkeypatch.setattr("shogun.cli.errors._show_box", shown.append)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run([word.format(folder=tmp_path.as_posix()) for word in words]) == 2
    assert len(shown) == 1 and shown[0] and "shogun: " not in shown[0]
    assert ("broken.shogun" in shown[0]) == (words[0] == "play")


def test_with_a_console_or_without_an_error_there_is_no_box(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shogun.cli.errors._show_box", lambda _text: pytest.fail("nobody would close it"))
    assert run(["paly"]) == 2
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run(["--version"]) == 0


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
