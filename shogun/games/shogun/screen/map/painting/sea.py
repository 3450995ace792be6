"""The sea: indigo that gets lighter towards the coasts, patches of waves (seigaiha), and lines along the shores.

All waves have fixed places on the map, so they stay in place when the map is enlarged.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.atlas import Atlas
from shogun.games.shogun.screen.map.painting.brush import bounds, fineness, stroke
from shogun.games.shogun.screen.map.painting.land import blurred, multiply_by_paper
from shogun.games.shogun.screen.map.painting.regions import Subject
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import Colour

SEA_DEEP: Colour = (33, 56, 94)
SEA_SHALLOW: Colour = (104, 142, 160)
CREST: Colour = (150, 184, 204)
"""Color of the waves' lines."""
CRESTS = (26, 48, 74)
"""Opacities of the waves' lines, from the edge of a patch to its middle."""
RADIUS = 23.0
"""Radius of a wave, in map units."""
LINING = ((20.0, 26), (13.0, 40), (7.0, 62))
"""Lines in the water: distance from the shore (map units) and brightness."""
BAND = 128
"""Height of the parts in which these lines are added to the picture, px."""
CELL = 4
"""Factor by which the light of the coasts is painted smaller."""


def paint_sea(picture: Surface, subject: Subject) -> Iterator[None]:
    """Paint the water over the whole picture; each step takes little time."""
    chart, projection = subject.chart, subject.projection
    picture.fill(SEA_DEEP)
    yield from _paint_waves(picture, projection)
    glow = Surface((picture.get_width() // CELL + 1, picture.get_height() // CELL + 1))
    yield from _light_coasts(glow, chart, projection.enlarged(1 / CELL))
    light = pygame.transform.smoothscale(glow, (glow.get_width() * CELL, glow.get_height() * CELL))
    yield
    picture.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    yield
    if projection.scale > 0.3:
        yield from _paint_lining(picture, chart, projection)
    multiply_by_paper(picture, (0, 0), subject.grain)
    yield


def shores(chart: Atlas) -> list[Line]:
    """Return the outlines of all land, including islets, as lines."""
    return [coast.line for coast in chart.coasts] + [(*islet.polygon, islet.polygon[0]) for islet in chart.islets]


def all_land(chart: Atlas) -> list[Line]:
    """Return the polygons of all land."""
    return [place.polygon for place in chart.provinces] + [islet.polygon for islet in chart.islets]


# Light


def _light_coasts(glow: Surface, chart: Atlas, small: Projection) -> Iterator[None]:
    """Paint the coasts' light on the deep sea: strong over the land, fading over a wide and a narrow distance."""
    for number, polygon in enumerate(all_land(chart)):
        pygame.draw.polygon(glow, (150, 150, 150), small.line(polygon))
        if number % 16 == 15:
            yield
    narrow = blurred(glow, 12 * small.scale)
    yield
    glow.blit(blurred(glow, 50 * small.scale), (0, 0))
    yield
    glow.blit(narrow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    added = [light - dark for light, dark in zip(SEA_SHALLOW, SEA_DEEP, strict=True)]
    glow.fill(added, None, pygame.BLEND_RGB_MULT)


# Waves


def _paint_waves(picture: Surface, projection: Projection) -> Iterator[None]:
    """Draw patches of waves; between them there is open water."""
    radius = RADIUS * projection.scale
    for row in _rows(projection, picture.get_height()):
        for at, strength in _row(projection, row, picture.get_width()):
            wave = _wave(radius, strength)
            picture.blit(wave, wave.get_rect(center=projection.point(at)))
        if row % 8 == 0:
            yield


def waves(projection: Projection, size: tuple[int, int]) -> Iterator[Point]:
    """Yield the middles of all waves of a picture, in map units."""
    for row in _rows(projection, size[1]):
        yield from (at for at, _strength in _row(projection, row, size[0]))


def _rows(projection: Projection, height: int) -> range:
    half = RADIUS * projection.scale / 2
    return range(math.floor(-projection.top / half) - 1, math.ceil((height - projection.top) / half) + 2)


def _row(projection: Projection, row: int, width: int) -> Iterator[tuple[Point, int]]:
    """Yield the waves of a row, from left to right, each with its strength."""
    shift = RADIUS if row % 2 else 0.0
    first = math.floor((-projection.left / projection.scale - shift) / (2 * RADIUS)) - 1
    last = math.ceil(((width - projection.left) / projection.scale - shift) / (2 * RADIUS)) + 1
    for column in range(first, last + 1):
        at = 2 * RADIUS * column + shift, RADIUS * row / 2
        if strength := _swell(at):
            yield at, strength


def _swell(at: Point) -> int:
    """Return the strength of the waves at a point of the map: 0, or the number of one of `CRESTS`, from 1."""
    x, y = at
    high = math.sin(x / 93 + 1.2 * math.sin(y / 121)) + math.sin(y / 57 + 1.1 * math.sin(x / 149 + 0.8))
    return max(0, min(len(CRESTS), math.ceil(high * 2.2 - 0.9)))


@lru_cache(maxsize=24)
def _wave(radius: float, strength: int) -> Surface:
    """Return one wave."""
    wave = wave_shape(radius)
    wave.fill((255, 255, 255, CRESTS[strength - 1]), None, pygame.BLEND_RGBA_MULT)
    return wave


def wave_shape(radius: float) -> Surface:
    """Return one wave at full strength: the visible part of four rings, partly hidden by the waves in front."""
    fine = 4
    big = radius * fine
    size = math.ceil(2 * radius) + 2
    drawn = Surface((size * fine, size * fine), pygame.SRCALPHA)
    clear = (*CREST, 0)
    drawn.fill(clear)
    middle = size * fine / 2
    for ring, weight in ((0.97, 0.085), (0.74, 0.06), (0.52, 0.06), (0.3, 0.06)):
        pygame.draw.circle(drawn, CREST, (middle, middle), big * ring, max(2, round(big * weight)))
    for right, down in ((-1.0, 0.5), (1.0, 0.5), (0.0, 1.0)):
        pygame.draw.circle(drawn, clear, (middle + right * big, middle + down * big), big)
    return pygame.transform.smoothscale(drawn, (size, size))


# Lines along the shores


def _paint_lining(picture: Surface, chart: Atlas, projection: Projection) -> Iterator[None]:
    """Draw fine lines in the water along all coasts, as on old engraved maps.

    They are drawn with one byte per pixel, enlarged, on one sheet for the whole picture: a line hides its neighbors'
    lines that are nearer to their shore.
    """
    times = fineness(projection.scale)
    width, height = picture.get_size()
    sheet = Surface((width * times, height * times), depth=8)
    sheet.set_palette([(shade, shade, shade) for shade in range(256)])
    at, frame = projection.enlarged(times), sheet.get_rect()
    reach = 2 * LINING[0][0] * at.scale + 2
    lines = [line for line in map(at.line, shores(chart)) if bounds(line).inflate(reach, reach).colliderect(frame)]
    for distance, bright in LINING:
        for shade, more in ((bright, 0.5), (0, -0.5)):
            for number, line in enumerate(lines):
                stroke(sheet, (shade,) * 3, line, 2 * distance * at.scale + times * more * 2)
                if number % 6 == 5:
                    yield
            yield
    for top in range(0, height, BAND):
        _lay_band(picture, sheet, top, times)
        yield


def _lay_band(picture: Surface, sheet: Surface, top: int, times: int) -> None:
    width, height = picture.get_width(), min(BAND, picture.get_height() - top)
    band = Surface((width * times, height * times))
    band.blit(sheet, (0, -top * times))
    small = pygame.transform.smoothscale(band, (width, height))
    small.fill((180, 215, 220), None, pygame.BLEND_RGB_MULT)
    picture.blit(small, Rect(0, top, width, height), special_flags=pygame.BLEND_RGB_ADD)
