"""The land behind the tower, as on an old print: evening sky, bands of mist, a mountain, hills and pines."""

import math
import random

import pygame
from pygame import Rect, Surface

from shogun.window.kit.theme import Colour, mix

SKY_TOP: Colour = (36, 60, 104)
SKY_LOW: Colour = (240, 208, 164)
GROUND: Colour = (146, 138, 106)
SUN: Colour = (200, 62, 40)
FAR: Colour = (112, 126, 152)
FAR_DARK: Colour = (88, 102, 132)
MIDDLE: Colour = (112, 132, 132)
NEAR: Colour = (84, 106, 94)
PINE: Colour = (40, 66, 54)
TRUNK: Colour = (58, 44, 38)
MIST: Colour = (250, 238, 214)
SNOW: Colour = (240, 238, 236)

PEAK = 0.17
"""Where the mountain's top stands, of the picture's width ..."""
HEIGHT = 0.34
"""... and how high, of the picture's height."""
SNOW_LINE = 0.225
MISTS = ((0.10, 0.80, 0.42), (0.72, 0.73, 0.5), (0.86, 0.58, 0.3), (0.16, 0.52, 0.34), (0.5, 0.40, 0.4))
"""Bands of mist: middle and height of each in the picture, and its width."""


def paint_landscape(big: Surface, floor: float) -> None:
    """Fill a picture; `floor` is where the ground begins, px from above."""
    _paint_sky(big)
    _paint_sun(big, floor)
    _paint_mists(big, MISTS[2:])
    _paint_mountain(big, floor)
    _paint_mists(big, MISTS[:2])
    _paint_hills(big, floor, MIDDLE, (0.06, 0.07, 0.86, 5.0), 13)
    _paint_hills(big, floor, NEAR, (0.03, 0.05, 0.02, 9.0), 23)
    width, height = big.get_size()
    ground = Rect(0, round(floor - height * 0.014), width, round(height * 0.05))
    pygame.draw.rect(big, GROUND, ground)
    for x, size in ((0.055, 0.2), (0.95, 0.15), (0.885, 0.1)):
        _paint_pine(big, (x * width, float(ground.top + height * 0.006)), size * height)


def _paint_sky(big: Surface) -> None:
    strip = Surface((1, 64))
    for y in range(64):
        strip.set_at((0, y), mix(SKY_TOP, SKY_LOW, (y / 63) ** 1.3))
    big.blit(pygame.transform.smoothscale(strip, big.get_size()), (0, 0))


def _paint_sun(big: Surface, floor: float) -> None:
    """Draw a red sun with a soft ring of light."""
    width, height = big.get_size()
    middle, radius = (width * 0.86, floor - height * 0.36), min(width * 0.07, height * 0.05)
    reach = round(radius * 2.4)
    light = Surface((2 * reach, 2 * reach), pygame.SRCALPHA)
    for step in range(12):
        share = step / 11
        paint = (*mix(SKY_LOW, SUN, 0.35), round(70 * share**2))
        pygame.draw.circle(light, paint, (reach, reach), reach * (1 - 0.58 * share))
    big.blit(light, (middle[0] - reach, middle[1] - reach))
    pygame.draw.circle(big, mix(SUN, SKY_LOW, 0.18), middle, radius)
    pygame.draw.circle(big, SUN, (middle[0], middle[1] + radius * 0.06), radius * 0.9)


def _paint_mists(big: Surface, mists: tuple[tuple[float, float, float], ...]) -> None:
    """Draw bands of mist with round ends, each of three strips that don't begin together."""
    width, height = big.get_size()
    rng = random.Random(2)
    for x, y, wide in mists:
        for number, shift in enumerate((-0.5, 0.0, 0.5)):
            thick = max(2, round(height * (0.016 if number == 1 else 0.01)))
            long = round(width * wide * (1.0 if number == 1 else rng.uniform(0.5, 0.7)))
            band = Surface((long, thick), pygame.SRCALPHA)
            pygame.draw.rect(band, (*MIST, 62), band.get_rect(), border_radius=thick // 2)
            left = x * width - long / 2 + rng.uniform(-0.06, 0.06) * width
            big.blit(band, (left, height * y + shift * 2.6 * thick))


def _rise(t: float) -> float:
    """Return the mountain's height at a place (0 to 1 of the width), of the picture's height."""
    away = abs(t - PEAK)
    slope = HEIGHT * math.exp(-3.4 * away) - 0.012 * math.exp(-away * 60)
    return slope + 0.004 * math.sin(t * 61) + 0.002 * math.sin(t * 143)


def _paint_mountain(big: Surface, floor: float) -> None:
    """Draw the mountain: its lit and its shaded side, and the snow that runs down in tongues."""
    width, height = big.get_size()
    places = [number / 120 for number in range(121)]

    def at(t: float, rise: float) -> tuple[float, float]:
        return t * width, floor - height * rise

    ridge = [at(t, _rise(t)) for t in places]
    pygame.draw.polygon(big, FAR, [*ridge, (width, floor), (0, floor)])
    shaded = [at(t, _rise(t)) for t in places if t >= PEAK]
    bends = [PEAK + 0.013 * n + 0.014 * math.sin(n * 2.1) for n in range(9)]
    foot = [at(t, _rise(t) * (1 - n / 9)) for n, t in enumerate(bends)]
    pygame.draw.polygon(big, FAR_DARK, [*shaded, (width, floor), (PEAK * width, floor), *reversed(foot)])
    caps = [t for t in (number / 480 for number in range(481)) if _rise(t) > SNOW_LINE]
    if len(caps) > 2:
        lower = [at(t, _tongue(t, caps[0], caps[-1])) for t in reversed(caps)]
        pygame.draw.polygon(big, SNOW, [*(at(t, _rise(t)) for t in caps), *lower])


def _tongue(t: float, start: float, end: float) -> float:
    """Return how far down the snow reaches at a place between both ends of the cap."""
    across = (t - start) / (end - start)
    deep: float = math.sin(math.pi * across) ** 0.6
    jag = abs((across * 6.5 + 0.25) % 1 - 0.5) * 2
    return SNOW_LINE + deep * (0.02 - (0.03 + 0.03 * math.sin(across * 17)) * jag - 0.02 * jag)


def _paint_hills(
    big: Surface, floor: float, colour: Colour, shape: tuple[float, float, float, float], turns: float
) -> None:
    """Draw a row of hills: base, height, place of the highest one and how steep it is; small waves run along them."""
    width, height = big.get_size()
    base, rise, place, steep = shape
    ridge = [
        (t * width, floor - height * (base + rise * math.exp(-steep * (t - place) ** 2) + 0.008 * math.sin(t * turns)))
        for t in (number / 60 for number in range(61))
    ]
    pygame.draw.polygon(big, colour, [*ridge, (width, floor), (0, floor)])


def _paint_pine(big: Surface, foot: tuple[float, float], size: float) -> None:
    """Draw an old pine: a bent trunk and flat clouds of needles."""
    x, y = foot
    bend = [(x + size * across, y - size * up) for across, up in ((0, 0), (0.06, 0.3), (-0.04, 0.62), (0.02, 0.9))]
    for number in range(3):
        thick = max(1, round(size * (0.075 - 0.02 * number)))
        pygame.draw.line(big, TRUNK, bend[number], bend[number + 1], thick)
    pads = ((-0.02, 0.95, 0.2), (0.14, 0.76, 0.24), (-0.2, 0.68, 0.26), (0.2, 0.5, 0.24), (-0.16, 0.42, 0.2))
    for across, up, wide in pads:
        pad = Rect(0, 0, round(size * wide * 1.5), round(size * wide * 0.5))
        pad.center = (round(x + across * size), round(y - up * size))
        pygame.draw.ellipse(big, PINE, pad)
        lit = pad.inflate(-pad.width * 0.3, -pad.height * 0.45).move(0, -pad.height // 8)
        pygame.draw.ellipse(big, mix(PINE, NEAR, 0.5), lit)
