"""Any game in the list of games and in the menu."""

from collections.abc import Sequence
from typing import Any

import pygame

from shogun.table.journal import Header
from shogun.window.generic.seat_colours import seat_looks
from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER_BRIGHT, PAPER_SHADE
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.tower.menu_picture import backdrop


class GenericListing:
    """What is told of a game of which no more is known than what every game brings."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    seat_looks = staticmethod(seat_looks)

    def moment(self, _view: Any) -> str:
        """Return that it goes on: how far it has come isn't known."""
        return self._game.title

    def points(self, _view: Any) -> Sequence[int] | None:
        """Return None: points are not known before the end."""
        return None

    def board_name(self, _header: Header) -> str:
        """Return nothing."""
        return ""

    def agreement(self, header: Header) -> Sequence[str]:
        """Return what else is agreed."""
        return tuple(filter(None, (self._game.words.setup_text(header.setup),)))

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, _view: Any) -> None:
        """Draw the game's name."""
        pygame.draw.rect(surface, PAPER_SHADE, rect)
        sign = text.rendered(self._game.title, max(9, rect.height // 4), INK_SOFT, "Bold")
        surface.blit(sign, sign.get_rect(center=rect.center))

    def cover(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the land of the menus with the game's name above it, if there is room for it."""
        picture = backdrop(size).copy()
        sign = text.rendered(self._game.title, max(9, size[1] // 8), PAPER_BRIGHT, "Bold")
        if sign.get_width() <= size[0]:
            picture.blit(sign, sign.get_rect(center=(size[0] // 2, size[1] // 3)))
        return picture
