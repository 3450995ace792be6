"""What the window says to be saved is saved: each such sentence on a disk that refuses, and with room on it."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.battle_films import Films
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.errors import TableError
from shogun.table.journal import read_journal
from shogun.table.recordings import drops_path
from shogun.table.replay import Replay
from shogun.table.saved_games import games_folder
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToGames, ToMenu
from shogun.window.scenes.crash import CrashScene
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.menu import MenuScene
from tests.games.shogun.screen.test_battle_film import fought
from tests.lab.running.test_refused_results import no_file_longer_than

from .clicking import A_LONG_TIME, asked, click, game, session, settle, shown, top, window
from .disk import no_room

pytestmark = pytest.mark.slow

__all__ = ["fought"]
SAVED = "The game is saved"


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        yield app


@pytest.fixture
def path() -> Path:
    games_folder().mkdir(parents=True)
    return games_folder() / "game.journal"


def playing(app: App, path: Path | None) -> GameScene:
    scene = game(app, session("person,greedy,greedy", setup=Setup(3), tower="classic", path=path))
    settle(app)
    return scene


def failing(*_asked: object) -> None:
    raise ZeroDivisionError


def words(app: App) -> str:
    return shown(app).replace("\n", " ")


# Pictures


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a player's pictures; a film takes a thousand bytes, and no time."""
    monkeypatch.setattr("shogun.window.tower.films.film_bytes", lambda *_given: b"film" * 250)
    return tmp_path / "pictures"


def saved_film(films: Films, drop: object) -> str:
    films.save(drop)  # type: ignore[arg-type]
    films.update(0.0)
    return films._screen.model.note


def test_a_picture_is_told_to_be_saved_where_it_is(app: App, path: Path, pictures: Path, fought: object) -> None:
    films = playing(app, path).around_tower.films
    told = saved_film(films, fought)
    [made] = pictures.iterdir()
    assert told == f"Saved with your pictures as {made.name} (0.0 MB)" and made.stat().st_size == 1000


@pytest.mark.parametrize("length", [0, 1, 999])
def test_a_picture_for_which_there_is_no_room_is_told_and_leaves_nothing(
    app: App, path: Path, pictures: Path, fought: object, length: int
) -> None:
    films = playing(app, path).around_tower.films
    with no_file_longer_than(length):
        assert saved_film(films, fought) == "The animation couldn't be saved: File too large"
    assert list(pictures.iterdir()) == []
    with no_room():
        assert saved_film(films, fought) == "The animation couldn't be saved: No space left on device"
    assert list(pictures.iterdir()) == []
    assert saved_film(films, fought).startswith("Saved with your pictures as ")


def test_where_no_folder_of_pictures_can_be_made_that_is_told(
    app: App, path: Path, pictures: Path, fought: object
) -> None:
    pictures.write_text("a file, no folder")
    assert saved_film(playing(app, path).around_tower.films, fought) == "The animation couldn't be saved: File exists"


# Damaged games


def damaged(app: App, path: Path) -> tuple[GamesScene, list[bytes]]:
    """Return the list of games with one that is damaged, and its lines before the damage."""
    playing(app, path)
    app.go(ToMenu())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-3], lines[-3].swapcase(), *lines[-2:]]))
    app.go(ToGames())
    app.step(0.0)  # what is told of a game is looked up once it is shown
    settle(app)
    return top(app, GamesScene), lines[:-3]


Refusal = Callable[[int, int], AbstractContextManager[None]]
REFUSALS: dict[str, Refusal] = {
    "nothing": lambda _drops, _whole: no_file_longer_than(0),
    "no whole recordings": lambda drops, _whole: no_file_longer_than(drops - 1),
    "no whole game": lambda _drops, whole: no_file_longer_than(whole - 1),
    "no room": lambda _drops, _whole: no_room(),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_game_is_told_to_be_saved_as_a_new_one_only_where_it_is(app: App, path: Path, refusal: str) -> None:
    scene, whole = damaged(app, path)
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    with REFUSALS[refusal](drops_path(path).stat().st_size, len(b"".join(whole))):
        click(app, "rescue")
    assert scene.is_complaint and "can't be written" in scene.message
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before
    click(app, "rescue")
    assert scene.message == "Saved as a new game."
    saved = read_journal(game_of, path.with_name("game rescued.journal"))
    assert list(saved.raw) == whole and Replay(saved).run().answers


# A game that can't go on, and a mistake of the program


@pytest.mark.parametrize("is_lost", [False, True])
@pytest.mark.parametrize("how", ["mistake", "failure", "pause"])
def test_a_game_is_told_to_be_saved_only_where_its_file_is(
    app: App, path: Path, monkeypatch: pytest.MonkeyPatch, is_lost: bool, how: str
) -> None:
    scene = playing(app, path)
    played = b"".join(scene.driver.session.writer.lines)
    if is_lost:
        path.unlink()
    if how == "pause":
        scene.escape()
        app.step(0.0)
        [quits] = [target for target in app.scene.targets() if target.name == "quit"]
        told = quits.tooltip
    else:
        told = after_failure(app, scene, monkeypatch, by_mistake=how == "mistake")
    assert (SAVED in told) != is_lost
    assert ("game.journal: it isn't being saved" in told) == is_lost
    assert is_lost or path.read_bytes() == played


def after_failure(app: App, scene: GameScene, monkeypatch: pytest.MonkeyPatch, *, by_mistake: bool) -> str:
    """Have the program fail, or the table, and return what is told."""
    if by_mistake:
        monkeypatch.setattr(scene, "update", failing)
        app.attempt(lambda: app.step(0.0))
        app.step(0.0)
        assert isinstance(app.scene, CrashScene)
    else:
        monkeypatch.setattr(scene.driver, "advance", disagreeing)
        app.step(A_LONG_TIME)
        app.step(0.0)
        assert isinstance(app.scene, MenuScene) and "The game can't continue: the tower disagrees." in words(app)
    return words(app)


def disagreeing() -> None:
    raise TableError("the tower disagrees")


def test_a_game_that_is_never_saved_is_not_told_to_be(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = playing(app, None)
    assert SAVED not in after_failure(app, scene, monkeypatch, by_mistake=True)


def test_without_a_game_nothing_is_said_of_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.go(ToMenu())
    monkeypatch.setattr(app.scene, "update", failing)
    app.attempt(lambda: app.step(0.0))
    app.step(0.0)
    assert "Something went wrong (ZeroDivisionError)." in words(app) and SAVED not in words(app)


def test_on_a_full_disk_a_mistake_promises_no_report(app: App, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = playing(app, path)
    played = b"".join(scene.driver.session.writer.lines)
    with no_room():
        told = after_failure(app, scene, monkeypatch, by_mistake=True)
    assert SAVED in told and "A report" not in told
    assert path.read_bytes() == played and not list((path.parents[1] / "reports").glob("*"))


def test_what_a_disk_has_torn_is_nobody_elses_doing(app: App, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of which half was written, and that can't be cut off yet: the game waits, its file isn't lost."""
    scene = playing(app, path)
    written = os.write
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", lambda file, data: written(file, data[:7]))
        disk.setattr(os, "ftruncate", no_cut)
        for _time in range(2):
            scene.controls.answer(asked(scene).sample(Random(1)))
            assert "can't be written" in scene.model.refusal
        assert scene.driver.session.writer.losses == 0 and scene.kept() and not scene.unkept()
    scene.controls.answer(asked(scene).sample(Random(1)))
    assert not scene.model.refusal
    assert Replay(read_journal(game_of, path)).run().answers


def no_cut(_file: int, _length: int) -> None:
    raise OSError(5, "Input/output error")
