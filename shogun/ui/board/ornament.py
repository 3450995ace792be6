"""Ornament in the open sea: a compass whose heart is the sun or the moon of the side played, and bands of gold cloud.

Both lie at fixed places of the map, where there is no land and no sea route.
"""

import math
from collections.abc import Iterator

import pygame
from pygame import Rect, Surface

from shogun.rules.board import Board
from shogun.ui.board.atlas import Point, Projection
from shogun.ui.board.brush import fineness
from shogun.ui.board.lettering import lettering
from shogun.ui.theme import Colour, mix

COMPASS: Point = (1392.0, 858.0)
RADIUS = 88.0
"""Place and size of the compass in units of the map; its letters reach a fifth further."""
LEAST_RADIUS = 30
"""A smaller compass is left out, px."""
IVORY: Colour = (232, 220, 186)
DUSK: Colour = (58, 82, 116)
SUN: Colour = (196, 62, 38)
MOON: Colour = (226, 226, 214)
WINDS = "北東南西"
VEIL = 190
"""How strongly ornament is drawn, of 255."""

GOLD: Colour = (206, 172, 104)
GOLD_LIGHT: Colour = (228, 201, 142)
GOLD_EDGE: Colour = (126, 94, 44)
Band = tuple[float, float, float, float]
CLOUDS: tuple[tuple[Band, ...], ...] = (
    ((-260, 24, 560, 34), (-260, 56, 760, 30), (40, 84, 330, 26), (-260, 108, 420, 26)),
    ((1240, 990, 700, 30), (1440, 962, 500, 30), (1120, 1014, 700, 30), (1520, 936, 400, 24)),
    ((-240, 1010, 560, 30), (-240, 984, 330, 26)),
    ((620, 1012, 330, 26), (690, 990, 170, 22)),
    ((700, 14, 300, 22), (760, -6, 330, 26)),
)
"""Bands that make up each cloud: left, middle, length and height in units of the map."""


def paint_ornament(picture: Surface, played: Board, projection: Projection) -> Iterator[None]:
    """Draw the compass and the clouds, one in each step."""
    radius = round(RADIUS * projection.scale)
    if radius >= LEAST_RADIUS:
        rose = _rose(radius, SUN if played.side == "sun" else MOON)
        rose.set_alpha(VEIL)
        picture.blit(rose, rose.get_rect(center=projection.point(COMPASS)))
    yield
    for cloud in CLOUDS:
        _put_cloud(picture, cloud, projection)
        yield


# The compass


def _rose(radius: int, heart: Colour) -> Surface:
    """Return the compass: two rings, eight rays that are light on one side and dark on the other, four kanji."""
    fine = 3
    size = round(radius * 2.5)
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*IVORY, 0))
    middle, reach = size * fine / 2, radius * fine
    for share, width in ((0.8, 2), (0.74, 1)):
        pygame.draw.circle(big, IVORY, (middle, middle), reach * share, width * fine // 2 + 1)
    for number in range(32):
        inner, outer = _at(middle, reach * 0.74, number * 11.25), _at(middle, reach * 0.8, number * 11.25)
        pygame.draw.line(big, IVORY, inner, outer, fine)
    for degrees, length in [(45 + 90 * n, 0.66) for n in range(4)] + [(90 * n, 0.97) for n in range(4)]:
        _draw_ray(big, middle, reach * length, degrees, fine)
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


def cloud_rects(projection: Projection) -> list[Rect]:
    """Return the bands of all clouds in pixels of the picture."""
    return [_rect(band, projection, 0) for cloud in CLOUDS for band in cloud]


def _rect(band: Band, projection: Projection, more: float) -> Rect:
    left, middle, length, height = band
    x, y = projection.point((left - more, middle - height / 2 - more))
    wide, high = (length + 2 * more) * projection.scale, (height + 2 * more) * projection.scale
    return Rect(round(x), round(y), round(wide), round(high))


def _put_cloud(picture: Surface, cloud: tuple[Band, ...], projection: Projection) -> None:
    """Draw rounded bands of gold leaf with one common edge, as painted screens have them."""
    rects = [_rect(band, projection, 0) for band in cloud]
    seen = rects[0].unionall(rects).inflate(8, 8).clip(picture.get_rect())
    if not seen.width or not seen.height:
        return
    times = fineness(projection.scale)
    at = projection.enlarged(times, seen.x, seen.y)
    sheet = Surface((seen.width * times, seen.height * times), pygame.SRCALPHA)
    sheet.fill((*GOLD_EDGE, 0))
    for more, colour in ((1.3, GOLD_EDGE), (0.0, GOLD_LIGHT), (-2.6, GOLD), (-7.0, mix(GOLD, GOLD_EDGE, 0.12))):
        for band in cloud:
            rect = _rect(band, at, more)
            pygame.draw.rect(sheet, colour, rect, border_radius=rect.height // 2)
    picture.blit(pygame.transform.smoothscale(sheet, seen.size), seen)
