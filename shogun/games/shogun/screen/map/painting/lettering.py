"""Names on the map: in bold serif with a soft halo, so that lines don't cut them."""

import tomllib
from functools import cache, lru_cache

import pygame
from pygame import Surface

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.theme import Colour


@cache
def kanji_names() -> dict[str, str]:
    """Return the kanji of each province."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return {name: entry["kanji"] for name, entry in names["province"].items()}


def lettering(text: str, pixels: int, colour: Colour) -> Surface:
    """Return a text in bold; map and pieces are paintings, which look the same in every palette."""
    return texts.painted(text, pixels, colour, "Bold")


@lru_cache(maxsize=512)
def haloed(text: str, pixels: int, colour: Colour, halo: Colour) -> Surface:
    """Return a text with a soft light border of about a twelfth of its size around it."""
    reach = max(1, round(pixels / 12))
    ink, light = lettering(text, pixels, colour), lettering(text, pixels, halo).copy()
    width, height = ink.get_size()
    surface = Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA)
    surface.fill((*halo, 0))
    light.set_alpha(120)
    for x in range(2 * reach + 1):
        for y in range(2 * reach + 1):
            surface.blit(light, (x, y))
    surface.blit(ink, (reach, reach))
    return surface
