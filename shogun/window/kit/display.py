"""What kind of display there is, asked of SDL before a window is opened."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WINDOWLESS = ("offscreen", "dummy")
"""SDL's drivers that succeed without showing anything."""


class NoWindow(Exception):
    """The system gives no window; the message is its reason."""


def shows_nothing() -> bool:
    """Return whether SDL would draw into memory only although nobody asked it to by SDL_VIDEODRIVER.

    SDL takes its `offscreen` driver in silence where there is no display. It is asked in this process; the display
    stays initialised for the window that follows.
    """
    if os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER"):
        return False
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    try:
        with silenced():
            pygame.display.init()
    except pygame.error:
        return True
    return pygame.display.get_driver() in WINDOWLESS


@contextmanager
def silenced() -> Iterator[None]:
    """Keep from the user what the system's libraries write to stderr while drivers are tried in turn."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def is_community_edition() -> bool:
    """Return whether `import pygame` gives pygame-ce; the old pygame writes the same folder and hides it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    return bool(getattr(pygame, "IS_CE", False))


def old_pygame() -> bool:
    """Return whether the old pygame is installed too: its files and pygame-ce's overwrite each other."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    packages = Path(pygame.__file__).resolve().parents[1]
    return next(packages.glob("pygame-[0-9]*.dist-info"), None) is not None
