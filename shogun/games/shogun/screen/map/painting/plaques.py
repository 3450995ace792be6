"""The names of the regions on slips of paper in the sea, each beside its region on both sides of the board.

Below each there is room for marks that say who leads there.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.painting.lettering import lettering
from shogun.games.shogun.screen.map.painting.regions import BANDS, TONES, region_kanji
from shogun.games.shogun.screen.map.piece_places import Metrics
from shogun.games.shogun.words import region_names
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import INK, PAPER_BRIGHT, Colour, mix

PLACES: dict[str, Point] = {
    "green": (432.0, 386.0),
    "brown": (1206.0, 42.0),
    "red": (1066.0, 838.0),
    "purple": (950.0, 905.0),
    "yellow": (1490.0, 778.0),
}
"""The middle of each slip on the map: open sea, whatever side is played."""
LEAST_SCALE = 0.3
"""On a smaller map the slips are left out."""
_STEPS = [(x * far, y * far) for far in range(0, 49, 6) for x, y in ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, 1))]
"""How far from its place, px, a slip is tried to be laid, the nearest first."""
FINENESS = 4
NAME_HIGH, MARKS_HIGH, MARKS_WIDE = 1.5, 1.35, 3.3
"""Height of a slip, and height and width of the room that stays free below it, in sizes of its writing."""
FRAME_GAP = 0.25
"""Between a slip and the map's frame, in sizes of its writing."""


def plaques(
    projection: Projection, sizes: Metrics, frame: Rect, taken: Sequence[Rect] = ()
) -> Iterator[tuple[str, Surface, Rect]]:
    """Yield each region, its slip and where that lies: near its place, and over nothing that is `taken`.

    Nothing of it leaves the frame unless its place does; one that finds no room is left out.
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
    """Return the ground of the kanji: the colour of the region's band, darkened."""
    return mix(BANDS[region], (0, 0, 0), 0.32)


@lru_cache(maxsize=32)
def _plaque(region: str, name: str, pixels: int) -> Surface:
    """Return a slip: the kanji of the region's colour on that colour, and its name beside it."""
    kanji = region_kanji()[region]
    air = round(pixels * 0.42)
    head = texts.width(kanji, pixels, "Bold") + 2 * air
    size = head + texts.width(name, pixels, "Bold") + 2 * air, round(pixels * NAME_HIGH)
    slip = Surface(
        (max(size[0], round(pixels * MARKS_WIDE)), round(pixels * (NAME_HIGH + MARKS_HIGH))), pygame.SRCALPHA
    )
    slip.blit(_paper(size, head, TONES[region], head_colour(region)), (0, 0))
    for text, colour, left in ((kanji, PAPER_BRIGHT, air), (name, INK, head + air)):
        ink = lettering(text, pixels, colour)
        box = ink.get_bounding_rect()
        slip.blit(ink, (left, round(size[1] * 0.5 - box.centery)))
    return slip


def _paper(size: tuple[int, int], head: int, tone: Colour, dark: Colour) -> Surface:
    big = Surface((size[0] * FINENESS, size[1] * FINENESS), pygame.SRCALPHA)
    big.fill((*dark, 0))
    rect, corner = big.get_rect(), round(size[1] * FINENESS * 0.18)
    pygame.draw.rect(big, INK, rect, border_radius=corner)
    inner = rect.inflate(-FINENESS * 2, -FINENESS * 2)
    pygame.draw.rect(big, mix(tone, PAPER_BRIGHT, 0.45), inner, border_radius=corner)
    left = Rect(inner.left, inner.top, head * FINENESS, inner.height)
    pygame.draw.rect(
        big, dark, left.clip(inner), border_top_left_radius=corner, border_bottom_left_radius=corner,
    )  # fmt: skip
    return pygame.transform.smoothscale(big, size)
