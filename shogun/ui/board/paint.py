"""The empty board as a picture: an indigo sea, washi land in the regions' tones, ink lines, dashed sea routes.

Everything here is drawn once for a size and kept. Lines and fills are drawn three times as large, strip by strip so
that a large window needs no huge surface, and scaled down smoothly; soft shading is blurred at a quarter of the size.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pygame
from pygame import Surface

from shogun.rules.board import Board, Land, board
from shogun.ui.board.atlas import Atlas, Line, Point, Projection
from shogun.ui.board.ornament import add_compass
from shogun.ui.theme import Colour

OVERSAMPLING = 3
LARGE = 1.2
"""Scale of the map (pixels a unit) from which on its lines are so thick that less oversampling does."""
MOST_BYTES = 40_000_000
"""Size of the largest enlarged strip; so the height of the strips follows from the width of the picture."""

SEA_DEEP: Colour = (31, 50, 82)
SEA_SHALLOW: Colour = (84, 118, 142)
SEA_PATTERN: Colour = (8, 10, 12)
FOAM: Colour = (26, 30, 30)
LAKE: Colour = (104, 138, 152)
INK: Colour = (43, 32, 26)
ROUTE: Colour = (238, 226, 196)
ISLET: Colour = (222, 208, 172)
LEFT_OUT: Colour = (158, 155, 147)
HATCH: Colour = (112, 108, 102)
HATCHING = 7.0
"""Distance of the lines over provinces that are out of the game, in units of the map."""
REGION_TONES: dict[str, Colour] = {
    "green": (190, 203, 150),
    "brown": (205, 176, 142),
    "red": (232, 172, 146),
    "purple": (203, 186, 207),
    "yellow": (244, 224, 164),
}
UNKNOWN_TONE: Colour = (205, 196, 176)


def paint_ground(chart: Atlas, played: Board, projection: Projection, size: tuple[int, int]) -> Surface:
    """Return the picture of sea and land, `size` pixels large, without lines, names and pieces."""
    picture = _sea(chart, projection, size)
    _add_foam(picture, chart, projection)
    add_compass(picture, chart, projection)
    land = _oversampled(size, projection, lambda strip, at: _fill_land(strip, at, chart, played))
    _shade_land(land, chart, played, projection)
    picture.blit(land, (0, 0))
    return picture


def paint_ink(chart: Atlas, played: Board, projection: Projection, size: tuple[int, int]) -> Surface:
    """Return the clear layer of all lines, which lies on the ground and on the owners' washes."""
    return _oversampled(size, projection, lambda strip, at: _draw_ink(strip, at, chart, played))


def tone(played: Board, province: str) -> Colour:
    """Return the ground colour of a province: its region's, or grey if it is out of the game (2.1)."""
    land = played.lands.get(province)
    return LEFT_OUT if land is None else REGION_TONES.get(land.region, UNKNOWN_TONE)


def _oversampled(size: tuple[int, int], projection: Projection, draw: Callable[[Surface, Projection], None]) -> Surface:
    """Return a clear layer on which `draw` drew enlarged (three times, a large map twice), scaled down by strips."""
    times = OVERSAMPLING if projection.scale < LARGE else OVERSAMPLING - 1
    layer = Surface(size, pygame.SRCALPHA)
    step = max(32, MOST_BYTES // (size[0] * times**2 * 4))
    for top in range(0, size[1], step):
        height = min(step, size[1] - top)
        strip = Surface((size[0] * times, height * times), pygame.SRCALPHA)
        strip.fill((*INK, 0))
        draw(strip, projection.enlarged(times, top=top))
        pygame.transform.smoothscale(strip, (size[0], height), layer.subsurface((0, top, size[0], height)))
    return layer


# The sea


def _sea(chart: Atlas, projection: Projection, size: tuple[int, int]) -> Surface:
    """Return the water: deep indigo with a wave pattern, lighter near the coasts."""
    glow = _near_land(chart, projection, size)
    glow.fill(
        tuple(shallow - deep for shallow, deep in zip(SEA_SHALLOW, SEA_DEEP, strict=True)), None, pygame.BLEND_RGB_MULT
    )
    sea = Surface(size)
    sea.fill(SEA_DEEP)
    _add_waves(sea, projection.scale)
    sea.blit(glow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    sea.blit(_clouds(size, random.Random(3), (232, 255)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return sea


def _near_land(chart: Atlas, projection: Projection, size: tuple[int, int]) -> Surface:
    """Return white where land is, fading to black over a wide and a narrow distance from the coast."""
    quarter = _quarter(size)
    small = projection.enlarged(0.25)
    wide = Surface(quarter)
    for polygon in _all_land(chart):
        pygame.draw.polygon(wide, (150, 150, 150), small.line(polygon))
    narrow = wide.copy()
    wide = _blurred(wide, 46 * small.scale)
    narrow = _blurred(narrow, 13 * small.scale)
    wide.blit(narrow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return pygame.transform.smoothscale(wide, size)


def _add_waves(sea: Surface, scale: float) -> None:
    """Draw seigaiha, the pattern of overlapping rings that stands for the sea, barely visible."""
    radius = max(9, round(25 * scale))
    tile = _wave_tile(radius)
    for top in range(0, sea.get_height(), tile.get_height()):
        for left in range(0, sea.get_width(), tile.get_width()):
            sea.blit(tile, (left, top), special_flags=pygame.BLEND_RGB_ADD)


def _wave_tile(radius: int) -> Surface:
    """Return one period of the wave pattern: two rows of scales, each of four rings, the lower covering the upper."""
    big = radius * OVERSAMPLING
    tile = Surface((2 * big, big))
    width = max(2, big // 14)
    for row in range(-1, 6):
        for column in range(-1, 3):
            centre = (2 * big * column + (big if row % 2 else 0), row * big // 2)
            pygame.draw.circle(tile, (0, 0, 0), centre, big)
            for ring in (1.0, 0.72, 0.44, 0.2):
                pygame.draw.circle(tile, SEA_PATTERN, centre, big * ring, width)
    return pygame.transform.smoothscale(tile, (2 * radius, radius))


def _add_foam(sea: Surface, chart: Atlas, projection: Projection) -> None:
    """Draw fine lines in the water along all coasts, as old engraved maps have them."""
    scale = projection.scale

    def draw(strip: Surface, at: Projection) -> None:
        strip.fill((0, 0, 0, 255))
        lines = [at.line(line) for line in _shores(chart)]
        for distance, strength in ((19, 0.4), (12.5, 0.65), (7, 1.0)):
            colour = tuple(round(channel * strength) for channel in FOAM)
            for shade, more in ((colour, 1.1), ((0, 0, 0), -1.1)):
                for line in lines:
                    stroke(strip, shade, line, 2 * distance * at.scale + OVERSAMPLING * more)
        for polygon in _all_land(chart):
            pygame.draw.polygon(strip, (0, 0, 0), at.line(polygon))

    if scale > 0.3:
        sea.blit(_oversampled(sea.get_size(), projection, draw), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


# The land


def _fill_land(strip: Surface, at: Projection, chart: Atlas, played: Board) -> None:
    for place in chart.provinces:
        pygame.draw.polygon(strip, tone(played, place.name), at.line(place.polygon))
        if place.name not in played.lands:
            hatch(strip, at.line(place.polygon), HATCHING * at.scale)
    for islet in chart.islets:
        pygame.draw.polygon(strip, ISLET, at.line(islet.polygon))


def hatch(surface: Surface, polygon: Sequence[Point], apart: float) -> None:
    """Draw lines that rise to the right over a polygon, `apart` pixels from each other."""
    falls = [x + y for x, y in polygon]
    for number in range(math.ceil(min(falls) / apart), math.ceil(max(falls) / apart)):
        crossings = sorted(_crossings(polygon, number * apart))
        for start, end in zip(crossings[::2], crossings[1::2], strict=False):
            pygame.draw.line(surface, HATCH, start, end, max(1, round(apart * 0.3)))


def _crossings(polygon: Sequence[Point], fall: float) -> Iterable[Point]:
    """Yield where the line x + y = `fall` crosses the outline of a polygon."""
    for (x0, y0), (x1, y1) in pairwise([*polygon, polygon[0]]):
        before, after = x0 + y0 - fall, x1 + y1 - fall
        if (before < 0) != (after < 0):
            share = before / (before - after)
            yield x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _shade_land(land: Surface, chart: Atlas, played: Board, projection: Projection) -> None:
    """Deepen the tones along coasts and borders like a colour wash, and give the paper its grain and fibres."""
    size = land.get_size()
    wash = Surface(_quarter(size))
    small = projection.enlarged(0.25)
    for line, weight in _lines(chart, played):
        depth, reach = ((84, 108, 128), 15) if weight == HEAVY else ((38, 46, 54), 7)
        stroke(wash, depth, small.line(line), reach * small.scale)
    wash = _blurred(wash, 7 * small.scale)
    shade = Surface(wash.get_size())
    shade.fill((255, 255, 255))
    shade.blit(wash, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    land.blit(pygame.transform.smoothscale(shade, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    land.blit(_washi(size, projection.scale), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _washi(size: tuple[int, int], scale: float) -> Surface:
    """Return handmade paper as shades to multiply with: soft clouds, fine grain, and long fibres."""
    rng = random.Random(7)
    paper = _clouds(size, rng, (236, 255))
    grain = _noise((256, 256), rng, (243, 255))
    for top in range(0, size[1], 256):
        for left in range(0, size[0], 256):
            paper.blit(grain, (left, top), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(round(size[0] * size[1] / 2600)):
        _add_fibre(paper, rng, scale)
    return paper


def _add_fibre(paper: Surface, rng: random.Random, scale: float) -> None:
    """Draw one mulberry fibre: a short curved hair, a little lighter or darker than the sheet."""
    x, y = rng.random() * paper.get_width(), rng.random() * paper.get_height()
    heading, bend = rng.random() * math.tau, rng.uniform(-0.35, 0.35)
    length = rng.uniform(3, 9) * max(0.6, scale)
    points = []
    for _ in range(5):
        points.append((x, y))
        heading += bend
        x, y = x + math.cos(heading) * length, y + math.sin(heading) * length
    shade = rng.choice((222, 228, 255))
    pygame.draw.aalines(paper, (shade, shade, shade - 4), False, points)


# Ink

HEAVY, LIGHT = 2.6, 1.05
"""Width of the lines in units of the map: around islands and between regions, and inside of a region."""


def _lines(chart: Atlas, played: Board) -> Iterable[tuple[Line, float]]:
    """Yield every border and coast with its weight, the light ones first."""
    between = {(border.a, border.b): HEAVY if _parts(played, border.a, border.b) else LIGHT for border in chart.borders}
    for border in sorted(chart.borders, key=lambda border: between[border.a, border.b]):
        yield border.line, between[border.a, border.b]
    for shore in _shores(chart):
        yield shore, HEAVY


def _parts(played: Board, a: str, b: str) -> bool:
    """Whether a border parts two regions of the side that is played, also where a province is out of the game."""
    return region_of(played, a) != region_of(played, b)


def region_of(played: Board, province: str) -> str:
    """Return the region printed on this side for a province, also for one that is out of the game."""
    land: Land = board(played.side, 5).lands[province]
    return land.region


def _draw_ink(strip: Surface, at: Projection, chart: Atlas, played: Board) -> None:
    for line, weight in _lines(chart, played):
        alpha, least = (255, 1.7) if weight == HEAVY else (190, 0.9)
        stroke(strip, (*INK, alpha), at.line(line), max(weight * at.scale, OVERSAMPLING * least))
    for lake in chart.lakes:
        pygame.draw.polygon(strip, LAKE, at.line(lake.polygon))
        stroke(strip, (*INK, 200), at.line(lake.polygon), max(1.1 * at.scale, OVERSAMPLING), closed=True)
    for route in chart.sea_routes:
        if (route.a, route.b) in played.sea_routes or (route.b, route.a) in played.sea_routes:
            dashes(strip, (*ROUTE, 255), at.line(route.line), max(2.2 * at.scale, OVERSAMPLING * 1.5))


def stroke(
    surface: Surface, colour: Sequence[int], points: Sequence[Point], width: float, *, closed: bool = False
) -> None:
    """Draw a line of any width with round joints and ends; nothing if it lies above or below the surface."""
    line = [*points, points[0]] if closed else points
    heights = [y for _, y in line]
    if max(heights) < -width or min(heights) > surface.get_height() + width:
        return
    whole = max(1, round(width))
    pygame.draw.lines(surface, colour, False, line, whole)
    if whole > 3:
        apart = max(1, round(whole / 3 / max(1.0, math.dist(line[0], line[1]))))
        for point in [*line[::apart], line[-1]]:
            pygame.draw.circle(surface, colour, point, (whole - 1) / 2)


def dashes(surface: Surface, colour: Sequence[int], points: Sequence[Point], width: float) -> None:
    """Draw a dashed line: dashes three and gaps two and a half widths long."""
    fine = _resampled(points, width / 2)
    for start in range(0, len(fine), 11):
        if len(dash := fine[start : start + 7]) > 1:
            stroke(surface, colour, dash, width)


def _resampled(points: Sequence[Point], step: float) -> list[Point]:
    """Return points on the same line, `step` apart."""
    fine, ahead = [points[0]], step
    for a, b in pairwise(points):
        length = math.dist(a, b)
        while ahead <= length:
            fine.append((a[0] + (b[0] - a[0]) * ahead / length, a[1] + (b[1] - a[1]) * ahead / length))
            ahead += step
        ahead -= length
    return fine


def _shores(chart: Atlas) -> list[Line]:
    return [coast.line for coast in chart.coasts] + [(*islet.polygon, islet.polygon[0]) for islet in chart.islets]


def _all_land(chart: Atlas) -> list[Line]:
    return [place.polygon for place in chart.provinces] + [islet.polygon for islet in chart.islets]


# Soft things


def _quarter(size: tuple[int, int]) -> tuple[int, int]:
    return max(1, size[0] // 4), max(1, size[1] // 4)


def _blurred(surface: Surface, radius: float) -> Surface:
    """Return the surface blurred twice by a box, which is near to a bell."""
    whole = max(1, round(radius))
    return pygame.transform.box_blur(pygame.transform.box_blur(surface, whole), whole)


def _noise(size: tuple[int, int], rng: random.Random, shades: tuple[int, int]) -> Surface:
    """Return grey random points between two shades."""
    low, high = shades
    points = pygame.image.frombuffer(rng.randbytes(size[0] * size[1]), size, "P")
    steps = [low + (high - low) * value // 255 for value in range(256)]
    points.set_palette([(shade, shade, shade) for shade in steps])
    grey = Surface(size)
    grey.blit(points, (0, 0))
    return grey


def _clouds(size: tuple[int, int], rng: random.Random, shades: tuple[int, int]) -> Surface:
    """Return soft grey spots of three sizes, multiplied; the darkest shade is about the lower one."""
    low = 255 - (255 - shades[0]) // 2
    clouds = Surface(size)
    clouds.fill((255, 255, 255))
    for cell in (160, 60, 16):
        spots = _noise((size[0] // cell + 2, size[1] // cell + 2), rng, (low, shades[1]))
        clouds.blit(pygame.transform.smoothscale(spots, size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return clouds
