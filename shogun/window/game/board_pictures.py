"""Pictures of a game's board at past moments, or of its whole screen, drawn without a display."""

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
"""Size of the window in which the board is drawn, px."""
WIDEST = 760
"""Maximum width of a picture, px; wider ones are scaled down."""
BOARDS = ("board", "view")
"""Panels that show a game's board; the first one that exists is used."""
DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def board_pictures(entries: Mapping[str, Playable], contents: Contents, places: Sequence[int]) -> list[bytes]:
    """Return the board after each of these numbers of answers, as PNG; never call it in a process that has a window."""
    with _past(entries, contents) as (app, scene):
        return [_picture(app, scene, place) for place in places]


def last_screen(entries: Mapping[str, Playable], contents: Contents, size: tuple[int, int] = WINDOW) -> bytes:
    """Return a replay's last screen: `size` pixels, row by row, one byte each for red, green and blue.

    Never call it in a process that has a window.
    """
    with _past(entries, contents, size) as (app, scene):
        _show(app, scene, scene.story.last)
        return pygame.image.tobytes(app.window, "RGB")


@contextmanager
def _past(
    entries: Mapping[str, Playable], contents: Contents, size: tuple[int, int] = WINDOW
) -> Iterator[tuple[App, PastScene]]:
    """Yield a hidden window with the replay of a game."""
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
    """Draw the whole screen of the game as it was at a place."""
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
