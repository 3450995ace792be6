"""The outline of one province as a small picture, for its card."""

from functools import lru_cache

import pygame
from pygame import Surface

from shogun.games.shogun.screen.map.atlas import atlas
from shogun.window.kit.drawing.icons import fine_canvas, scaled_down
from shogun.window.kit.drawing.projection import Point
from shogun.window.kit.drawing.theme import INK, PAPER_BRIGHT, Colour, mix

SEA_SHADOW = 0.05
"""How far the shadow of the land lies below it, as a share of the picture's height."""


@lru_cache(maxsize=128)
def silhouette(name: str, size: tuple[int, int], colour: Colour) -> Surface:
    """Return a province as it lies on the map, as large as fits into a size in px; it is shared: blit it."""
    canvas = fine_canvas(*size)
    points = next(place.polygon for place in atlas().provinces if place.name == name)
    shape = _fitted(points, canvas.get_size())
    drop = round(canvas.get_height() * SEA_SHADOW)
    thick = max(2, canvas.get_height() // 40)
    pygame.draw.polygon(canvas, (*INK, 70), [(x + drop, y + drop) for x, y in shape])
    pygame.draw.polygon(canvas, colour, shape)
    pygame.draw.polygon(canvas, mix(colour, PAPER_BRIGHT, 0.6), shape, 3 * thick)
    pygame.draw.polygon(canvas, mix(colour, INK, 0.6), shape, thick)
    return scaled_down(canvas)


def _fitted(points: tuple[Point, ...], size: tuple[int, int]) -> list[Point]:
    """Return points enlarged and moved into the middle of a size, with a margin."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = 0.86 * min(size[0] / wide, size[1] / high)
    left, top = (size[0] - wide * scale) / 2, (size[1] - high * scale) / 2
    return [(left + (x - min(xs)) * scale, top + (y - min(ys)) * scale) for x, y in points]
