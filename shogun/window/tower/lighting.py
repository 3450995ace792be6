"""Light in the tower's picture: glows, beams and dusk, painted coarsely, softened, and laid over what is there."""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Surface

from shogun.tower.physics.collision_geometry import Point
from shogun.window.kit.drawing.theme import Colour, mix

BLACK: Colour = (0, 0, 0)
COARSE = 4
"""Soft light is painted so many times coarser."""
GLOW_SIZE = 48
"""Pixels of the small picture from which glows of all sizes are made."""


def add_glow(big: Surface, centre: Point, radius: float, colour: Colour) -> None:
    """Add round light that is `colour` in its middle and nothing at `radius` px."""
    reach = max(2, round(radius))
    light = pygame.transform.smoothscale(_round_light(colour), (2 * reach, 2 * reach))
    big.blit(light, (round(centre[0] - reach), round(centre[1] - reach)), special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=16)
def _round_light(colour: Colour) -> Surface:
    """Return a small picture of round light."""
    light, middle = Surface((GLOW_SIZE, GLOW_SIZE)), (GLOW_SIZE - 1) / 2
    for x, y in itertools.product(range(GLOW_SIZE), repeat=2):
        away = math.dist((x, y), (middle, middle)) / (middle - 1)
        light.set_at((x, y), mix(BLACK, colour, max(0.0, 1.0 - away) ** 2.2))
    return light


def add_beam(big: Surface, corners: Sequence[Point], colour: Colour, soft: float, inside: Sequence[Point]) -> None:
    """Add a beam of light with soft edges (px), as far as it falls inside of a polygon."""
    area = _around(inside, big)
    size = max(1, area.width // COARSE), max(1, area.height // COARSE)
    light, mask = Surface(size), Surface(size)
    pygame.draw.polygon(light, colour, _coarse(corners, area))
    light = pygame.transform.box_blur(light, max(1, round(soft / COARSE)))
    pygame.draw.polygon(mask, (255, 255, 255), _coarse(inside, area))
    light.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    big.blit(pygame.transform.smoothscale(light, area.size), area, special_flags=pygame.BLEND_RGB_ADD)


def soften_over(big: Surface, layer: Surface, blur: float) -> None:
    """Lay a coarse layer with alpha over a picture, softened by so many px of the picture."""
    soft = pygame.transform.box_blur(layer, max(1, round(blur * layer.get_width() / big.get_width())))
    big.blit(pygame.transform.smoothscale(soft, big.get_size()), (0, 0))


def coarse_layer(big: Surface, colour: Colour) -> Surface:
    """Return an empty layer, coarser than a picture, whose clear parts have a colour to be softened towards."""
    size = max(1, big.get_width() // COARSE), max(1, big.get_height() // COARSE)
    layer = Surface(size, pygame.SRCALPHA)
    layer.fill((*colour, 0))
    return layer


def darken_edges(big: Surface, colour: Colour, alpha: int) -> None:
    """Let a picture grow darker towards its corners."""
    shade = Surface((32, 32), pygame.SRCALPHA)
    for x, y in itertools.product(range(32), repeat=2):
        away = ((x - 15.5) / 15.5) ** 2 + ((y - 15.5) / 15.5) ** 2
        shade.set_at((x, y), (*colour, round(alpha * min(1.0, away / 2) ** 1.6)))
    big.blit(pygame.transform.smoothscale(shade, big.get_size()), (0, 0))


def _around(points: Sequence[Point], big: Surface) -> pygame.Rect:
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    rect = pygame.Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))
    return rect.clip(big.get_rect())


def _coarse(points: Sequence[Point], area: pygame.Rect) -> list[Point]:
    return [((x - area.x) / COARSE, (y - area.y) / COARSE) for x, y in points]
