"""The empty board as a picture: a rough one at once, then the fine one in small steps, without blocking."""

from collections.abc import Iterator, Mapping

import pygame
from pygame import Surface

from shogun.games.shogun.screen.map.atlas import Atlas
from shogun.games.shogun.screen.map.painting.ink import INK, paint_ink
from shogun.games.shogun.screen.map.painting.land import ISLET, paint_land
from shogun.games.shogun.screen.map.painting.ornament import paint_ornament, ships
from shogun.games.shogun.screen.map.painting.regions import Subject
from shogun.games.shogun.screen.map.painting.sea import SEA_DEEP, paint_sea, shores
from shogun.window.kit.drawing.projection import Projection
from shogun.window.kit.drawing.theme import Colour

ROUGH = 4
"""Step between the points of a line that the rough picture uses."""


def paint_roughly(chart: Atlas, tones: Mapping[str, Colour], projection: Projection, size: tuple[int, int]) -> Surface:
    """Return a quickly made picture in plain colors; `tones` are the grounds of the provinces."""
    picture = Surface(size)
    picture.fill(SEA_DEEP)
    for place in chart.provinces:
        pygame.draw.polygon(picture, tones[place.name], projection.line(place.polygon[::ROUGH]))
    for islet in chart.islets:
        pygame.draw.polygon(picture, ISLET, projection.line(islet.polygon[::ROUGH]))
    lines = [border.line for border in chart.borders] + shores(chart)
    for line in lines:
        pygame.draw.lines(picture, INK, False, projection.line(line[::ROUGH]))
    return picture


def paint_finely(ground: Surface, ink: Surface, subject: Subject) -> Iterator[None]:
    """Paint sea and land on `ground`, and all lines on the clear layer `ink`, which covers the owners' colors too.

    Each step takes a few milliseconds at most. The timing of the steps doesn't change the picture.
    """
    yield from paint_sea(ground, subject)
    yield from paint_ornament(ground, subject.played, subject.projection)
    ground.blits(list(ships(subject.projection)))
    yield
    yield from paint_land(ground, subject)
    yield from paint_ink(ink, subject)
