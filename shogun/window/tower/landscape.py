"""Soft light, and the land behind the tower in four seasons: evening sky, mist, a mountain, hills and trees."""

import itertools
import math
import random
from collections.abc import Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.physics.collision_geometry import Point
from shogun.window.kit.drawing.theme import Colour, mix
from shogun.window.kit.sound import Season

# Light in the tower's picture: glows, beams and dusk, painted coarsely, softened, and blended over the picture

BLACK: Colour = (0, 0, 0)
COARSE = 4
"""Factor by which soft light is painted coarser."""
GLOW_SIZE = 48
"""Pixels of the small picture that glows of all sizes are made from."""


def add_glow(big: Surface, centre: Point, radius: float, colour: Colour) -> None:
    """Add round light of a color, fading to nothing at `radius` px."""
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
    """Blend a coarse layer with alpha over a picture, softened by `blur` px of the picture."""
    soft = pygame.transform.box_blur(layer, max(1, round(blur * layer.get_width() / big.get_width())))
    big.blit(pygame.transform.smoothscale(soft, big.get_size()), (0, 0))


def coarse_layer(big: Surface, colour: Colour) -> Surface:
    """Return an empty layer, coarser than a picture, whose clear parts have a color for softening."""
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


# The land in its seasons

Sky = tuple[tuple[float, Colour], ...]
"""Colors at shares of the way down to the ground."""


class Colours(Struct, frozen=True):
    """The colors and sizes that a season changes in the land."""

    sky: Sky
    middle: Colour
    """Color of the hills further away ..."""
    near: Colour
    """... and of those before them."""
    ground: Colour
    leaves: tuple[Colour, Colour]
    """Colors of the trees: below, and lit or snowy."""
    fullness: float
    """Height of the trees' clouds of leaves, as a share of their width."""
    snow_line: float
    """Lower edge of the snow on the mountain, as a share of the picture's height."""


DEEP: Sky = ((0.0, (22, 34, 76)), (0.34, (62, 74, 122)))
"""The upper sky, the same evening in all seasons: pale text is written on it."""
LOOKS: dict[Season, Colours] = {
    "spring": Colours(
        sky=(*DEEP, (0.6, (164, 120, 150)), (0.8, (240, 176, 156)), (1.0, (252, 220, 188))),
        middle=(126, 116, 126),
        near=(92, 106, 84),
        ground=(142, 150, 104),
        leaves=((212, 138, 162), (246, 200, 212)),
        fullness=0.56,
        snow_line=0.205,
    ),
    "summer": Colours(
        sky=(*DEEP, (0.6, (150, 118, 138)), (0.8, (232, 172, 132)), (1.0, (250, 216, 164))),
        middle=(120, 116, 122),
        near=(70, 86, 84),
        ground=(146, 138, 106),
        leaves=((34, 58, 52), (52, 72, 68)),
        fullness=0.33,
        snow_line=0.225,
    ),
    "autumn": Colours(
        sky=(*DEEP, (0.6, (158, 104, 108)), (0.8, (230, 146, 96)), (1.0, (250, 202, 134))),
        middle=(136, 108, 104),
        near=(112, 84, 62),
        ground=(164, 134, 90),
        leaves=((164, 60, 34), (216, 112, 46)),
        fullness=0.5,
        snow_line=0.215,
    ),
    "winter": Colours(
        sky=(*DEEP, (0.6, (132, 136, 164)), (0.8, (196, 186, 198)), (1.0, (236, 226, 222))),
        middle=(156, 160, 180),
        near=(196, 204, 216),
        ground=(232, 236, 242),
        leaves=((48, 66, 70), (238, 242, 248)),
        fullness=0.33,
        snow_line=0.13,
    ),
}
DUSK: Colour = (12, 16, 38)
GLOW: Colour = (112, 62, 30)
"""Color that the sun adds to the sky around it."""
SUN: Colour = (200, 62, 40)
FAR: Colour = (122, 112, 148)
FAR_DARK: Colour = (86, 86, 128)
TRUNK: Colour = (58, 44, 38)
MIST: Colour = (250, 238, 214)
SNOW: Colour = (246, 226, 214)

SUN_AT = (0.235, 0.36)
"""Place of the sun: share of the width, and of the height above the ground."""
PEAK = 0.84
"""Place of the mountain's top, as a share of the picture's width ..."""
HEIGHT = 0.34
"""... and how high, of the picture's height."""
MISTS = ((0.90, 0.80, 0.42), (0.28, 0.73, 0.5), (0.16, 0.58, 0.3), (0.84, 0.52, 0.34), (0.5, 0.40, 0.4))
"""Bands of mist: middle and height of each in the picture, and its width."""


def paint_landscape(big: Surface, floor: float, season: Season) -> None:
    """Fill a picture with the land as a season has it; `floor` is where the ground begins, px from above."""
    width, height = big.get_size()
    look = LOOKS[season]
    low = look.sky[-1][1]
    _paint_sky(big, floor, look.sky)
    _paint_sun(big, floor, low)
    _paint_mists(big, MISTS[2:])
    _paint_mountain(big, floor, look.snow_line)
    _paint_mists(big, MISTS[:2])
    _paint_hills(big, floor, look.middle, (0.06, 0.07, 0.14, 5.0), 13)
    _paint_haze(big, floor, low)
    _paint_hills(big, floor, look.near, (0.03, 0.05, 0.98, 9.0), 23)
    ground = Rect(0, round(floor - height * 0.014), width, round(height * 0.05))
    pygame.draw.rect(big, look.ground, ground)
    for x, size in ((0.945, 0.2), (0.05, 0.15), (0.115, 0.1)):
        _paint_tree(big, (x * width, float(ground.top + height * 0.006)), size * height, look)
    darken_edges(big, DUSK, 150)


def _paint_sky(big: Surface, floor: float, sky: Sky) -> None:
    strip = Surface((1, 64))
    for y in range(64):
        strip.set_at((0, y), _colour_at(y / 63, sky))
    width, height = big.get_size()
    down = min(height, max(1, round(floor)))
    big.fill(sky[-1][1])
    big.blit(pygame.transform.smoothscale(strip, (width, down)), (0, 0))


def _colour_at(share: float, sky: Sky) -> Colour:
    """Return the sky's color at a share of the way down to the ground."""
    for (above, upper), (below, lower) in itertools.pairwise(sky):
        if share <= below:
            return mix(upper, lower, (share - above) / (below - above))
    return sky[-1][1]


def _paint_sun(big: Surface, floor: float, low: Colour) -> None:
    """Draw a red sun, and the light that it gives to the sky around it; `low` is the sky's color at the ground."""
    width, height = big.get_size()
    middle, radius = (width * SUN_AT[0], floor - height * SUN_AT[1]), min(width * 0.07, height * 0.05)
    add_glow(big, middle, radius * 7, GLOW)
    add_glow(big, middle, radius * 2.2, GLOW)
    pygame.draw.circle(big, mix(SUN, low, 0.22), middle, radius)
    pygame.draw.circle(big, SUN, (middle[0], middle[1] + radius * 0.06), radius * 0.92)


def _paint_mists(big: Surface, mists: tuple[tuple[float, float, float], ...]) -> None:
    """Draw soft bands of mist, each of three strips that don't begin together."""
    layer = coarse_layer(big, MIST)
    width, height = layer.get_size()
    rng = random.Random(2)
    for x, y, wide in mists:
        for number, shift in enumerate((-0.5, 0.0, 0.5)):
            thick = max(2, round(height * (0.018 if number == 1 else 0.011)))
            long = round(width * wide * (1.0 if number == 1 else rng.uniform(0.5, 0.7)))
            left = x * width - long / 2 + rng.uniform(-0.06, 0.06) * width
            band = Rect(round(left), round(height * y + shift * 2.6 * thick), long, thick)
            pygame.draw.rect(layer, (*MIST, 120), band, border_radius=thick // 2)
    soften_over(big, layer, big.get_height() * 0.008)


def _paint_haze(big: Surface, floor: float, colour: Colour) -> None:
    """Let the far land fade into the light above the ground."""
    width, height = big.get_size()
    haze, high = Surface((1, 16), pygame.SRCALPHA), max(1, round(height * 0.2))
    for y in range(16):
        haze.set_at((0, y), (*colour, round(120 * (y / 15) ** 1.6)))
    big.blit(pygame.transform.smoothscale(haze, (width, high)), (0, round(floor) - high))


def _rise(t: float) -> float:
    """Return the mountain's height at a place (0 to 1 of the width), of the picture's height."""
    away = abs(t - PEAK)
    slope = HEIGHT * math.exp(-3.4 * away) - 0.012 * math.exp(-away * 60)
    return slope + 0.004 * math.sin(t * 61) + 0.002 * math.sin(t * 143)


def _paint_mountain(big: Surface, floor: float, snow_line: float) -> None:
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
    caps = [t for t in (number / 480 for number in range(481)) if _rise(t) > snow_line]
    if len(caps) > 2:
        lower = [at(t, _tongue(t, caps[0], caps[-1], snow_line)) for t in reversed(caps)]
        pygame.draw.polygon(big, SNOW, [*(at(t, _rise(t)) for t in caps), *lower])


def _tongue(t: float, start: float, end: float, snow_line: float) -> float:
    """Return how far down the snow reaches at a place between both ends of the cap."""
    across = (t - start) / (end - start)
    deep: float = math.sin(math.pi * across) ** 0.6
    jag = abs((across * 6.5 + 0.25) % 1 - 0.5) * 2
    return snow_line + deep * (0.02 - (0.03 + 0.03 * math.sin(across * 17)) * jag - 0.02 * jag)


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


def _paint_tree(big: Surface, foot: tuple[float, float], size: float, look: Colours) -> None:
    """Draw an old tree: a bent trunk and flat clouds of needles, leaves or blossom."""
    x, y = foot
    bend = [(x + size * across, y - size * up) for across, up in ((0, 0), (0.06, 0.3), (-0.04, 0.62), (0.02, 0.9))]
    for number in range(3):
        thick = max(1, round(size * (0.075 - 0.02 * number)))
        pygame.draw.line(big, TRUNK, bend[number], bend[number + 1], thick)
    pads = ((-0.02, 0.95, 0.2), (0.14, 0.76, 0.24), (-0.2, 0.68, 0.26), (0.2, 0.5, 0.24), (-0.16, 0.42, 0.2))
    for across, up, wide in pads:
        pad = Rect(0, 0, round(size * wide * 1.5), round(size * wide * 1.5 * look.fullness))
        pad.center = (round(x + across * size), round(y - up * size))
        pygame.draw.ellipse(big, look.leaves[0], pad)
        lit = pad.inflate(-pad.width * 0.3, -pad.height * 0.45).move(0, -pad.height // 8)
        pygame.draw.ellipse(big, look.leaves[1], lit)
