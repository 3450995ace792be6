"""The cover of Shogun's box: the tower in the evening, with cubes falling through it."""

from functools import lru_cache

from pygame import Surface

from shogun.window.tower.menu_picture import still


@lru_cache(maxsize=2)
def cover(size: tuple[int, int]) -> Surface:
    """Return the picture at a size in pixels; the surface is shared, so only blit it."""
    return still(size)
