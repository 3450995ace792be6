"""Sheets that lie alone in the window grow with it: none is a small island in the middle of a usual screen."""

from collections.abc import Callable

import pygame
import pytest

from shogun.games import GAMES
from shogun.window.kit.drawing.theme import em_of, sheet_em_of
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.routes import ToLessons, ToPuzzles
from shogun.window.scenes.crash import CrashScene
from shogun.window.scenes.lost_file import LostFileScene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene, WhichGameScene
from shogun.window.scenes.preferences import PreferencesScene
from shogun.window.scenes.rules_help import KeysScene
from tests.window.clicking import SMALL, USUAL, window

LEAST = 0.9
"""What a sheet takes of a usual window, as a share of what it takes of the smallest one."""


def opened(app: App, scene: Scene) -> Scene:
    app.push(scene)
    return scene


def gone(app: App, route: ToLessons | ToPuzzles) -> Scene:
    app.go(route)
    return app.scene


SCENES: dict[str, Callable[[App], Scene]] = {
    **{code: lambda app, code=code: opened(app, NewGameScene(app, GAMES[code])) for code in GAMES},  # type: ignore[misc]
    "settings": lambda app: opened(app, PreferencesScene(app)),
    "keys": lambda app: opened(app, KeysScene(app)),
    "which game": lambda app: opened(app, WhichGameScene(app)),
    "menu": lambda app: opened(app, MenuScene(app)),
    "mistake": lambda app: opened(app, CrashScene(app, "The program has made a mistake.")),
    "lost file": lambda app: opened(app, LostFileScene(app, "Removed.", "Kai", lambda _name: None)),
    "lessons": lambda app: gone(app, ToLessons("shogun")),
    "puzzles": lambda app: gone(app, ToPuzzles("shogun")),
}


def taken(size: tuple[int, int], begin: Callable[[App], Scene]) -> float:
    """Return the share of the window's height that lies between the uppermost and the lowest thing on a sheet."""
    with window(size) as app:
        scene = begin(app)
        app.step(0.0)
        rects = [*(text.rect for text in scene.texts()), *(target.rect for target in scene.targets())]
        return pygame.Rect(rects[0]).unionall(rects[1:]).height / size[1]


@pytest.mark.parametrize("name", list(SCENES))
def test_a_sheet_takes_as_much_of_a_usual_window_as_of_a_small_one(name: str) -> None:
    assert taken(USUAL, SCENES[name]) >= LEAST * taken(SMALL, SCENES[name])


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.1, 1.5])
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160)])
def test_a_sheet_is_never_smaller_than_what_is_written_elsewhere_and_never_too_large(
    size: tuple[int, int], scale: float
) -> None:
    em = em_of(size, scale)
    assert em <= sheet_em_of(em, size) <= max(em, min(size[0] / 80, size[1] / 45))
