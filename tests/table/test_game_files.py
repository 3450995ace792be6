"""A folder of many games, read little by little."""

import os
from pathlib import Path

import pytest

from shogun.game.protocol import Games
from shogun.table import game_files
from shogun.table.game_files import GameFiles
from shogun.table.saved_games import GameFile, ListedGame, SavedGame, Unreadable, _outcome, read_game
from shogun.table.session import Session
from tests.table import toy


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve games, the last of them broken."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    for number in range(12):
        path = tmp_path / f"game {number}.journal"
        Session.start(toy.game_of("toy"), toy.header(number), path).close()
        os.utime(path, (1000 - number, 1000 - number))
    path.write_bytes(b"noise")
    os.utime(path, (1, 1))
    return tmp_path


def test_all_names_are_there_at_once_and_the_rest_comes_in(folder: Path) -> None:
    files = GameFiles(toy.game_of, folder)
    assert [file.stem for file in files.files] == [f"game {number}" for number in range(12)]
    assert files.unread == 12 and files.brief(files.files[0]) is None and files.last_unfinished() == (None, False)
    assert isinstance(files.read(files.files[3]), SavedGame) and files.brief(files.files[3]) is not None
    while files.go_on(0.001):
        pass
    briefs = [files.brief(file) for file in files.files]
    assert [brief.is_readable for brief in briefs if brief is not None] == [True] * 11 + [False]
    assert isinstance(files.read(files.files[-1]), Unreadable)
    found, is_certain = files.last_unfinished()
    assert found is not None and found.path == folder / "game 0.journal" and is_certain


def test_only_what_has_changed_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = GameFiles(toy.game_of, folder)
    files.go_on(10)
    read: list[str] = []

    def reading(games: Games, path: Path) -> ListedGame | None:
        read.append(path.stem)
        return read_game(games, path)

    monkeypatch.setattr(game_files, "read_game", reading)
    assert not files.look() and not files.look_if_touched()
    changed = folder / "game 2.journal"
    with changed.open("ab") as file:
        file.write(b"{")
    assert files.is_other(files.files[2]) and not files.look_if_touched(), "the folder is as it was"
    (folder / "game 5.journal").unlink()
    assert files.look_if_touched()
    files.go_on(10)
    assert read == ["game 2"] and len(files.files) == 11


def test_few_games_are_kept_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_files, "KEPT", 3)
    files = GameFiles(toy.game_of, folder)
    for file in files.files[:5]:
        files.read(file)
    assert [files.known(file) is not None for file in files.files[:5]] == [False, False, True, True, True]


def test_a_folder_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    files = GameFiles(toy.game_of, tmp_path / "nowhere")
    assert files.files == [] and not files.is_busy and files.last_unfinished() == (None, True)


def test_only_a_name_that_a_player_gave_is_a_title() -> None:
    names = ["Friday", "2026-11-29 20-15-00", "2026-11-29 20-15-00 2"]
    assert [GameFile(f"{name}.journal", 0, 0).title for name in names] == ["Friday", "", ""]


def test_who_has_won_is_unknown_where_the_last_line_says_nothing() -> None:
    assert _outcome(b"noise") == ((), 0)
