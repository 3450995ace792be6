"""The program's sign: the first letter of its name, white in a red seal."""

import pygame
from pygame import Surface

from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.theme import GOLD_PALE, PAPER_BRIGHT, VERMILION

LETTER = "将"
SHARE = 0.8
"""How much of the seal the letter takes."""


def emblem(size: int) -> Surface:
    """Return the sign, `size` pixels wide and high."""
    seal = Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(seal, VERMILION, seal.get_rect(), border_radius=size // 6)
    pygame.draw.rect(seal, GOLD_PALE, seal.get_rect(), max(1, size // 22), border_radius=size // 6)
    letter = text.painted(LETTER, round(size * SHARE), PAPER_BRIGHT, "Bold")
    ink = letter.get_bounding_rect()
    seal.blit(letter, ((size - ink.width) // 2, (size - ink.height) // 2), ink)
    return seal
