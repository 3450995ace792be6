"""How badges look: a slip of paper with the figures that never change, and on it a cube and buildings."""

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.boards import Land
from shogun.games.shogun.rules.cards import Building
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.badge import Parts
from shogun.games.shogun.screen.map.painting.lettering import lettering
from shogun.games.shogun.screen.pieces import BUILDING_INKS, GOLD, INK, PAPER, RICE, ROOFS
from shogun.window.kit.drawing.banner import BLACK, FINENESS, Clan, banner, fine_canvas, scaled_down
from shogun.window.kit.drawing.icons import Palette, icon
from shogun.window.kit.drawing.theme import CUBES, Colour, mix, text_colour_on

DIGIT = 1.4
"""Size of a figure's writing, in heights of its place."""
EDGED_FROM = 13
"""Figures have a dark edge where they are so high, px; smaller ones need the room."""
STRAW: Colour = (112, 120, 60)
DIM: Colour = (208, 201, 184)
"""By this the colours of a badge are multiplied where nobody holds the province: its writing stays as dark as it is."""
OVER = 8
"""By this part of its place's height a cube is larger than that, and reaches over it on all sides but below."""
SHADE = 2
"""How far the shadow of a plate reaches, px."""


def print_badge(ground: Surface, at: Parts, land: Land) -> None:
    """Draw what of a badge never changes: the plate, taxes and rice, the empty place of the cube, and empty sites."""
    is_long = at.plate.bottom > at.cube.bottom
    plate = _plate(at.plate.size)
    ground.blit(plate, plate.get_rect(center=at.plate.center).move(0, SHADE // 2))
    ground.blit(_empty(at.cube.size), at.cube)
    ground.blit(_figure(land.tax, at.tax.size, GOLD, mix(GOLD, BLACK, 0.5)), at.tax)
    ground.blit(_figure(land.rice, at.rice.size, RICE, STRAW), at.rice)
    for site in at.sites if is_long else ():
        ground.blit(_empty(site.size), site)


def put_badge(scene: Surface, at: Parts, province: Province, clan: Clan | None) -> None:
    """Draw what stands on a badge: buildings, and the cube of its owner."""
    is_long = at.plate.bottom > at.cube.bottom
    for site, kind in zip(at.sites, province.buildings, strict=False):
        scene.blit((_built if is_long else _tab)(kind, site.size), site)
    if clan is not None:
        over = at.cube.height // OVER
        token = _token(clan, province.armies, min(at.cube.size) + over)
        scene.blit(token, token.get_rect(bottomleft=at.cube.bottomleft).move(-(over // 3), 0))


def dim_badge(scene: Surface, at: Parts) -> None:
    """Dim a badge that is printed, of a province that nobody holds: as white as the others it would be the loudest."""
    scene.blit(_veil(at.plate.size), at.plate, special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=32)
def _plate(size: tuple[int, int]) -> Surface:
    """Return a slip of paper with a dark edge 1 px outside of it, and its shadow."""
    canvas = fine_canvas(size[0] + 2, size[1] + 2 + SHADE)
    canvas.fill((*INK, 0))
    frame = Rect(0, 0, (size[0] + 2) * FINENESS, (size[1] + 2) * FINENESS)
    corner = round(frame.width * 0.1)
    pygame.draw.rect(canvas, (*INK, 90), frame.move(0, SHADE * FINENESS), border_radius=corner)
    pygame.draw.rect(canvas, mix(INK, PAPER, 0.1), frame, border_radius=corner)
    pygame.draw.rect(canvas, PAPER, frame.inflate(-2 * FINENESS, -2 * FINENESS), border_radius=corner)
    return scaled_down(canvas)


@lru_cache(maxsize=32)
def _veil(size: tuple[int, int]) -> Surface:
    """Return by what a badge is multiplied: its slip of paper is dimmed, what lies beside its corners is left alone."""
    canvas = fine_canvas(*size)
    canvas.fill((255, 255, 255))
    pygame.draw.rect(canvas, DIM, canvas.get_rect(), border_radius=round(canvas.get_width() * 0.1))
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
    """Write a text so that the middle of its ink lies at a share of width and height."""
    ink = lettering(text, pixels, colour)
    box = ink.get_bounding_rect()
    x, y = surface.get_width() * at[0] - box.width / 2, surface.get_height() * at[1] - box.height / 2
    surface.blit(ink, (round(x), round(y)), box)


@lru_cache(maxsize=32)
def _empty(size: tuple[int, int]) -> Surface:
    """Return the outline of what may come: a cube, or a building."""
    canvas = fine_canvas(*size)
    canvas.fill((*INK, 0))
    side = round(min(canvas.get_size()) * 0.62)
    frame = Rect(0, 0, side, side)
    frame.center = canvas.get_rect().center
    pygame.draw.rect(canvas, (*INK, 110), frame, FINENESS, border_radius=side // 6)
    return scaled_down(canvas)


@lru_cache(maxsize=64)
def _built(kind: Building, size: tuple[int, int]) -> Surface:
    """Return the silhouette of a building on paper, which hides the outline of the empty site."""
    surface = Surface(size, pygame.SRCALPHA)
    surface.fill(PAPER)
    drawn = icon(kind, min(size), Palette(BUILDING_INKS[kind], PAPER, ROOFS))
    surface.blit(drawn, drawn.get_rect(center=surface.get_rect().center))
    return surface


@lru_cache(maxsize=64)
def _tab(kind: Building, size: tuple[int, int]) -> Surface:
    """Return a tab of paper with the silhouette of a building."""
    canvas = fine_canvas(*size)
    frame, bend = canvas.get_rect(), FINENESS * 2
    canvas.fill((*INK, 0))
    for inside, colour in ((0, INK), (2 * FINENESS, PAPER)):
        rect = Rect(0, 0, frame.width - inside, frame.height).move(inside // 2, inside // 2)
        pygame.draw.rect(canvas, colour, rect, border_top_left_radius=bend, border_top_right_radius=bend)
    drawn = scaled_down(canvas)
    sign = icon(kind, min(size[0], size[1]) - 1, Palette(BUILDING_INKS[kind], PAPER, ROOFS))
    drawn.blit(sign, sign.get_rect(center=drawn.get_rect().center))
    return drawn


@lru_cache(maxsize=512)
def _token(clan: Clan, armies: int, high: int) -> Surface:
    """Return a cube with the number of armies, or the clan's banner where all of them have gone into the tower."""
    if not armies:
        return banner(clan, high)
    surface = pieces.cube(clan.colour, high).copy()
    pixels = round(high * (0.9 if armies < 10 else 0.78))
    _write(surface, str(armies), pixels, text_colour_on(CUBES[clan.colour]), (0.4, 0.6))
    return surface
