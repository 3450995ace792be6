"""The land: washi in the tones of the regions, a band along each region's outline, and hills where there is room."""

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Board, Season
from shogun.games.shogun.screen.map.atlas import Atlas, Islet, MapPlace
from shogun.games.shogun.screen.map.painting.brush import Sheet, hatch, sheet_for, stroke
from shogun.games.shogun.screen.map.painting.regions import Subject, band, outlines, tone
from shogun.games.shogun.screen.map.painting.seasons import COLOURS
from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import INK, Colour, mix, text_colour_on

# Handmade paper and other soft textures, the same at every start: all randomness uses fixed seeds

WASHI = 512
"""Width and height of a piece of paper, px; it tiles seamlessly."""


def blurred(surface: Surface, radius: float) -> Surface:
    """Return the surface blurred twice by a box, which approximates a Gaussian."""
    whole = max(1, round(radius))
    return pygame.transform.box_blur(pygame.transform.box_blur(surface, whole), whole)


def multiply_by_paper(surface: Surface, corner: tuple[int, int], grain: int) -> None:
    """Shade a part of a picture as paper, beginning at `corner`; see `washi` for the grain."""
    paper = washi(grain)
    left, top = corner[0] % WASHI, corner[1] % WASHI
    for y in range(-top, surface.get_height(), WASHI):
        for x in range(-left, surface.get_width(), WASHI):
            surface.blit(paper, (x, y), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=4)
def washi(grain: int) -> Surface:
    """Return paper as shades to multiply by: soft clouds, fine grain, and fibers of about 5 times `grain` px."""
    rng = random.Random(7)
    paper = Surface((WASHI, WASHI))
    paper.fill((255, 255, 255))
    for cell, low in ((128, 238), (32, 246)):
        paper.blit(_clouds(cell, low, rng), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    paper.blit(_noise((WASHI, WASHI), rng, (244, 255)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(110 // grain):
        _add_fibre(paper, rng, grain)
    return paper


def _clouds(cell: int, low: int, rng: random.Random) -> Surface:
    """Return soft gray spots about `cell` px wide, which tile seamlessly."""
    count = WASHI // cell
    spots = _noise((count + 1, count + 1), rng, (low, 255))
    spots.blit(spots.copy(), (count, 0), Rect(0, 0, 1, count))
    spots.blit(spots.copy(), (0, count), Rect(0, 0, count + 1, 1))
    return pygame.transform.smoothscale(spots, (WASHI, WASHI))  # its last pixel is one step before the last spot


def _noise(size: tuple[int, int], rng: random.Random, shades: tuple[int, int]) -> Surface:
    """Return random gray pixels between two shades."""
    low, high = shades
    points = pygame.image.frombuffer(rng.randbytes(size[0] * size[1]), size, "P")
    steps = [low + (high - low) * value // 255 for value in range(256)]
    points.set_palette([(shade, shade, shade) for shade in steps])
    grey = Surface(size)
    grey.blit(points, (0, 0))
    return grey


def _add_fibre(paper: Surface, rng: random.Random, grain: int) -> None:
    """Draw one mulberry fiber: a short curved hair, a little darker than the sheet; it wraps around the edges."""
    x, y = rng.random() * WASHI, rng.random() * WASHI
    heading, bend = rng.random() * math.tau, rng.uniform(-0.35, 0.35)
    length = rng.uniform(3, 8) * grain
    points = []
    for _ in range(5):
        points.append((x, y))
        heading += bend
        x, y = x + math.cos(heading) * length, y + math.sin(heading) * length
    shade = rng.choice((214, 222, 230))
    for right in (-WASHI, 0, WASHI):
        for down in (-WASHI, 0, WASHI):
            moved = [(x + right, y + down) for x, y in points]
            pygame.draw.aalines(paper, (shade, shade, shade - 4), False, moved)


ISLET: Colour = (222, 208, 172)
HATCH: Colour = (112, 108, 102)
HATCHING = 7.0
"""Distance of the lines over provinces that are out of the game, in map units."""
BAND = ((9.0, 0.16), (6.5, 0.34), (4.6, 0.62), (3.2, 0.8))
"""The band along a region's outline: its reach (map units) and the share of its color."""
WASH = ((5.0, 0.035), (2.5, 0.08))
"""The same for the darker edge of every province, as a wet brush leaves it."""
UMBER: Colour = (88, 62, 38)
HILLS = 0.3
"""Contrast of the hills with a dark ground."""
TOP = 5
"""Number of points of a slope, from the peak down, that have the season's color."""
FAINT = 150
"""Opacity of hills, 0 to 255."""


def paint_land(picture: Surface, subject: Subject) -> Iterator[None]:
    """Paint all provinces and islets over the sea, one in each step."""
    frame, played = picture.get_rect(), subject.played
    for islet in subject.chart.islets:
        _paint_islet(picture, islet, subject)
    yield
    for place in subject.chart.provinces:
        sheet = sheet_for(place.polygon, subject.projection, frame, 0)
        if sheet is None:
            continue
        _fill(sheet, place, subject.chart, played)
        _lay(sheet, picture, subject)
        yield


def _lay(sheet: Sheet, picture: Surface, subject: Subject) -> None:
    """Put a sheet into the picture, as colored paper."""
    land = sheet.finished()
    multiply_by_paper(land, sheet.rect.topleft, subject.grain)
    picture.blit(land, sheet.rect)


def _paint_islet(picture: Surface, islet: Islet, subject: Subject) -> None:
    if sheet := sheet_for(islet.polygon, subject.projection, picture.get_rect(), 0):
        sheet.surface.fill((*ISLET, 0))
        pygame.draw.polygon(sheet.surface, ISLET, sheet.projection.line(islet.polygon))
        _lay(sheet, picture, subject)


def _fill(sheet: Sheet, place: MapPlace, chart: Atlas, played: Board) -> None:
    """Draw a province's ground, its edge and its part of the region's band, all clipped to its outline."""
    ground, outline = tone(played, place.name), sheet.projection.line(place.polygon)
    scale = sheet.projection.scale
    sheet.surface.fill(ground)
    if place.name not in played.lands:
        hatch(sheet.surface, HATCH, outline, HATCHING * scale)
    for reach, share in WASH:
        stroke(sheet.surface, mix(ground, UMBER, share), outline, 2 * reach * scale, closed=True)
    lines = [sheet.projection.line(line) for line in outlines(chart, played, place.name)]
    for reach, share in BAND:
        for line in lines:
            stroke(sheet.surface, mix(ground, band(played, place.name), share), line, 2 * reach * scale)
    sheet.surface.blit(shape(sheet.surface.get_size(), outline), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def shape(size: tuple[int, int], polygon: Sequence[Point]) -> Surface:
    """Return a surface that is white inside of a polygon and clear outside."""
    surface = Surface(size, pygame.SRCALPHA)
    surface.fill((255, 255, 255, 0))
    pygame.draw.polygon(surface, (255, 255, 255, 255), polygon)
    return surface


# Hills


def put_hills(picture: Surface, places: Sequence[Rect], ground: Colour, season: Season) -> None:
    """Draw hills on a ground, with tops in the season's color."""
    is_dark = text_colour_on(ground) != INK
    ink = mix(ground, text_colour_on(ground), HILLS) if is_dark else mix(ground, UMBER, 0.72)
    for number, place in enumerate(places):
        picture.blit(_hill(place.size, ink, number % 3, COLOURS[season][0]), place)


@lru_cache(maxsize=512)
def _hill(size: tuple[int, int], ink: Colour, kind: int, top: Colour) -> Surface:
    """Return a mountain in the manner of ink painting: a wash on its shaded side, two slopes and a few strokes."""
    fine = 4
    width, height = size[0] * fine, size[1] * fine
    drawn = Surface((width, height), pygame.SRCALPHA)
    drawn.fill((*ink, 0))
    peak = width * (0.42, 0.5, 0.56)[kind], height * 0.08
    thick = max(2.0, height * 0.07)
    left, right = _slope((width * 0.04, height * 0.95), peak, 0.17), _slope((width * 0.96, height * 0.95), peak, 0.2)
    ridge = _slope((peak[0] + width * (0.02, -0.05, -0.1)[kind], height * 0.9), peak, -0.06)
    pygame.draw.polygon(drawn, (*ink, 105), [*right, *reversed(ridge)])
    pygame.draw.polygon(drawn, top, [*left[-TOP:], *reversed(right[-TOP:])])
    stroke(drawn, ink, left, thick)
    stroke(drawn, ink, right, thick * 1.5)
    for step in (0.3, 0.52, 0.72):
        x, y = right[round((1 - step) * (len(right) - 1))]
        stroke(drawn, ink, [(x - width * 0.03, y + height * 0.06), (x - width * 0.1, y + height * 0.26)], thick * 0.7)
    hill = pygame.transform.smoothscale(drawn, size)
    hill.fill((255, 255, 255, FAINT), None, pygame.BLEND_RGBA_MULT)
    return hill


def _slope(foot: Point, peak: Point, hollow: float) -> list[Point]:
    """Return a slope from foot to peak that is steep above and flat below."""
    points = []
    for step in range(13):
        share = step / 12
        rise = share + hollow * math.sin(math.pi * share) * -1
        points.append((foot[0] + (peak[0] - foot[0]) * share, foot[1] + (peak[1] - foot[1]) * rise))
    return points
