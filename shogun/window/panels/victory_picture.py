"""The ground of a game's end: the land of the menus at dusk, petals, and the winner's portrait before a golden sun."""

import math
import random
from functools import lru_cache

import pygame

from shogun.window.kit.drawing.banner import Clan
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO_DEEP, Colour, mix
from shogun.window.tower.backdrop import draw_backdrop

FINENESS = 3
RAYS = 16
PETALS = 70
FACE = 0.62
"""How wide the winner's portrait is, of the sun."""
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
