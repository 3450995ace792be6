"""Windows smaller than the smallest that is laid out show everything scaled down, and are used as any other."""

import pygame

from shogun.window.kit.picture import SMALLEST, Picture
from shogun.window.scenes.menu import MenuScene

from .clicking import click_at, target, window


def test_a_small_window_shows_all_of_the_smallest_layout_and_takes_clicks_where_they_are_seen() -> None:
    with window((640, 400)) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        assert app.scene.size[0] >= SMALLEST[0]
        assert app.scene.size[1] >= SMALLEST[1]
        display = pygame.display.get_surface()
        assert display is not None
        assert display.get_size() == (640, 400)
        assert "1024x700" in pygame.display.get_caption()[0]
        share = 640 / app.scene.size[0]
        x, y = target(app, "settings").rect.center
        click_at(app, (round(x * share), round(y * share)))
        assert not isinstance(app.scene, MenuScene)


def test_a_window_that_is_large_enough_is_drawn_as_it_is() -> None:
    with window(SMALLEST) as app:
        assert app.window is pygame.display.get_surface()
        assert "1024x700" not in pygame.display.get_caption()[0]


def test_what_does_not_point_stays_as_it_is() -> None:
    shown = Picture(pygame.Surface((512, 350)))
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=1)
    assert shown.meant(wheel) is wheel
    moved = shown.meant(pygame.Event(pygame.MOUSEMOTION, pos=(10, 20), rel=(1, 2), buttons=(0, 0, 0)))
    assert (moved.pos, moved.rel) == ((20, 40), (2, 4))
