"""Pieces and icons: wooden cubes, buildings, revolt markers, values and tags, drawn once and cached.

Every function returns a shared surface: blit it, don't draw on it. Sizes are pixels.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, partial

import pygame
from pygame import Surface

from shogun.games.shogun.rules.cards import PEASANT, Action, Building
from shogun.games.shogun.screen.map.painting.brush import lettering
from shogun.window.kit.drawing.icons import (
    BLACK,
    FINENESS,
    WOOD,
    Clan,
    Palette,
    SeatLook,
    banner,
    crest_figure,
    fine_canvas,
    icon,
    scaled_down,
)
from shogun.window.kit.drawing.theme import CUBES, Colour, mix, text_colour_on
from shogun.window.tower.painting import Sign

Corner = tuple[float, float]

INK: Colour = (43, 32, 26)
PAPER: Colour = (246, 236, 212)
GOLD: Colour = (222, 176, 66)
RICE: Colour = (250, 247, 236)
FLAME: Colour = (206, 52, 16)
TAG: Colour = (240, 216, 170)
ROOFS: Colour = (176, 58, 32)
"""Accent color of buildings and tags."""
BUILDING_INKS: dict[Building, Colour] = {"castle": (38, 50, 66), "temple": (132, 42, 26), "theatre": (28, 86, 72)}
WHITE: Colour = (255, 255, 255)


# Cubes


@lru_cache(maxsize=256)
def cube(colour: str, size: int) -> Surface:
    """Return a wooden cube seen a little from above and from the right: dark side, lit top."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width() - 1
    depth = side * 0.2
    front = [(0, depth), (side - depth, depth), (side - depth, side), (0, side)]
    top = [(0, depth), (depth, 0), (side, 0), (side - depth, depth)]
    right = [(side - depth, depth), (side, 0), (side, side - depth), (side - depth, side)]
    body = CUBES[colour]
    for face, shade in (
        (front, mix(body, WHITE, 0.05)),
        (top, mix(body, WHITE, 0.45)),
        (right, mix(body, BLACK, 0.38)),
    ):
        pygame.draw.polygon(canvas, shade, face)
    _add_grain(canvas, front, body)
    for face in (front, top, right):
        pygame.draw.lines(canvas, mix(body, BLACK, 0.62), True, face, max(2, round(side * 0.028)))
    pygame.draw.line(
        canvas,
        mix(body, WHITE, 0.72),
        (side * 0.03, depth * 1.12),
        (side - depth * 1.1, depth * 1.12),
        max(2, round(side * 0.03)),
    )
    return scaled_down(canvas)


def _add_grain(canvas: Surface, front: list[Corner], body: Colour) -> None:
    """Draw the growth rings of the wood on a face."""
    (left, top), (right, _), (_, bottom), _ = front
    dark = mix(body, BLACK if sum(body) > 120 else WHITE, 0.13)
    for step in (0.28, 0.5, 0.64, 0.83):
        y = top + (bottom - top) * step
        points = [(left + (right - left) * part / 6, y + (bottom - top) * 0.025 * (part % 3 - 1)) for part in range(7)]
        pygame.draw.lines(canvas, dark, False, points, FINENESS)


@lru_cache(maxsize=256)
def crested_cube(colour: str, size: int, crest: str) -> Surface:
    """Return a cube with a crest on its front, so that color isn't its only mark; peasants bear a straw hat."""
    surface = cube(colour, size).copy()
    sign = cube_sign(colour, crest)(round(size * 0.62))
    surface.blit(sign, sign.get_rect(center=(round(size * 0.4), round(size * 0.6))))
    return surface


@cache
def cube_sign(colour: str, crest: str) -> Sign:
    """Return the function that draws a cube's crest, or the straw hat of peasants, who have none."""
    ink = text_colour_on(CUBES[colour])
    return (
        partial(crest_figure, crest, colour=ink)
        if crest
        else partial(icon, "peasant", palette=Palette(ink, CUBES[colour], ink))
    )


def cube_signs(seats: Sequence[SeatLook]) -> dict[str, Sign]:
    """Return the signs on the cubes of all players and of the peasants, by color."""
    return {seat.colour: cube_sign(seat.colour, seat.crest) for seat in seats} | {PEASANT: cube_sign(PEASANT, "")}


def army_size(size: int) -> tuple[int, int]:
    """Return width and height of `army` for cubes of this size."""
    return round(size * 0.62) + size, round(size * 1.08)


@lru_cache(maxsize=1024)
def army(clan: Clan, armies: int, size: int) -> Surface:
    """Return a cube with the number of armies, and the clan's banner on its left: only the banner for none."""
    width, height = army_size(size)
    surface = Surface((width, height), pygame.SRCALPHA)
    flag = banner(clan, height)
    surface.blit(flag, (0, 0))
    if not armies:  # all have gone into the tower
        return surface
    left, top = width - size, height - size
    surface.blit(cube(clan.colour, size), (left, top))
    pixels = round(size * (0.86 if armies < 10 else 0.76))
    _write(surface, str(armies), pixels, text_colour_on(CUBES[clan.colour]), (left + size * 0.4, top + size * 0.6))
    return surface


def _write(surface: Surface, text: str, pixels: int, colour: Colour, centre: Corner) -> None:
    """Write a text with the middle of its ink at `centre`."""
    ink = lettering(text, pixels, colour)
    box = ink.get_bounding_rect()
    surface.blit(ink, (round(centre[0] - box.width / 2), round(centre[1] - box.height / 2)), box)


# Contents of a province


@lru_cache(maxsize=32)
def empty_site(size: int) -> Surface:
    """Return an empty building site."""
    canvas = fine_canvas(size, size)
    frame = canvas.get_rect().inflate(-FINENESS, -FINENESS)
    pygame.draw.rect(canvas, (*PAPER, 96), frame, border_radius=round(frame.width * 0.16))
    pygame.draw.rect(canvas, (*INK, 150), frame, max(2, round(FINENESS * 0.9)), border_radius=round(frame.width * 0.16))
    return scaled_down(canvas)


@lru_cache(maxsize=64)
def building(kind: Building, size: int) -> Surface:
    """Return the tile of a castle, a temple or a theatre."""
    canvas = fine_canvas(size, size)
    frame = canvas.get_rect()
    pygame.draw.rect(canvas, PAPER, frame, border_radius=round(frame.width * 0.16))
    pygame.draw.rect(
        canvas, BUILDING_INKS[kind], frame, max(3, round(FINENESS * 1.1)), border_radius=round(frame.width * 0.16)
    )
    drawn = icon(kind, round(frame.width * 0.86), Palette(BUILDING_INKS[kind], PAPER, ROOFS))
    canvas.blit(drawn, drawn.get_rect(center=frame.center))
    return scaled_down(canvas)


@lru_cache(maxsize=64)
def revolt(markers: int, size: int) -> Surface:
    """Return a flame with the number of revolt markers of a province, 1-3."""
    canvas = fine_canvas(size, size)
    for share, colour in ((1.0, mix(FLAME, BLACK, 0.62)), (0.86, FLAME), (0.62, mix(FLAME, GOLD, 0.4))):
        _paint_flame(canvas, colour, share)
    surface = scaled_down(canvas)
    _write(surface, str(markers), round(size * (0.84 if size >= 18 else 0.94)), WHITE, (size / 2, size * 0.6))
    return surface


def _paint_flame(canvas: Surface, colour: Colour, share: float) -> None:
    """Draw a drop of fire: a round foot and a tip that leans to the right."""
    whole = canvas.get_width()
    foot, radius = (whole * 0.5, whole * 0.6), whole * 0.4 * share
    tip = foot[0] + radius * 0.3, foot[1] - radius * 1.48
    pygame.draw.circle(canvas, colour, foot, radius)
    pygame.draw.polygon(
        canvas,
        colour,
        [(foot[0] - radius * 0.99, foot[1] - radius * 0.14), tip, (foot[0] + radius * 0.95, foot[1] - radius * 0.3)],
    )
    tongue = foot[0] - radius * 0.62, foot[1] - radius * 1.2
    pygame.draw.polygon(
        canvas, colour, [(foot[0] - radius * 0.99, foot[1] - radius * 0.1), tongue, (foot[0], foot[1] - radius * 0.9)]
    )


@lru_cache(maxsize=64)
def tax_value(value: int, size: int) -> Surface:
    """Return a gold coin with the chests that a province yields (1.2)."""
    canvas = fine_canvas(size, size)
    middle, radius = (canvas.get_width() / 2, canvas.get_width() / 2), canvas.get_width() / 2
    pygame.draw.circle(canvas, mix(GOLD, BLACK, 0.5), middle, radius)
    pygame.draw.circle(canvas, mix(GOLD, WHITE, 0.25), middle, radius * 0.9)
    pygame.draw.circle(canvas, GOLD, middle, radius * 0.78)
    return _numbered(scaled_down(canvas), value)


@lru_cache(maxsize=64)
def rice_value(value: int, size: int) -> Surface:
    """Return a bale of rice with the rice that a province yields (1.2)."""
    canvas = fine_canvas(size, size)
    frame = canvas.get_rect().inflate(0, -canvas.get_height() * 0.06)
    pygame.draw.rect(canvas, mix((120, 128, 66), BLACK, 0.3), frame, border_radius=round(frame.width * 0.3))
    inner = frame.inflate(-frame.width * 0.1, -frame.width * 0.1)
    pygame.draw.rect(canvas, RICE, inner, border_radius=round(frame.width * 0.26))
    return _numbered(scaled_down(canvas), value)


def _numbered(surface: Surface, value: int) -> Surface:
    size = surface.get_width()
    _write(surface, str(value), max(9, round(size * 1.02)), INK, (size / 2, size / 2))
    return surface


@lru_cache(maxsize=128)
def action_tag(action: Action, size: int) -> Surface:
    """Return a wooden tag with the sign of an action, for provinces in which it is planned."""
    canvas = fine_canvas(size, size)
    frame = canvas.get_rect()
    pygame.draw.rect(canvas, mix(WOOD, BLACK, 0.35), frame, border_radius=round(frame.width * 0.22))
    pygame.draw.rect(canvas, TAG, frame.inflate(-FINENESS * 2, -FINENESS * 2), border_radius=round(frame.width * 0.18))
    drawn = icon(f"action_{action}", round(frame.width * 0.84), Palette(INK, PAPER, ROOFS))
    canvas.blit(drawn, drawn.get_rect(center=frame.center))
    return scaled_down(canvas)
