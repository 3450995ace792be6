"""A hand scroll, unrolled between its two wooden rods: on it lies what a game tells at its end."""

from functools import lru_cache

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD, INDIGO, INK, PAPER, PAPER_SHADE, Colour, mix
from shogun.window.kit.layout import part, row

ROD_EM, SILK_EM, BEYOND_EM = 0.9, 0.7, 0.25
"""How wide a rod and the silk beside it are, and how far a rod reaches above and below the paper."""
LAYOUT = row(
    part("left rod", wide=ROD_EM),
    part("left silk", wide=SILK_EM),
    part("paper"),
    part("right silk", wide=SILK_EM),
    part("right rod", wide=ROD_EM),
)
WOOD: Colour = (122, 70, 40)
LACQUER: Colour = (34, 24, 26)
STRIPS = 9
"""Shades across a rod."""
KNOB = 0.09
"""How much of a rod's height each of its black ends takes, at most twice its width."""


def draw_scroll(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    """Draw a scroll that fills a rectangle, and return the place for what is written on it."""
    places = canvas.places(LAYOUT, canvas.within(rect, 0, BEYOND_EM))
    canvas.fill(places["paper"], PAPER_SHADE)
    for side in ("left", "right"):
        canvas.surface.blit(_silk(places[f"{side} silk"].size), places[f"{side} silk"])
        rod = canvas.within(places[f"{side} rod"], 0, -BEYOND_EM)
        canvas.surface.blit(_rod(rod.size), rod)
    return canvas.within(places["paper"], 0.3, 0.15)


@lru_cache(maxsize=4)
def _silk(size: tuple[int, int]) -> pygame.Surface:
    """Return a strip of brocade: golden lozenges on indigo."""
    wide, high = size
    strip = pygame.Surface(size)
    strip.fill(INDIGO)
    step = max(4, wide)
    for top in range(0, high, step):
        middle = (wide / 2, top + step / 2)
        half = step * 0.36
        corners = [(middle[0] + x * half, middle[1] + y * half) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
        pygame.draw.polygon(strip, GOLD, corners, max(1, wide // 8))
    for edge in (0, wide - 1):
        pygame.draw.line(strip, GOLD, (edge, 0), (edge, high))
    return strip


@lru_cache(maxsize=4)
def _rod(size: tuple[int, int]) -> pygame.Surface:
    """Return a round rod with lacquered ends, lit from the left."""
    wide, high = size
    rod = pygame.Surface(size, pygame.SRCALPHA)
    knob = min(round(high * KNOB), 2 * wide)
    for part_of, colour in (((0, high), LACQUER), ((knob, high - 2 * knob), WOOD)):
        for strip in range(STRIPS):
            light = 1 - abs(strip / (STRIPS - 1) - 0.32) / 0.68
            shade = mix(mix(colour, INK, 0.55), mix(colour, PAPER, 0.45), light)
            left, right = round(wide * strip / STRIPS), round(wide * (strip + 1) / STRIPS)
            pygame.draw.rect(rod, shade, (left, part_of[0], right - left, part_of[1]))
    for top in (knob, high - knob - max(2, knob // 6)):
        pygame.draw.rect(rod, GOLD, (0, top, wide, max(2, knob // 6)))
    return rod
