"""Every command in a folder that somebody has removed: it does what it can, or says in one sentence why it can't."""

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from shogun.base.files import absolute, existing_folder
from shogun.base.worker_pool import Workers
from shogun.cli import main
from shogun.cli.commands import COMMANDS, POSITION_COMMANDS, PUZZLE_COMMANDS, TOWER_COMMANDS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a current folder can't be removed there")

WORDS: dict[str, tuple[str, int, str]] = {
    "play": ("--autoplay --screenshot picture.png", 2, "picture.png: the current folder has been deleted"),
    "games": ("--json", 0, ""),
    "simulate": ("--games 1 --seed 3 --players 3 --opponents random,random,random --jobs 2", 0, ""),
    "replay": ("game.journal", 2, "there is no file game.journal"),
    "review": ("game.journal", 2, "there is no file game.journal"),
    "reviews": ("game.journal", 2, "game.journal: there is no such file or folder"),
    "branch": ("game.journal --line 1", 2, "there is no file game.journal"),
    "odds": ("game.journal", 2, "there is no file game.journal"),
    "hint": ("game.journal", 2, "there is no file game.journal"),
    "ladder": ("--results ladder.jsonl --games 1 --opponents random,greedy", 2, "No such file or directory"),
    "puzzle make": ("--game rumble-nation --theme war --into found --games 1", 2, "found: No such file or directory"),
    "puzzle list": ("--game rumble-nation", 0, ""),
    "puzzle check": ("mine.puzzle", 2, "there is no file mine.puzzle"),
    "position check": ("won.position.toml", 2, "there is no file won.position.toml"),
    "position export": ("game.journal --line 1", 2, "there is no file game.journal"),
    "tower new": ("mine", 2, "mine.toml: the current folder has been deleted"),
    "tower drop": ("classic --cubes red=3", 0, ""),
    "tower edit": ("mine.toml", 2, "mine.toml: the current folder has been deleted"),
    "tower watch": ("classic --record film.webp", 2, "film.webp: the current folder has been deleted"),
    "tower drawing": ("classic --output classic.svg", 2, "classic.svg: the current folder has been deleted"),
    "tower import": ("drawing.svg", 2, "drawing.toml: the current folder has been deleted"),
    "tower show": ("drop.webp", 2, "there is no file drop.webp"),
    "tower gallery": ("--output page.html", 2, "page.html: the current folder has been deleted"),
    "tower build": ("classic --output sheets.pdf", 2, "sheets.pdf: the current folder has been deleted"),
    "tower measure": ("classic --battles 1 --plot figures.png", 2, "figures.png: the current folder has been deleted"),
    "tower verify": ("mine.toml", 2, "There is no file mine.toml"),
    "tower compare": ("mine.toml classic", 2, "There is no file mine.toml"),
    "tower check": ("classic", 0, ""),
    "tower parameters": ("classic", 0, ""),
    "tower sweep": ("mine.toml --set grain.size=10", 2, ""),
    "tower tune": ("mine.toml --target stock=10", 2, ""),
    "tower explore": ("mine.toml --parameters grain.size", 2, "There is no file mine.toml"),
    "tower residence": ("classic --battles 1 --plot stays.png", 2, "stays.png: the current folder has been deleted"),
    "tower importance": ("search.db", 2, "No such file or directory"),
    "tower sample-size": ("mine.toml --within stock=1", 2, "There is no file mine.toml"),
    "tower sensitivity": (
        "mine.toml --parameters grain.size",
        2,
        "There is no file mine.toml",
    ),
    "tower contest": (". --target stock=10", 2, ""),
    "tower match": ("classic throws.txt", 2, "throws.txt"),
    "tower fit": ("mine.toml", 2, "There is no file mine.toml"),
}
GROUPS = {"tower": TOWER_COMMANDS, "puzzle": PUZZLE_COMMANDS, "position": POSITION_COMMANDS}


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be in a folder that was removed, with the user's folders elsewhere."""
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path / "home"))
    before = Path.cwd()
    here = tmp_path / "here"
    here.mkdir()
    os.chdir(here)
    shutil.rmtree(here)
    yield
    os.chdir(before)


def test_all_commands_are_tried() -> None:
    grouped = (f"{group} {one.name}" for group, some in GROUPS.items() for one in some)
    assert set(WORDS) == {*(one.name for one in COMMANDS), *grouped}


@pytest.mark.usefixtures("gone")
@pytest.mark.parametrize("command", WORDS)
def test_a_command_in_a_removed_folder(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, code, told = WORDS[command]
    assert main([*command.split(), *words.split()]) == code
    _out, err = capsys.readouterr()
    assert told in err and err.count("\n") <= 1 and "Traceback" not in err
    assert (not err) == (code == 0)


@pytest.mark.usefixtures("gone")
def test_workers_begin_where_there_is_a_folder_and_ours_stays_gone() -> None:
    with Workers(1) as workers:
        assert workers.submit(partial(os.path.realpath, os.curdir)).result(timeout=60) == os.sep
    with pytest.raises(FileNotFoundError):
        Path.cwd()
    with pytest.raises(FileNotFoundError):
        Path("file").read_bytes()


def test_a_worker_begins_where_the_program_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with existing_folder():
        assert Path.cwd() == tmp_path
    with Workers(1) as workers:
        assert workers.submit(partial(os.path.realpath, os.curdir)).result(timeout=60) == os.path.realpath(tmp_path)
    assert absolute(Path("file")) == tmp_path / "file"
