"""A sheet to fill in: a title, rows with a label, a field and a note, and buttons at the foot."""

from typing import Unpack

import pygame

from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.theme import INK_SOFT, PAPER, VERMILION
from shogun.window.kit.widgets.button import ButtonLook, button

TITLE_EM = 3.2
FIELD_EM = 2.2
GAP_EM = 0.45
"""Between two rows, if nothing else is wanted."""
FOOT_EM = 2.8
MARGIN_EM = (1.6, 1.0)
NOTE_SIZE = 0.84


class Form:
    """The sheet as it is drawn from top to bottom."""

    def __init__(self, canvas: Canvas, area: pygame.Rect, size_em: tuple[float, float], title: str) -> None:
        """Draw an empty sheet in the middle of an area, in which it always fits."""
        self._canvas = canvas
        sheet = pygame.Rect(0, 0, min(canvas.px(size_em[0]), area.width), min(canvas.px(size_em[1]), area.height))
        sheet.center = area.center
        canvas.sheet(sheet, PAPER)
        self.inner = sheet.inflate(-2 * canvas.px(MARGIN_EM[0]), -2 * canvas.px(MARGIN_EM[1]))
        head = pygame.Rect(self.inner.left, self.inner.top, self.inner.width, canvas.px(TITLE_EM - 0.8))
        canvas.line(title, head, size=2, weight="Bold")
        self._top = self.inner.top + canvas.px(TITLE_EM)
        self.label_em, self.field_em = 10.0, 26.0
        """How wide labels and fields are; notes take what is left."""
        self.gap_em = GAP_EM
        self.row_em = FIELD_EM

    @property
    def top(self) -> int:
        """Where the next row begins, px."""
        return self._top

    def whole_row(self) -> pygame.Rect:
        """Return the room of the next row."""
        row = pygame.Rect(self.inner.left, self._top, self.inner.width, self._canvas.px(self.row_em))
        self._top = row.bottom + self._canvas.px(self.gap_em)
        return row

    def skip(self, ems: float) -> None:
        """Leave some room free."""
        self._top += self._canvas.px(ems)

    def row(self, label: str, note: str = "") -> pygame.Rect:
        """Write the label and the note of the next row and return the room of its field."""
        canvas, row = self._canvas, self.whole_row()
        canvas.line(label, pygame.Rect(row.left, row.top, canvas.px(self.label_em - 0.5), row.height), weight="Bold")
        field = pygame.Rect(row.left + canvas.px(self.label_em), row.top, canvas.px(self.field_em), row.height)
        left = field.right + canvas.px(1.2)
        if note:
            self._note(note, pygame.Rect(left, row.top, row.right - left, row.height))
        return field

    def _note(self, text: str, box: pygame.Rect) -> None:
        """Write a note in the middle of its row's height."""
        high = self._canvas.paragraph_height(text, box, size=NOTE_SIZE)
        room = pygame.Rect(box.left, box.top + max(0, box.height - high) // 2, box.width, box.height)
        room.height = box.bottom - room.top
        self._canvas.paragraph(text, room, size=NOTE_SIZE, colour=INK_SOFT)

    def complaint(self, text: str) -> None:
        """Write what is wrong above the buttons."""
        high = self._canvas.px(2.2)
        box = pygame.Rect(self.inner.left, self.foot().top - high - self._canvas.px(0.2), self.inner.width, high)
        self._canvas.paragraph(text, box, colour=VERMILION)

    def foot(self) -> pygame.Rect:
        """Return the row of the buttons."""
        high = self._canvas.px(FOOT_EM)
        return pygame.Rect(self.inner.left, self.inner.bottom - high, self.inner.width, high)

    def back(self, name: str, label: str, act: Act) -> None:
        """Draw the button at the left foot."""
        rect = self.foot()
        rect.width = self._canvas.px(12)
        button(self._canvas, name, rect, label, act, size=1.2)

    def forth(self, name: str, label: str, act: Act | None, **look: Unpack[ButtonLook]) -> None:
        """Draw the button at the right foot."""
        foot = self.foot()
        rect = pygame.Rect(foot.right - self._canvas.px(16), foot.top, self._canvas.px(16), foot.height)
        look.setdefault("size", 1.2)
        button(self._canvas, name, rect, label, act, **look)
