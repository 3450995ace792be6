"""Light walks over the waves of the open sea, over nothing else, and only while movement is wanted."""

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map.painting.sea_light import CHANGES_A_SECOND, DAWN, SeaLight
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from tests.window.clicking import game, session, settle, window

WHILE = 1 / CHANGES_A_SECOND
AGES = DAWN + 3.0


def board(app: App) -> pygame.Rect:
    """Begin a game, paint its map to the end, and return where it lies."""
    scene = game(app, session("person,greedy,greedy,greedy", setup=Setup(4), seed=7))
    settle(app)
    scene.board.finish()
    scene.board.view.calm()
    app.step(0.0)
    return scene.board.rect


def wait(app: App, seconds: float) -> None:
    """Let time pass in the steps in which the sea changes."""
    for _step in range(round(seconds * CHANGES_A_SECOND)):
        app.step(WHILE * 1.001)


def changed(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect:
    """Return the part of the window in which two pictures differ."""
    difference = after.copy()
    difference.blit(before, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    other = before.copy()
    other.blit(after, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    difference.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    difference.set_colorkey("black")
    return difference.get_bounding_rect()


def noting(drawn: list[object], draw: Callable[..., None], *what: object) -> None:
    """Draw, and note it."""
    drawn.append(what)
    draw(*what)


@pytest.mark.slow
def test_the_sea_moves_without_the_map_being_drawn_anew_and_looks_as_if_it_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with window() as app:
        place = board(app)
        while app.scene.is_laying():
            app.step(0.1)
        still = app.window.copy()
        drawn: list[object] = []
        scene = app.scene
        assert isinstance(scene, GameScene)
        monkeypatch.setattr(scene.board.view, "draw", partial(noting, drawn, scene.board.view.draw))
        wait(app, AGES)
        moved = changed(still, app.window)
        assert moved.width > place.width // 4
        assert place.contains(moved)
        assert not drawn
        flowed = app.window.copy()
        scene.changed()
        app.step(0.0)
        assert drawn
        assert changed(flowed, app.window).size == (0, 0)


@pytest.mark.slow
def test_little_movement_leaves_the_sea_still_and_takes_the_light_away() -> None:
    with window(reduced_motion=True) as app:
        board(app)
        still = app.window.copy()
        wait(app, AGES)
        assert changed(still, app.window).size == (0, 0)
        app.settings.reduced_motion = False
        app.follow_settings()
        wait(app, AGES)
        assert changed(still, app.window).size != (0, 0)
        app.settings.reduced_motion = True
        app.follow_settings()
        wait(app, 1.0)
        assert changed(still, app.window).size == (0, 0)


@pytest.mark.slow
def test_the_light_spares_what_lies_over_the_map() -> None:
    with window() as app:
        place = board(app)
        wait(app, AGES)
        scene = app.scene
        assert isinstance(scene, GameScene)
        cover = pygame.Rect(place.left, place.top, place.width, place.height // 2)
        app.window.fill("white", cover)
        scene._is_bare = False
        before = app.window.copy()
        wait(app, 3.0)
        moved = changed(before, app.window)
        assert moved.height
        assert not moved.colliderect(cover)


def test_light_is_added_and_taken_away_to_the_byte() -> None:
    with window() as app:
        board(app)
        scene = app.scene
        assert isinstance(scene, GameScene)
        picture = scene.board.view._picture
        assert picture is not None
        light: SeaLight = picture.sea_light
        surface = picture.scene.copy()
        light.lay(surface, 0)
        for moment in range(1, 200):
            light.change(surface, picture.scene, moment)
        assert changed(picture.scene, surface).size != (0, 0)
        light.change(surface, picture.scene, 0)
        assert changed(picture.scene, surface).size == (0, 0)
