"""Takes a picture of a moment, in a window without a screen and apart from whoever uses the computer."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import pygame

from shogun.base import language
from shogun.games.shogun.screen.map.board_view import BoardView
from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing.canvas import Arrivals
from shogun.window.kit.runtime.app import App
from tests.window.clicking import window

from .moments import Moment, Size


def take(moment: Moment, size: Size) -> tuple[pygame.Surface, pygame.Surface]:
    """Return what the window shows at a moment: as it has come about, and with all of it drawn anew.

    If both are the same it is one picture: large ones take much room.
    """
    with window_apart(size, **moment.settings) as app:
        moment.bring(app)
        shown = type(app.scene)
        assert moment.scene in {shown, *shown.__bases__}, f"{app.scene} is on top"  # a puzzle is a game and more
        rest(app)
        come_about = app.window.copy()
        app.scene.changed()
        rest(app)
        return come_about, come_about if is_same(come_about, app.window) else app.window.copy()


def is_same(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Return whether two pictures of the same size have the same pixels."""
    return bool(_bytes_of(one) == _bytes_of(other))


def _bytes_of(picture: pygame.Surface) -> memoryview:
    return memoryview(picture.get_view("0"))  # type: ignore[arg-type]  # its stub doesn't say that it is a buffer


def rest(app: App) -> None:
    """Draw until nothing is left to be painted; no time passes."""
    app.step(0.0)
    while app.scene.is_dirty():
        app.step(0.0)


@contextmanager
def window_apart(size: Size, **settings: Any) -> Iterator[App]:
    """Yield a window for which all folders of the user are empty ones, times are in UTC, sea and cards stand still.

    Language and colours are put back at its end.
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stack.callback(_follow_time_zone)
        stack.enter_context(patch.dict(os.environ, TZ="UTC", SHOGUN_HOME=folder))
        stack.enter_context(patch.object(BoardView, "flow", lambda *_view_and_seconds: None))
        stack.enter_context(patch.object(Arrivals, "_come", lambda *_place_and_card: None))
        _follow_time_zone()
        stack.callback(theme.use_contrast, "washi")
        stack.callback(language.use, language.ENGLISH)
        yield stack.enter_context(window(size, **settings))


def _follow_time_zone() -> None:
    """Let the C library look at TZ again; Windows has no such function and goes by its own settings."""
    if hasattr(time, "tzset"):
        time.tzset()
