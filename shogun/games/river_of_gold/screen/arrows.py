"""Arrows that show what leads where: a ship its way, advice its tile or its customer."""

import pygame
from pygame import Surface, Vector2

from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import INK, Colour

LIGHT: Colour = (255, 214, 92)
"""Yellow: of what belongs to whatever is pointed at, what has just happened, and what is advised."""
CHOOSABLE: Colour = (255, 255, 255)
"""White: of what can be chosen. What is chosen, and what it brings, is red (`VERMILION`)."""
BROAD = 0.6
"""Half the width of a head, as a share of its length."""


def draw_head(
    surface: Surface, before: Point | Vector2, end: Point | Vector2, long: int, filled: Colour = LIGHT
) -> None:
    """Draw the head of an arrow that comes from a point."""
    way = Vector2(end) - before
    if not way:
        return
    along = way.normalize()
    tip, aside = Vector2(end), along.rotate(90)
    for length, colour, more in ((long + 6, INK, 4), (long, filled, 0)):
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
