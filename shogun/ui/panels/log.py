"""What happened, in words; the newest line stands at the bottom, the wheel goes back."""

import pygame

from shogun.ui import text as texts
from shogun.ui.canvas import Canvas, TextRecord
from shogun.ui.model import LogLine, Model
from shogun.ui.panels.panel import Panel
from shogun.ui.text import Weight
from shogun.ui.theme import CUBES, INDIGO, INK, PAPER_EDGE, SMALL, Colour

NOTCH = 3
"""Lines that a notch of the wheel turns."""


class LogPanel(Panel):
    """The log; it stays where the wheel has put it until it is turned to its end again."""

    name = "log"

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model
        self.turned_back = 0
        """How many lines of text the log is turned back from its end."""

    def wheel(self, notches: int) -> None:
        """Turn the log."""
        self.turned_back = max(0, self.turned_back + notches * NOTCH)
        self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw as many lines as there is room for, from the bottom upwards."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(1.7), -canvas.px(0.6))
        inner.left = self.rect.left + canvas.px(1.05)
        pixels = canvas.px(SMALL)
        rows = self._rows(inner, pixels)
        high = texts.line_height(pixels)
        visible = inner.height // high
        self.turned_back = min(self.turned_back, max(0, len(rows) - visible))
        end = len(rows) - self.turned_back
        for number, (line, piece, first) in enumerate(rows[max(0, end - visible) : end]):
            self._row(canvas, line, piece, first, pygame.Rect(inner.left, inner.top + number * high, inner.width, high))
        self._bar(canvas, len(rows), visible, end)

    def _rows(self, inner: pygame.Rect, pixels: int) -> list[tuple[LogLine, str, bool]]:
        """Return the last lines, wrapped, as far as they can be seen; each with whether it is a sentence's first."""
        needed = inner.height // texts.line_height(pixels) + self.turned_back + NOTCH
        rows: list[tuple[LogLine, str, bool]] = []
        for line in reversed(self.model.log):
            lines = texts.wrapped(line.text, pixels, inner.width, _weight(line))
            rows.extend((line, piece, number == 0) for number, piece in reversed(list(enumerate(lines))))
            if len(rows) > needed:
                break
        return rows[::-1]

    def _row(self, canvas: Canvas, line: LogLine, piece: str, first: bool, box: pygame.Rect) -> None:
        image = texts.rendered(piece, canvas.px(SMALL), _colour(line), _weight(line))
        rect = image.get_rect(midleft=box.midleft)
        canvas.surface.blit(image, rect)
        canvas.layer.texts.append(TextRecord(piece, rect, box, cut=rect.width > box.width))
        if first and line.seat is not None:
            colour = CUBES[self.model.seats[line.seat].colour]
            dot = pygame.Rect(0, 0, canvas.px(0.42), canvas.px(0.42))
            dot.center = (self.rect.left + canvas.px(0.55), box.centery)
            canvas.plate(dot, colour, INK, 0.1, 0.04)

    def _bar(self, canvas: Canvas, rows: int, visible: int, end: int) -> None:
        if rows <= visible:
            return
        track = pygame.Rect(self.rect.right - canvas.px(0.4), self.rect.top + 4, canvas.px(0.2), self.rect.height - 8)
        canvas.fill(track, PAPER_EDGE, 0.1)
        thumb = track.copy()
        thumb.height = max(canvas.px(1), track.height * visible // rows)
        thumb.bottom = track.bottom - (track.height - thumb.height) * (rows - end) // max(1, rows - visible)
        canvas.fill(thumb, INDIGO, 0.1)


def _weight(line: LogLine) -> Weight:
    return "Bold" if line.heading else "Regular"


def _colour(line: LogLine) -> Colour:
    return INDIGO if line.heading else INK
