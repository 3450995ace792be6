"""What windows of the tests leave to the next ones in the same process, so that each is there sooner.

Whoever plays opens one window; the tests open hundreds, one after the other. Each closes its display, but sound card
and fonts stay open, and maps and texts that were painted stay for those that show the same. When the process has become
large, everything is let go of.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from unittest.mock import patch

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.base import language
from shogun.games.shogun.screen.map import map_picture
from shogun.games.shogun.screen.map.painting.empty_board import paint_finely
from shogun.games.shogun.screen.map.painting.regions import Subject
from shogun.window.kit.drawing import text, theme
from shogun.window.tower import menu_picture, tower_pictures
from shogun.window.tower.painting import paint_tower
from shogun.window.workshop.panels import drawing_panel
from tests.conftest import at_start, give_back, used_now

DRAWING = re.compile(r"shogun\.(window|games\.\w+\.screen)\.")
"""The modules whose caches hold pictures and fonts, of all games."""
MAPS = 6
"""So many painted maps stay, those used last."""
USUAL = 1920 * 1080
"""Before a window of more pixels everything is let go of ..."""
ROOM = 400_000_000
"""... and once the process has grown by so many bytes since its tests were collected. A bound on the whole process
would fall below what the collected tests alone take as soon as there are more of them, and nothing would stay ..."""
WINDOWS = 30
"""... or, where the size of a process can't be read, after so many of them."""


class PaintedMap(Struct, frozen=True):
    """A map as it was painted, and for what."""

    subject: Subject
    around: tuple[str, str]
    """Language and palette: no painter asks for them, but one that did should find its own."""
    ground: Surface
    ink: Surface


_maps: list[PaintedMap] = []
"""The one used last at the end."""
_tests = count(1)


def paint_once(ground: Surface, ink: Surface, subject: Subject) -> Iterator[None]:
    """Paint a map as `paint_finely` does, or copy the one that it has painted before."""
    around = language._language, theme._chosen
    for known in _maps:
        if known.ground.get_size() == ground.get_size() and (known.around, known.subject) == (around, subject):
            _maps.remove(known)
            _maps.append(known)
            ground.blit(known.ground, (0, 0))
            ink.blit(known.ink, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
            return
    yield from paint_finely(ground, ink, subject)
    _maps.append(PaintedMap(subject, around, ground.copy(), ink.copy()))
    del _maps[:-MAPS]


paint_menu_once = lru_cache(maxsize=2)(paint_tower)
"""The tower beside the first menu, where most tests of the window begin."""
paint_tower_once = lru_cache(maxsize=24)(paint_tower)
"""Towers of the workshop and of lists, of which most are the shipped ones."""


def is_large() -> bool:
    """Return whether it is time to let go."""
    used = used_now()
    return used - at_start[0] > ROOM if used else next(_tests) % WINDOWS == 0


def forget() -> None:
    """Let go of all that was drawn, and of all fonts."""
    _maps.clear()
    paint_menu_once.cache_clear()
    paint_tower_once.cache_clear()
    for name, module in list(sys.modules.items()):
        if DRAWING.match(name):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
    give_back()  # scenes and the window know each other


@contextmanager
def sparing(size: tuple[int, int]) -> Iterator[None]:
    """Leave what is worth it to the next window when one of this size closes."""
    if size[0] * size[1] > USUAL:
        forget()  # this one needs much room for itself
    with (
        patch.object(map_picture, "paint_finely", paint_once),
        patch.object(menu_picture, "paint_tower", paint_menu_once),
        patch.object(tower_pictures, "paint_tower", paint_tower_once),
        patch.object(drawing_panel, "paint_tower", paint_tower_once),
        patch.object(pygame, "quit", _close_display),
        patch.object(text, "forget", lambda: None),
    ):
        yield


def _close_display() -> None:
    pygame.event.clear()
    if pygame.mixer.get_init():
        pygame.mixer.stop()
    pygame.display.quit()
