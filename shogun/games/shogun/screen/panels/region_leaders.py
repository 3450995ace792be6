"""Who leads in a region: below its slip on the map a mark for each kind of building, in the leaders' colours."""

from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import BUILDINGS, Building
from shogun.games.shogun.screen.map.painting.plaques import MARKS_HIGH, MARKS_WIDE, NAME_HIGH
from shogun.games.shogun.screen.pieces import BUILDING_INKS, ROOFS
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.region_words import leaders
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette, icon
from shogun.window.kit.drawing.theme import CUBES, INK, PAPER
from shogun.window.kit.layout import column, part, share

ROOM = column(part(high=share(NAME_HIGH)), part("marks", high=share(MARKS_HIGH)))
STRIPE = 0.3
"""Height of the leaders' colours, of a mark's."""


def draw_leaders(canvas: Canvas, slip: Rect, region: str, model: Model) -> None:
    """Draw the marks of a region into the room below its slip; none for what nobody has built there."""
    room = canvas.places(ROOM, slip)["marks"]
    _wide, high = room.size
    wide = high * MARKS_WIDE / MARKS_HIGH / len(BUILDINGS) / canvas.em
    *spots, _sea = canvas.across(room, *(wide for _kind in BUILDINGS), share())
    for kind, spot in zip(BUILDINGS, spots, strict=True):
        leading = leaders(model.board, model.view, region, kind, len(model.seats))
        if leading:
            colours = tuple(model.seats[seat].colour for seat in leading)
            canvas.image(_mark(kind, colours, canvas.within(room, 0.08).height), spot, "left")


@lru_cache(maxsize=128)
def _mark(kind: Building, colours: Sequence[str], high: int) -> Surface:
    """Return a tile of paper with the sign of a building, and below it the colours of those who lead."""
    stripe = round(high * STRIPE)
    side = high - stripe
    mark = Surface((side + 4, high), pygame.SRCALPHA)
    mark.fill(PAPER)
    mark.blit(icon(kind, side - 1, Palette(BUILDING_INKS[kind], PAPER, ROOFS)), (2, 1))
    for number, colour in enumerate(colours):
        left, right = (mark.get_width() * end // len(colours) for end in (number, number + 1))
        mark.fill(CUBES[colour], (left, side, right - left, stripe))
    pygame.draw.rect(mark, INK, mark.get_rect(), 1)
    return mark
