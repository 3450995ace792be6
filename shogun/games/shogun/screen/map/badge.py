"""The badge of a province: an angled slip with taxes, rice and building sites, and a cube in it.

The slip has a column of figures and a row of sites below; the cube goes into its angle, on the bare ground.
Where the map is small compared to its text, badges take more of it, and are higher than wide.
"""

from collections.abc import Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Building, Land
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.painting.brush import lettering
from shogun.games.shogun.screen.pieces import BUILDING_INKS, GOLD, INK, PAPER, RICE
from shogun.window.kit.drawing.icons import BLACK, FINENESS, Clan, Palette, banner, fine_canvas, icon, scaled_down
from shogun.window.kit.drawing.theme import CUBES, Colour, mix, text_colour_on

SMALL, LARGE = (0.475, 69.5, 76.0), (0.65, 63.0, 62.0)
"""Two scales of the map, each with the badges' width and height in map units; sizes between them are interpolated."""
MOST_SITES = 3
"""Most sites that fit into a row; fewer are centered."""
FIGURES = 0.38
"""Width of the column of figures, as a share of the badge's."""
SITE = 0.36
"""Height of the row of sites, as a share of the badge's width: equal to the width of one site."""
OVER = 8
"""Divisor of the cube's room: a cube is larger than its room by this part and juts out over the badge's left edge."""


class Parts(Struct, frozen=True):
    """Positions of a badge's parts."""

    column: Rect
    """The part of the slip with the figures, down to its lower edge."""
    row: Rect
    """The part of the slip with the sites."""
    cube: Rect
    """A square, partly left of the badge."""
    tax: Rect
    rice: Rect
    sites: tuple[Rect, ...]

    @property
    def slip(self) -> Rect:
        """The box around the slip of paper."""
        return self.column.union(self.row)


def size_at(scale: float) -> tuple[int, int]:
    """Return width and height (px) of the badges on a map of a scale (px per unit)."""
    small, large = ([scale_at * length for length in lengths] for scale_at, *lengths in (SMALL, LARGE))
    if scale <= SMALL[0]:
        wide, high = (length * scale / SMALL[0] for length in small)
    elif scale >= LARGE[0]:
        wide, high = (length * scale / LARGE[0] for length in large)
    else:
        share = (scale - SMALL[0]) / (LARGE[0] - SMALL[0])
        wide, high = (less + (more - less) * share for less, more in zip(small, large, strict=True))
    return round(wide), round(high)


def bounding_box(badge: Rect) -> Rect:
    """Return the bounding box of a badge and its cube."""
    return badge.union(parts(badge, MOST_SITES).cube)


def parts(badge: Rect, sites: int) -> Parts:
    """Return the parts of a badge with this number of sites."""
    side = round(badge.width * SITE)
    upper, figures = badge.height - side, round(badge.width * FIGURES)
    column = Rect(badge.right - figures, badge.top, figures, badge.height)
    cube = Rect(0, 0, *(min(badge.width - figures, upper) + upper // OVER,) * 2)
    cube.bottomright = column.left, badge.top + upper
    row = Rect(cube.left, badge.top + upper, badge.right - cube.left, side)
    tax = Rect(column.left, badge.top, figures, upper // 2)
    rice = Rect(column.left, tax.bottom, figures, upper - tax.height)
    step = row.width // MOST_SITES
    left = row.left + (row.width - sites * step) // 2
    places = tuple(Rect(left + step * n, row.top, step, side) for n in range(sites))
    return Parts(column, row, cube, tax, rice, places)


# Look of badges: a slip of paper with fixed figures and building sites, and a cube next to it

DIGIT = 1.4
"""Size of a figure's text, in heights of its place."""
EDGED_FROM = 13
"""Least height in pixels of figures with a dark edge; smaller ones need the room."""
STRAW: Colour = (112, 120, 60)
DIM: Colour = (222, 216, 200)
"""Factor for the colors of a neutral province's badge, of 255 each; its text stays as dark as it is."""
CORNER = 0.1
"""Radius of a slip's corners, as a share of its width."""
SHADE = 2
"""Reach of a slip's shadow, px."""
SITE_GAP = 0.08
"""Gap around a site's box, as a share of its place, at least 1 px: boxes of neighboring sites never touch."""
SITE_EDGE, SITE_CORNER = 0.1, 0.16
"""Thickness of a free site's outline, at least 2 px, and radius of its corners, as shares of its side."""
ICON_GAP = 0.07
"""Gap around a building's icon in its box, as a share of the box, at least 1 px."""


def print_badge(ground: Surface, at: Parts, land: Land) -> None:
    """Draw the fixed parts of a badge: the slip, taxes and rice, and free sites."""
    slip = _slip(at.slip.size, at.column.width, at.row.height)
    ground.blit(slip, slip.get_rect(midtop=at.slip.midtop).move(0, -1))
    ground.blit(_figure(land.tax, at.tax.size, GOLD, mix(GOLD, BLACK, 0.5)), at.tax)
    ground.blit(_figure(land.rice, at.rice.size, RICE, STRAW), at.rice)
    for site in at.sites:
        ground.blit(_free_site(site.size), site)


def put_badge(scene: Surface, at: Parts, province: Province, clan: Clan | None) -> None:
    """Draw the pieces: buildings on their sites, and the owner's cube."""
    for site, kind in zip(at.sites, province.buildings, strict=False):
        scene.blit(_built(kind, site.size), site)
    if clan is not None:
        token = _token(clan, province.armies, at.cube.height)
        scene.blit(token, token.get_rect(bottomright=at.cube.bottomright))


def dim_badge(scene: Surface, at: Parts) -> None:
    """Dim the printed badge of a neutral province: as bright as the others, it would attract too much attention."""
    veil = _veil(at.slip.size, at.column.width, at.row.height)
    scene.blit(veil, at.slip, special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=32)
def _slip(size: tuple[int, int], column: int, row: int) -> Surface:
    """Return a slip of paper with a dark edge 1 px outside of it, and its shadow."""
    canvas = fine_canvas(size[0] + 2, size[1] + 2 + SHADE)
    canvas.fill((*INK, 0))
    for air, drop, colour in ((2, SHADE, (*INK, 90)), (2, 0, mix(INK, PAPER, 0.1)), (0, 0, PAPER)):
        for arm in _arms(size, column, row):
            rect = arm.move(1, 1 + drop).inflate(air, air)
            _round(canvas, colour, rect, size[0])
    return scaled_down(canvas)


def _arms(size: tuple[int, int], column: int, row: int) -> tuple[Rect, Rect]:
    """Return the column and the row of a slip of a size."""
    return Rect(size[0] - column, 0, column, size[1]), Rect(0, size[1] - row, size[0], row)


def _round(canvas: Surface, colour: Sequence[int], rect: Rect, wide: int) -> None:
    """Draw an arm (px) of a slip on an enlarged canvas."""
    fine = Rect(*(length * FINENESS for length in rect))
    pygame.draw.rect(canvas, colour, fine, border_radius=round(wide * CORNER * FINENESS))


@lru_cache(maxsize=32)
def _veil(size: tuple[int, int], column: int, row: int) -> Surface:
    """Return the factors for a badge: its slip of paper is dimmed, its surroundings are unchanged."""
    canvas = fine_canvas(*size)
    canvas.fill((255, 255, 255))
    for arm in _arms(size, column, row):
        _round(canvas, DIM, arm, size[0])
    return scaled_down(canvas)


@lru_cache(maxsize=64)
def _figure(value: int, size: tuple[int, int], ground: Colour, edge: Colour) -> Surface:
    canvas = fine_canvas(*size)
    canvas.fill((*ground, 0))
    frame = canvas.get_rect().inflate(-FINENESS, -FINENESS)
    if size[1] >= EDGED_FROM:
        pygame.draw.rect(canvas, edge, frame, border_radius=round(frame.height * 0.3))
        frame = frame.inflate(-2 * FINENESS, -2 * FINENESS)
    pygame.draw.rect(canvas, ground, frame, border_radius=round(frame.height * 0.22))
    drawn = scaled_down(canvas)
    _write(drawn, str(value), round(size[1] * DIGIT), INK)
    return drawn


def _write(surface: Surface, text: str, pixels: int, colour: Colour, at: tuple[float, float] = (0.5, 0.5)) -> None:
    """Write a text with the middle of its ink at a share of width and height."""
    ink = lettering(text, pixels, colour)
    box = ink.get_bounding_rect()
    x, y = surface.get_width() * at[0] - box.width / 2, surface.get_height() * at[1] - box.height / 2
    surface.blit(ink, (round(x), round(y)), box)


def site_box(place: Rect) -> Rect:
    """Return the box of a building site in its place: outlined if free, filled if built."""
    side = min(place.size) - 2 * max(1, round(min(place.size) * SITE_GAP))
    box = Rect(0, 0, side, side)
    box.center = place.center
    return box


def icon_box(place: Rect) -> Rect:
    """Return the square in a site's box that the icon of its building fills."""
    box = site_box(place)
    air = 2 * max(1, round(box.width * ICON_GAP))
    return box.inflate(-air, -air)


@lru_cache(maxsize=32)
def _free_site(size: tuple[int, int]) -> Surface:
    """Return the outline of a free site."""
    surface, box = Surface(size, pygame.SRCALPHA), site_box(Rect((0, 0), size))
    edge = max(2, int(box.width * SITE_EDGE))
    pygame.draw.rect(surface, INK, box, edge, border_radius=round(box.width * SITE_CORNER))
    return surface


@lru_cache(maxsize=64)
def _built(kind: Building, size: tuple[int, int]) -> Surface:
    """Return a site's box filled with the color of its building, with the icon cut out as paper."""
    place = Rect((0, 0), size)
    surface, box, inner = Surface(size, pygame.SRCALPHA), site_box(place), icon_box(place)
    ink = BUILDING_INKS[kind]
    pygame.draw.rect(surface, ink, box, border_radius=round(box.width * SITE_CORNER))
    surface.blit(icon(kind, inner.width, Palette(PAPER, ink, PAPER)), inner)
    return surface


@lru_cache(maxsize=512)
def _token(clan: Clan, armies: int, high: int) -> Surface:
    """Return a cube with the number of armies, or the clan's banner while all of them are in the tower."""
    if not armies:
        return banner(clan, high)
    surface = pieces.cube(clan.colour, high).copy()
    pixels = round(high * (0.9 if armies < 10 else 0.78))
    _write(surface, str(armies), pixels, text_colour_on(CUBES[clan.colour]), (0.4, 0.6))
    return surface
