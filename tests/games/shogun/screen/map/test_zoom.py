"""The wheel zooms at the pointer, a drag pans, Home shows the whole map; nothing is painted before it rests."""

import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from shogun.games.shogun.rules.cards import board
from shogun.games.shogun.rules.state import Province, Setup
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.map import map_picture
from shogun.games.shogun.screen.map.atlas import Viewport
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.panels import board_panel
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.runtime.app import App
from tests.window.clicking import game, press, session, settle, window

SIZE = (760, 475)
MOST = 4.0


def test_a_zoom_keeps_the_point_under_the_pointer() -> None:
    seen = Viewport().zoomed(2.0, (300, 200), SIZE, MOST)
    assert seen.whole((300, 200)) == pytest.approx((300, 200))
    closer = seen.zoomed(1.5, (100, 50), SIZE, MOST)
    assert closer.whole((100, 50)) == pytest.approx(seen.whole((100, 50)))


def test_zoom_and_pan_never_leave_the_map() -> None:
    assert Viewport().zoomed(0.5, (10, 10), SIZE, MOST) == Viewport()
    assert Viewport().zoomed(100, (10, 10), SIZE, MOST).zoom == MOST
    far = Viewport().zoomed(2.0, (0, 0), SIZE, MOST).moved(-5000, 5000, SIZE)
    assert (far.left, far.top) == (SIZE[0] / 2, 0.0)
    assert far.zoomed(0.1, (700, 400), SIZE, MOST) == Viewport()


def test_a_pan_moves_what_is_seen_with_the_pointer() -> None:
    seen = Viewport().zoomed(2.0, (380, 240), SIZE, MOST)
    assert seen.moved(30, -20, SIZE).whole((130, 80)) == pytest.approx(seen.whole((100, 100)))


@pytest.fixture
def view() -> Iterator[BoardView]:
    with window():
        shown = BoardView(board("sun", 5), [Clan(colour, house.crest) for colour, house in houses().items()])
        shown.resize(pygame.Rect(20, 10, *SIZE))
        shown.finish()
        yield shown


def test_provinces_are_found_where_they_are_seen_before_and_after_the_painting(view: BoardView) -> None:
    view.zoom(2.0, view.anchor("Mino"))
    view.pan(40, 25)
    seen = [name for name in view.board.lands if view.rect.collidepoint(view.anchor(name))]
    assert 5 < len(seen) < 40
    assert [view.pick(view.anchor(name)) for name in seen] == seen
    before = {name: view.anchor(name) for name in seen}
    assert not view.is_settled
    view.settle()
    view.finish()
    assert view.is_settled
    still = [name for name in seen if view.rect.collidepoint(view.anchor(name))]
    assert len(still) >= len(seen) - 3
    assert [view.pick(view.anchor(name)) for name in still] == still
    assert all(pygame.Vector2(view.anchor(name)).distance_to(before[name]) < 110 for name in seen)


@pytest.mark.parametrize("steps", [[(2.0, (400, 240))], [(3.0, (20, 10)), (0.5, (700, 400))], [(4.0, (779, 484))]])
def test_the_stretched_picture_foretells_the_painted_one(
    view: BoardView, steps: list[tuple[float, tuple[int, int]]]
) -> None:
    played = session("greedy,greedy,greedy", setup=Setup(3)).view(None)
    surface = pygame.Surface((800, 500))
    view.draw(surface, played, BoardHighlights())
    for times, at in steps:
        view.zoom(times, at)
    view.draw(surface, played, BoardHighlights())
    stretched = surface.copy()
    view.settle()
    view.finish()
    view.draw(surface, played, BoardHighlights())
    points = [(x, y) for x in range(20, 780, 9) for y in range(10, 485, 9)]
    far = [sum(abs(a - b) for a, b in zip(stretched.get_at(p), surface.get_at(p), strict=True)) > 90 for p in points]
    assert sum(far) < 0.35 * len(points), "names and badges find better places, and badges their long form"
    assert surface.get_at((5, 5)) == stretched.get_at((5, 5)), "nothing is drawn outside"


def turn_wheel(app: App, at: tuple[int, int], notches: int) -> None:
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    app.take(pygame.Event(pygame.MOUSEWHEEL, x=0, y=notches))


@pytest.mark.slow
def test_wheel_drag_and_home_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_panel, "REST", 5.0)
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        view = scene.board.view
        at = view.anchor("Mino")
        turn_wheel(app, at, 3)
        app.step(0.1)
        assert view.viewport.zoom == pytest.approx(1.25**3)
        assert not view.is_settled
        turn_wheel(app, at, 1)
        app.step(4.9)
        assert not view.is_settled, "each notch starts the rest anew"
        app.step(0.2)
        view.finish()
        assert view.is_settled
        assert view.pick(view.anchor("Mino")) == "Mino"
        left = view.viewport.left
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=(at[0] - 30, at[1]), rel=(-30, 0), buttons=(0, 0, 1)))
        assert view.viewport.left == pytest.approx(left + 30 / view.viewport.zoom)
        press(app, pygame.K_HOME)
        app.step(5.1)
        view.finish()
        assert view.viewport == Viewport()
        assert view.is_settled


def test_a_motion_without_a_button_pans_nothing() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        turn_wheel(app, (300, 300), 2)
        before = scene.board.view.viewport
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=(340, 300), rel=(40, 0), buttons=(0, 0, 0)))
        assert scene.board.view.viewport == before


def test_the_note_gives_way_to_its_province() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3)))
        settle(app)
        view = scene.board.view
        scene.controls.point_at("Mino")
        app.step(0.0)
        title = next(text for text in scene.board.layer.texts if text.text == "Mino")
        assert title.rect.right < scene.board.rect.centerx
        view.zoom(4.0, (view.rect.right - 1, view.rect.bottom - 1))
        x, y = view.anchor("Mino")
        view.pan(view.rect.x + 150 - x, view.rect.y + 60 - y)
        scene.board.dirty = True
        app.step(0.0)
        title = next(text for text in scene.board.layer.texts if text.text == "Mino")
        assert title.rect.left > scene.board.rect.centerx


@pytest.mark.slow
def test_a_large_map_lets_its_layers_go_while_another_part_is_painted(
    view: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn() -> bytes:
        view.draw(surface, shown, BoardHighlights())
        return pygame.image.tobytes(surface, "RGB")

    monkeypatch.setattr(map_picture, "LARGE", 0)
    surface, nobody = pygame.Surface((800, 500)), dict.fromkeys(view.board.lands, Province())
    shown: Any = SimpleNamespace(provinces=nobody)
    before = drawn()
    assert view._picture is not None
    whole = weakref.ref(view._picture)
    view.zoom(2.0, (300, 200))
    view.settle()
    stretched = drawn()
    shown = SimpleNamespace(provinces={**nobody, "Mino": Province(1, 3)})
    assert drawn() == stretched, "nothing of it can change any more"
    view.zoom(0.1, (300, 200))
    assert not view.is_settled, "what it has forgotten is painted anew"
    view.zoom(2.0, (300, 200))
    view.finish()
    gc.collect()
    assert whole() is None
    assert drawn() != stretched
    shown = SimpleNamespace(provinces=nobody)
    view.zoom(0.1, (300, 200))
    view.settle()
    view.finish()
    assert drawn() == before
