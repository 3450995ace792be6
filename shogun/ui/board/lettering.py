"""Names on the map: Latin in Alegreya, kanji in Shippori Mincho, with a soft halo so that lines don't cut them."""

import tomllib
from functools import cache, lru_cache

import pygame
from pygame import Surface

from shogun.resources import ASSETS

Colour = tuple[int, int, int]

LATIN, KANJI = "Alegreya-Bold.ttf", "ShipporiMincho-Bold.ttf"


@cache
def kanji_names() -> dict[str, str]:
    """Return the kanji of each province."""
    names = tomllib.loads((ASSETS / "board" / "names.toml").read_text("utf-8"))
    return {name: entry["kanji"] for name, entry in names["province"].items()}


@lru_cache(maxsize=64)
def font(file: str, pixels: int) -> pygame.font.Font:
    """Return a shipped font, its size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(ASSETS / "fonts" / file, pixels)


@lru_cache(maxsize=1024)
def lettering(text: str, pixels: int, colour: Colour, file: str = LATIN) -> Surface:
    """Return a text without surroundings, cropped to its ink from side to side."""
    return font(file, pixels).render(text, antialias=True, color=colour)


@lru_cache(maxsize=256)
def haloed(text: str, pixels: int, colour: Colour, halo: Colour, file: str = LATIN) -> Surface:
    """Return a text with a soft light border of about a twelfth of its size around it."""
    reach = max(1, round(pixels / 12))
    ink, light = lettering(text, pixels, colour, file), lettering(text, pixels, halo, file)
    width, height = ink.get_size()
    surface = Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA)
    surface.fill((*halo, 0))
    light.set_alpha(120)
    for x in range(2 * reach + 1):
        for y in range(2 * reach + 1):
            surface.blit(light, (x, y))
    surface.blit(ink, (reach, reach))
    return surface
