"""Shogun in the list of games and in the menu: seats, board, how far it has come, and its small map."""

from collections.abc import Iterable, Sequence

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.clans import crest_of
from shogun.games.shogun.screen.cover import cover
from shogun.games.shogun.screen.play.model import is_drafting
from shogun.games.shogun.words import SEASON_NAMES
from shogun.table.journal import Header
from shogun.window.generic.listing import GenericListing
from shogun.window.generic.seat_colours import looks_of
from shogun.window.kit.drawing.icons import SeatLook


def seat_looks(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown; `people` are the seats that persons play."""
    chosen = zip(header.seats, header.setup.colours, strict=False)
    return looks_of(header, people, [(colour, crest_of(seat.mon, colour)) for seat, colour in chosen])


class ShogunListing(GenericListing):
    """Tells year and season, and draws who holds what."""

    seat_looks = staticmethod(seat_looks)
    cover = staticmethod(cover)

    def moment(self, view: View) -> str:
        """Return the year and season of a game, as the bar says it."""
        if is_drafting(view):
            return _("Draft")
        return _("Year {year}, {season}").format(year=view.year, season=_(SEASON_NAMES[view.season]))

    def points(self, view: View) -> Sequence[int]:
        """Return everybody's points so far."""
        return tuple(player.points for player in view.players)

    def board_name(self, header: Header) -> str:
        """Return the side of the board on which a game is played."""
        return _("Moon side") if header.setup.side == "moon" else _("Sun side")

    def agreement(self, header: Header) -> Sequence[str]:
        """Return board, line-up and house rules."""
        house_rules = (_("ties to the defender"),) if header.setup.defender_holds_ties else ()
        if header.is_from_position:
            return (self.board_name(header), *house_rules)
        line_up = _("printed setup") if header.setup.line_up == "printed" else _("draft")
        return (self.board_name(header), line_up, *house_rules)

    def draw_picture(self, surface: pygame.Surface, rect: pygame.Rect, view: View | None) -> None:
        """Draw a game's map; plain sea as long as nothing is known of it."""
        from shogun.games.shogun.screen.map.miniature import EMPTY, miniature

        if view is None:
            pygame.draw.rect(surface, EMPTY, rect)
        else:
            surface.blit(miniature(view, rect.size), rect)
