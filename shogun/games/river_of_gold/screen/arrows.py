"""Arrows that show what leads where: a ship its way, advice its tile or its customer."""

import pygame
from pygame import Surface, Vector2

from shogun.games.river_of_gold.screen.river_map import Point
from shogun.window.kit.drawing.theme import INK, Colour

LIGHT: Colour = (255, 214, 92)
"""Of all that is lit."""
BROAD = 0.6
"""Half the width of a head, as a share of its length."""


def draw_head(surface: Surface, before: Point, end: Point, long: int, short: float = 0.0) -> None:
    """Draw the head of an arrow that comes from a point, so far before its end."""
    way = Vector2(end) - before
    if not way:
        return
    along = way.normalize()
    tip, aside = end - along * short, along.rotate(90)
    for length, colour, more in ((long + 6, INK, 4), (long, LIGHT, 0)):
        front = tip + along * more
        foot = tip - along * (length - more)
        pygame.draw.polygon(surface, colour, (front, foot + aside * length * BROAD, foot - aside * length * BROAD))


def draw_arrow(surface: Surface, start: Point, end: Point, em: int) -> None:
    """Draw an arrow across whatever lies between."""
    along = (Vector2(end) - start).normalize()
    foot = end - along * em
    thick = max(3, em // 3)
    for width, colour in ((thick + 4, INK), (thick, LIGHT)):
        pygame.draw.line(surface, colour, start, foot, width)
    draw_head(surface, start, end, round(1.2 * em))
