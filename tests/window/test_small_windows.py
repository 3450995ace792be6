"""Windows smaller than the smallest that is laid out show everything scaled down, and are used as any other."""

from pathlib import Path

import pygame
import pytest

from shogun.window.kit.runtime import display as displays
from shogun.window.kit.runtime import scaled_window
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scaled_window import ScaledWindow
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings
from shogun.window.kit.runtime.start_options import SMALLEST
from shogun.window.scenes.menu import MenuScene
from tests.window.real.real_window import missing, program, screen, until

from .clicking import click_at, target, window

SAYS_SO = "smaller than 1024x700"


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
    shown = ScaledWindow(pygame.Surface((512, 350)))
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=1)
    assert shown.meant(wheel) is wheel
    moved = shown.meant(pygame.Event(pygame.MOUSEMOTION, pos=(10, 20), rel=(1, 2), buttons=(0, 0, 0)))
    assert (moved.pos, moved.rel) == ((20, 40), (2, 4))


def shown_texts(app: App) -> str:
    return "\n".join(text.text for text in app.scene.texts())


def test_the_menu_says_that_everything_is_small_unless_something_went_wrong() -> None:
    with window((800, 600)) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        assert SAYS_SO in " ".join(shown_texts(app).split())
        app.replace(MenuScene(app, "No such game."))
        app.step(0.0)
        assert SAYS_SO not in " ".join(shown_texts(app).split())
        assert "No such game." in shown_texts(app)
    with window(SMALLEST) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        assert SAYS_SO not in " ".join(shown_texts(app).split())


@pytest.mark.parametrize(
    ("screens", "wanted", "got"),
    [
        ([(1024, 700)], (1280, 720), (1024, 700)),
        ([(800, 600)], (1280, 500), (800, 500)),
        ([(800, 600), (1920, 1080)], (1600, 1000), (1600, 1000)),
        ([(1080, 1920)], (1280, 720), (1080, 720)),
    ],
)
def test_a_new_window_is_no_larger_than_the_largest_screen(
    monkeypatch: pytest.MonkeyPatch, screens: list[tuple[int, int]], wanted: tuple[int, int], got: tuple[int, int]
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: screens)
    assert displays.on_screen(wanted) == got


@pytest.mark.parametrize(
    ("screen", "first"),
    [
        ((1920, 1080), (1728, 929)),
        ((3840, 2160), (3456, 1858)),
        ((1440, 900), (1296, 774)),
        ((1366, 768), (1280, 720)),
        ((1280, 720), (1280, 720)),
    ],
)
def test_the_first_window_takes_most_of_the_main_screen_and_is_remembered_as_it_is_left(
    monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int], first: tuple[int, int]
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen, (5120, 2880)])
    assert displays.first_size() == first
    assert load_settings().size is None
    save_settings(Settings(size=(1600, 900)))
    assert load_settings().size == (1600, 900)


def moved(app: App, size: tuple[int, int]) -> None:
    """Let the window come to another display, where it has a size."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.take(pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1))


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (2560, 1440)])
def test_a_window_on_another_display_is_drawn_anew_and_takes_clicks(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """What comes without a new size, or with one that only the display's change tells of."""
    monkeypatch.setattr(scaled_window, "REST", 0.0)
    with window((1280, 720)) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        app.window.fill((255, 0, 255))
        moved(app, size)
        app.step(0.0)
        display = pygame.display.get_surface()
        assert display is not None
        assert display.get_size() == size
        assert app.scene.size == app.window.get_size()
        drawn = app.window.copy()
        app.redraw()
        app.step(0.0)
        assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(app.window, "RGB")
        x, y = target(app, "settings").rect.center
        click_at(app, (x * size[0] // app.scene.size[0], y * size[1] // app.scene.size[1]))
        assert not isinstance(app.scene, MenuScene)


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("size", [SMALLEST, (800, 600)])
def test_without_a_window_manager_the_whole_window_is_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    save_settings(Settings(size=(1280, 720), sound=False, introduction_seen=True))
    with screen(size, tmp_path) as display, window(size) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        shown = pygame.display.get_surface()
        assert shown is not None
        with program(display):
            until(lambda: display.shows(shown, shown.get_rect()), "the whole menu")
