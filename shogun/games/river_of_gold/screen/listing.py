"""Entries for River of Gold in the list of games and in the menu: seats, progress, and a small map."""

from collections.abc import Mapping, Sequence

import pygame

from shogun.base.language import _
from shogun.games.river_of_gold.rules.components import PLAYERS, SHORES
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.cover import cover
from shogun.games.river_of_gold.screen.map_picture import fitted, landscape
from shogun.games.river_of_gold.words import PLAYER_NAMES
from shogun.window.generic.listing import GenericForm, GenericListing, colour_of
from shogun.window.kit.drawing.theme import CUBES, INK, PAPER_BRIGHT


class RiverListing(GenericListing):
    """Round of a game, and a picture of its buildings."""

    def moment(self, view: View) -> str:
        """Return the round of a game."""
        if view.scores:
            return _("Final scoring")
        return _("Round {n}").format(n=view.turn // view.seats + 1) if view.turn >= 0 else _("Setting up")

    def points(self, view: View) -> Sequence[int] | None:
        """Return the points of all players."""
        return [player.points for player in view.players]

    def cover(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the picture on the game's box; it is shared: blit it."""
        return cover(size)

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, view: View | None) -> None:
        """Draw a game's river, with a dot in its owner's color for each building."""
        surface.blit(landscape(rect.size), rect)
        if view is None:
            return
        lies = fitted(*rect.size)
        for shore in SHORES:
            if view.tiles[shore.number - 1]:
                owners = view.markers[shore.number - 1]
                place = lies.shore(shore.number).move(rect.topleft)
                pygame.draw.rect(surface, INK, place)
                pygame.draw.rect(
                    surface, CUBES[colour_of(owners[0])] if owners else PAPER_BRIGHT, place.inflate(-2, -2)
                )


# Sheet for a new game of River of Gold

OPPONENT = "solid"


class RiverForm(GenericForm):
    """Form with players and opponents, and a description of the game."""

    players = tuple(PLAYERS)
    usual = 3
    opponent = OPPONENT
    names = PLAYER_NAMES
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return a sentence about the game."""
        return _("Sail two ships down a river, build along its shores, and bring customers the goods they order.")

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return a sentence about the first player's start."""
        return _("Who goes first.")
