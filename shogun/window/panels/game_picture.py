"""The small picture of a saved game."""

from typing import Any

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import PAPER_EDGE
from shogun.window.play.game_plugin import GamePlugin


def draw_picture(canvas: Canvas, rect: pygame.Rect, kind: GamePlugin, view: Any) -> None:
    """Draw the small picture of a game; an empty board if the view is None."""
    canvas.paint(lambda surface: kind.listing.draw_picture(surface, rect, view))
    canvas.frame(rect, PAPER_EDGE)
