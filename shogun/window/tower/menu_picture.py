"""The picture behind the first menu, the tower before its land, and the picture behind sheets, the land only.

Once the window has opened some cubes fall through the tower: they show what the game is about before a word is read.
Their drop was recorded by `assets/towers/make_evening.py`.
"""

import math
from functools import cache, lru_cache

import msgspec
import pygame
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.tower.landscape import paint_landscape
from shogun.window.tower.painting import Camera, camera_for, paint_tower
from shogun.window.tower.playback import ShownCube
from shogun.window.tower.tower_view import CubeLook, draw_cubes

TOWER = "classic"
ASIDE = 0.24
"""Distance of the tower from the middle, as a share of the width."""
RATE = 60
"""Stored frames a second, of the time in the tower ..."""
SPEED = 0.3
"""... at this share of the real speed: cubes fall in a second."""
NUMBERS = 3
"""Numbers for each cube in each frame: x and y in tenths of a mm, and its angle in tenths of a degree."""
WAIT = 0.6
"""Seconds before the first cube falls: the window has just opened."""
HALF_WAY = 0.9
"""Seconds of stored time after which a still picture shows the fall."""
ROUND = 3600
"""Tenths of a degree."""


class StoredFall(Struct, frozen=True):
    """The fall of some cubes."""

    colours: tuple[str, ...]
    begins: tuple[int, ...]
    """The first frame in which each cube is visible."""
    frames: tuple[tuple[int, ...], ...]


@cache
def stored_fall() -> StoredFall:
    """Return the contents of `assets/towers/evening.json`."""
    return msgspec.json.decode((ASSETS / "towers" / "evening.json").read_bytes(), type=StoredFall)


@lru_cache(maxsize=2)
def still(size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of the tower, as high as the picture, in the middle of the fall; it is shared: blit it."""
    evening = Evening(aside=0.0)
    evening.update((HALF_WAY + WAIT) / SPEED)
    picture = pygame.Surface(size)
    evening.draw(picture, picture.get_rect())
    return picture


class Evening:
    """The tower in one size of the window, and cubes that fall through it once."""

    def __init__(self, aside: float = ASIDE) -> None:
        """Stand so far right of the middle, as a share of the width."""
        self._aside = aside
        self._picture: pygame.Surface | None = None
        self._camera: Camera | None = None
        self._cube = 0
        self._seconds = -WAIT

    @property
    def is_over(self) -> bool:
        """Return whether all cubes are at rest."""
        return self._seconds >= (len(stored_fall().frames) - 1) / RATE

    def skip(self) -> None:
        """Show all cubes at rest at once."""
        self._seconds = float(len(stored_fall().frames))

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds if self._seconds < 0 else seconds * SPEED

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the tower; another size is painted first, which takes a fifth of a second."""
        if self._picture is None or self._picture.get_size() != rect.size:
            geometry = load_tower(TOWER)
            self._camera = camera_for(geometry, rect.size).moved(self._aside * rect.width, 0)
            self._cube = max(3, round(geometry.grain.size * self._camera.scale))
            self._picture = paint_tower(geometry, rect.size, self._camera)
        surface.blit(self._picture, rect)
        camera = self._camera
        assert camera is not None

        def place_of(x: float, y: float) -> tuple[int, int]:
            left, top = camera.point((x, y))
            return round(rect.left + left), round(rect.top + top)

        draw_cubes(surface, self.cubes(), place_of, CubeLook(self._cube, is_disc=False, glows=False))

    def cubes(self) -> list[ShownCube]:
        """Return the cubes that are seen now, between two frames on the straight way."""
        fall = stored_fall()
        frame, part = divmod(min(max(0.0, self._seconds) * RATE, len(fall.frames) - 1.0), 1.0)
        before, after = fall.frames[int(frame)], fall.frames[min(int(frame) + 1, len(fall.frames) - 1)]
        seen = []
        for number, (colour, begin) in enumerate(zip(fall.colours, fall.begins, strict=True)):
            if self._seconds * RATE >= begin:
                x, y, angle = before[number * NUMBERS : (number + 1) * NUMBERS]
                later = after[number * NUMBERS : (number + 1) * NUMBERS]
                turn = (later[2] - angle + ROUND // 2) % ROUND - ROUND // 2
                x_now, y_now = x + part * (later[0] - x), y + part * (later[1] - y)
                seen.append(ShownCube(colour, x_now / 10, y_now / 10, math.radians((angle + part * turn) / 10)))
        return seen


# The picture behind sheets: the menu's evening land without its tower, painted once for a size

PAINTED_WIDE = 1280
"""Width at which it is painted, px; larger ones are scaled up: it may be soft, and has to be there at once."""
FLOOR = 0.955
"""Top of the ground, as a share of the height."""


@lru_cache(maxsize=2)
def backdrop(size: tuple[int, int]) -> pygame.Surface:
    """Return the picture at a size in pixels; it is shared: blit it."""
    wide = min(PAINTED_WIDE, size[0])
    picture = pygame.Surface((wide, max(1, round(wide * size[1] / max(1, size[0])))))
    paint_landscape(picture, FLOOR * picture.get_height(), "summer")
    return pygame.transform.smoothscale(picture, size)


def draw_backdrop(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill a rectangle with it."""
    if not isinstance(surface, Unpainted):
        surface.blit(backdrop(rect.size), rect)
