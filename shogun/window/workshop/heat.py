"""Where cubes rest, as a picture to be laid over the tower, in the colours of all maps of this kind."""

import pygame
from pygame import Surface

from shogun.base import colours
from shogun.lab.seen import Heat


def heat_picture(heat: Heat) -> Surface:
    """Return one pixel for each cell: clear where no cube ever rests, bright where most do."""
    picture = Surface((len(heat.cubes[0]), len(heat.cubes)), pygame.SRCALPHA)
    most = max(map(max, heat.cubes)) or 1.0
    for line, cells in enumerate(reversed(heat.cubes)):
        for column, cubes in enumerate(cells):
            share = cubes / most
            picture.set_at((column, line), (*colours.heat(share), round(255 * colours.cover(share))))
    return picture
