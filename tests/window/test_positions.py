"""*Make a position of it*: a moment of any game is changed on its board, played from, and written into a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from shogun.games import GAMES, game_of
from shogun.table.positions import read_position
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToFile
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToMenu, ToPosition, ToSavedGame
from shogun.window.scenes.branch import BranchScene
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import PlayPositionScene
from shogun.window.scenes.pause import PauseScene
from shogun.window.scenes.position_editor import PositionScene
from tests.window.clicking import A_LONG_TIME, click, names, press, settle, shown, target, top, window
from tests.window.test_branches import begun, past, saved, words
from tests.window.test_generic import toys

pytestmark = pytest.mark.slow

__all__ = ["toys"]

PLACES = {"shogun": "Yamato", "rumble-nation": "Kyo", "river-of-gold": "7"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        opened.go(ToMenu())
        opened.step(0.0)
        yield opened


def made(app: App, code: str, place: int = 60) -> PositionScene:
    """The position of a moment of a finished game, by clicks."""
    past(app, saved(code), place)
    click(app, "branch")
    click(app, "position")
    app.step(0.0)
    return top(app, PositionScene)


def playable(app: App, scene: PositionScene) -> bool:
    app.step(0.0)
    return "play" in names(app) and not scene.draft.problem


@pytest.mark.parametrize("code", PLACES)
def test_it_is_changed_played_written_and_opened(app: App, code: str, tmp_path: Path) -> None:
    scene = made(app, code)
    assert playable(app, scene)
    first = scene.draft.setup
    click(app, "page-1")
    row = next(row for row in scene.pages()[1].rows if not row.choices) if code != "rumble-nation" else None
    if row is None:
        click(app, "page-0")
        click(app, "row-soldiers-0-more")
    else:
        click(app, f"row-{row.name}-more" if row.value < row.most else f"row-{row.name}-less")
    assert scene.draft.setup != first
    changed = scene.draft.setup
    click(app, "undo")
    assert scene.draft.setup == first
    scene.take(changed)
    if not playable(app, scene):
        click(app, "undo")
    setup = scene.draft.setup
    click(app, "export")
    (file,) = (tmp_path / "documents").glob("*.position.toml")
    assert file.name in words(app)
    assert read_position(game_of, file).setup == setup
    click(app, "export")
    assert len([*(tmp_path / "documents").glob("*.position.toml")]) == 2
    click(app, "play")
    assert isinstance(app.scene, PlayPositionScene)
    click(app, "begin")
    session = begun(app)
    assert session.header.setup == setup
    assert session.header.branch_of is None
    assert session.path is not None
    app.go(ToMenu())
    app.go(ToFile(file))
    app.step(0.0)
    assert top(app, PositionScene).draft.setup == setup


def test_what_can_not_be_is_said_and_not_played(app: App) -> None:
    scene = made(app, "shogun")
    row = next(row for row in scene.pages()[0].rows if row.name == "armies")
    scene.choose_place("Yamato")
    owner = next(row for row in scene.pages()[0].rows if row.name == "owner")
    scene.take(owner.change("red"))
    armies = next(row for row in scene.pages()[0].rows if row.name == "armies")
    scene.take(armies.change(62))
    app.step(0.0)
    assert "but the box has 62" in words(app)
    assert "play" not in names(app)
    assert "export" not in names(app)
    scene.play()
    assert app.scene is scene
    press(app, pygame.K_z)
    assert playable(app, scene)
    assert row.most == 62


@pytest.mark.parametrize("code", PLACES)
def test_a_click_on_the_board_gives_a_place_on(app: App, code: str) -> None:
    scene = made(app, code)
    settle(app)
    place, board = PLACES[code], scene.panels[0]
    spot = next(
        (x, y)
        for y in range(board.rect.top, board.rect.bottom, 9)
        for x in range(board.rect.left, board.rect.right, 9)
        if scene.board.place_at((x, y)) == place
    )
    scene.click(spot)
    assert (scene.place, scene.draft.steps) == (place, 0)
    for _owner in range(scene.draft.setup.seats):
        scene.click(spot)
    assert scene.draft.steps > 0 or code == "river-of-gold"
    app.step(0.0)
    assert shown(app)


def test_from_a_pause(app: App) -> None:
    app.go(ToSavedGame(saved("shogun", 60)))
    for _step in range(3):
        app.step(A_LONG_TIME)
    app.go(ToMenu())
    app.go(ToSavedGame(saved("rumble-nation", 40, "Another")))
    for _step in range(3):
        app.step(A_LONG_TIME)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseScene)
    click(app, "position")
    assert isinstance(app.scene, PositionScene)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseScene)


def test_a_game_that_only_begins_at_its_beginning(app: App) -> None:
    past(app, saved("dice"), 6)
    press(app, pygame.K_e)
    assert isinstance(app.scene, BranchScene)
    assert "position" not in names(app)
    assert "only start from the beginning" in str(target(app, "position").tooltip)


def test_a_game_without_a_board_of_its_own(app: App) -> None:
    from shogun.table.position_draft import position_at
    from tests.table.test_position_file import toy_game

    session: Any = toy_game()
    found = position_at(GAMES["toy"].rules, session.state, session.inside)
    app.go(ToPosition(found))
    app.step(0.0)
    scene = top(app, PositionScene)
    click(app, "row-round-more")
    assert scene.draft.setup.position.round == 3
    click(app, "row-round-more")
    app.step(0.0)
    assert "must be a number from 1 to 3" in words(app)
    assert "play" not in names(app)


def test_a_file_with_something_wrong_is_told_over_what_is_open(app: App, tmp_path: Path) -> None:
    file = tmp_path / "bad.position.toml"
    file.write_text('format = 1\ngame = "shogun"\nyear = 3\n')
    app.go(ToFile(file))
    app.step(0.0)
    assert isinstance(app.scene, GamesScene)
    assert isinstance(app.scenes[0], MenuScene)
    assert "must be a number from 1 to 2" in words(app)
