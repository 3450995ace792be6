"""The picture behind sheets: the evening land of the menu without its tower, painted once for a size."""

from functools import lru_cache

import pygame

from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.tower.landscape import paint_landscape

PAINTED_WIDE = 1280
"""Pixels; larger ones are scaled up: what lies behind a sheet may be soft, and is there at once."""
FLOOR = 0.955
"""Where the ground begins, of the height."""


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
