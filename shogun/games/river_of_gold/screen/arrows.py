"""Arrows from one place to another: for a ship's way, and from advice to its tile or customer."""

import pygame
from pygame import Surface, Vector2

from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import INK, Colour

LIT: Colour = (255, 214, 92)
"""Yellow, for whatever belongs to the pointer's target, has just happened, or is advised."""
CHOOSABLE: Colour = (255, 255, 255)
"""White, for options. The choice itself, and its effects, are red (`VERMILION`)."""
BROAD = 0.6
"""Half the width of an arrowhead, as a share of its length."""


def draw_head(surface: Surface, before: Point | Vector2, end: Point | Vector2, long: int, filled: Colour = LIT) -> None:
    """Draw an arrowhead that points away from a point."""
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
    """Draw an arrow on top of everything in between."""
    along = (Vector2(end) - start).normalize()
    foot = end - along * em
    thick = max(3, em // 3)
    for width, colour in ((thick + 4, INK), (thick, LIT)):
        pygame.draw.line(surface, colour, start, foot, width)
    draw_head(surface, start, end, round(1.2 * em))
