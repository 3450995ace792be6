"""The board as a small picture of the owners' provinces, for lists of games; drawn once and cached."""

from functools import lru_cache

import pygame
from pygame import Surface

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.map.atlas import atlas, fitted
from shogun.games.shogun.screen.map.painting.ink import INK
from shogun.games.shogun.screen.map.painting.regions import LEFT_OUT, tone
from shogun.games.shogun.screen.map.painting.sea import SEA_DEEP, SEA_SHALLOW
from shogun.window.kit.drawing.icons import fine_canvas, scaled_down
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import CUBES, PAPER_BRIGHT, Colour, mix
from shogun.window.kit.drawing.theme import INK as OUTLINE

EMPTY = mix(SEA_DEEP, SEA_SHALLOW, 0.45)
"""Color of the sea."""
OWNED = 0.82
"""Share of the owner's color in a province's."""
FINE, FINE_WIDTH = 3, 1200
"""Oversampling factor, and the width that the drawing normally doesn't exceed."""


def miniature(view: View, size: tuple[int, int]) -> Surface:
    """Return a picture of the board, `size` pixels large, with the provinces in their owners' colors."""
    owners = tuple(
        (name, view.colour(province.owner)) for name, province in view.provinces.items() if province.owner is not None
    )
    return _painted(view.setup.side, view.setup.seats, owners, size)


@lru_cache(maxsize=48)
def _painted(side: str, seats: int, owners: tuple[tuple[str, str], ...], size: tuple[int, int]) -> Surface:
    from shogun.games.shogun.rules.cards import board

    fine = FINE if size[0] * FINE <= FINE_WIDTH else 2
    large = Surface((size[0] * fine, size[1] * fine))
    large.fill(EMPTY)
    projection = fitted(atlas(), large.get_rect())
    _draw_land(large, projection, board("moon" if side == "moon" else "sun", seats), dict(owners))
    return pygame.transform.smoothscale(large, size)


def _draw_land(surface: Surface, at: Projection, played: Board, owners: dict[str, str]) -> None:
    line = max(2, round(at.scale * 2.5))
    for islet in atlas().islets:
        pygame.draw.polygon(surface, LEFT_OUT, at.line(islet.polygon))
    for place in atlas().provinces:
        polygon = at.line(place.polygon)
        pygame.draw.polygon(surface, _colour(played, place.name, owners.get(place.name)), polygon)
        pygame.draw.polygon(surface, INK, polygon, line)


def _colour(played: Board, name: str, owner: str | None) -> Colour:
    if name not in played.lands:
        return LEFT_OUT
    ground = tone(played, name)
    return mix(ground, CUBES[owner], OWNED) if owner else ground


# Outline of one province as a small picture, for its card

SEA_SHADOW = 0.05
"""Distance by which the land's shadow is lower, as a share of the picture's height."""


@lru_cache(maxsize=128)
def silhouette(name: str, size: tuple[int, int], colour: Colour) -> Surface:
    """Return a province's shape as on the map, as large as fits into a size in px; it is shared, so only blit it."""
    canvas = fine_canvas(*size)
    points = next(place.polygon for place in atlas().provinces if place.name == name)
    shape = _fitted(points, canvas.get_size())
    drop = round(canvas.get_height() * SEA_SHADOW)
    thick = max(2, canvas.get_height() // 40)
    pygame.draw.polygon(canvas, (*OUTLINE, 70), [(x + drop, y + drop) for x, y in shape])
    pygame.draw.polygon(canvas, colour, shape)
    pygame.draw.polygon(canvas, mix(colour, PAPER_BRIGHT, 0.6), shape, 3 * thick)
    pygame.draw.polygon(canvas, mix(colour, OUTLINE, 0.6), shape, thick)
    return scaled_down(canvas)


def _fitted(points: tuple[Point, ...], size: tuple[int, int]) -> list[Point]:
    """Return points scaled and centered in a size, with a margin."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = 0.86 * min(size[0] / wide, size[1] / high)
    left, top = (size[0] - wide * scale) / 2, (size[1] - high * scale) / 2
    return [(left + (x - min(xs)) * scale, top + (y - min(ys)) * scale) for x, y in points]
