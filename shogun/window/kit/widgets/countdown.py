"""A frame around a button that shrinks while something waits."""

import math

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD

THICK_EM = 0.16


def countdown(canvas: Canvas, rect: pygame.Rect, share: float) -> None:
    """Draw so much of a ring around a place, from its top clockwise; 0: nothing."""
    if share <= 0:
        return
    side = max(rect.size)
    box = pygame.Rect(0, 0, side, side)
    box.center = rect.center
    top = math.pi / 2
    pygame.draw.arc(canvas.surface, GOLD, box, top - share * 2 * math.pi, top, max(2, canvas.px(THICK_EM)))
