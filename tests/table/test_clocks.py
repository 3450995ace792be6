"""A clock that jumps, backwards, to 1970 or to 2100, confuses neither the list of games nor what is kept of them."""

import os
import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

import shogun
from shogun.table import saved_games
from shogun.table.journal_files import draft_path, keep_draft, read_draft
from shogun.table.saved_games import LEAST_KEPT, all_games, bring_back, delete, remember_last, rename
from shogun.table.session import Session
from tests.table import toy
from tests.table.finding import last_unfinished

ROOT = Path(shogun.__file__).parent
NOW = 1_800_000_000.0
JUMPS = {"1970": 5.0, "a day back": NOW - 86_400.0, "no jump": NOW + 60.0, "2100": 4_102_444_800.0}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _file: None)


def game(folder: Path, name: str, when: float) -> Path:
    path = folder / f"{name}.journal"
    path.write_bytes(b"".join(Session.start(toy, toy.header()).writer.lines))
    os.utime(path, (when, when))
    return path


@pytest.mark.parametrize("when", JUMPS.values(), ids=JUMPS)
def test_continue_goes_on_with_the_game_opened_last(tmp_path: Path, when: float) -> None:
    remember_last(game(tmp_path, "old", NOW))
    path = game(tmp_path, "new", when)
    remember_last(path)
    found = last_unfinished(toy.game_of, tmp_path)
    assert found
    assert found.path == path
    assert all_games(toy.game_of, tmp_path)[0].path == path


def test_it_keeps_that_place_under_another_name_and_loses_it_when_it_is_deleted(tmp_path: Path) -> None:
    old, path = game(tmp_path, "old", NOW), game(tmp_path, "new", 5.0)
    remember_last(path)
    path = rename(path, "Kai")
    assert [game.path for game in all_games(toy.game_of, tmp_path)] == [path, old]
    kept = delete(path)
    assert [game.path for game in all_games(toy.game_of, tmp_path)] == [old]
    bring_back(kept)
    assert len(all_games(toy.game_of, tmp_path)) == 2


@pytest.mark.parametrize("noise", [b"", b"../../etc/passwd", b"\xff\xfe", b"x" * 5000])
def test_whatever_stands_in_that_file_the_games_are_listed(tmp_path: Path, noise: bytes) -> None:
    path = game(tmp_path, "game", NOW)
    (tmp_path / saved_games.LAST_OPENED_NAME).write_bytes(noise)
    assert [game.path for game in all_games(toy.game_of, tmp_path)] == [path]


@pytest.mark.parametrize("when", JUMPS.values(), ids=JUMPS)
def test_games_deleted_just_now_can_be_brought_back_and_the_last_ones_stay_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: float
) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)
    before = [delete(game(tmp_path, f"game {number}", NOW)) for number in range(LEAST_KEPT)]
    monkeypatch.setattr(time, "time", lambda: when)
    kept = [delete(game(tmp_path, f"later {number}", when)) for number in range(3)]
    gone = 3 if when > NOW + 31 * 86_400 else 0
    assert [path.exists() for path in before] == [False] * gone + [True] * (LEAST_KEPT - gone)
    assert all(path.exists() for path in kept)
    assert bring_back(kept[0]).exists()


@pytest.mark.parametrize("year", [1970, 2026, 2100])
def test_names_of_new_games_are_free_whatever_the_clock_says(tmp_path: Path, year: int) -> None:
    names = set()
    for _time in range(3):
        path = saved_games.new_game_path(tmp_path, now=datetime(year, 1, 1))
        Session.start(toy, toy.header(), path).close()
        names.add(path.name)
    assert len(names) == 3
    assert all(isinstance(game, saved_games.SavedGame) and not game.title for game in all_games(toy.game_of, tmp_path))


@pytest.mark.parametrize("when", [-5e9, 0.0, 4_102_444_800.0, 2.0**33])
def test_a_half_made_answer_is_found_whatever_its_time(tmp_path: Path, when: float) -> None:
    path = game(tmp_path, "game", NOW)
    keep_draft(path, b"{}")
    os.utime(draft_path(path), (when, when))
    os.utime(path, (when, when))
    assert read_draft(path) == b"{}"
    assert len(all_games(toy.game_of, tmp_path)) == 1


OF_DAY = re.compile(r"time\.time\(|datetime\.now\(|perf_counter_ns|time\.localtime")
TELLS_DATES: dict[str, str] = {
    "base/files.py": "how old a leftover is",
    "table/saved_games.py": "names of games, and when one was deleted",
    "window/play/start.py": "when a game began",
    "window/kit/runtime/crash_report.py": "names of reports",
    "cli/game_options.py": "when a game began",
    "cli/game_commands/text_play.py": "when a game began",
    "cli/game_commands/positions.py": "when a branch began",
    "window/scenes/branch.py": "when a branch began",
    "window/tower/picture_saving.py": "names of pictures",
    "tower/user_towers.py": "the order in which towers were removed",
    "lab/running/checkpoints.py": "how old a result of another version is",
}


def test_nothing_is_timed_by_the_time_of_day() -> None:
    look: Callable[[Path], bool] = lambda path: OF_DAY.search(path.read_text("utf-8")) is not None  # noqa: E731
    found = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if look(path)}
    assert found == set(TELLS_DATES)
