"""Pieces of Rumble Nation: soldiers, daimyo, support, castles, katana and marks, drawn once and cached.

Every function returns a surface that is shared: blit it, don't draw on it. Sizes are pixels.
"""

from functools import lru_cache

import pygame
from pygame import Surface

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.icons import BLACK, Clan, crest_figure, fine_canvas, scaled_down
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD,
    INDIGO,
    INK,
    PAPER_BRIGHT,
    VERMILION,
    Colour,
    mix,
    text_colour_on,
)

WHITE: Colour = (255, 255, 255)
STONE: Colour = (74, 84, 104)
STEEL: Colour = (196, 204, 212)


def _rim(clan: Clan) -> Colour:
    body = CUBES[clan.colour]
    return mix(body, BLACK if sum(body) > 120 else WHITE, 0.55)


@lru_cache(maxsize=256)
def soldier(clan: Clan, size: int) -> Surface:
    """Return a soldier with a round straw hat and the crest on the chest; as wide as high."""
    canvas = fine_canvas(size, size)
    side, body, rim = canvas.get_width(), CUBES[clan.colour], _rim(clan)
    robe = [(0.2, 0.98), (0.3, 0.42), (0.7, 0.42), (0.8, 0.98)]
    hat = [(0.12, 0.36), (0.5, 0.02), (0.88, 0.36)]
    for shape in (robe, hat):
        points = [(x * side, y * side) for x, y in shape]
        pygame.draw.polygon(canvas, body, points)
        pygame.draw.lines(canvas, rim, True, points, max(2, side // 22))
    crest = crest_figure(clan.crest, round(side * 0.4), text_colour_on(body))
    canvas.blit(crest, crest.get_rect(center=(side // 2, round(side * 0.7))))
    return scaled_down(canvas)


@lru_cache(maxsize=128)
def daimyo(clan: Clan, size: int) -> Surface:
    """Return a daimyo: a broad figure with two golden horns on the helmet."""
    canvas = fine_canvas(size, size)
    side, body, rim = canvas.get_width(), CUBES[clan.colour], _rim(clan)
    horns = [(0.12, 0.0), (0.32, 0.3), (0.5, 0.2), (0.68, 0.3), (0.88, 0.0), (0.74, 0.42), (0.26, 0.42)]
    armour = [(0.04, 0.98), (0.12, 0.5), (0.32, 0.4), (0.68, 0.4), (0.88, 0.5), (0.96, 0.98)]
    for shape, colour in ((armour, body), (horns, GOLD)):
        points = [(x * side, y * side) for x, y in shape]
        pygame.draw.polygon(canvas, colour, points)
        pygame.draw.lines(canvas, rim if colour == body else mix(GOLD, BLACK, 0.5), True, points, max(2, side // 22))
    crest = crest_figure(clan.crest, round(side * 0.46), text_colour_on(body))
    canvas.blit(crest, crest.get_rect(center=(side // 2, round(side * 0.7))))
    return scaled_down(canvas)


@lru_cache(maxsize=32)
def support(size: int) -> Surface:
    """Return a support piece: a small white pennant on a spear, in no player's color."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    pygame.draw.line(canvas, INK, (side * 0.24, 0), (side * 0.24, side), max(3, side // 12))
    points = [(side * x, side * y) for x, y in ((0.28, 0.08), (0.96, 0.34), (0.28, 0.62))]
    pygame.draw.polygon(canvas, PAPER_BRIGHT, points)
    pygame.draw.lines(canvas, INK, True, points, max(2, side // 20))
    return scaled_down(canvas)


@lru_cache(maxsize=64)
def castle(number: int, size: int, *, small: bool = False) -> Surface:
    """Return a castle token: stone walls and a roof, with its number."""
    canvas = fine_canvas(size, size)
    side, wall = canvas.get_width(), STONE if not small else mix(STONE, PAPER_BRIGHT, 0.45)
    for shape in (
        [(0.02, 0.98), (0.12, 0.34), (0.88, 0.34), (0.98, 0.98)],
        [(0.0, 0.4), (0.24, 0.08), (0.5, 0.0), (0.76, 0.08), (1.0, 0.4), (0.8, 0.32), (0.2, 0.32)],
    ):
        points = [(x * side, y * side) for x, y in shape]
        pygame.draw.polygon(canvas, wall, points)
        pygame.draw.lines(canvas, INK, True, points, max(2, side // 30))
    surface = scaled_down(canvas)
    _write(surface, str(number), round(size * 0.68), text_colour_on(wall), (size * 0.5, size * 0.66))
    return surface


def _write(surface: Surface, words: str, pixels: int, colour: Colour, centre: tuple[float, float]) -> None:
    ink = texts.painted(words, pixels, colour, "Bold")
    box = ink.get_bounding_rect()
    surface.blit(ink, (round(centre[0] - box.width / 2), round(centre[1] - box.height / 2)), box)


@lru_cache(maxsize=16)
def katana(number: int, size: int) -> Surface:
    """Return a katana with its number on the guard; one and a half times as wide as high."""
    canvas = fine_canvas(size * 1.5, size)
    wide, high = canvas.get_size()
    blade = [(0.42, 0.36), (0.98, 0.24), (1.0, 0.42), (0.42, 0.6)]
    pygame.draw.polygon(canvas, STEEL, [(x * wide, y * high) for x, y in blade])
    pygame.draw.lines(canvas, INK, True, [(x * wide, y * high) for x, y in blade], max(2, high // 28))
    pygame.draw.circle(canvas, GOLD, (wide * 0.34, high * 0.5), high * 0.48)
    pygame.draw.circle(canvas, INK, (wide * 0.34, high * 0.5), high * 0.48, max(2, high // 24))
    surface = scaled_down(canvas)
    _write(surface, str(number), round(size * 0.8), INK, (size * 1.5 * 0.34, size * 0.5))
    return surface


@lru_cache(maxsize=16)
def safe_mark(size: int) -> Surface:
    """Return the mark of a castle that no single soldier can change: a shield."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    shield = [(0.08, 0.06), (0.5, 0.14), (0.92, 0.06), (0.9, 0.52), (0.5, 0.98), (0.1, 0.52)]
    points = [(x * side, y * side) for x, y in shield]
    pygame.draw.polygon(canvas, INDIGO, points)
    pygame.draw.lines(canvas, PAPER_BRIGHT, True, points, max(2, side // 10))
    return scaled_down(canvas)


def _disc(size: int, ground: Colour, rim: Colour) -> Surface:
    """Return a disc with a rim, to be scaled down to this size."""
    canvas = fine_canvas(size, size)
    side = canvas.get_width()
    pygame.draw.circle(canvas, ground, (side * 0.5, side * 0.5), side * 0.48)
    pygame.draw.circle(canvas, rim, (side * 0.5, side * 0.5), side * 0.48, max(2, side // 14))
    return canvas


@lru_cache(maxsize=16)
def hanging_mark(size: int) -> Surface:
    """Return the mark of a castle that one soldier can change: a 1 on vermilion."""
    surface = scaled_down(_disc(size, VERMILION, PAPER_BRIGHT))
    _write(surface, "1", round(size * 0.85), PAPER_BRIGHT, (size * 0.5, size * 0.5))
    return surface


@lru_cache(maxsize=16)
def tie_mark(size: int) -> Surface:
    """Return the mark of a castle won by the higher katana: a katana on paper; as wide as high."""
    canvas = _disc(size, PAPER_BRIGHT, INK)
    side = canvas.get_width()
    for colour, wide in ((INK, 0.2), (STEEL, 0.11)):
        pygame.draw.line(canvas, colour, (side * 0.3, side * 0.7), (side * 0.76, side * 0.24), round(side * wide))
    pygame.draw.line(canvas, INK, (side * 0.22, side * 0.52), (side * 0.48, side * 0.78), round(side * 0.12))
    return scaled_down(canvas)
