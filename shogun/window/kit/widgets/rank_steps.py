"""A rank among several as rising steps, the reached ones filled."""

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD, PAPER_SHADE, VERMILION, mix

LOWEST = 0.3
"""How high the first step is, of the last one's height."""
STEP_EM = 0.36
"""How wide a step is."""
GAP_EM = 0.1


def ladder_em(count: int) -> float:
    """Return how wide so many steps are, em."""
    return count * (STEP_EM + GAP_EM) - GAP_EM


def draw_ladder(canvas: Canvas, rect: pygame.Rect, rank: int, count: int) -> None:
    """Draw `count` steps, as wide and high as the place, of which the first `rank` are reached: golden to red."""
    for step, place in enumerate(canvas.columns(rect, count, GAP_EM)):
        share = LOWEST + (1 - LOWEST) * step / max(1, count - 1)
        bar = canvas.spot(place, high=share * rect.height / canvas.em, at=("start", "end"))
        reached = mix(GOLD, VERMILION, step / max(1, count - 1))
        canvas.fill(bar, reached if step < rank else PAPER_SHADE, 0.08)
