"""The list of games: a small map, the players and how far each game has come; above it what is listed, and how."""

import time
from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.table.past.summary import Known, Summary
from shogun.table.storage.game_brief import Brief, GameFile
from shogun.table.storage.saved_games import ListedGame, SavedGame, Unreadable
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.banner import banner
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    Weight,
)
from shogun.window.kit.layout import Node, Places, column, part, row, share, text
from shogun.window.kit.runtime.list_panel import TICK_EM, Listing, ListPanel
from shogun.window.panels.game_picture import draw_picture
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_query import called
from shogun.window.play.game_words import state_words

WORD = "game-"
"""Begins the names of the places of games."""
ROW_EM, GAP_EM = 4.9, 0.3
READING = 0.004
"""Seconds of a picture that go into reading the games that are seen; the others come with the next ones."""


def _row(*below: Node, played: str) -> Node:
    """Return how the row of a game is divided: its tick, its picture, and what is said of it."""
    words = column(row(part("heading"), text("played", played, size=SMALL), gap=0.6), *below, padding=(0.0, 0.35))
    picture = column(part("picture", high=4.5), wide=7.2, justify="middle")
    body = row(picture, part(wide=0.7), words, part(wide=0.4), name="body")
    return row(part("tick", wide=TICK_EM), body, padding=(0.3, 0.0))


class Shelf(Listing, Protocol):
    """The games as this panel needs them."""

    rows: Sequence[GameFile]
    """What is listed."""

    def brief(self, file: GameFile) -> Brief | None:
        """Return what is known of a game by now."""

    def game_of(self, file: GameFile, *, may_read: bool) -> ListedGame | None:
        """Return a game with its header; None if it wasn't read yet, or its file is gone."""

    def summary(self, game: ListedGame) -> Known:
        """Return what is known of how far a game has come."""

    def kind(self, game: SavedGame) -> GamePlugin:
        """Return which game it is."""

    @property
    def names_kinds(self) -> bool:
        """Whether it is to be said which game each is."""

    def why_empty(self) -> str:
        """Return in a sentence why nothing is listed."""


class GamesList(ListPanel):
    """All games that are wanted; a click chooses one."""

    name = "games-list"

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf, WORD)
        self.shelf = shelf
        self.is_waiting = False
        """Whether a game that is seen wasn't read yet."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the games that are seen."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        if not self.shelf.rows:
            canvas.paragraph(self.shelf.why_empty(), self.rect)
        places = self.scrolling.lay(canvas, self.rect, len(self.shelf.rows), ROW_EM, GAP_EM)
        self.read()
        for number, rect in places:
            self._row(canvas, rect, number)

    def read(self) -> None:
        """Read games that are seen, as many as a moment has room for."""
        until = time.monotonic() + READING
        files = [self.shelf.rows[number] for number in self.scrolling.seen(len(self.shelf.rows))]
        found = [self.shelf.game_of(file, may_read=time.monotonic() < until) for file in files]
        self.is_waiting = None in found

    def _row(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        file, is_looked_at = self.shelf.rows[number], number == self.selection.at
        is_chosen = self.selection.is_marked(number) or (is_looked_at and not self.selection.marked)
        paper = GOLD_PALE if is_chosen or canvas.hovers(rect) else PAPER_BRIGHT
        canvas.plate(rect, paper, INDIGO if is_looked_at else PAPER_EDGE, 0.3, 0.16 if is_looked_at else 0.08)
        game = self.shelf.game_of(file, may_read=False)
        if isinstance(game, SavedGame):
            places = self._words(canvas, rect, file, game)
        elif isinstance(game, Unreadable):
            places = self._unreadable(canvas, rect, file, game)
        else:
            places = self._unread(canvas, rect, file)
        self.target(canvas, places["body"], number)
        self.tick(canvas, places["tick"], number)

    def _unread(self, canvas: Canvas, rect: pygame.Rect, file: GameFile) -> Places:
        """Draw what its file's name and time tell of a game, and who plays, as far as that is remembered."""
        places = canvas.places(_row(part("players", high=share(2.0)), played=_played(file)), rect)
        brief = self.shelf.brief(file)
        self._heading(canvas, places, file)
        names = ", ".join(brief.names) if brief is not None else "…"
        _shortened(canvas, names, places["players"], SMALL)
        return places

    def _unreadable(self, canvas: Canvas, rect: pygame.Rect, file: GameFile, game: Unreadable) -> Places:
        places = canvas.places(_row(part("why", high=share(2.0)), played=_played(file)), rect)
        self._heading(canvas, places, file)
        canvas.paragraph(game.why, places["why"], colour=VERMILION)
        return places

    def _words(self, canvas: Canvas, rect: pygame.Rect, file: GameFile, game: SavedGame) -> Places:
        kind, found = self.shelf.kind(game), self.shelf.summary(game)
        names = (kind.title if self.shelf.names_kinds else "", kind.listing.board_name(game.header))
        board = " · ".join(filter(None, names))
        below = part("players"), row(part("state"), text("board", board, size=SMALL), gap=0.6)
        places = canvas.places(_row(*below, played=_played(file)), rect)
        draw_picture(canvas, places["picture"], kind, found.view if isinstance(found, Summary) else None)
        self._heading(canvas, places, file)
        draw_players(canvas, places["players"], kind, game)
        canvas.small(board, places["board"], align="right", colour=INK_SOFT)
        colour = VERMILION if isinstance(found, str) else INK_SOFT
        canvas.small(state_words(kind, game, found), places["state"], colour=colour)
        return places

    def _heading(self, canvas: Canvas, places: Places, file: GameFile) -> None:
        canvas.small(places.words("played"), places["played"], align="right", colour=INK_SOFT)
        _shortened(canvas, called(file, self.shelf.brief(file)), places["heading"], weight="Bold")


def _shortened(canvas: Canvas, words: str, box: pygame.Rect, size: float = 1.0, weight: Weight = "Regular") -> None:
    """Write a line, of a long one its beginning: all of it stands beside the list once the game is looked at."""
    pixels = canvas.smallest(canvas.px(size))
    canvas.line(texts.shortened(words, pixels, box.width, weight), box, size=size, weight=weight)


def _played(file: GameFile) -> str:
    return f"{file.changed:%Y-%m-%d %H:%M}"


def draw_players(canvas: Canvas, box: pygame.Rect, kind: GamePlugin, game: SavedGame) -> None:
    """Draw all players in a row: banner and name, of a long one its beginning; all of it is told of the chosen game."""
    seats = kind.listing.seat_looks(game.header)
    for seat, cell in zip(seats, canvas.columns(box, len(seats), 0.3), strict=True):
        flag = banner(seat.clan, canvas.within(cell, 0.0, 0.03).height)
        room = canvas.put(flag, cell, gap=0.25)
        pixels = canvas.smallest(canvas.px(SMALL))
        canvas.small(texts.shortened(seat.name, pixels, room.width), room)
