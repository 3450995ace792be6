"""Ornament in the open sea: a compass whose heart is the sun or the moon of the side played, and bands of gold cloud.

Both lie at fixed places of the map, where there is no land and no sea route.
"""

import math
import random
from collections.abc import Iterator

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.screen.map.painting.brush import fineness
from shogun.games.shogun.screen.map.painting.lettering import lettering
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import Colour

COMPASS: Point = (1272.0, 858.0)
RADIUS = 82.0
"""Place and size of the compass in units of the map; its letters reach a fifth further."""
LEAST_RADIUS = 30
"""A smaller compass is left out, px."""
IVORY: Colour = (232, 220, 186)
DUSK: Colour = (58, 82, 116)
SUN: Colour = (196, 62, 38)
MOON: Colour = (226, 226, 214)
WINDS = "北東南西"
VEIL = 205
"""How strongly ornament is drawn, of 255."""

CLOUD: Colour = (205, 170, 98)
CLOUD_LINE: Colour = (178, 140, 70)
CLOUD_EDGE: Colour = (110, 82, 38)
CLOUD_VEIL = 235
LEAVES = 520
Band = tuple[float, float, float, float]
CLOUDS: tuple[tuple[Band, ...], ...] = (
    ((-260, 8, 840, 38), (-260, 40, 590, 34), (-260, 72, 700, 34), (70, 100, 290, 26), (-260, 102, 250, 30)),
    ((1130, 1014, 800, 36), (1462, 986, 500, 32), (1520, 957, 400, 30), (1488, 934, 110, 20)),
    ((-260, 1008, 620, 34), (-260, 980, 330, 28), (-60, 958, 90, 20)),
    ((600, 1012, 320, 30), (680, 988, 190, 22)),
    ((690, 4, 330, 28), (760, 26, 170, 18)),
)
"""Bands that make up each cloud: left, middle, length and height in units of the map."""


def paint_ornament(picture: Surface, played: Board, projection: Projection) -> Iterator[None]:
    """Draw the compass and the clouds, one in each step."""
    radius = radius_at(projection)
    if radius >= LEAST_RADIUS:
        rose = _rose(radius, SUN if played.side == "sun" else MOON)
        rose.set_alpha(VEIL)
        picture.blit(rose, rose.get_rect(center=projection.point(COMPASS)))
    yield
    for cloud in CLOUDS:
        _put_cloud(picture, cloud, projection)
        yield


# The compass


def radius_at(projection: Projection) -> int:
    """Return the compass's radius, px."""
    return round(RADIUS * projection.scale)


def _rose(radius: int, heart: Colour) -> Surface:
    """Return the compass: two rings, eight rays that are light on one side and dark on the other, four kanji."""
    fine = 3
    size = round(radius * 2.5)
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*IVORY, 0))
    middle, reach = size * fine / 2, radius * fine
    hair = max(fine, round(reach * 0.012))
    for share, width in ((0.8, 2 * hair), (0.74, hair)):
        pygame.draw.circle(big, IVORY, (middle, middle), reach * share, width)
    for number in range(32):
        inner, outer = _at(middle, reach * 0.74, number * 11.25), _at(middle, reach * 0.8, number * 11.25)
        pygame.draw.line(big, IVORY, inner, outer, hair)
    for degrees, length in [(45 + 90 * n, 0.66) for n in range(4)] + [(90 * n, 0.97) for n in range(4)]:
        _draw_ray(big, middle, reach * length, degrees, hair)
    pygame.draw.circle(big, IVORY, (middle, middle), reach * 0.27)
    pygame.draw.circle(big, heart, (middle, middle), reach * 0.235)
    rose = pygame.transform.smoothscale(big, (size, size))
    for number, wind in enumerate(WINDS):
        letter = lettering(wind, max(10, round(radius * 0.24)), IVORY)
        rose.blit(letter, letter.get_rect(center=_at(size / 2, radius * 1.12, 90 * number)))
    return rose


def _draw_ray(big: Surface, middle: float, length: float, degrees: float, width: int) -> None:
    tip = _at(middle, length, degrees)
    for turn, colour in ((-45, IVORY), (45, DUSK)):
        side = _at(middle, length * 0.2, degrees + turn)
        pygame.draw.polygon(big, colour, [(middle, middle), side, tip])
        pygame.draw.lines(big, IVORY, True, [(middle, middle), side, tip], max(1, width // 2))


def _at(middle: float, distance: float, degrees: float) -> Point:
    """Return the point at a distance in a direction of the compass, 0 north, 90 east."""
    turn = math.radians(degrees)
    return middle + distance * math.sin(turn), middle - distance * math.cos(turn)


# Clouds


def band_rect(band: Band, projection: Projection, more: float = 0.0) -> Rect:
    """Return where a band of a cloud lies in the picture, px, by `more` units of the map wider on each side."""
    left, middle, length, height = band
    x, y = projection.point((left - more, middle - height / 2 - more))
    wide, high = (length + 2 * more) * projection.scale, (height + 2 * more) * projection.scale
    return Rect(round(x), round(y), round(wide), round(high))


def _put_cloud(picture: Surface, cloud: tuple[Band, ...], projection: Projection) -> None:
    """Draw rounded bands of gold leaf with one common edge, as painted screens have them."""
    rects = [band_rect(band, projection, 0) for band in cloud]
    seen = rects[0].unionall(rects).inflate(8, 8).clip(picture.get_rect())
    if not seen.width or not seen.height:
        return
    times = fineness(projection.scale)
    at = projection.enlarged(times, seen.x, seen.y)
    sheet = Surface((seen.width * times, seen.height * times), pygame.SRCALPHA)
    sheet.fill((*CLOUD_EDGE, 0))
    for more, colour in ((1.2, CLOUD_EDGE), (0.0, CLOUD), (-3.4, CLOUD_LINE), (-4.3, CLOUD)):
        for band in cloud:
            rect = band_rect(band, at, more)
            pygame.draw.rect(sheet, colour, rect, border_radius=rect.height // 2)
    leaf = pygame.transform.smoothscale(sheet, seen.size)
    _strew_leaf(leaf, projection, seen)
    leaf.fill((255, 255, 255, CLOUD_VEIL), None, pygame.BLEND_RGBA_MULT)
    picture.blit(leaf, seen)


def _strew_leaf(cloud: Surface, projection: Projection, seen: Rect) -> None:
    """Make the gold lighter and darker in small squares, at fixed places of the map."""
    rng = random.Random(11)
    for _ in range(LEAVES):
        x, y = projection.point((rng.uniform(-280, 1900), rng.choice((rng.uniform(-20, 150), rng.uniform(900, 1030)))))
        side, shade = rng.uniform(2.5, 9) * projection.scale, rng.choice(((18, 16, 10), (30, 27, 18)))
        square = Rect(round(x) - seen.x, round(y) - seen.y, max(1, round(side)), max(1, round(side)))
        cloud.fill(shade, square, pygame.BLEND_RGB_ADD)
