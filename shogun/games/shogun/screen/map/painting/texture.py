"""Handmade paper and other soft things, the same at every start: all chance comes from fixed seeds."""

import math
import random
from functools import lru_cache

import pygame
from pygame import Rect, Surface

WASHI = 512
"""Width and height of a piece of paper, px; its edges fit to one another."""


def blurred(surface: Surface, radius: float) -> Surface:
    """Return the surface blurred twice by a box, which is near to a bell."""
    whole = max(1, round(radius))
    return pygame.transform.box_blur(pygame.transform.box_blur(surface, whole), whole)


def multiply_by_paper(surface: Surface, corner: tuple[int, int], grain: int) -> None:
    """Lay the shades of paper on a part of a picture, which begins at `corner` of it; see `washi` for the grain."""
    paper = washi(grain)
    left, top = corner[0] % WASHI, corner[1] % WASHI
    for y in range(-top, surface.get_height(), WASHI):
        for x in range(-left, surface.get_width(), WASHI):
            surface.blit(paper, (x, y), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=4)
def washi(grain: int) -> Surface:
    """Return paper as shades to multiply with: soft clouds, fine grain, and fibres of about 5 times `grain` px."""
    rng = random.Random(7)
    paper = Surface((WASHI, WASHI))
    paper.fill((255, 255, 255))
    for cell, low in ((128, 238), (32, 246)):
        paper.blit(_clouds(cell, low, rng), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    paper.blit(_noise((WASHI, WASHI), rng, (244, 255)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(110 // grain):
        _add_fibre(paper, rng, grain)
    return paper


def _clouds(cell: int, low: int, rng: random.Random) -> Surface:
    """Return soft grey spots about `cell` px wide, whose edges fit to one another."""
    count = WASHI // cell
    spots = _noise((count + 1, count + 1), rng, (low, 255))
    spots.blit(spots.copy(), (count, 0), Rect(0, 0, 1, count))
    spots.blit(spots.copy(), (0, count), Rect(0, 0, count + 1, 1))
    return pygame.transform.smoothscale(spots, (WASHI, WASHI))  # its last pixel is one step before the last spot


def _noise(size: tuple[int, int], rng: random.Random, shades: tuple[int, int]) -> Surface:
    """Return grey random points between two shades."""
    low, high = shades
    points = pygame.image.frombuffer(rng.randbytes(size[0] * size[1]), size, "P")
    steps = [low + (high - low) * value // 255 for value in range(256)]
    points.set_palette([(shade, shade, shade) for shade in steps])
    grey = Surface(size)
    grey.blit(points, (0, 0))
    return grey


def _add_fibre(paper: Surface, rng: random.Random, grain: int) -> None:
    """Draw one mulberry fibre: a short curved hair, a little darker than the sheet; it goes on at the other edge."""
    x, y = rng.random() * WASHI, rng.random() * WASHI
    heading, bend = rng.random() * math.tau, rng.uniform(-0.35, 0.35)
    length = rng.uniform(3, 8) * grain
    points = []
    for _ in range(5):
        points.append((x, y))
        heading += bend
        x, y = x + math.cos(heading) * length, y + math.sin(heading) * length
    shade = rng.choice((214, 222, 230))
    for right in (-WASHI, 0, WASHI):
        for down in (-WASHI, 0, WASHI):
            moved = [(x + right, y + down) for x, y in points]
            pygame.draw.aalines(paper, (shade, shade, shade - 4), False, moved)
