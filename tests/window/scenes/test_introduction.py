"""The introduction comes once, lasts ten seconds, and gives way to any key and any click."""

from collections.abc import Callable

import pygame
import pytest

from shogun.games import GAMES
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import Settings, load_settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.router import follow
from shogun.window.scenes.menu import EVERY, FALL, LENGTH, SENTENCES, IntroductionScene, MenuScene, sentences
from tests.layout.readable import flaws
from tests.window.clicking import click, press, shown, window

STEP = 0.1


def begin(app: App, **settings: bool) -> None:
    """Start as bare `shogun` does, with these settings."""
    app.options = PlayOptions(entries=GAMES, introduction=True)
    for name, value in settings.items():
        setattr(app.settings, name, value)
    app.go(ToStart())
    app.step(0.0)


def told(app: App) -> int:
    return sum(sentence.split()[0] in shown(app) for sentence in sentences())


def test_it_tells_four_sentences_in_ten_seconds_and_the_menu_comes_with_the_same_fall() -> None:
    with window() as app:
        begin(app)
        scene = app.scene
        assert isinstance(scene, IntroductionScene)
        counts = []
        seconds = 0.0
        while app.scene is scene:
            counts.append(scene.told)
            app.step(STEP)
            seconds += STEP
        assert seconds == pytest.approx(LENGTH, abs=2 * STEP)
        assert sorted(set(counts)) == list(range(1, SENTENCES + 1)) == sorted(set(counts), key=counts.index)
        assert isinstance(app.scene, MenuScene)
        assert app.scene.evening is scene.evening
        assert scene.evening.is_over, "all cubes lie before the last second"


def test_cubes_fall_while_the_second_sentence_tells_of_them() -> None:
    with window() as app:
        begin(app)
        scene = app.scene
        assert isinstance(scene, IntroductionScene)
        scene.update(FALL - STEP)
        assert scene.told == int(FALL / EVERY) + 1 == 2
        assert not scene.evening.is_over
        assert "Their armies are cubes" not in shown(app)
        app.step(0.0)
        assert "Their armies are cubes" in shown(app)
        assert "Nobody decides" not in shown(app)


@pytest.mark.parametrize(
    "end",
    [
        lambda app: click(app, "skip"),
        lambda app: press(app, pygame.K_ESCAPE),
        lambda app: press(app, pygame.K_SPACE),
        lambda app: press(app, pygame.K_a),
        lambda app: press(app, pygame.K_RETURN),
        lambda app: app.scene.click((5, 5)),
        lambda app: app.scene.click((1270, 710)),
    ],
    ids=["button", "esc", "space", "letter", "enter", "corner", "tower"],
)
def test_any_key_and_any_click_opens_the_menu(end: Callable[[App], None]) -> None:
    with window() as app:
        begin(app)
        end(app)
        assert isinstance(app.scene, MenuScene)


def test_it_comes_once() -> None:
    with window() as app:
        begin(app)
        assert load_settings().introduction_seen, "written at once: it may be killed"
        begin(app)
        assert isinstance(app.scene, MenuScene)


def test_it_doesnt_come_with_little_movement_nor_where_something_was_asked_for() -> None:
    with window() as app:
        begin(app, reduced_motion=True)
        assert isinstance(app.scene, MenuScene)
        assert not app.settings.introduction_seen
    app = App(PlayOptions(entries=GAMES, size=(1280, 720)), follow, Settings())
    app.open()
    app.go(ToStart())
    assert isinstance(app.scene, MenuScene)
    app.close()


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1080, 1920)], ids=str)
def test_all_of_it_can_be_read(size: tuple[int, int]) -> None:
    with window(size) as app:
        begin(app)
        scene = app.scene
        assert isinstance(scene, IntroductionScene)
        for _sentence in range(SENTENCES):
            assert flaws(scene) == []
            scene.update(EVERY)
            app.step(0.0)
