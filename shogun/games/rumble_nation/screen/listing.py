"""Entries for Rumble Nation in the list of games and in the menu: seats, progress, and a small map."""

from collections.abc import Mapping, Sequence

import pygame

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import COUNTS
from shogun.games.rumble_nation.rules.state import Over, State
from shogun.games.rumble_nation.screen.atlas import atlas, fitted
from shogun.games.rumble_nation.screen.cover import cover
from shogun.games.rumble_nation.screen.map_picture import map_picture
from shogun.games.rumble_nation.words import PLAYER_NAMES
from shogun.window.generic.listing import GenericForm, GenericListing, colour_of
from shogun.window.kit.drawing.theme import CUBES, INK

DOT = 55.0
"""Radius of the dot in an area, in units of the map."""


class RumbleListing(GenericListing):
    """Round of a game, and a picture of its pieces."""

    def moment(self, view: State) -> str:
        """Return the round of a game."""
        if isinstance(view.stage, Over):
            return _("After the war")
        return _("Round {n}").format(n=view.round) if view.round else _("Setting up")

    def points(self, view: State) -> Sequence[int] | None:
        """Return the points of all players, once the war is over."""
        return [player.points for player in view.players] if isinstance(view.stage, Over) else None

    def cover(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the picture on the game's box; it is shared: blit it."""
        return cover(size)

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, view: State | None) -> None:
        """Draw a game's map, with a dot in each area in the color of the player with the most pieces."""
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


# Sheet for a new game of Rumble Nation

OPPONENT = "solid"


class RumbleForm(GenericForm):
    """Form with players and opponents, and a description of the game."""

    players = tuple(COUNTS)
    usual = 3
    opponent = OPPONENT
    names = PLAYER_NAMES
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return a sentence about the game."""
        return _(
            "Three dice decide where your soldiers go. Then the castles fall one by one, and each winner "
            "sends support to neighboring areas."
        )

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return a sentence about the first player's start."""
        return _("Who goes first.")
