"""A link that leads to itself is a file that can't be read: whatever lists files lists the others all the same."""

import sys
from pathlib import Path

import pytest

from shogun import cli
from shogun.cli.errors import DONE, WRONG
from shogun.games import GAMES, entry_of
from shogun.lab.errors import LabError
from shogun.lab.searching.contest import entrants
from shogun.players.custom_opponents import opponents_folder, own_opponents
from shogun.players.puzzles import collection
from shogun.players.puzzles.collection import own_puzzles
from shogun.table.saved_games import COMPANION_PATHS, DELETED, games_folder
from shogun.tower import tower_lookup
from shogun.tower.tower_lookup import find_towers
from shogun.window.kit.runtime.routes import Route
from shogun.window.play.routes import ToGames, ToMenu, ToNewGame, ToPuzzles, ToSettings, ToTowers
from tests.window.clicking import window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="who may make links is another matter there")


def loop(path: Path) -> Path:
    """Make a link that leads to itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(path.name)
    return path


@pytest.fixture(autouse=True)
def loops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Links that lead to themselves in every folder of a person's own, and where they are at home."""
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    games, towers, puzzles = games_folder(), tower_lookup.own_folder(), collection.own_folder()
    journals = [games / "loop.journal", games / DELETED / "loop.journal"]
    places = [
        *journals,
        *(beside(path) for path in journals for beside in COMPANION_PATHS),
        games.parent / "ratings.json",
        towers / "loop.toml",
        towers / "drafts" / "loop.json",
        towers / "deleted" / "loop.toml",
        puzzles / "loop.puzzle",
        *(opponents_folder(code) / "loop.toml" for code in GAMES),
        tmp_path / "loop.journal",
        tmp_path / "loop.toml",
        tmp_path / "loop.puzzle",
    ]
    return [loop(place) for place in places]


LISTING = (
    "reviews",
    "reviews .",
    "games",
    "simulate --game rumble-nation --opponents random,random --players 2 --json",
)
NAMING = (
    "reviews loop.journal",
    "review loop.journal",
    "replay loop.journal",
    "hint loop.journal",
    "odds loop.journal",
    "branch loop.journal --line 1",
    "position export loop.journal --line 1",
    "position check loop.toml",
    "tower check loop.toml",
    "puzzle check loop.puzzle",
    "play loop.journal",
)
SCREENS = (ToMenu(), ToGames(), ToTowers(), ToPuzzles("shogun"), ToSettings(), ToNewGame("shogun"))


@pytest.mark.parametrize("line", LISTING)
def test_what_lists_files_passes_it_over(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert cli.main(line.split()) == DONE
    caught = capsys.readouterr()
    assert caught.out and "Traceback" not in caught.err


@pytest.mark.parametrize("line", NAMING)
def test_what_is_told_to_read_it_says_in_a_sentence_that_it_cannot(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert cli.main(line.split()) == WRONG
    caught = capsys.readouterr()
    assert caught.out == "" and caught.err.count("\n") == 1


def test_towers_opponents_and_puzzles_are_listed_without_it() -> None:
    assert "classic" in [tower.name for tower in find_towers()]
    with pytest.raises(LabError, match="no working tower"):
        entrants(Path())
    for code in GAMES:
        assert own_opponents(entry_of(code).opponents, opponents_folder(code)).described == {}
    assert own_puzzles(GAMES) == []


@pytest.mark.parametrize("route", SCREENS, ids=lambda route: type(route).__name__)
def test_screens_that_list_files_open(route: Route) -> None:
    with window() as app:
        app.go(ToMenu())
        app.go(route)
        for _step in range(5):
            app.step(0.1)
        assert app.scene is not None
