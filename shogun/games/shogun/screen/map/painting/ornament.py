"""Ornament in the open sea: a compass around the sun or moon of the side played, and bands of gold cloud.

Both have fixed places on the map, away from land and sea routes.
"""

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.screen.map.painting.brush import fineness, lettering, stroke
from shogun.games.shogun.screen.map.painting.ink import INK
from shogun.games.shogun.screen.map.painting.regions import BANDS, TONES, region_kanji
from shogun.games.shogun.screen.map.painting.sea import CREST
from shogun.games.shogun.screen.map.piece_places import Metrics
from shogun.games.shogun.words import region_names
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import INK as LETTER_INK
from shogun.window.kit.drawing.theme import PAPER_BRIGHT, Colour, mix

COMPASS: Point = (1272.0, 858.0)
RADIUS = 82.0
"""Middle and radius of the compass in map units; its letters reach a fifth further."""
LEAST_RADIUS = 30
"""Least radius of the compass, px; a smaller one is left out."""
IVORY: Colour = (232, 220, 186)
DUSK: Colour = (58, 82, 116)
SUN: Colour = (196, 62, 38)
MOON: Colour = (226, 226, 214)
WINDS = "北東南西"
VEIL = 205
"""Opacity of ornament, 0 to 255."""

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
"""Bands of each cloud: left, middle, length and height in map units."""


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
    """Return the point at a distance in a direction of the compass; 0 is north, 90 is east."""
    turn = math.radians(degrees)
    return middle + distance * math.sin(turn), middle - distance * math.cos(turn)


# Clouds


def band_rect(band: Band, projection: Projection, more: float = 0.0) -> Rect:
    """Return the place of a cloud's band in the picture, px, wider by `more` map units on each side."""
    left, middle, length, height = band
    x, y = projection.point((left - more, middle - height / 2 - more))
    wide, high = (length + 2 * more) * projection.scale, (height + 2 * more) * projection.scale
    return Rect(round(x), round(y), round(wide), round(high))


def _put_cloud(picture: Surface, cloud: tuple[Band, ...], projection: Projection) -> None:
    """Draw rounded bands of gold leaf with a common edge, as on painted screens."""
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


# Trading ships under sail in the open sea, at fixed places of the map

SHIPS: tuple[tuple[Point, float, bool], ...] = (
    ((120.0, 350.0), 56.0, True),
    ((66.0, 428.0), 36.0, True),
    ((640.0, 900.0), 44.0, False),
    ((1124.0, 958.0), 40.0, True),
)
"""Middle and width of each ship in map units, and whether it sails to the right."""
LEAST_WIDTH = 15
"""Least width of a ship, px; a smaller one is left out."""
FINENESS = 4
SHIP_VEIL = 225
SAIL: Colour = (236, 226, 198)
SEAM: Colour = (176, 160, 128)
STRIPE: Colour = (158, 118, 66)
HULL: Colour = (112, 76, 46)


def ships(projection: Projection) -> Iterator[tuple[Surface, Rect]]:
    """Yield each ship that is large enough to be visible, and its place in the picture."""
    for middle, width, to_right in SHIPS:
        if (size := round(width * projection.scale)) >= LEAST_WIDTH:
            ship = _ship(size, to_right=to_right)
            yield ship, ship.get_rect(center=projection.point(middle))


@lru_cache(maxsize=12)
def _ship(size: int, *, to_right: bool) -> Surface:
    """Return a ship that sails to the left or to the right."""
    big = Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    big.fill((*INK, 0))
    whole = size * FINENESS
    _draw_hull(big, whole)
    _draw_sail(big, whole)
    _draw_wake(big, whole)
    ship = pygame.transform.smoothscale(big, (size, size))
    ship.fill((255, 255, 255, SHIP_VEIL), None, pygame.BLEND_RGBA_MULT)
    return pygame.transform.flip(ship, flip_x=True, flip_y=False) if to_right else ship


def _scaled(points: tuple[Point, ...], whole: int) -> list[Point]:
    return [(x * whole, y * whole) for x, y in points]


def _draw_hull(big: Surface, whole: int) -> None:
    """Draw the hull: the bow low at the left, the stern high at the right, and the rudder behind it."""
    hull = _scaled(((0.02, 0.6), (0.14, 0.68), (0.78, 0.66), (0.9, 0.5), (0.97, 0.5), (0.9, 0.84), (0.18, 0.86)), whole)
    line = max(2.0, whole * 0.022)
    pygame.draw.polygon(big, HULL, hull)
    stroke(big, INK, hull, line, closed=True)
    stroke(big, mix(HULL, INK, 0.6), _scaled(((0.11, 0.72), (0.92, 0.7)), whole), line * 0.7)
    stroke(big, mix(HULL, SAIL, 0.4), _scaled(((0.15, 0.78), (0.9, 0.77)), whole), line * 0.7)


def _draw_sail(big: Surface, whole: int) -> None:
    """Draw mast, yard, and one square sail of sewn cloths filled by the wind."""
    line = max(2.0, whole * 0.022)
    stroke(big, INK, _scaled(((0.52, 0.66), (0.52, 0.03)), whole), line * 1.3)
    left = [(0.2 - 0.07 * math.sin(math.pi * part / 8), 0.1 + 0.48 * part / 8) for part in range(9)]
    right = [(0.8 - 0.05 * math.sin(math.pi * part / 8), 0.1 + 0.48 * part / 8) for part in range(9)]
    sail = _scaled((*left, *reversed(right)), whole)
    pygame.draw.polygon(big, SAIL, sail)
    band = [left[2], left[3], left[4], right[4], right[3], right[2]]
    pygame.draw.polygon(big, STRIPE, _scaled(tuple(band), whole))
    for share in (0.25, 0.5, 0.75):
        seam = [(a[0] + (b[0] - a[0]) * share, a[1]) for a, b in zip(left, right, strict=True)]
        stroke(big, SEAM, _scaled(tuple(seam), whole), line * 0.5)
    stroke(big, INK, sail, line * 0.8, closed=True)
    stroke(big, INK, _scaled(((0.16, 0.1), (0.84, 0.1)), whole), line * 1.4)


def _draw_wake(big: Surface, whole: int) -> None:
    """Draw two strokes of water under the hull."""
    for top, start, end in ((0.89, 0.06, 0.96), (0.95, 0.22, 0.8)):
        points = [
            ((start + (end - start) * part / 24) * whole, (top + 0.016 * math.sin(part * 1.3)) * whole)
            for part in range(25)
        ]
        stroke(big, CREST, points, max(2.0, whole * 0.02))


# The names of the regions on slips of paper in the sea, each next to its region on both sides of the board.
#
# Below each there is room for marks of its leaders.

PLACES: dict[str, Point] = {
    "green": (432.0, 386.0),
    "brown": (1206.0, 42.0),
    "red": (1066.0, 838.0),
    "purple": (950.0, 905.0),
    "yellow": (1490.0, 778.0),
}
"""Middle of each slip on the map: open sea on both sides of the board."""
LEAST_SCALE = 0.3
"""Least scale with slips; on a smaller map they are left out."""
_STEPS = [(x * far, y * far) for far in range(0, 49, 6) for x, y in ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, 1))]
"""Offsets from a slip's place that are tried, px, the nearest first."""
NAME_HIGH, MARKS_HIGH, MARKS_WIDE = 1.5, 1.35, 3.3
"""Height of a slip, and height and width of the free room below it, in sizes of its text."""
FRAME_GAP = 0.25
"""Gap between a slip and the map's frame, in sizes of its text."""


def plaques(
    projection: Projection, sizes: Metrics, frame: Rect, taken: Sequence[Rect] = ()
) -> Iterator[tuple[str, Surface, Rect]]:
    """Yield each region, its slip and the slip's rectangle: near its place, and clear of `taken`.

    Slips stay within the frame unless their place is outside; one without room is left out.
    """
    if projection.scale < LEAST_SCALE:
        return
    laid: list[Rect] = []
    for region, at in PLACES.items():
        pixels = sizes.scaled(sizes.name)
        slip, gap = _plaque(region, region_names()[region], pixels), round(pixels * FRAME_GAP)
        rect = slip.get_rect(center=projection.point(at))
        room = frame.inflate(-2 * gap, -2 * gap)
        tried = [rect.move(step) for step in _STEPS]
        if frame.collidepoint(rect.center):
            tried = [place.clamp(room) for place in tried]
        if free := next((place for place in tried if place.collidelist([*taken, *laid]) < 0), None):
            laid.append(free)
            yield region, slip, free


def head_colour(region: str) -> Colour:
    """Return the ground of the kanji: the color of the region's band, darkened."""
    return mix(BANDS[region], (0, 0, 0), 0.32)


@lru_cache(maxsize=32)
def _plaque(region: str, name: str, pixels: int) -> Surface:
    """Return a slip: the region's kanji on the region's color, with its name next to it."""
    kanji = region_kanji()[region]
    air = round(pixels * 0.42)
    head = texts.width(kanji, pixels, "Bold") + 2 * air
    size = head + texts.width(name, pixels, "Bold") + 2 * air, round(pixels * NAME_HIGH)
    slip = Surface(
        (max(size[0], round(pixels * MARKS_WIDE)), round(pixels * (NAME_HIGH + MARKS_HIGH))), pygame.SRCALPHA
    )
    slip.blit(_paper(size, head, TONES[region], head_colour(region)), (0, 0))
    for text, colour, left in ((kanji, PAPER_BRIGHT, air), (name, LETTER_INK, head + air)):
        ink = lettering(text, pixels, colour)
        box = ink.get_bounding_rect()
        slip.blit(ink, (left, round(size[1] * 0.5 - box.centery)))
    return slip


def _paper(size: tuple[int, int], head: int, tone: Colour, dark: Colour) -> Surface:
    big = Surface((size[0] * FINENESS, size[1] * FINENESS), pygame.SRCALPHA)
    big.fill((*dark, 0))
    rect, corner = big.get_rect(), round(size[1] * FINENESS * 0.18)
    pygame.draw.rect(big, LETTER_INK, rect, border_radius=corner)
    inner = rect.inflate(-FINENESS * 2, -FINENESS * 2)
    pygame.draw.rect(big, mix(tone, PAPER_BRIGHT, 0.45), inner, border_radius=corner)
    left = Rect(inner.left, inner.top, head * FINENESS, inner.height)
    pygame.draw.rect(
        big, dark, left.clip(inner), border_top_left_radius=corner, border_bottom_left_radius=corner,
    )  # fmt: skip
    return pygame.transform.smoothscale(big, size)
