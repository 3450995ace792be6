"""A compass rose in the open sea of the south-east: ornament, drawn only where the map leaves room for it."""

import math

import pygame
from pygame import Rect, Surface

from shogun.ui.board.atlas import Atlas, Point, Projection
from shogun.ui.board.lettering import lettering
from shogun.ui.theme import Colour

FINENESS = 3
PLACE: Point = (1415.0, 865.0)
RADIUS = 92.0
"""Place and size of the rose in units of the map; its letters reach a fifth further."""
IVORY: Colour = (226, 214, 178)
DUSK: Colour = (66, 88, 118)
WINDS = "北東南西"


def add_compass(picture: Surface, chart: Atlas, projection: Projection) -> None:
    """Draw the rose if its place is open sea and inside of the picture."""
    radius = RADIUS * projection.scale
    middle = projection.point(PLACE)
    room = Rect(0, 0, round(radius * 2.5), round(radius * 2.5))
    room.center = round(middle[0]), round(middle[1])
    if radius >= 30 and picture.get_rect().contains(room) and not _touches_land(chart, projection, room):
        rose = _rose(round(radius))
        rose.set_alpha(115)
        picture.blit(rose, rose.get_rect(center=room.center))


def _touches_land(chart: Atlas, projection: Projection, room: Rect) -> bool:
    """Whether the outline of any land comes into the room of the rose."""
    lines = [coast.line for coast in chart.coasts] + [islet.polygon for islet in chart.islets]
    return any(room.collidepoint(projection.point(point)) for line in lines for point in line)


def _rose(radius: int) -> Surface:
    """Return the rose: two rings, eight rays that are light on one side and dark on the other, four kanji."""
    size = round(radius * 2.5)
    big = Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    big.fill((*IVORY, 0))
    middle, reach = size * FINENESS / 2, radius * FINENESS
    for share, width in ((0.8, 2), (0.74, 1), (0.3, 1)):
        pygame.draw.circle(big, IVORY, (middle, middle), reach * share, width * FINENESS // 2 + 1)
    for number in range(32):
        inner, outer = _at(middle, reach * 0.74, number * 11.25), _at(middle, reach * 0.8, number * 11.25)
        pygame.draw.line(big, IVORY, inner, outer, FINENESS)
    for degrees, length in [(45 + 90 * n, 0.66) for n in range(4)] + [(90 * n, 0.97) for n in range(4)]:
        _draw_ray(big, middle, reach * length, degrees)
    rose = pygame.transform.smoothscale(big, (size, size))
    for number, wind in enumerate(WINDS):
        letter = lettering(wind, max(10, round(radius * 0.22)), IVORY)
        rose.blit(letter, letter.get_rect(center=_at(size / 2, radius * 1.1, 90 * number)))
    return rose


def _draw_ray(big: Surface, middle: float, length: float, degrees: float) -> None:
    tip = _at(middle, length, degrees)
    for turn, colour in ((-45, IVORY), (45, DUSK)):
        side = _at(middle, length * 0.2, degrees + turn)
        pygame.draw.polygon(big, colour, [(middle, middle), side, tip])
        pygame.draw.lines(big, IVORY, True, [(middle, middle), side, tip], FINENESS // 2)


def _at(middle: float, distance: float, degrees: float) -> Point:
    """Return the point at a distance in a direction of the compass, 0 north, 90 east."""
    turn = math.radians(degrees)
    return middle + distance * math.sin(turn), middle - distance * math.cos(turn)
