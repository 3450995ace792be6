"""The list of games: a small map, the players and how far each game has come; one page at a time."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.table.saves import ListedGame, SavedGame, Unreadable
from shogun.table.survey import Known
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.text import width
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION
from shogun.window.kit.widgets.button import button
from shogun.window.panels.game_picture import draw_picture
from shogun.window.play.brought import Brought
from shogun.window.play.game_words import heading, state_words

PAGE = 6
"""Games on a page."""
ROW_EM = 5.1
GAP_EM = 0.3
PICTURE_EM = (7.2, 4.5)


class Shelf(Protocol):
    """The games as this panel needs them."""

    games: list[ListedGame]
    chosen: int

    def survey(self, game: ListedGame) -> Known:
        """Return what is known of a game by now."""

    def kind(self, game: SavedGame) -> Brought:
        """Return which game it is."""

    @property
    def names_kinds(self) -> bool:
        """Whether it is to be said which game each is."""

    def choose(self, number: int) -> None:
        """Look at a game."""

    def press(self, number: int) -> None:
        """Look at a game; open the one that is looked at already."""


class GamesList(Panel):
    """A page of games; a click chooses one."""

    name = "games-list"

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf

    @property
    def page(self) -> int:
        """The page on which the chosen game lies."""
        return self.shelf.chosen // PAGE

    def turn_page(self, step: int) -> None:
        """Go to another page."""
        last = max(0, (len(self.shelf.games) - 1) // PAGE)
        self.shelf.choose(min(max(0, self.page + step), last) * PAGE)

    def wheel(self, notches: int) -> None:
        """Go a page back or on."""
        self.turn_page(-1 if notches > 0 else 1)

    def focused(self, name: str) -> None:
        """Look at the game that the keyboard has gone to."""
        _row, _dash, number = name.partition("game-")
        if number.isdecimal() and int(number) != self.shelf.chosen:
            self.shelf.choose(int(number))

    def draw(self, canvas: Canvas) -> None:
        """Draw the page and what turns it."""
        if not self.shelf.games:
            canvas.paragraph(
                _("No game was played yet. Games are saved by themselves from the first step on."), self.rect
            )
            return
        first = self.page * PAGE
        row = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, canvas.px(ROW_EM))
        for number in range(first, min(first + PAGE, len(self.shelf.games))):
            self._row(canvas, row, number)
            row = row.move(0, row.height + canvas.px(GAP_EM))
        if len(self.shelf.games) > PAGE:
            self._pages(
                canvas, pygame.Rect(self.rect.left, self.rect.bottom - canvas.px(2), self.rect.width, canvas.px(2))
            )

    def _pages(self, canvas: Canvas, box: pygame.Rect) -> None:
        count = (len(self.shelf.games) - 1) // PAGE + 1
        side = canvas.px(5)
        back, on = box.copy(), box.copy()
        back.width = on.width = side
        on.right = box.right
        back_act = partial(self.turn_page, -1) if self.page else None
        on_act = partial(self.turn_page, 1) if self.page < count - 1 else None
        button(canvas, "page-back", back, "‹", back_act, tooltip=_("Games played later"))
        button(canvas, "page-on", on, "›", on_act, tooltip=_("Games played earlier"))
        words = _("Page {n} of {all}").format(n=self.page + 1, all=count)
        canvas.line(words, box.inflate(-2 * side, 0), align="centre", colour=INK_SOFT)

    def _row(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        game, chosen = self.shelf.games[number], number == self.shelf.chosen
        paper = GOLD_PALE if chosen or canvas.hovers(rect) else PAPER_BRIGHT
        canvas.plate(rect, paper, INDIGO if chosen else PAPER_EDGE, 0.3, 0.16 if chosen else 0.08)
        picture = pygame.Rect(0, 0, canvas.px(PICTURE_EM[0]), canvas.px(PICTURE_EM[1]))
        picture.midleft = (rect.left + canvas.px(0.3), rect.centery)
        found = self.shelf.survey(game)
        if isinstance(game, SavedGame):
            draw_picture(canvas, picture, self.shelf.kind(game), found)
        inner = pygame.Rect(picture.right + canvas.px(0.7), rect.top + canvas.px(0.35), 0, rect.height - canvas.px(0.7))
        inner.width = rect.right - canvas.px(0.7) - inner.left
        self._words(canvas, inner, game, found)
        canvas.target(f"game-{number}", rect, partial(self.shelf.press, number))

    def _words(self, canvas: Canvas, box: pygame.Rect, game: ListedGame, found: Known) -> None:
        high = box.height // 3
        top, middle, low = (pygame.Rect(box.left, box.top + n * high, box.width, high) for n in range(3))
        played = f"{game.changed:%Y-%m-%d %H:%M}"
        wide = width(played, canvas.px(SMALL)) + canvas.px(0.6)
        canvas.small(played, pygame.Rect(top.right - wide, top.top, wide, high), align="right", colour=INK_SOFT)
        canvas.line(heading(game), pygame.Rect(top.left, top.top, top.width - wide, high), weight="Bold")
        if isinstance(game, Unreadable):
            canvas.paragraph(game.why, pygame.Rect(middle.left, middle.top, middle.width, 2 * high), colour=VERMILION)
            return
        kind = self.shelf.kind(game)
        draw_players(canvas, middle, kind, game)
        names = (kind.title if self.shelf.names_kinds else "", kind.listing.board_name(game.header))
        board = " · ".join(filter(None, names))
        wide = width(board, canvas.px(SMALL)) + canvas.px(0.6)
        side = pygame.Rect(low.right - wide, low.top, wide, high)
        canvas.small(board, side, align="right", colour=INK_SOFT)
        colour = VERMILION if isinstance(found, str) else INK_SOFT
        words = state_words(kind, game, found)
        canvas.small(words, pygame.Rect(low.left, low.top, low.width - wide, high), colour=colour)


def draw_players(canvas: Canvas, box: pygame.Rect, kind: Brought, game: SavedGame) -> None:
    """Draw all players in a row: banner and name."""
    seats = kind.listing.seat_looks(game.header)
    wide = box.width // len(seats)
    for number, seat in enumerate(seats):
        flag = banner(seat.clan, round(box.height * 0.95))
        left = box.left + number * wide
        canvas.surface.blit(flag, flag.get_rect(midleft=(left, box.centery)))
        room = pygame.Rect(left + flag.get_width() + canvas.px(0.25), box.top, 0, box.height)
        room.width = left + wide - canvas.px(0.3) - room.left
        canvas.small(seat.name, room)
