"""Panels say which parts of the model they show: what is on the screen is always what would be drawn anew."""

from random import Random

import pygame
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.window.clicking import game, play_unseen, session, window
from tests.window.test_pressing_anything import go_on, press_something

STEPS = (0.0, 0.02, 0.1, 0.5, 3.0)
"""Seconds between two looks."""


def move_pointer(app: App, rng: Random) -> None:
    position = rng.randrange(app.window.get_width()), rng.randrange(app.window.get_height())
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(1, 1), buttons=(0, 0, 0)))


def stale(app: App) -> list[str]:
    """Return the panels that show something else than what they would show if they were drawn anew."""
    scene: Scene = app.scene
    seen = app.window.copy()
    scene.changed()
    scene.draw(app.window)
    scene.draw(app.window)
    rects = {panel.name: panel.rect.clip(seen.get_rect()) for panel in scene.panels}
    return [
        name
        for name, rect in rects.items()
        if rect.width
        and seen.subsurface(rect).copy().get_buffer().raw != app.window.subsurface(rect).copy().get_buffer().raw
    ]


def look_about(app: App, rng: Random, looks: int) -> None:
    for number in range(looks):
        app.step(rng.choice(STEPS))
        assert not stale(app), (number, stale(app), type(app.scene).__name__)
        if number % 3 == 0:
            move_pointer(app, rng)
        if number % 5 == 0:
            press_something(app, rng)
        if number % 8 == 0:
            go_on(app, rng)
        if not app.scenes:
            return


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_what_is_on_the_screen_is_what_would_be_drawn_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the light on waves that something covers in part: it stays until all is drawn (`test_sea_light`)."""
    monkeypatch.setattr(BoardView, "flow", lambda _self, _seconds: None)
    rng = Random(seed)
    with window(odds=True) as app:
        players = "person,greedy,random,random"
        scene = game(app, session(players, setup=Setup(4), seed=seed, tower="" if seed else "classic"))
        play_unseen(app, rng, until=lambda scene: scene.model.view.season != "spring" and bool(scene.model.question))
        assert isinstance(app.scene, GameScene) and app.scene is scene
        look_about(app, rng, looks=120)
