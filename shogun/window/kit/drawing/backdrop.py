"""The picture behind menus: an indigo sea with the waves of old prints (seigaiha), drawn once for a size."""

from functools import lru_cache

import pygame

from shogun.window.kit.drawing.theme import INDIGO, INDIGO_DEEP, PAPER, mix

RINGS = 4


@lru_cache(maxsize=2)
def _waves(width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height))
    surface.fill(INDIGO_DEEP)
    radius = max(20, height // 14)
    tile = _wave(radius)
    for row in range(height * 2 // radius + 3):
        shift = radius if row % 2 else 0
        for column in range(-1, width // (2 * radius) + 2):
            surface.blit(tile, (column * 2 * radius + shift - radius, row * radius // 2 - radius))
    return surface


def _wave(radius: int) -> pygame.Surface:
    """Return one scale of the pattern: rings around a centre, drawn large and scaled down."""
    fine = 3
    tile = pygame.Surface((2 * radius * fine, 2 * radius * fine), pygame.SRCALPHA)
    centre = (radius * fine, radius * fine)
    for ring in range(RINGS):
        size = round(radius * fine * (1 - ring / RINGS))
        pygame.draw.circle(tile, mix(INDIGO_DEEP, INDIGO, 0.35 + 0.2 * ring), centre, size)
        pygame.draw.circle(tile, mix(INDIGO, PAPER, 0.22), centre, size, max(2, fine))
    return pygame.transform.smoothscale(tile, (2 * radius, 2 * radius))


def draw_backdrop(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill a rectangle with waves."""
    surface.blit(_waves(rect.width, rect.height), rect)
