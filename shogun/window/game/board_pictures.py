"""A game's board at moments of its past, or its whole screen, drawn as the window does it but without a display."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pygame

from shogun.base.files import write_whole
from shogun.base.language import current, speaking
from shogun.table.journal import Contents
from shogun.window.game.opening import shown
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import Route
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import Playable, PlayOptions

WINDOW = (1280, 800)
"""The window in which the board is drawn, px."""
WIDEST = 760
"""Wider pictures are made as narrow, px."""
BOARDS = ("board", "view")
"""The panels that show a game's board, the first that there is."""
DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def board_pictures(entries: Mapping[str, Playable], contents: Contents, places: Sequence[int]) -> list[bytes]:
    """Return the board after so many answers each, as PNG; a process that has a window must not call it."""
    with _past(entries, contents) as (app, scene):
        return [_picture(app, scene, place) for place in places]


def last_screen(entries: Mapping[str, Playable], contents: Contents, size: tuple[int, int] = WINDOW) -> bytes:
    """Return the screen of a game as it stands, looked back at: `size` pixels, row by row, red, green and blue a byte.

    A process that has a window must not call it.
    """
    with _past(entries, contents, size) as (app, scene):
        _show(app, scene, scene.story.last)
        return pygame.image.tobytes(app.window, "RGB")


@contextmanager
def _past(
    entries: Mapping[str, Playable], contents: Contents, size: tuple[int, int] = WINDOW
) -> Iterator[tuple[App, PastScene]]:
    """Yield a window that nobody sees, with the past of a game in it."""
    settings = Settings(sound=False, language=current(), reduced_motion=True)
    os.environ.update(DUMMY)
    with speaking(current()), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.journal"
        write_whole(path, b"".join(contents.raw))
        app = App(PlayOptions(entries=entries, size=size), _nowhere, settings)
        app.open()
        try:
            scene = shown(app, contents.header.game).opening.past(app, path)
            assert isinstance(scene, PastScene)
            app.push(scene)
            yield app, scene
        finally:
            app.abandon()


def _nowhere(route: Route, _app: Application) -> None:
    raise LookupError(f"nobody goes to {route} where nobody clicks")


def _show(app: App, scene: PastScene, place: int) -> None:
    """Draw the game as it was at a place, all of it."""
    scene.go_to(place)
    app.step(0.0)
    while scene.is_dirty():
        app.step(0.0)


def _picture(app: App, scene: PastScene, place: int) -> bytes:
    _show(app, scene, place)
    panel = next(panel for name in BOARDS for panel in scene.panels if panel.name == name)
    picture = app.window.subsurface(panel.rect.clip(app.window.get_rect()))
    if picture.get_width() > WIDEST:
        picture = pygame.transform.smoothscale_by(picture, WIDEST / picture.get_width())
    file = BytesIO()
    pygame.image.save(picture, file, "board.png")
    return file.getvalue()
