"""How a player is told from the others: a colour, a crest, and the banner that bears both, drawn once and kept.

What is drawn here is a shared surface: blit it, don't draw on it. Sizes are pixels.
"""

from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.window.kit.drawing.icons import mon
from shogun.window.kit.drawing.theme import CUBES, Colour, mix, text_colour_on

FINENESS = 4
"""How many times as large things are drawn before they are scaled down smoothly."""
WOOD: Colour = (92, 62, 38)
BLACK: Colour = (0, 0, 0)


class Clan(Struct, frozen=True):
    """How a player is shown: the colour of the cubes and the mon on the banners."""

    colour: str
    mon: str


class SeatLook(Struct, frozen=True):
    """How a seat is shown."""

    name: str
    colour: str
    mon: str
    person: bool

    @property
    def clan(self) -> Clan:
        """Colour and mon of its pieces."""
        return Clan(self.colour, self.mon)


def fine_canvas(width: float, height: float) -> Surface:
    """Return an empty surface, so many times as large as what `scaled_down` makes of it."""
    return Surface((round(width) * FINENESS, round(height) * FINENESS), pygame.SRCALPHA)


def scaled_down(canvas: Surface) -> Surface:
    """Return a fine canvas at the size at which it is shown."""
    width, height = canvas.get_size()
    return pygame.transform.smoothscale(canvas, (width // FINENESS, height // FINENESS))


@lru_cache(maxsize=256)
def banner(clan: Clan, size: int) -> Surface:
    """Return a banner with the clan's mon, `size` pixels high and a good half as wide."""
    width = round(size * 0.62)
    canvas = fine_canvas(width, size)
    wide, high = canvas.get_size()
    pole = max(FINENESS, round(wide * 0.11))
    pygame.draw.rect(canvas, WOOD, (0, 0, pole, high), border_radius=pole // 2)
    cloth = pygame.Rect(pole, round(high * 0.05), wide - pole, round(wide * 0.98))
    pygame.draw.rect(canvas, CUBES[clan.colour], cloth)
    pygame.draw.rect(canvas, mix(CUBES[clan.colour], BLACK, 0.55), cloth, max(2, FINENESS // 2))
    crest = mon(clan.mon, round(cloth.width * 0.84), text_colour_on(CUBES[clan.colour]))
    canvas.blit(crest, crest.get_rect(center=cloth.center))
    return scaled_down(canvas)
