"""The picture behind the first menu: the tower before its land, at the right, where no sheet lies."""

import pygame

from shogun.tower.names import load_tower
from shogun.window.tower.painting import camera_for, paint_tower

TOWER = "classic"
ASIDE = 0.24
"""How far right of the middle it stands, as a share of the width."""


def paint_evening(size: tuple[int, int]) -> pygame.Surface:
    """Return the picture; takes a fifth of a second."""
    geometry = load_tower(TOWER)
    return paint_tower(geometry, size, camera_for(geometry, size).moved(ASIDE * size[0], 0))
