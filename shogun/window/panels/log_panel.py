"""The log of a game, the newest line at the bottom; the wheel scrolls back.

A line under the pointer points at its place on the board, and a click on it shows the game as it was then.
"""

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base import language
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    SMALL,
    Colour,
    Weight,
    mix,
)
from shogun.window.kit.layout import part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.scrolling import BESIDE_EM, Scrolling
from shogun.window.play.model import GameModel, LogLine

LINE = "log-"
"""The name of the place of a line, before its number."""
LOG = row(part("rows"), padding=(0.2, 0.3))
BAR_EM = 0.5
ROW = row(part("dot", wide=0.7), part("text"), gap=0.15)
DOT_EM = 0.42
LATER = mix(INK_SOFT, PAPER, 0.12)
"""Color of lines after the moment on the screen."""


class LogRow(Struct, frozen=True):
    """One row of the panel: a piece of a line, and whether it is the line's first."""

    line: LogLine
    number: int
    """Number of the line in the log."""
    piece: str
    first: bool


class LogActs(Struct, kw_only=True, eq=False):
    """Actions of a scene for its log."""

    look_back: Callable[[LogLine], None]
    """Show the game as it was at a line."""
    point_at: Callable[[LogLine | None], None] = lambda _line: None
    """The pointer or the keyboard is at a line; None: at none."""
    rule: Callable[[LogLine], str] = lambda _line: ""
    """Return the number of the rule that explains a line; empty: none."""


class LogPanel(Panel):
    """The log; it stays where the wheel has put it until it is turned to its end again."""

    name = "log"

    def __init__(self, model: GameModel, acts: LogActs, lines: Sequence[LogLine] | None = None) -> None:
        """Show the model's log, or these `lines`."""
        super().__init__()
        self.model = model
        self.acts = acts
        self.scrolling: Scrolling = Scrolling(LINE)
        self.scrolling.bar_em = BAR_EM
        self._wrapped: list[LogRow] = []
        self._wrapped_lines: list[LogLine] = []
        self._wrapped_for = (0, 0, "")
        """The rows of these lines for a width and a height of letters, px, and a language."""
        self._lines = lines
        self._mark: int | None = None
        self._seeks_mark = False
        self._shown: dict[int, tuple[pygame.Rect, LogLine]] = {}
        """Area of each visible line, by its number."""
        self._pointed: LogLine | None = None
        self._by_keys = False
        """True if the keyboard points at it."""

    @property
    def mark(self) -> int | None:
        """The number of the line at the moment on the screen, -1 before the first one; None: the present."""
        return self._mark

    @mark.setter
    def mark(self, number: int | None) -> None:
        self._mark = number
        self._seeks_mark = True

    # Pointer and keyboard

    def rule(self) -> str:
        """Return the rule that explains the line under the pointer."""
        return self.acts.rule(self._pointed) if self._pointed is not None else ""

    def line_at(self, position: tuple[int, int]) -> LogLine | None:
        """Return the line at a point of the window."""
        return next((line for rect, line in self._shown.values() if rect.collidepoint(position)), None)

    def pointed(self, position: tuple[int, int]) -> None:
        """Point at the subject of the line under the pointer."""
        self._point_at(self.line_at(position))

    def focused(self, name: str) -> None:
        """Point at the subject of the line with the keyboard's focus."""
        _log, _dash, number = name.partition(LINE)
        if number.isdecimal() and int(number) in self._shown:
            self._point_at(self._shown[int(number)][1])
            self._by_keys = True
        elif self._by_keys:
            self._point_at(None)
            self._by_keys = False

    def _point_at(self, line: LogLine | None) -> None:
        if line is not self._pointed:
            self._pointed = line
            self.acts.point_at(line)

    def left(self) -> None:
        """Point at nothing any more."""
        self._point_at(None)

    # Drawing

    def shows(self) -> tuple[object, ...]:
        """Return how many lines there are, which rows are seen, and which are marked."""
        model = self.model
        return len(model.log), model.seats, self._mark, id(self._pointed)

    def draw(self, canvas: Canvas) -> None:
        """Draw as many rows as there is room for, from the bottom upwards; nothing without any room."""
        if not self.rect:
            self._shown.clear()
            return
        canvas.sheet(self.rect)
        places, high = canvas.places(LOG, self.rect), texts.line_height(canvas.px(SMALL))
        rows, visible = self._rows(canvas, places["rows"]), len(canvas.lines(places["rows"], high / canvas.em))
        stays_at_end = self.scrolling.is_at_end
        self.scrolling.fit(len(rows), visible)
        if stays_at_end:
            self.scrolling.end()
        self._seek_mark(rows, visible)
        self._shown.clear()
        for number, rect in self.scrolling.lay(canvas, places["rows"], len(rows), high / canvas.em):
            self._row(canvas, rows[number], rect)
        for number, (rect, line) in self._shown.items():
            if line.n:
                canvas.target(f"{LINE}{number}", rect, partial(self.acts.look_back, line), group="log", in_text=True)

    def _rows(self, canvas: Canvas, box: pygame.Rect) -> list[LogRow]:
        """Return all lines, wrapped beside the bar; only new ones are wrapped again."""
        beside = canvas.across(box, share(), BAR_EM, gap=BESIDE_EM)[0]
        room, pixels = canvas.places(ROW, beside)["text"].width, canvas.px(SMALL)
        lines = self.model.log if self._lines is None else self._lines
        known = len(self._wrapped_lines)
        same = (line is other for line, other in zip(self._wrapped_lines, lines, strict=False))
        made_for = room, pixels, language.current()
        if len(lines) < known or not all(same) or self._wrapped_for != made_for:
            self._wrapped, self._wrapped_lines, known = [], [], 0
            self._wrapped_for = made_for
        for number, line in enumerate(lines[known:], known):
            pieces = texts.wrapped(line.text, pixels, room, _weight(line))
            self._wrapped.extend(LogRow(line, number, piece, place == 0) for place, piece in enumerate(pieces))
            self._wrapped_lines.append(line)
        return self._wrapped

    def _seek_mark(self, rows: list[LogRow], visible: int) -> None:
        """Turn the log so that the marked line is seen, with some of what came after it."""
        if not self._seeks_mark or self._mark is None:
            return
        self._seeks_mark = False
        last = max((number for number, row in enumerate(rows) if row.number <= self._mark), default=0)
        first = self.scrolling.first
        if not first + 1 <= last < first + visible - 1:
            self.scrolling.restart()
            self.scrolling.show(min(last + visible // 3, max(0, len(rows) - 1)))

    def _row(self, canvas: Canvas, shown: LogRow, box: pygame.Rect) -> None:
        line = shown.line
        places = canvas.places(ROW, box)
        seen = self._shown.get(shown.number)
        self._shown[shown.number] = (seen[0].union(box) if seen else box, line)
        if line is self._pointed or shown.number == self._mark:
            canvas.surface.fill(GOLD_PALE, box)
        canvas.small(shown.piece, places["text"], colour=self._colour(shown), weight=_weight(line))
        if shown.first and line.seat is not None:
            colour = CUBES[self.model.seats[line.seat].colour]
            canvas.plate(canvas.spot(places["dot"], DOT_EM, DOT_EM), colour, INK, 0.1, 0.04)

    def _colour(self, row: LogRow) -> Colour:
        if self._mark is not None and row.number > self._mark:
            return LATER
        return INDIGO if row.line.heading else INK


def _weight(line: LogLine) -> Weight:
    return "Bold" if line.heading else "Regular"
