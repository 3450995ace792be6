"""The list of games: a small map, the players and how far each game has come; one page at a time."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.table.past.summary import Known, Summary
from shogun.table.storage.saved_games import ListedGame, SavedGame, Unreadable
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.banner import banner
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION
from shogun.window.kit.layout import Node, Places, column, part, row, share, text
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button
from shogun.window.panels.game_picture import draw_picture
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_words import heading, state_words

PAGE = 6
"""Games on a page."""
ROW_EM, GAP_EM = 5.1, 0.3
TURNING = row(part("back", wide=5.0), part("page"), part("on", wide=5.0))


def _row(*below: Node, played: str) -> Node:
    """Return how the row of a game is divided: its picture, and what is said of it."""
    words = column(row(part("heading"), text("played", played, size=SMALL), gap=0.6), *below, padding=(0.0, 0.35))
    picture = column(part("picture", high=4.5), wide=7.2, justify="middle")
    return row(picture, part(wide=0.7), words, part(wide=0.4), padding=(0.3, 0.0))


class Shelf(Protocol):
    """The games as this panel needs them."""

    games: list[ListedGame]
    chosen: int

    def summary(self, game: ListedGame) -> Known:
        """Return what is known of a game by now."""

    def kind(self, game: SavedGame) -> GamePlugin:
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
        rects = canvas.down(self.rect, *(ROW_EM,) * PAGE, share(), gap=GAP_EM)
        first = self.page * PAGE
        for number, rect in enumerate(rects[:PAGE], first):
            if number < len(self.shelf.games):
                self._row(canvas, rect, number)
        if len(self.shelf.games) > PAGE:
            self._pages(canvas, canvas.down(self.rect, share(), 2.0)[1])

    def _pages(self, canvas: Canvas, box: pygame.Rect) -> None:
        count = (len(self.shelf.games) - 1) // PAGE + 1
        places = canvas.places(TURNING, box)
        back_act = partial(self.turn_page, -1) if self.page else None
        on_act = partial(self.turn_page, 1) if self.page < count - 1 else None
        button(canvas, "page-back", places["back"], "‹", back_act, tooltip=_("Games played later"))
        button(canvas, "page-on", places["on"], "›", on_act, tooltip=_("Games played earlier"))
        words = _("Page {n} of {all}").format(n=self.page + 1, all=count)
        canvas.line(words, places["page"], align="centre", colour=INK_SOFT)

    def _row(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        game, chosen = self.shelf.games[number], number == self.shelf.chosen
        paper = GOLD_PALE if chosen or canvas.hovers(rect) else PAPER_BRIGHT
        canvas.plate(rect, paper, INDIGO if chosen else PAPER_EDGE, 0.3, 0.16 if chosen else 0.08)
        if isinstance(game, Unreadable):
            self._unreadable(canvas, rect, game)
        else:
            self._words(canvas, rect, game, self.shelf.summary(game))
        canvas.target(f"game-{number}", rect, partial(self.shelf.press, number))

    def _unreadable(self, canvas: Canvas, rect: pygame.Rect, game: Unreadable) -> None:
        places = canvas.places(_row(part("why", high=share(2.0)), played=_played(game)), rect)
        self._heading(canvas, places, game)
        canvas.paragraph(game.why, places["why"], colour=VERMILION)

    def _words(self, canvas: Canvas, rect: pygame.Rect, game: SavedGame, found: Known) -> None:
        kind = self.shelf.kind(game)
        names = (kind.title if self.shelf.names_kinds else "", kind.listing.board_name(game.header))
        board = " · ".join(filter(None, names))
        below = part("players"), row(part("state"), text("board", board, size=SMALL), gap=0.6)
        places = canvas.places(_row(*below, played=_played(game)), rect)
        draw_picture(canvas, places["picture"], kind, found.view if isinstance(found, Summary) else None)
        self._heading(canvas, places, game)
        draw_players(canvas, places["players"], kind, game)
        canvas.small(board, places["board"], align="right", colour=INK_SOFT)
        colour = VERMILION if isinstance(found, str) else INK_SOFT
        canvas.small(state_words(kind, game, found), places["state"], colour=colour)

    def _heading(self, canvas: Canvas, places: Places, game: ListedGame) -> None:
        canvas.small(places.words("played"), places["played"], align="right", colour=INK_SOFT)
        canvas.line(heading(game), places["heading"], weight="Bold")


def _played(game: ListedGame) -> str:
    return f"{game.changed:%Y-%m-%d %H:%M}"


def draw_players(canvas: Canvas, box: pygame.Rect, kind: GamePlugin, game: SavedGame) -> None:
    """Draw all players in a row: banner and name, of a long one its beginning; all of it is told of the chosen game."""
    seats = kind.listing.seat_looks(game.header)
    for seat, cell in zip(seats, canvas.columns(box, len(seats), 0.3), strict=True):
        flag = banner(seat.clan, canvas.within(cell, 0.0, 0.03).height)
        room = canvas.put(flag, cell, gap=0.25)
        pixels = canvas.smallest(canvas.px(SMALL))
        canvas.small(texts.shortened(seat.name, pixels, room.width), room)
