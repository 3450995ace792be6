"""Where something is lit to be pressed next the keyboard begins there: Tab, arrows and Enter come to it first."""

from collections.abc import Callable

import pygame
import pytest

from shogun.games import GAMES
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToLessons, ToPuzzles
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.window.clicking import click, press, window

START_KEYS = (pygame.K_TAB, pygame.K_DOWN, pygame.K_RIGHT)


def lit(app: App) -> HitRegion:
    """Return the place where the keyboard begins."""
    (place,) = [one for one in app.scene.targets() if one.begins]
    return place


def lessons(app: App, code: str, finished: int) -> LessonsScene:
    """Open a game's lessons, so many of which are finished."""
    app.go(ToLessons(code))
    scene = app.scene
    assert isinstance(scene, LessonsScene)
    app.settings.lessons = [chapter.name for chapter in scene.course.chapters[:finished]]
    scene.changed()
    app.step(0.0)
    return scene


@pytest.mark.parametrize("code", list(GAMES))
@pytest.mark.parametrize("finished", [0, 1, 2, 9])
def test_the_next_chapter_is_where_the_keyboard_begins(code: str, finished: int) -> None:
    for key in START_KEYS:
        with window() as app:
            scene = lessons(app, code, finished)
            done = min(finished, len(scene.course.chapters))
            following = "first-game" if done == len(scene.course.chapters) else f"lesson-{done + 1}"
            assert lit(app).name == following
            press(app, key)
            assert scene.focus == following


def test_enter_begins_the_next_chapter_and_none_that_is_finished() -> None:
    for keys in ((pygame.K_RETURN,), (pygame.K_TAB, pygame.K_RETURN)):
        with window() as app:
            begun: list[Chapter] = []
            scene = lessons(app, "shogun", 2)
            scene.begin = begun.append  # type: ignore[method-assign, assignment]  # instead of the lesson itself
            scene.changed()
            app.step(0.0)
            for key in keys:
                press(app, key)
            assert begun == [scene.course.chapters[2]]


def menu(app: App) -> None:
    app.push(MenuScene(app))


def puzzles(app: App) -> None:
    app.go(ToPuzzles("shogun"))
    assert isinstance(app.scene, PuzzlesScene) and app.scene.upcoming is not None


def who_plays(app: App) -> None:
    app.push(NewGameScene(app, GAMES["shogun"]))
    app.step(0.0)
    click(app, "kind-1")


def which_tower(app: App) -> None:
    app.push(NewGameScene(app, GAMES["shogun"]))
    app.step(0.0)
    click(app, "tower")


@pytest.mark.parametrize("begin", [menu, puzzles, who_plays, which_tower])
@pytest.mark.parametrize("key", START_KEYS)
def test_so_it_is_wherever_something_is_lit(begin: Callable[[App], None], key: int) -> None:
    with window() as app:
        begin(app)
        app.step(0.0)
        place = lit(app)
        press(app, key)
        assert app.scene.focus == place.name
