"""An icon on paper."""

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import PRINTED, Palette, icon


def put_icon(canvas: Canvas, name: str, box: pygame.Rect, palette: Palette = PRINTED) -> None:
    """Draw an icon as large as the box allows, in its middle."""
    image = icon(name, max(4, min(box.size)), palette)
    canvas.surface.blit(image, image.get_rect(center=box.center))
