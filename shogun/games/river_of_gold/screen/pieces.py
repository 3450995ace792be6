"""Pieces of River of Gold: ships, clan markers and building tiles, drawn once and cached.

Every function returns a surface that is shared: blit it, don't draw on it. Sizes are pixels.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import pygame
from pygame import SRCALPHA, Surface

from shogun.games.river_of_gold.rules.components import BOX, TILES, Gain, Gains
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.card_face import card_icon
from shogun.window.kit.drawing.icons import BLACK, Clan, Palette, crest_figure, fine_canvas, icon, scaled_down
from shogun.window.kit.drawing.theme import (
    CARD_BACK,
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    PAPER_BRIGHT,
    PAPER_EDGE,
    VERMILION,
    Colour,
    mix,
    text_colour_on,
)

# Icons and colors of gains, kinds, customers, regions and masteries, and gains in a row

ACCENTS: Mapping[str, Colour] = {
    "koku": (222, 176, 72), "silk": (176, 48, 84), "rice": (150, 92, 48), "porcelain": (58, 112, 184),
    "good": (150, 110, 70), "favor": (230, 132, 32), "favor_limit": (226, 204, 122), "points": VERMILION,
    "fan": (116, 66, 142), "customer": INDIGO, "ship": (116, 78, 48),
    "port": (58, 104, 148), "shrine": (190, 58, 40), "manor": (104, 84, 66), "market": (196, 132, 44),
    "artisan": (160, 96, 48), "elder": (110, 110, 120), "merchant": (196, 150, 50), "monk": (214, 128, 44),
    "noble": (110, 60, 138), "mountain": (128, 120, 112), "tree": (62, 104, 74), "action_rice": (206, 160, 58),
    "fox": (204, 106, 44), "lotus": (190, 92, 130), "fish": (70, 120, 160), "air": (128, 160, 172),
    "fire": (204, 76, 30), "earth": (150, 120, 84), "water": (58, 112, 184), "void": (110, 100, 120),
    "courts": (206, 160, 58),
}  # fmt: skip
"""Second color of each icon; shapes alone are enough to tell icons apart."""
DRAWN_AS: Mapping[str, str] = {
    "koku_per": "koku", "points_per": "points", "influence": "fan", "influence_where_built": "fan",
    "grain": "action_rice",
}  # fmt: skip
"""Icons used for other gains as well."""


RIM_PX = 2


def symbol(name: str, size: int) -> Surface:
    """Return an icon in its own color; it is shared: blit it, don't draw on it."""
    known = DRAWN_AS.get(name, name)
    return icon(known, max(4, size), Palette(accent=ACCENTS.get(known, VERMILION)))


def rimmed_symbol(name: str, size: int) -> Surface:
    """Return an icon in its own color with a paper rim, for any background; it is shared: blit it."""
    known = DRAWN_AS.get(name, name)
    return card_icon(known, max(4, size - RIM_PX), Palette(accent=ACCENTS.get(known, VERMILION)))


def region_icon(region: int) -> str:
    """Return the icon of a region."""
    return BOX.region[region - 1].icon


@lru_cache(maxsize=512)
def gain_picture(gain: Gain, height: int, colour: Colour = INK) -> Surface:
    """Return a gain as its number and its icon; for a gain per item, with a second, smaller icon."""
    parts = []
    if gain.of:
        parts = [symbol(gain.verb, height), _written("/", height, colour), symbol(gain.of, round(0.82 * height))]
    else:
        parts = [_written(str(gain.number), height, colour), symbol(gain.verb, height)]
    return side_by_side(parts, height)


def _written(words: str, height: int, colour: Colour) -> Surface:
    return texts.painted(words, max(11, round(0.86 * height)), colour, "Bold")


def side_by_side(parts: Sequence[Surface], height: int, gap: int = 1) -> Surface:
    """Return pictures in a row, vertically centered."""
    wide = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
    surface = Surface((max(1, wide), height), SRCALPHA)
    left = 0
    for part in parts:
        surface.blit(part, (left, (height - part.get_height()) // 2))
        left += part.get_width() + gap
    return surface


WHITE: Colour = (255, 255, 255)
HULL: Colour = (116, 78, 48)
NUMBER = 0.32
"""Height of the number on a ship's hull, as a share of the ship's height."""
POINT = 0.13
"""Share of a tile's height that its pointed end takes."""


def _rim(clan: Clan) -> Colour:
    body = CUBES[clan.colour]
    return mix(body, BLACK if sum(body) > 120 else WHITE, 0.55)


@lru_cache(maxsize=256)
def marker(clan: Clan, size: int) -> Surface:
    """Return a clan marker: a disc with the crest."""
    canvas = fine_canvas(size, size)
    side, body = canvas.get_width(), CUBES[clan.colour]
    pygame.draw.circle(canvas, INK, (side / 2, side / 2), side / 2)
    pygame.draw.circle(canvas, PAPER_BRIGHT, (side / 2, side / 2), side * 0.46)
    pygame.draw.circle(canvas, body, (side / 2, side / 2), side * 0.41)
    crest = crest_figure(clan.crest, round(side * 0.56), text_colour_on(body))
    canvas.blit(crest, crest.get_rect(center=(side // 2, side // 2)))
    return scaled_down(canvas)


@lru_cache(maxsize=128)
def ship(clan: Clan, size: int, number: int, *, noble: bool = False) -> Surface:
    """Return a ship sailing to the right, with the crest on its sail and the index of the player's ship on its hull.

    A noble one has a golden hull and a canopy.
    """
    canvas = fine_canvas(size, size)
    side, body = canvas.get_width(), CUBES[clan.colour]

    def placed(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * side, y * side) for x, y in points]

    hull = placed(
        (0.02, 0.68), (0.14, 0.72), (0.86, 0.72), (0.99, 0.56), (0.9, 0.86), (0.76, 0.95), (0.24, 0.95), (0.1, 0.86)
    )
    pygame.draw.line(canvas, INK, (side * 0.5, side * 0.02), (side * 0.5, side * 0.72), max(3, side // 24))
    sail = placed((0.16, 0.06), (0.84, 0.06), (0.9, 0.34), (0.84, 0.62), (0.16, 0.62), (0.24, 0.34))
    pygame.draw.polygon(canvas, body, sail)
    pygame.draw.lines(canvas, _rim(clan), True, sail, max(3, side // 26))
    crest = crest_figure(clan.crest, round(side * 0.46), text_colour_on(body))
    canvas.blit(crest, crest.get_rect(center=(round(side * 0.54), round(side * 0.34))))
    if noble:
        canopy = placed((0.0, 0.5), (0.12, 0.42), (0.24, 0.5), (0.22, 0.56), (0.22, 0.7), (0.04, 0.7), (0.04, 0.56))
        pygame.draw.polygon(canvas, GOLD_PALE, canopy)
        pygame.draw.lines(canvas, INK, True, canopy, max(2, side // 36))
    pygame.draw.polygon(canvas, GOLD if noble else HULL, hull)
    pygame.draw.lines(canvas, INK, True, hull, max(3, side // 26))
    written = texts.painted(str(number + 1), round(side * NUMBER), INK if noble else PAPER_BRIGHT, "Bold")
    canvas.blit(written, written.get_rect(center=(round(side * 0.5), round(side * 0.83))))
    return scaled_down(canvas)


# Building tiles


@lru_cache(maxsize=512)
def tile(name: str, size: tuple[int, int], *, down: bool = False, bonus: bool = False) -> Surface:
    """Return a building tile: the visitor's reward at its pointed end, the owner's at the flat one.

    `down` is the side to which it points; `bonus` shows its influence, which counts only when it is built.
    """
    printed, (wide, high) = TILES[name], size
    surface = _blank(size, mix(PAPER_BRIGHT, ACCENTS[printed.kind], 0.16), down=down).copy()
    point, unit = round(high * POINT), high
    visitor = pygame.Rect(0, 0, wide, round(0.3 * unit))
    owner = pygame.Rect(0, 0, wide, round(0.26 * unit))
    middle = pygame.Rect(0, 0, wide, high - point - visitor.height - owner.height)
    if down:
        owner.top, middle.top = 0, owner.height
        visitor.top = middle.bottom
    else:
        visitor.top = point
        middle.top, owner.top = visitor.bottom, high - owner.height
    band = visitor.inflate(-4, 0)
    pygame.draw.rect(surface, mix(PAPER_BRIGHT, ACCENTS[printed.kind], 0.5), middle.inflate(-3, 0))
    _put_gains(surface, printed.visitor, band, round(0.25 * unit))
    _put_gains(surface, printed.owner, owner.inflate(-4, -2), round(0.2 * unit))
    sign = symbol(printed.kind, min(middle.height, round(0.3 * unit)))
    if bonus and printed.owner:
        shown = gain_picture(Gain("influence", printed.influence), round(0.24 * unit))
        picture = side_by_side((sign, shown), middle.height, gap=round(0.07 * wide))
        surface.blit(picture, picture.get_rect(center=middle.center))
    elif printed.owner:
        surface.blit(sign, sign.get_rect(midleft=(middle.left + round(0.08 * wide), middle.centery)))
    else:
        surface.blit(sign, sign.get_rect(center=middle.center))
    return surface


def markers_at(size: tuple[int, int], number: int, *, down: bool) -> list[tuple[int, int]]:
    """Return the centers of the first and the second marker on a tile, px."""
    wide, high = size
    y = round(high * (0.26 + 0.155 if down else POINT + 0.3 + 0.155))
    return [(round(wide * x), y) for x in ((0.72,) if number == 1 else (0.6, 0.84))]


def _put_gains(surface: Surface, gains: Gains, box: pygame.Rect, height: int) -> None:
    """Draw gains in a row in the middle of a box, smaller if they don't fit."""
    if not gains:
        return
    while True:
        pictures = [gain_picture(gain, height) for gain in gains]
        gap = max(1, height // 6)
        wide = sum(picture.get_width() for picture in pictures) + gap * (len(pictures) - 1)
        if wide <= box.width or height <= 8:
            break
        height -= 1
    row = side_by_side(pictures, height, gap)
    surface.blit(row, row.get_rect(center=box.center))


@lru_cache(maxsize=64)
def _blank(size: tuple[int, int], paper: Colour, *, down: bool) -> Surface:
    """Return a tile with nothing on it; copy it before drawing on it."""
    canvas = fine_canvas(*size)
    wide, high = canvas.get_size()
    point, line = round(high * POINT), max(4, round(wide * 0.022))
    inset = line // 2
    outline = [
        (inset, high - inset),
        (wide - inset, high - inset),
        (wide - inset, point),
        (wide / 2, inset),
        (inset, point),
    ]
    if down:
        outline = [(x, high - y) for x, y in outline]
    pygame.draw.polygon(canvas, paper, outline)
    pygame.draw.lines(canvas, mix(INK, PAPER_EDGE, 0.25), True, outline, line)
    for corner in outline:
        pygame.draw.circle(canvas, mix(INK, PAPER_EDGE, 0.25), corner, line / 2)
    return scaled_down(canvas)


@lru_cache(maxsize=16)
def stack(era: int, left: int, size: tuple[int, int]) -> Surface:
    """Return the back of a stack of tiles with its era and the number left; an empty one is only an outline."""
    back = CARD_BACK if era == 1 else (118, 52, 58)
    surface = _blank(size, back if left else mix(back, PAPER_BRIGHT, 0.78), down=False).copy()
    ink = PAPER_BRIGHT if left else INK
    for words, pixels, y in (("I" * era, 0.2, 0.36), (str(left), 0.32, 0.68)):
        written = texts.painted(words, max(11, round(size[1] * pixels)), ink, "Bold")
        surface.blit(written, written.get_rect(center=(size[0] // 2, round(size[1] * y))))
    return surface


@lru_cache(maxsize=16)
def new_mark(size: int) -> Surface:
    """Return the mark of a new customer: a star."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    points = []
    for corner in range(10):
        far, angle = (0.48 if corner % 2 == 0 else 0.21) * side, math.pi * (corner / 5 - 0.5)
        points.append((side / 2 + far * math.cos(angle), side / 2 + far * math.sin(angle)))
    pygame.draw.polygon(canvas, GOLD, points)
    pygame.draw.lines(canvas, INK, True, points, max(2, side // 14))
    return scaled_down(canvas)
