"""Wheel, two fingers and pinch over a map and a list, and when the screen may go to sleep."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings
from tests.window.clicking import A_LONG_TIME, game, session, settle, top, window


@pytest.fixture
def played() -> Iterator[App]:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        scene = top(app, GameScene)
        scene.point(scene.board.rect.center)
        yield app


def scroll(app: App, x: float, y: float, **kinds: Any) -> None:
    whole: dict[str, Any] = {"x": int(x), "y": int(y), "precise_x": x, "precise_y": y}
    app.take(pygame.Event(pygame.MOUSEWHEEL, **whole, flipped=False, **kinds))


def looks(app: App) -> tuple[float, tuple[int, int]]:
    """Return how close one looks at the map, and where a province of it lies."""
    board = top(app, GameScene).board
    return board.view.viewport.zoom, board.view.anchor("Omi")


def test_the_wheel_zooms_and_two_fingers_move_the_map(played: App) -> None:
    before = looks(played)
    scroll(played, 0, 2)
    closer = looks(played)
    assert closer[0] > before[0]
    scroll(played, 0, 0.4)
    scroll(played, -1.0, 0)
    moved = looks(played)
    assert moved[0] == closer[0]
    assert moved[1][0] > closer[1][0] and moved[1][1] > closer[1][1]
    scroll(played, 0, 1.0)
    assert looks(played)[0] == closer[0], "of the same movement, a whole number by chance"
    played.step(A_LONG_TIME)
    scroll(played, 0, -1.0)
    assert looks(played)[0] < closer[0], "the wheel again"


def test_ctrl_a_pinch_or_the_setting_lets_two_fingers_zoom(played: App, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [looks(played)[0]]
    played.settings.two_fingers = "zoom"
    scroll(played, 0, 0.5)
    seen.append(looks(played)[0])
    played.settings.two_fingers = "move"
    played.take(pygame.Event(pygame.MULTIGESTURE, x=0.5, y=0.5, pinched=0.1, rotated=0.0, num_fingers=2))
    seen.append(looks(played)[0])
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    scroll(played, 0, 0.5)
    seen.append(looks(played)[0])
    assert seen == sorted(set(seen))


def test_a_list_scrolls_by_whole_notches_alone(played: App) -> None:
    scene = top(played, GameScene)
    scene.point(scene.log.rect.center)
    for _turn in range(5):
        scroll(played, 0, 0.2)
        scroll(played, 0.3, 0)
    assert scene.log.scrolling is not None
    before = scene.log.scrolling.line
    scroll(played, 0, 1)
    assert scene.log.scrolling.line < before


def test_what_two_fingers_do_is_remembered() -> None:
    save_settings(Settings(two_fingers="zoom"))
    assert load_settings().two_fingers == "zoom"


def test_the_screen_sleeps_unless_there_is_something_to_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", told.append)
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        assert told == [True], "in the menu"
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert told[-1], "a person thinks"
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        app.step(0.1)
        assert not told[-1], "opponents play on their own"
        scene.model.is_paused = True
        app.step(0.1)
        assert told[-1]
