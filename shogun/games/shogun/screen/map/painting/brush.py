"""Drawing tools for the map: brush lines of changing width, dashes, hatching, and sheets drawn enlarged."""

import math
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.projection import Point, Projection
from shogun.window.kit.drawing.theme import Colour

LARGE = 1.2
"""Scale of the map (pixels per unit) from which its lines are thick enough for less oversampling."""


def fineness(scale: float) -> int:
    """Return the factor by which things are drawn enlarged before they are scaled down smoothly."""
    return 3 if scale < LARGE else 2


class Sheet(Struct, frozen=True):
    """A part of the picture on a clear surface, drawn enlarged."""

    surface: Surface
    projection: Projection
    """Projection of the map on the surface."""
    rect: Rect
    """The part of the picture."""
    times: int

    def lay(self, picture: Surface) -> None:
        """Scale the sheet down and put it into the picture."""
        picture.blit(self.finished(), self.rect)

    def finished(self) -> Surface:
        """Return the drawing in the picture's size."""
        return pygame.transform.smoothscale(self.surface, self.rect.size)


def sheet_for(points: Iterable[Point], projection: Projection, frame: Rect, margin: float) -> Sheet | None:
    """Return a sheet for drawing along points of the map with a margin (map units); None outside of the frame.

    The sheet is clear; fill it with a color at alpha 0 so that the drawing's edges don't take another one.
    """
    rect = bounds(projection.line(list(points)))
    air = 2 * math.ceil(margin * projection.scale + 1)
    rect = rect.inflate(air, air).clip(frame)
    if not rect.width or not rect.height:
        return None
    times = fineness(projection.scale)
    surface = Surface((rect.width * times, rect.height * times), pygame.SRCALPHA)
    return Sheet(surface, projection.enlarged(times, rect.x, rect.y), rect, times)


def bounds(points: Sequence[Point]) -> Rect:
    """Return the smallest rectangle of whole pixels around points."""
    left, top = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
    right, bottom = math.ceil(max(x for x, _ in points)), math.ceil(max(y for _, y in points))
    return Rect(left, top, right - left + 1, bottom - top + 1)


# Lines


def stroke(
    surface: Surface, colour: Sequence[int], points: Sequence[Point], width: float, *, closed: bool = False
) -> None:
    """Draw a line of even width with round joints and ends."""
    line = [*points, points[0]] if closed else points
    whole = max(1, round(width))
    pygame.draw.lines(surface, colour, False, line, whole)
    if whole > 3:
        apart = max(1, round(whole / 3 / max(1.0, math.dist(line[0], line[1]))))
        for point in [*line[::apart], line[-1]]:
            pygame.draw.circle(surface, colour, point, (whole - 1) / 2)


def brush(surface: Surface, colour: Sequence[int], points: Sequence[Point], width: float, seed: float) -> None:
    """Draw a brush line: it swells and thins, and is heavier where it turns away from the light in the upper left.

    The side of the light matters for lines that run clockwise around something.
    """
    halves = [width * weight / 2 for weight in _pressure(points, seed)]
    sides = [(b[1] - a[1], a[0] - b[0]) for a, b in pairwise(points)]
    for number, (a, b) in enumerate(pairwise(points)):
        length = math.hypot(*sides[number]) or 1.0
        nx, ny = sides[number][0] / length, sides[number][1] / length
        ha, hb = halves[number], halves[number + 1]
        quad = [
            (a[0] + nx * ha, a[1] + ny * ha), (b[0] + nx * hb, b[1] + ny * hb),
            (b[0] - nx * hb, b[1] - ny * hb), (a[0] - nx * ha, a[1] - ny * ha),
        ]  # fmt: skip
        pygame.draw.polygon(surface, colour, quad)
        pygame.draw.circle(surface, colour, b, max(0.5, hb))
    pygame.draw.circle(surface, colour, points[0], max(0.5, halves[0]))


def _pressure(points: Sequence[Point], seed: float) -> Iterator[float]:
    """Yield the brush's pressure for each point, about 0.5 to 1.6."""
    ahead = [*points[1:], points[-1]]
    behind = [points[0], *points[:-1]]
    for number, (a, b) in enumerate(zip(behind, ahead, strict=True)):
        length = math.dist(a, b) or 1.0
        turned = ((b[1] - a[1]) * 0.6 - (b[0] - a[0]) * 0.8) / length
        wave = math.sin(number * 0.17 + seed) + 0.6 * math.sin(number * 0.53 + 2.1 * seed)
        yield 1.0 + 0.3 * turned + 0.2 * wave


def dashes(surface: Surface, colour: Sequence[int], points: Sequence[Point], width: float) -> None:
    """Draw a dashed line: dashes of three and gaps of two and a half widths."""
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


def hatch(surface: Surface, colour: Colour, polygon: Sequence[Point], apart: float) -> None:
    """Draw lines that rise to the right over a polygon, `apart` pixels apart."""
    falls = [x + y for x, y in polygon]
    for number in range(math.ceil(min(falls) / apart), math.ceil(max(falls) / apart)):
        crossings = sorted(_crossings(polygon, number * apart))
        for start, end in zip(crossings[::2], crossings[1::2], strict=False):
            pygame.draw.line(surface, colour, start, end, max(1, round(apart * 0.3)))


def _crossings(polygon: Sequence[Point], fall: float) -> Iterable[Point]:
    """Yield the points at which the line x + y = `fall` crosses the outline of a polygon."""
    for (x0, y0), (x1, y1) in pairwise([*polygon, polygon[0]]):
        before, after = x0 + y0 - fall, x1 + y1 - fall
        if (before < 0) != (after < 0):
            share = before / (before - after)
            yield x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


# Names on the map: in bold serif with a soft halo, so that lines don't cut them


@cache
def kanji_names() -> dict[str, str]:
    """Return the kanji of each province."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return {name: entry["kanji"] for name, entry in names["province"].items()}


def lettering(text: str, pixels: int, colour: Colour) -> Surface:
    """Return a text in bold; map and pieces are paintings, which look the same in every palette."""
    return texts.painted(text, pixels, colour, "Bold")


@lru_cache(maxsize=512)
def haloed(text: str, pixels: int, colour: Colour, halo: Colour) -> Surface:
    """Return a text with a soft light border of about a twelfth of its size around it."""
    reach = max(1, round(pixels / 12))
    ink, light = lettering(text, pixels, colour), lettering(text, pixels, halo).copy()
    width, height = ink.get_size()
    surface = Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA)
    surface.fill((*halo, 0))
    light.set_alpha(120)
    for x in range(2 * reach + 1):
        for y in range(2 * reach + 1):
            surface.blit(light, (x, y))
    surface.blit(ink, (reach, reach))
    return surface
