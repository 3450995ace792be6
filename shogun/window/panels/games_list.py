"""The list of games, the search and filters above it, and the panel for several selected games."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.table.saved_games import Brief, GameFile, ListedGame, SavedGame, Unreadable
from shogun.table.summary import KnownSummary, Summary
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import (
    INDIGO,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    VERMILION,
    Weight,
    edge_of,
    paper_of,
)
from shogun.window.kit.layout import Node, Places, column, part, row, share, text
from shogun.window.kit.runtime.list_panel import TICK_EM, Listing, ListPanel
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling, Sorting, draw_search, draw_sorting
from shogun.window.kit.widgets.stepper import Options, chooser
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_query import ANYBODY, ORDERS, STATES, Against, GameQuery, listed_name
from shogun.window.play.game_story import state_words

# Small pictures of saved games, and the list


def draw_picture(canvas: Canvas, rect: pygame.Rect, kind: GamePlugin, view: Any) -> None:
    """Draw the small picture of a game; an empty board if the view is None."""
    canvas.paint(lambda surface: kind.listing.draw_picture(surface, rect, view))
    canvas.frame(rect, PAPER_EDGE)


WORD = "game-"
"""Begins the names of the places of games."""
ROW_EM, GAP_EM = 4.9, 0.3
READING = 0.004
"""Seconds of each frame for reading visible games; the rest wait for the next frames."""


def _row(*below: Node, played: str) -> Node:
    """Return the layout of a game's row: tick, picture and texts."""
    words = column(row(part("heading"), text("played", played, size=SMALL), gap=0.6), *below, padding=(0.0, 0.35))
    picture = column(part("picture", high=4.5), wide=7.2, justify="middle")
    body = row(picture, part(wide=0.7), words, part(wide=0.4), name="body")
    return row(part("tick", wide=TICK_EM), body, padding=(0.3, 0.0))


class Shelf(Listing, Protocol):
    """The games as this panel needs them."""

    rows: Sequence[GameFile]
    """The listed games."""

    def brief(self, file: GameFile) -> Brief | None:
        """Return the known facts about a game so far."""

    def game_of(self, file: GameFile, *, may_read: bool) -> ListedGame | None:
        """Return a game with its header; None if it wasn't read yet, or its file is gone."""

    def summary(self, game: ListedGame) -> KnownSummary:
        """Return the known progress of a game."""

    def kind(self, game: SavedGame) -> GamePlugin:
        """The plugin of the game."""

    @property
    def names_kinds(self) -> bool:
        """Return whether each entry names its game."""

    def why_empty(self) -> str:
        """Return in a sentence why nothing is listed."""


class GamesList(ListPanel):
    """All listed games; a click selects one."""

    name = "games-list"

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf, WORD)
        self.shelf = shelf
        self.is_waiting = False
        """True while a visible game hasn't been read yet."""

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
        until = time.perf_counter() + READING
        files = [self.shelf.rows[number] for number in self.scrolling.seen(len(self.shelf.rows))]
        games = [self.shelf.game_of(file, may_read=time.perf_counter() < until) for file in files]
        self.is_waiting = None in games

    def _row(self, canvas: Canvas, rect: pygame.Rect, number: int) -> None:
        file, is_looked_at = self.shelf.rows[number], number == self.selection.at
        is_chosen = self.selection.is_marked(number) or (is_looked_at and not self.selection.marked)
        paper = paper_of(lit=is_chosen or canvas.hovers(rect))
        canvas.plate(rect, paper, edge_of(lit=is_looked_at), 0.3, 0.16 if is_looked_at else 0.08)
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
        """Draw a game by its file's name and time, and its players as far as they are remembered."""
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
        kind, known = self.shelf.kind(game), self.shelf.summary(game)
        names = (kind.title if self.shelf.names_kinds else "", kind.listing.board_name(game.header))
        board = " · ".join(filter(None, names))
        below = part("players"), row(part("state"), text("board", board, size=SMALL), gap=0.6)
        places = canvas.places(_row(*below, played=_played(file)), rect)
        draw_picture(canvas, places["picture"], kind, known.view if isinstance(known, Summary) else None)
        self._heading(canvas, places, file)
        draw_players(canvas, places["players"], kind, game)
        canvas.small(board, places["board"], align="right", colour=INK_SOFT)
        colour = VERMILION if isinstance(known, str) else INK_SOFT
        canvas.small(state_words(kind, game, known), places["state"], colour=colour)
        return places

    def _heading(self, canvas: Canvas, places: Places, file: GameFile) -> None:
        canvas.small(places.words("played"), places["played"], align="right", colour=INK_SOFT)
        _shortened(canvas, listed_name(file, self.shelf.brief(file)), places["heading"], weight="Bold")


def _shortened(canvas: Canvas, words: str, box: pygame.Rect, size: float = 1.0, weight: Weight = "Regular") -> None:
    """Write a line, shortened if it is long: the details beside the list show all of it."""
    pixels = canvas.smallest(canvas.px(size))
    canvas.line(texts.shortened(words, pixels, box.width, weight), box, size=size, weight=weight)


def _played(file: GameFile) -> str:
    return f"{file.changed:%Y-%m-%d %H:%M}"


def draw_players(canvas: Canvas, box: pygame.Rect, kind: GamePlugin, game: SavedGame) -> None:
    """Draw all players in a row, banner and name, long names shortened; the details show all of the selected game's."""
    seats = kind.listing.seat_looks(game.header)
    for seat, cell in zip(seats, canvas.columns(box, len(seats), 0.3), strict=True):
        flag = banner(seat.clan, canvas.within(cell, 0.0, 0.03).height)
        room = canvas.put(flag, cell, gap=0.25)
        pixels = canvas.smallest(canvas.px(SMALL))
        canvas.small(texts.shortened(seat.name, pixels, room.width), room)


# Search, filters and order above the list

HIGH_EM, HEAD_GAP_EM = 2.1, 0.4
HEAD_EM = 2.4 + HEAD_GAP_EM + HIGH_EM
"""Height of all of it."""
UPPER = row(part("title", wide=9.0), part("search"), part("order", wide=14.0), high=2.4, gap=HEAD_GAP_EM)


class Wanted(Protocol):
    """The list, as far as it is changed here."""

    query: GameQuery

    def want(self, query: GameQuery) -> None:
        """List these games."""

    def search(self, words: str) -> None:
        """List the games that contain these words."""

    def to_list(self) -> None:
        """Go from the line that is typed to the list."""

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Return the codes and titles of all games."""

    def opponents(self) -> Sequence[tuple[Against, str]]:
        """Return against whom games were played, in words."""

    def counted(self) -> str:
        """Return how many games are listed."""


class GamesHead(Panel):
    """A line to search, and what is chosen of all games."""

    name = "games-head"

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted

    def shows(self) -> tuple[object, ...]:
        """Return the query, and the number of matches."""
        return self.wanted.query, self.wanted.counted()

    def draw(self, canvas: Canvas) -> None:
        """Draw both rows."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        wanted, query = self.wanted, self.wanted.query
        kinds = wanted.kinds()
        which = (part("which", wide=11.5),) if len(kinds) > 1 else ()
        lower = row(
            *which, part("state", wide=12.0), part("against", wide=12.5), part("count"), high=HIGH_EM, gap=HEAD_GAP_EM
        )
        places = canvas.places(column(UPPER, lower, gap=HEAD_GAP_EM), self.rect)
        canvas.line(_("Games"), places["title"], size=2, weight="Bold")
        draw_search(canvas, places["search"], query.words, wanted.search, wanted.to_list)
        labels = (_("By date"), _("By name"), _("By result"))
        sorting = Sorting(labels, ORDERS.index(query.order), query.is_reversed, self._sort, self._reverse)
        draw_sorting(canvas, places["order"], sorting)
        if which:
            self._which(canvas, places["which"], kinds)
        states = (_("Running or ended"), _("Running"), _("Ended"))
        tooltip = _("Show only running or finished games")
        chooser(
            canvas, "state", places["state"], Options(states, STATES.index(query.state), self._state, tooltip=tooltip)
        )
        self._against(canvas, places["against"])
        canvas.small(wanted.counted(), places["count"], align="right", colour=INK_SOFT)

    def _which(self, canvas: Canvas, box: pygame.Rect, kinds: Sequence[tuple[str, str]]) -> None:
        codes, titles = ["", *(code for code, _t in kinds)], [_("All games"), *(title for _c, title in kinds)]

        def choose(number: int) -> None:
            self._want(game=codes[number])

        chooser(
            canvas,
            "which",
            box,
            Options(titles, codes.index(self.wanted.query.game), choose, tooltip=_("Show only one game")),
        )

    def _against(self, canvas: Canvas, box: pygame.Rect) -> None:
        known = [(ANYBODY, _("Against anyone")), *self.wanted.opponents()]
        values = [value for value, _words in known]

        def choose(number: int) -> None:
            self._want(against=values[number])

        chosen = values.index(self.wanted.query.against) if self.wanted.query.against in values else 0
        tooltip = _("Show only games with this player; the most frequent come first")
        chooser(canvas, "against", box, Options([words for _value, words in known], chosen, choose, tooltip=tooltip))

    def _state(self, number: int) -> None:
        self._want(state=STATES[number])

    def _sort(self, number: int) -> None:
        self._want(order=ORDERS[number])

    def _reverse(self) -> None:
        self._want(is_reversed=not self.wanted.query.is_reversed)

    def _want(self, **changes: object) -> None:
        self.wanted.want(replace(self.wanted.query, **changes))


# Several selected entries: their names, and actions for all of them

BUTTON_EM, SEVERAL_GAP_EM, NAME_EM = 2.4, 0.4, 1.5
SHEET = column(
    part("head", high=2.4), part("told", high=3.6), part("names"), part("upper deeds", high=BUTTON_EM),
    part("lower deeds", high=BUTTON_EM), gap=SEVERAL_GAP_EM,
)  # fmt: skip


class SelectionAction(Struct):
    """A button that does something with all that is chosen; without an act its tooltip says why."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"


class SelectionContent(Struct):
    """The panel of several selected entries, and actions for all of them."""

    head: str
    told: str
    count: int
    name: Callable[[int], str]
    """Returns the name of one of them, by its number among them."""
    upper: Sequence[SelectionAction]
    lower: Sequence[SelectionAction]
    share: float | None = None
    """Share of the current action that is done; None: there is none."""


class Chosen(Protocol):
    """The scene of a list in which several things are chosen."""

    def several(self) -> SelectionContent:
        """Return the text about them."""


class SelectionPanel(Panel):
    """Names and buttons."""

    name = "several"

    def __init__(self, chosen: Chosen, margin: tuple[float, float] | None = None) -> None:
        """With a `margin`, in em, it is drawn on a sheet of its own."""
        super().__init__()
        self._margin = margin
        self.chosen = chosen
        self.scrolling: Scrolling = Scrolling("chosen-")

    def draw(self, canvas: Canvas) -> None:
        """Draw what is chosen, its buttons at the bottom."""
        if self._margin is None:
            canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        else:
            canvas.sheet(self.rect, PAPER)
        several, room = self.chosen.several(), canvas.within(self.rect, *self._margin or (0.0, 0.0))
        places = canvas.places(SHEET, room)
        canvas.line(several.head, places["head"], size=1.4, weight="Bold")
        if several.share is None:
            canvas.paragraph(several.told, places["told"], size=0.92, colour=INK_SOFT)
        else:
            self._progress(canvas, places["told"], several.told, several.share)
        for number, rect in self.scrolling.lay(canvas, places["names"], several.count, NAME_EM):
            pixels = canvas.smallest(canvas.px(SMALL))
            canvas.small(texts.shortened(several.name(number), pixels, rect.width), rect)
        for deeds, rects in ((several.upper, places["upper deeds"]), (several.lower, places["lower deeds"])):
            for deed, rect in zip(deeds, canvas.columns(rects, max(1, len(deeds)), SEVERAL_GAP_EM), strict=False):
                button(canvas, deed.name, rect, deed.label, deed.act, style=deed.style, tooltip=deed.tooltip)

    def _progress(self, canvas: Canvas, box: pygame.Rect, sentence: str, done: float) -> None:
        words, bar, _rest = canvas.down(box, 1.8, 0.8, share())
        canvas.line(sentence, words)
        canvas.fill(bar, PAPER_SHADE, 0.3)
        if done:
            canvas.fill(canvas.across(bar, share(done), share(1 - done))[0], INDIGO, 0.3)
