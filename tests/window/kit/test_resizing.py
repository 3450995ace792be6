"""While the window is dragged to another size its old picture is stretched; it is painted anew when it rests."""

from collections.abc import Sequence

import pygame
import pytest

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map import board_view
from shogun.games.shogun.screen.map.map_picture import MapPicture
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.drawing.projection import Projection
from shogun.window.kit.runtime import scaled_window
from shogun.window.kit.runtime.app import App
from tests.window.clicking import A_LONG_TIME, game, session, settle, window


@pytest.fixture
def paintings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the sizes for which the painting of the map was begun."""
    monkeypatch.setattr(scaled_window, "REST", A_LONG_TIME)
    sizes = []

    def begun(
        board: Board, clans: Sequence[Clan], projection: Projection, size: tuple[int, int], writing: float
    ) -> MapPicture:
        sizes.append(size)
        return MapPicture(board, clans, projection, size, writing)

    monkeypatch.setattr(board_view, "MapPicture", begun)
    return sizes


def drag(app: App, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.take(pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))


def test_the_map_is_painted_once_after_a_whole_drag(
    paintings: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with window((1280, 720)) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        paintings.clear()
        for step in range(1, 30):
            drag(app, (1280 + step, 720 + step))
            app.step(0.0)
        assert paintings == []
        assert scene.size == (1280, 720)
        monkeypatch.setattr(scaled_window, "REST", 0.0)
        app.take(pygame.Event(pygame.VIDEORESIZE, size=(1309, 749), w=1309, h=749))
        app.step(0.0)
        assert len(paintings) == 1
        assert scene.size == app.window.get_size() == (1309, 749)


def test_the_stretched_picture_is_the_old_one(paintings: list[tuple[int, int]]) -> None:
    with window((1280, 720)) as app:
        game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        before = pygame.transform.scale(app.window.copy(), (1100, 710))
        drag(app, (1100, 710))
        app.step(0.0)
        now = app.window
        points = [(x, y) for x in range(0, 1100, 7) for y in range(0, 710, 7)]
        alike = sum(before.get_at(point) == now.get_at(point) for point in points)
        assert alike > 0.97 * len(points)


def test_full_screen_and_a_new_scene_are_drawn_at_once(paintings: list[tuple[int, int]]) -> None:
    with window((1280, 720)) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        drag(app, (1400, 800))
        app.redraw()
        assert scene.size == (1400, 800)
