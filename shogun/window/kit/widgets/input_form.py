"""A sheet to fill in: a title, rows with a label, a field and a note, and buttons at the foot."""

from typing import Unpack

import pygame

from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER, VERMILION
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.button import ButtonLook, button

TITLE_EM = 3.2
FIELD_EM = 2.2
GAP_EM = 0.45
"""Between two rows, if nothing else is wanted."""
FOOT_EM = 2.8
MARGIN_EM = (1.6, 1.0)
LEAST_MARGIN_EM = 0.4
"""Above and below all else where the window is lower than the sheet: the margins give way first."""
NOTE_SIZE = 0.84


class Form:
    """The sheet as it is drawn from top to bottom."""

    def __init__(
        self, canvas: Canvas, area: pygame.Rect, size_em: tuple[float, float], title: str, *, title_em: float = TITLE_EM
    ) -> None:
        """Draw an empty sheet in the middle of an area, in which it always fits; its rows begin below the title."""
        self._canvas = canvas
        sheet = canvas.spot(area, *size_em)
        canvas.sheet(sheet, PAPER)
        lacking = size_em[1] - sheet.height / canvas.em
        beside, above = MARGIN_EM
        self.inner = canvas.within(sheet, beside, max(LEAST_MARGIN_EM, above - lacking / 2))
        head = canvas.spot(self.inner, high=TITLE_EM - 0.8, at=("start", "start"))
        canvas.line(title, head, size=2, weight="Bold")
        self._top = self.inner.top + canvas.px(title_em)
        self.label_em, self.field_em = 10.0, 26.0
        """How wide labels and fields are; notes take what is left."""
        self.gap_em = GAP_EM
        self.row_em = FIELD_EM

    def room(self, below: float = FOOT_EM + 0.8) -> pygame.Rect:
        """Return what is left below the rows so far, `below` em above the sheet's end: for the buttons."""
        rest = pygame.Rect(self.inner.left, self._top, self.inner.width, max(0, self.inner.bottom - self._top))
        return self._canvas.down(rest, share(), below)[0]

    def whole_row(self) -> pygame.Rect:
        """Return the room of the next row."""
        row = pygame.Rect(self.inner.left, self._top, self.inner.width, self._canvas.px(self.row_em))
        self._top = row.bottom + self._canvas.px(self.gap_em)
        return row

    def paragraph(self, text: str, ems: float) -> None:
        """Write a text of several lines over the whole width, in so many em, and begin below it."""
        room, _rest = self._canvas.down(self.room(), ems, share())
        self._canvas.paragraph(text, room)
        self.skip(ems)

    def skip(self, ems: float) -> None:
        """Leave some room free."""
        self._top += self._canvas.px(ems)

    def go_below(self, room: pygame.Rect) -> None:
        """Let the next row begin where a place ends."""
        self._top = room.bottom

    def row(self, label: str, note: str = "") -> pygame.Rect:
        """Write the label and the note of the next row and return the room of its field."""
        return self.field(self.whole_row(), label, note)

    def field(self, room: pygame.Rect, label: str, note: str = "") -> pygame.Rect:
        """Write the label and the note of a row and return the room of its field."""
        canvas = self._canvas
        title, _, field, _, told = canvas.across(room, self.label_em - 0.5, 0.5, self.field_em, 1.2, share())
        canvas.line(label, title, weight="Bold")
        if note:
            high = canvas.paragraph_height(note, told, size=NOTE_SIZE)
            told = canvas.spot(told, high=high / canvas.em)
            canvas.paragraph(note, told, size=NOTE_SIZE, colour=INK_SOFT)
        return field

    def complaint(self, text: str) -> None:
        """Write what is wrong above the buttons."""
        room = self._canvas.spot(self.room(FOOT_EM + 0.2), high=2.2, at=("start", "end"))
        self._canvas.paragraph(text, room, colour=VERMILION)

    def foot(self) -> pygame.Rect:
        """Return the row of the buttons."""
        return self._canvas.spot(self.inner, high=FOOT_EM, at=("start", "end"))

    def back(self, name: str, label: str, act: Act) -> None:
        """Draw the button at the left foot."""
        rect = self._canvas.spot(self.foot(), 12, at=("start", "middle"))
        button(self._canvas, name, rect, label, act, size=1.2)

    def forth(self, name: str, label: str, act: Act | None, **look: Unpack[ButtonLook]) -> None:
        """Draw the button at the right foot."""
        rect = self._canvas.spot(self.foot(), 16, at=("end", "middle"))
        look.setdefault("size", 1.2)
        button(self._canvas, name, rect, label, act, **look)
