"""The window itself: sizes, full screen, sleep, and the end."""

import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from shogun.games import GAMES
from shogun.games.shogun.rules.state import Setup
from shogun.window.kit.runtime.app import IDLE_SECONDS, LONG_IDLE_SECONDS, App
from shogun.window.kit.runtime.settings import Settings, load_settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.router import follow
from shogun.window.scenes.menu import MenuScene

from .clicking import game, press, session, settle, window


def test_a_new_size_is_laid_out_and_remembered() -> None:
    with window((1280, 720)) as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        app.window = pygame.display.set_mode((1600, 1000), pygame.RESIZABLE)
        app.take(pygame.Event(pygame.VIDEORESIZE, size=(1600, 1000), w=1600, h=1000))
        rested = time.monotonic() + 60.0
        while app.scene.size != (1600, 1000) and time.monotonic() < rested:
            app.step(0.01)
        assert app.scene.size == (1600, 1000)
        assert {panel.rect.right for panel in app.scene.panels} >= {1600, 1600 - round(0.4 * app.scene.em)}
    assert load_settings().size == (1600, 1000)


def test_full_screen_is_switched_by_a_key_and_remembered() -> None:
    with window() as app:
        app.push(MenuScene(app))
        press(app, pygame.K_F11)
        app.step(0.0)
        assert app.settings.full_screen
        assert app.scene.size == app.window.get_size()
        press(app, pygame.K_F11)
        assert not app.settings.full_screen


def test_a_held_key_does_nothing_in_the_scene_that_it_has_opened() -> None:
    down = pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="", scancode=0)
    with window() as app:
        app.push(menu := MenuScene(app))
        app.take(down)
        assert app.scenes[-1:] != [menu]
        app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0))
        assert app.scenes[-1:] == [menu]
        for _repeat in range(3):
            app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0))
        assert app.is_running and app.scenes[-1:] == [menu]
        app.take(pygame.Event(pygame.KEYUP, key=pygame.K_F1, mod=0, scancode=0))
        app.take(down)
        assert app.scenes[-1:] != [menu]


def test_the_tooltip_leaves_nothing_behind() -> None:
    with window(reduced_motion=True) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        before = app.window.get_buffer().raw
        for target in list(scene.targets()):
            if target.tooltip:
                scene.point(target.rect.center)
                app.step(0.0)
        scene.point((-1, -1))
        app.step(0.0)
        is_same = app.window.get_buffer().raw == before
        assert is_same, "what differs would be told for minutes"


def test_an_idle_window_has_nothing_to_draw() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert not scene.is_dirty()
        app.options = replace(app.options, after=time.monotonic() - app.started + 0.5)
        app.run()
        assert not scene.is_dirty()


def test_the_loop_looks_less_often_when_nobody_touches_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) % 20 == 0:
            app.quit()

    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        pygame.event.clear()
        monkeypatch.setattr(app.workers, "rest", nap)
        for is_touched in (False, True):
            if is_touched:
                pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
            app.is_running = True
            app.run()
    assert set(naps[:20]) == {LONG_IDLE_SECONDS}
    assert IDLE_SECONDS in naps[20:]


def test_closing_the_window_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    app = App(PlayOptions(entries=GAMES, size=(1280, 720)), follow, Settings())
    app.open()
    game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, path=path))
    app.take(pygame.Event(pygame.QUIT))
    assert not app.is_running
    app.close()
    assert path.stat().st_size > 500


def test_numpy_is_not_loaded_before_a_cube_falls() -> None:
    scenes = "shogun.window.router, shogun.games.shogun.screen.scenes.game_scene"
    code = f"import sys, {scenes}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"
