"""The display, as SDL reports it before a window is opened; and sizes of windows."""

import os
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pygame

WINDOWLESS = ("offscreen", "dummy")
"""SDL's drivers that succeed without showing anything."""


FRAME = 40
"""Approximate height of a window's title and borders, px."""
FIRST_SHARE = 0.9, 0.86
"""Share of a screen's width and height for the first window: the system's bars keep their room ..."""
LEAST_FIRST = (1280, 720)
"""... unless that would make it smaller than this."""


class NoWindow(Exception):
    """The system provides no window; the message is its reason."""


def shows_nothing() -> bool:
    """Return whether SDL would only draw into memory though SDL_VIDEODRIVER doesn't request it.

    SDL silently uses its `offscreen` driver if there is no display. It is asked in this process; the display
    stays initialized for the window that follows.
    """
    if os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER"):
        return False
    import pygame

    try:
        with silenced():
            init_display()
    except pygame.error:
        return True
    return pygame.display.get_driver() in WINDOWLESS


def init_display() -> None:
    """Initialize the display. Raises pygame.error.

    Ctrl-\\ (SIGQUIT) ends the program as usual: pygame, once imported, would print all of its modules.
    """
    import pygame

    if sys.platform != "win32" and signal.getsignal(signal.SIGQUIT) is signal.SIG_DFL:
        with suppress(ValueError):  # only a process's first thread may do so
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # Python knows nothing of pygame's own handler
    # Otherwise Windows takes the window for one of 96 dots per inch and blurs it on finer screens.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    pygame.display.init()


def draw_without_a_window() -> None:
    """Let pygame draw in a process without a window, and perhaps without a display."""
    import pygame

    if pygame.display.get_surface() is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        init_display()
        pygame.display.set_mode((1, 1))
    pygame.font.init()


@contextmanager
def silenced() -> Iterator[None]:
    """Suppress messages of the system's libraries on stderr, if there is one, while drivers are tried in turn."""
    try:
        kept = os.dup(2)
    except OSError:  # a program without a console
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def fill_screen(filled: bool) -> None:
    """Make the open window fill its screen, or restore its former size and position."""
    window = _open_window()
    if filled:
        window.set_fullscreen(True)
    else:
        window.set_windowed()


def is_too_large(size: tuple[int, int]) -> bool:
    """Return whether a window of a size, with the system's frame, doesn't fit the screen."""
    import pygame

    screens = pygame.display.get_desktop_sizes()
    return all(size[0] > wide or size[1] > high - FRAME for wide, high in screens)


def on_screen(size: tuple[int, int]) -> tuple[int, int]:
    """Return a window's size, limited to that of the largest screen, since not every system does so."""
    import pygame

    wide, high = max(pygame.display.get_desktop_sizes(), key=lambda screen: screen[0] * screen[1])
    return min(size[0], wide), min(size[1], high)


def first_size() -> tuple[int, int]:
    """Return the first window's size: most of the main screen."""
    import pygame

    wide, high = pygame.display.get_desktop_sizes()[0]
    return max(LEAST_FIRST[0], round(wide * FIRST_SHARE[0])), max(LEAST_FIRST[1], round(high * FIRST_SHARE[1]))


def maximise() -> None:
    """Maximize the open window."""
    _open_window().maximize()


def _open_window() -> "pygame.Window":
    import pygame

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it warns of drawing by it, which nobody does here
        return pygame.Window.from_display_module()


def is_community_edition() -> bool:
    """Return whether `import pygame` gives pygame-ce; the old pygame writes the same folder and hides it."""
    import pygame

    return bool(getattr(pygame, "IS_CE", False))


def old_pygame() -> bool:
    """Return whether the old pygame is installed too: its files and pygame-ce's overwrite each other."""
    import pygame

    packages = Path(pygame.__file__).resolve().parents[1]
    return next(packages.glob("pygame-[0-9]*.dist-info"), None) is not None
