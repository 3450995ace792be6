"""The small picture of a saved game."""

import pygame

from shogun.table.survey import Known, Survey
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import PAPER_EDGE
from shogun.window.play.brought import Brought


def draw_picture(canvas: Canvas, rect: pygame.Rect, kind: Brought, found: Known) -> None:
    """Draw the small picture of a game; an empty board as long as nothing is known of it."""
    kind.listing.draw_picture(canvas.surface, rect, found.view if isinstance(found, Survey) else None)
    canvas.frame(rect, PAPER_EDGE)
