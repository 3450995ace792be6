"""Empty board as a picture: indigo sea, areas in the tones of old maps, and the routes across the water."""

import math
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from shogun.games.rumble_nation.screen.atlas import atlas, fitted
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import Colour, mix

SEA_DEEP: Colour = (33, 56, 94)
SEA_SHALLOW: Colour = (104, 142, 160)
SHORE: Colour = (43, 32, 26)
ROUTE: Colour = (176, 208, 224)
TONES: dict[str, Colour] = {
    "Tokuyama": (196, 190, 168), "Yonezawa": (186, 198, 164), "Kasugayama": (214, 186, 156),
    "Odawara": (180, 194, 192), "Tsutsujigasaki": (218, 200, 146), "Kiyosu": (200, 204, 158), "Kyo": (214, 178, 164),
    "Yoshida-Koriyama": (204, 194, 152), "Oko": (178, 196, 176), "Usuki": (212, 188, 150), "Shuri": (190, 198, 184),
}  # fmt: skip
"""Paper colors for the land of each area; neighbors differ."""
FINE = 2
"""Factor by which the land is drawn larger before it is scaled down smoothly."""
GLOW = ((60.0, 0.16), (36.0, 0.36), (18.0, 0.62))
"""Shallow water around the coasts: its width (units of the map), and its brightness."""
RADIUS = 24.0
"""Radius of a wave, in units of the map."""
THIN = 1.5
"""Least distance between two drawn points of a coast, in pixels of the window."""
DASH = 9.0
"""Length of a dash of a route, in units of the map."""


@lru_cache(maxsize=3)
def map_picture(size: tuple[int, int]) -> Surface:
    """Return the board without pieces. It is shared: blit it, don't draw on it."""
    width, height = size[0] * FINE, size[1] * FINE
    picture = Surface((width, height))
    picture.fill(SEA_DEEP)
    projection = fitted(*size).enlarged(FINE)
    _paint_waves(picture, projection)
    _paint_shallows(picture, projection)
    _paint_frame(picture, projection)
    for route in atlas().sea_routes:
        _paint_route(picture, projection.line(route.line), projection.scale)
    _paint_land(picture, projection)
    return pygame.transform.smoothscale(picture, size)


def _paint_waves(picture: Surface, projection: Projection) -> None:
    """Draw patches of waves at fixed places of the map, with open water where the swell is weak."""
    step = 2 * RADIUS * projection.scale
    colour = mix(SEA_DEEP, SEA_SHALLOW, 0.2)
    for row in range(int(picture.get_height() / step * 2) + 2):
        for column in range(int(picture.get_width() / step) + 2):
            if math.sin(column / 3.1 + math.sin(row / 5)) + math.sin(row / 4.3 + math.sin(column / 4)) > 0.7:
                _paint_wave(picture, (column * step + row % 2 * step / 2, row * step / 2), step / 2, colour)


def _paint_wave(picture: Surface, at: Point, radius: float, colour: Colour) -> None:
    box = Rect(0, 0, round(2 * radius), round(2 * radius))
    for share in (0.95, 0.62, 0.3):
        ring = Rect(0, 0, round(box.width * share), round(box.height * share))
        ring.center = round(at[0]), round(at[1])
        pygame.draw.arc(picture, colour, ring, math.radians(35), math.radians(145), FINE)


def _paint_shallows(picture: Surface, projection: Projection) -> None:
    coasts = [projection.line(line[::6]) for line in atlas().coasts]
    for distance, share in GLOW:
        colour = mix(SEA_DEEP, SEA_SHALLOW, share)
        for line in coasts:
            thick_line(picture, colour, [*line, line[0]], 2 * distance * projection.scale)


def thick_line(picture: Surface, colour: Colour, points: list[Point], width: float) -> None:
    """Draw a line of this width (px) with round joints."""
    for start, end in pairwise(points):
        length = math.dist(start, end)
        if length:
            aside = (start[1] - end[1]) / length * width / 2, (end[0] - start[0]) / length * width / 2
            corners = [(x + sign * aside[0], y + sign * aside[1]) for (x, y), sign in _corners(start, end)]
            pygame.draw.polygon(picture, colour, corners)
    for point in points:
        pygame.draw.circle(picture, colour, point, width / 2)


def _corners(start: Point, end: Point) -> tuple[tuple[Point, int], ...]:
    return (start, 1), (end, 1), (end, -1), (start, -1)


def _paint_frame(picture: Surface, projection: Projection) -> None:
    """Draw the frame around Shuri, which is really much farther away."""
    frame = projection.rect(atlas().inset)
    pygame.draw.rect(picture, mix(SEA_DEEP, SEA_SHALLOW, 0.28), frame, border_radius=8 * FINE)
    pygame.draw.rect(picture, ROUTE, frame, FINE, border_radius=8 * FINE)


def _paint_route(picture: Surface, line: list[Point], scale: float) -> None:
    """Draw a dashed line; its ends are hidden under the land."""
    for number, (start, end) in enumerate(pairwise(_evenly(line, DASH * scale))):
        if number % 2 == 0:
            thick_line(picture, ROUTE, [start, end], 4.5 * scale)


def _evenly(line: list[Point], step: float) -> list[Point]:
    """Return evenly spaced points of a line."""
    found: list[Point] = [line[0]]
    for start, end in pairwise(line):
        parts = max(1, round(math.dist(start, end) / step))
        shares = (part / parts for part in range(1, parts + 1))
        found += [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in shares]
    return found


def _paint_land(picture: Surface, projection: Projection) -> None:
    for area in atlas().areas:
        line = projection.line(area.polygon)
        pygame.draw.polygon(picture, TONES[area.name], line)
        pygame.draw.lines(picture, mix(TONES[area.name], SHORE, 0.55), True, line, max(1, round(3 * projection.scale)))
    for coast in atlas().coasts:
        line = _thinned(projection.line(coast), THIN * FINE)
        thick_line(picture, SHORE, _closed(line), max(2.0, 4.5 * projection.scale))


def _thinned(line: list[Point], least: float) -> list[Point]:
    """Return points of a line that are at least this far (px) from one another."""
    found = line[:1]
    for point in line:
        if math.dist(point, found[-1]) >= least:
            found.append(point)
    return found


def _closed(line: list[Point]) -> list[Point]:
    return [*line, line[0]]


@lru_cache(maxsize=64)
def outline(area: str, room: tuple[int, int, int, int]) -> tuple[Point, ...]:
    """Return a simplified outline of an area, drawn into a rectangle (left, top, width, height; px)."""
    polygon: Line = next(entry.polygon for entry in atlas().areas if entry.name == area)
    return tuple(fitted(*room[2:]).moved(*room[:2]).line(polygon[::3]))
