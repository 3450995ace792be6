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
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.drawing.text import told_apart

__all__ = ["agreement", "board_name", "cover", "draw_picture", "moment", "points", "seat_looks"]


def seat_looks(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown; `people` are the seats that persons play."""
    names = told_apart([seat.name for seat in header.seats])
    rows = zip(names, header.seats, header.setup.colours, strict=False)
    return tuple(
        SeatLook(name, colour, crest_of(seat.mon, colour), number in people)
        for number, (name, seat, colour) in enumerate(rows)
    )


def moment(view: View) -> str:
    """Return the year and season of a game, as the bar says it."""
    if is_drafting(view):
        return _("Draft")
    return _("Year {year}, {season}").format(year=view.year, season=_(SEASON_NAMES[view.season]))


def points(view: View) -> tuple[int, ...]:
    """Return everybody's points so far."""
    return tuple(player.points for player in view.players)


def board_name(header: Header) -> str:
    """Return the side of the board on which a game is played."""
    return _("Moon side") if header.setup.side == "moon" else _("Sun side")


def agreement(header: Header) -> Sequence[str]:
    """Return board, line-up and house rules."""
    house_rules = (_("ties to the defender"),) if header.setup.defender_holds_ties else ()
    if header.is_from_position:
        return (board_name(header), *house_rules)
    line_up = _("printed setup") if header.setup.line_up == "printed" else _("draft")
    return (board_name(header), line_up, *house_rules)


def draw_picture(surface: pygame.Surface, rect: pygame.Rect, view: View | None) -> None:
    """Draw a game's map; plain sea as long as nothing is known of it."""
    from shogun.games.shogun.screen.map.miniature import EMPTY, miniature

    if view is None:
        pygame.draw.rect(surface, EMPTY, rect)
    else:
        surface.blit(miniature(view, rect.size), rect)
