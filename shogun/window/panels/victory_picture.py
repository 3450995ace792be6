"""The background of a game's end: dusk, petals, the winner's portrait before a golden sun, and a hand scroll."""

import math
import random
from functools import lru_cache

import pygame

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO, INDIGO_DEEP, INK, PAPER, PAPER_SHADE, Colour, mix
from shogun.window.kit.layout import part, row
from shogun.window.tower.menu_picture import draw_backdrop

FINENESS = 3
RAYS = 16
PETALS = 70
FACE = 0.62
"""Width of the winner's portrait, as a share of the sun's."""
PETAL: Colour = (244, 190, 200)


@lru_cache(maxsize=1)
def feast(size: tuple[int, int], em: int) -> pygame.Surface:
    """Return the ground for a window: kept, and shared."""
    ground = pygame.Surface(size)
    draw_backdrop(ground, ground.get_rect())
    glow = pygame.Surface((1, 3), pygame.SRCALPHA)
    for y, alpha in enumerate((150, 20, 0)):
        glow.set_at((0, y), (*mix(GOLD, (214, 96, 60), 0.5), alpha))
    ground.blit(pygame.transform.smoothscale(glow, size), (0, 0))
    rng = random.Random(3)
    for _petal in range(PETALS):
        petal = pygame.transform.rotate(_petal_of(max(6, round(em * rng.uniform(0.5, 0.95)))), rng.uniform(0, 360))
        ground.blit(petal, (rng.uniform(0, size[0]), rng.uniform(0, size[1])))
    return ground


@lru_cache(maxsize=64)
def _petal_of(size: int) -> pygame.Surface:
    """Return one petal of a cherry blossom, notched at its end."""
    big = pygame.Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    whole = size * FINENESS
    shape = [
        (whole * (0.5 + 0.36 * math.sin(turn) * (1 - 0.25 * math.cos(turn))), whole * (0.5 - 0.46 * math.cos(turn)))
        for turn in (math.tau * part / 24 for part in range(1, 24))
    ]
    pygame.draw.polygon(big, (*PETAL, 230), [*shape, (whole * 0.5, whole * 0.16)])
    pygame.draw.line(
        big, (*mix(PETAL, (200, 90, 120), 0.5), 160), (whole / 2, whole * 0.3), (whole / 2, whole * 0.8), 2
    )
    return pygame.transform.smoothscale(big, (size, size))


@lru_cache(maxsize=8)
def sun(clan: Clan, size: int) -> pygame.Surface:
    """Return a golden sun with rays, the winner's portrait before it."""
    big = pygame.Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    big.fill((*GOLD, 0))
    middle = size * FINENESS / 2
    for ray in range(RAYS):
        turn, half = math.tau * ray / RAYS, math.pi / RAYS * 0.55
        ends = [
            (middle + middle * math.cos(turn + side * half), middle + middle * math.sin(turn + side * half))
            for side in (-1, 1)
        ]
        pygame.draw.polygon(big, (*GOLD, 150), [(middle, middle), *ends])
    for share, colour in ((0.84, mix(GOLD, INDIGO_DEEP, 0.3)), (0.81, GOLD_PALE)):
        pygame.draw.circle(big, colour, (middle, middle), middle * share)
    picture = pygame.transform.smoothscale(big, (size, size))
    face = portrait(clan, round(size * FACE))
    picture.blit(face, face.get_rect(center=(size // 2, size // 2)))
    return picture


# A hand scroll, unrolled between two wooden rods, for the text of a game's end

ROD_EM, SILK_EM, BEYOND_EM = 0.9, 0.7, 0.25
"""Width of a rod and of the silk beside it, and how far a rod reaches above and below the paper."""
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
"""Share of a rod's height for each of its black ends, at most twice its width."""


def draw_scroll(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
    """Draw a scroll that fills a rectangle, and return the place for its text."""
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
