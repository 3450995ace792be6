"""The file of a running game is removed, replaced or changed by somebody else: told, saved anew, and played on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.errors import UnfitName
from shogun.table.journal import PERSON, read_journal
from shogun.table.journal_files import draft_path, keep_draft
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import Replay
from shogun.table.saved_games import all_games, games_folder
from shogun.table.session import Session
from shogun.window.kit.runtime.app import App
from shogun.window.scenes.lost_file import LostFileScene
from tests.players.test_ratings import begun
from tests.systems import needs_movable_open_files
from tests.window.clicking import A_LONG_TIME, asked, click, game, session, settle, show_game, shown, top, window

pytestmark = needs_movable_open_files

Loss = Callable[[Path], object]
LOSSES: dict[str, Loss] = {
    "removed": Path.unlink,
    "with its folder": lambda path: shutil.rmtree(path.parent),
    "replaced": lambda path: (path.with_name("x").write_bytes(b"other"), path.with_name("x").replace(path)),
    "changed": lambda path: path.write_bytes(path.read_bytes() + b"more\n"),
}


@pytest.fixture
def path() -> Path:
    games_folder().mkdir(parents=True)
    return games_folder() / "game.journal"


@pytest.fixture
def scene(app: App, path: Path) -> GameScene:
    scene = game(app, session(f"{PERSON},greedy,greedy", setup=Setup(3), tower="classic", path=path))
    settle(app)
    return scene


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        yield app


def answer(app: App, scene: GameScene, rng: Random | None = None) -> None:
    scene.controls.answer(asked(scene).sample(rng or Random(1)))
    app.step(0.0)


def check(path: Path, session: Session) -> None:
    contents = read_journal(game_of, path)
    assert contents.raw == tuple(session.writer.lines)
    assert Replay(contents).run().state == session.state


@pytest.mark.slow
@pytest.mark.parametrize("loss", LOSSES)
def test_a_lost_game_is_saved_anew_under_a_name_and_goes_on(app: App, scene: GameScene, path: Path, loss: str) -> None:
    played = scene.driver.session
    LOSSES[loss](path)
    answer(app, scene)
    sheet = top(app, LostFileScene)
    assert "game.journal" in sheet.words and str(path.parent) not in sheet.words
    sheet.type_name("Kai")
    click(app, "save")
    assert app.scene is scene and not scene.model.refusal
    new = path.with_name("Kai.journal")
    check(new, played)
    answer(app, scene)
    settle(app)
    assert app.scene is scene and len(played.writer.lines) > 10
    check(new, played)
    assert all_games(game_of)[0].path == new, "it is the last one played"
    if loss == "changed":
        assert path.read_bytes().endswith(b"more\n"), "what somebody else has written is left alone"


@pytest.mark.slow
def test_what_lies_beside_comes_along_and_what_comes_is_kept_there(app: App, scene: GameScene, path: Path) -> None:
    drops, keep_whole = drops_path(path).read_bytes(), draft_path(path.with_name("Kai.journal"))
    assert keep_draft(path, b'{"half":1}')
    path.unlink()
    answer(app, scene)
    sheet = top(app, LostFileScene)
    assert "The recordings of its drops are saved with it." in sheet.words
    sheet.type_name("Kai")
    click(app, "save")
    new = drops_path(path.with_name("Kai.journal"))
    assert new.read_bytes() == drops and keep_whole.exists()
    for _turn in range(30):
        if scene.model.question is not None:
            answer(app, scene)
        settle(app)
        if new.stat().st_size > len(drops):
            break
    assert len(Recordings(new)._places) > 1 and drops_path(path).read_bytes() == drops


@pytest.mark.slow
def test_missing_recordings_are_told(app: App, scene: GameScene, path: Path) -> None:
    for lost in (path, drops_path(path)):
        lost.unlink()
    answer(app, scene)
    assert "Some recordings of its drops are missing" in shown(app).replace("\n", " ")
    click(app, "save")
    assert app.scene is scene
    check(path, scene.driver.session)


def test_names_that_no_game_can_have_are_refused_and_another_time_is_as_good(
    app: App, scene: GameScene, path: Path
) -> None:
    others = path.with_name("other.journal")
    others.write_bytes(b"others")
    path.unlink()
    answer(app, scene)
    sheet = top(app, LostFileScene)
    for name in ("other", "", "a/b"):
        sheet.type_name(name)
        click(app, "save")
        assert app.scene is sheet and sheet.complaint
    assert others.read_bytes() == b"others"
    click(app, "back")
    assert app.scene is scene and "can't be written" in scene.model.refusal
    app.step(0.0)
    assert app.scene is scene, "it is offered once"
    answer(app, scene)
    assert app.scene is not scene, "and with the next answer again"


@pytest.mark.slow
def test_a_file_that_has_come_back_is_gone_on_with(app: App, scene: GameScene, path: Path) -> None:
    kept = path.rename(path.with_name("kept"))
    answer(app, scene)
    click(app, "back")
    kept.rename(path)
    answer(app, scene)
    assert app.scene is scene
    settle(app)
    check(path, scene.driver.session)


def test_while_computers_play_it_is_offered_once_and_the_game_waits(
    app: App, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.window.game.showing.PATIENCE", 0.0)
    scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), path=path))
    path.unlink()
    for _step in range(40):
        app.step(A_LONG_TIME)
        if app.scene is not scene:
            break
    click(app, "back")
    lines = len(scene.driver.session.writer.lines)
    for _step in range(5):
        app.step(A_LONG_TIME)
        assert app.scene is scene
    assert scene.model.trouble and len(scene.driver.session.writer.lines) == lines
    scene.controls.try_again()
    app.step(A_LONG_TIME)
    app.step(A_LONG_TIME)
    top(app, LostFileScene).type_name("Kai")
    click(app, "save")
    for _step in range(5):
        app.step(A_LONG_TIME)
    assert app.scene is scene and not scene.model.trouble
    assert len(scene.driver.session.writer.lines) > lines
    check(path.with_name("Kai.journal"), scene.driver.session)


def test_a_game_without_a_tower_says_nothing_of_drops(app: App, path: Path) -> None:
    played = begun(path, PERSON, PERSON)
    show_game(app, played, [])
    for _step in range(20):
        app.step(A_LONG_TIME)
    path.unlink()
    with pytest.raises(UnfitName):
        scene = app.scene
        scene.answer(played.questions[0].moves[0])  # type: ignore[attr-defined]
        app.step(A_LONG_TIME)
        assert "drops" not in top(app, LostFileScene).words
        scene.driver.save_anew("")  # type: ignore[attr-defined]
