"""A bar that is filled as far as a share is."""

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import Colour
from shogun.window.kit.layout import across, share

CORNER_EM = 0.15


def fill_bar(canvas: Canvas, box: pygame.Rect, filled: float, colour: Colour, *, leftwards: bool = False) -> None:
    """Fill a share of a box, 0 to 1, from its left, or from its right; what is less than a pixel isn't seen."""
    filled = min(1.0, max(0.0, filled))
    one, other = across(
        box, canvas.em, *((share(1 - filled), share(filled)) if leftwards else (share(filled), share(1 - filled)))
    )
    part = other if leftwards else one
    if part.width:
        pygame.draw.rect(canvas.surface, colour, part, border_radius=canvas.px(CORNER_EM))
