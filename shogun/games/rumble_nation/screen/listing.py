"""Rumble Nation in the list of games and in the menu: seats, how far it has come, and its small map."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.games.rumble_nation.rules.state import Over, State
from shogun.games.rumble_nation.screen.atlas import atlas, fitted
from shogun.games.rumble_nation.screen.map_picture import map_picture
from shogun.games.rumble_nation.words.plain import setup_text
from shogun.table.storage.journal import Header
from shogun.window.generic.looks import colour_of, seat_looks
from shogun.window.kit.drawing.theme import CUBES, INK

DOT = 55.0
"""Radius of the dot in an area, in units of the map."""

__all__ = ["agreement", "board_name", "draw_picture", "moment", "points", "seat_looks"]


def moment(view: State) -> str:
    """Return the round of a game."""
    if isinstance(view.stage, Over):
        return _("After the war")
    return _("Round {n}").format(n=view.round) if view.round else _("Setting up")


def points(view: State) -> Sequence[int] | None:
    """Return everybody's points, once the war is over."""
    return [player.points for player in view.players] if isinstance(view.stage, Over) else None


def board_name(_header: Header) -> str:
    """Return nothing: there is one board."""
    return ""


def agreement(header: Header) -> Sequence[str]:
    """Return whether it is the basic game or the advanced one."""
    return (setup_text(header.setup),)


def draw_picture(surface: pygame.Surface, rect: pygame.Rect, view: State | None) -> None:
    """Draw a game's map, with a dot in the colour of who has most pieces in an area."""
    surface.blit(map_picture(rect.size), rect)
    if view is None:
        return
    projection = fitted(*rect.size).moved(*rect.topleft)
    for area in atlas().areas:
        there = view.soldiers[area.name]
        if any(there):
            at, radius = projection.point(area.pieces), max(2.0, projection.scale * DOT)
            pygame.draw.circle(surface, INK, at, radius + 1)
            pygame.draw.circle(surface, CUBES[colour_of(there.index(max(there)))], at, radius)
