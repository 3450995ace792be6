"""Dice, drawn once and kept: what is returned is shared, blit it and don't draw on it. Sizes are pixels."""

from functools import lru_cache

import pygame
from pygame import Surface

from shogun.window.kit.drawing.banner import fine_canvas, scaled_down
from shogun.window.kit.drawing.theme import GOLD, INK, PAPER_BRIGHT, PAPER_EDGE

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.27, 0.24), (0.73, 0.24), (0.27, 0.5), (0.73, 0.5), (0.27, 0.76), (0.73, 0.76)),
}
"""Where the pips of a die are, as shares of its side."""


@lru_cache(maxsize=64)
def die(number: int, size: int, *, apart: bool = False) -> Surface:
    """Return a die; the one that is set apart is gold. 0: none was rolled, a blank shows where it will lie."""
    canvas = fine_canvas(size, size)
    side, paper = canvas.get_width(), GOLD if apart else PAPER_BRIGHT
    frame, edge = canvas.get_rect(), INK if number else PAPER_EDGE
    pygame.draw.rect(canvas, paper, frame, border_radius=side // 6)
    pygame.draw.rect(canvas, edge, frame, max(3, side // 24), border_radius=side // 6)
    for x, y in PIPS[number]:
        pygame.draw.circle(canvas, INK, (x * side, y * side), side * 0.09)
    return scaled_down(canvas)
