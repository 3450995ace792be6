"""`shogun play`: the window from the command line, on SDL's dummy driver; each in a process of its own."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from shogun.games import game_of
from shogun.table.game_archive import export_game
from shogun.table.journal import read_journal
from shogun.table.replay import resume
from tests.table.finding import saved_games


def play(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the window with a data folder of its own, without display and without sound."""
    environment = os.environ | {"SHOGUN_HOME": str(home), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, "-m", "shogun", "play", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def size_of(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG")
    return struct.unpack(">II", data[16:24])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which `--autoplay` has played for some seconds."""
    home = tmp_path_factory.mktemp("home")
    done = play(home, "--autoplay", "--seed", 7, "--screenshot", home / "shot.png", "--after", 3, "--size", "1600x1000")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return home


@pytest.mark.slow
def test_autoplay_leaves_a_picture_and_quits(home: Path) -> None:
    assert size_of(home / "shot.png") == (1600, 1000)


@pytest.mark.skipif(sys.platform == "darwin", reason="the data folder can't be moved by an environment variable")
class TestJournals:
    @pytest.mark.slow
    def test_autoplay_keeps_its_game(self, home: Path) -> None:
        [game] = saved_games(game_of, next(home.rglob("games")))
        contents = read_journal(game_of, game.path)
        assert contents.header.seed == 7
        assert contents.lines

    @pytest.mark.slow
    def test_a_game_can_be_opened_by_its_file(self, home: Path, tmp_path: Path) -> None:
        [game] = saved_games(game_of, next(home.rglob("games")))
        done = play(home, game.path, "--after", 1, "--screenshot", tmp_path / "shot.png")
        assert (done.returncode, done.stderr) == (0, "")
        assert size_of(tmp_path / "shot.png")

    @pytest.mark.slow
    def test_a_game_that_is_being_played_is_opened_to_be_looked_at(self, home: Path, tmp_path: Path) -> None:
        [game] = saved_games(game_of, next(home.rglob("games")))
        session = resume(read_journal(game_of, game.path))
        done = play(home, game.path, "--after", 1, "--screenshot", tmp_path / "shot.png")
        session.close()
        assert done.returncode == 0
        assert done.stderr == f"shogun: {game.path} is being played in another window; you can watch it here.\n"

    @pytest.mark.slow
    def test_a_damaged_game_is_told_and_untouched(self, home: Path, tmp_path: Path) -> None:
        [game] = saved_games(game_of, next(home.rglob("games")))
        data = bytearray(game.path.read_bytes())
        data[len(data) // 2] ^= 1
        (tmp_path / "damaged.journal").write_bytes(data)
        done = play(home, tmp_path / "damaged.journal")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "this line is damaged" in done.stderr
        assert (tmp_path / "damaged.journal").read_bytes() == data

    def test_a_data_folder_that_cannot_be_written_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        done = play(tmp_path / "file", "--autoplay", "--after", 1)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "can't be written" in done.stderr

    @pytest.mark.slow
    def test_where_nothing_can_be_kept_the_window_opens_all_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        picture = tmp_path / "shot.png"
        done = play(tmp_path / "file", "--after", 1, "--screenshot", picture)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "", 1)
        assert done.stderr.startswith("shogun: Settings couldn't be saved (")
        assert picture.stat().st_size > 10_000

    @pytest.mark.slow
    def test_an_exported_game_becomes_one_of_the_players_own(self, home: Path, tmp_path: Path) -> None:
        [game] = saved_games(game_of, next(home.rglob("games")))
        shared = export_game(game.path, tmp_path)
        done = play(tmp_path / "friend", shared, "--after", 1, "--screenshot", tmp_path / "shot.png")
        assert (done.returncode, done.stderr) == (0, "")
        [taken] = saved_games(game_of, next((tmp_path / "friend").rglob("games")))
        assert taken.header == game.header

    def test_a_broken_export_is_told_in_one_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "friend.shogun").write_bytes(b"noise")
        done = play(tmp_path, tmp_path / "friend.shogun")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "isn't a game of Shogun" in done.stderr
