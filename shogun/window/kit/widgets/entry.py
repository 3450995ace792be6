"""Lines for typing, and forms made of them."""

from collections.abc import Sequence
from typing import Unpack

import pygame
from msgspec import Struct

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry, TextRecord, TextStyle
from shogun.window.kit.drawing.theme import (
    BODY,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    VERMILION,
    mix,
)
from shogun.window.kit.input.typed_line import TypedLine
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.button import ButtonLook, button

COUNTED_LAST, COUNTER_EM = 4, 2.8
"""Number of characters before the longest text from which on they are counted, and the counter's width."""
CHOSEN = mix(INDIGO, PAPER_BRIGHT, 0.75)
"""Background of selected letters."""


def entry(canvas: Canvas, name: str, rect: pygame.Rect, line: TextEntry) -> None:
    """Draw a line of text that takes the keyboard after a click; its hint is shown while it is empty."""
    focused = canvas.focus == name
    canvas.plate(rect, PAPER_BRIGHT, INDIGO if focused else PAPER_EDGE, 0.2, 0.12 if focused else 0.08)
    inner = rect.inflate(-canvas.px(0.8), 0)
    if focused and line.longest and len(line.value) >= line.longest - COUNTED_LAST:
        inner, counter = canvas.across(inner, share(), COUNTER_EM)
        is_full = len(line.value) >= line.longest
        count = f"{len(line.value)}/{line.longest}"
        canvas.small(count, counter, align="right", colour=VERMILION if is_full else INK_SOFT)
    lies = typed_line(canvas, inner, line, focused=focused)
    if focused:
        lies.draw(canvas)
    else:
        canvas.line(line.value or line.hint, inner, colour=INK if line.value else mix(INK_FAINT, INK, 0.4))
    canvas.entry(name, rect, line)


def typed_line(
    canvas: Canvas, box: pygame.Rect, entry: TextEntry, *, focused: bool, **style: Unpack[TextStyle]
) -> "Letters":
    """Return the positions of a line's letters in a box, and tell the entry; a longer line is scrolled to its caret."""
    line = TypedLine.of(entry.value, whole=entry.turn is not None)
    if focused:
        line = canvas.layer.line or line
        line.follow(entry.value)
    pixels, weight = canvas.px(style.get("size", BODY)), style.get("weight", "Regular")
    ends = [texts.width(line.shown[:count], pixels, weight) for count in range(len(line.shown) + 1)]
    slack = max(0, box.width - ends[-1]) if style.get("align") == "centre" else 0
    rect = pygame.Rect(box.left + slack // 2, 0, max(1, ends[-1]), texts.line_height(pixels))
    rect.left -= max(0, ends[line.caret + len(line.composed)] + 2 - box.width)
    rect.centery = box.centery
    letters = Letters(line, box, rect, ends, texts.rendered(line.shown, pixels, INK, weight) if focused else None)
    entry.place_at = letters.place_at
    return letters


class Letters(Struct, frozen=True, eq=False):
    """The letters of a line, with their positions on the screen."""

    line: TypedLine
    box: pygame.Rect
    """Rectangle of the visible part."""
    rect: pygame.Rect
    ends: Sequence[int]
    """Right ends of the letters, px."""
    image: pygame.Surface | None

    def place_at(self, x: int) -> int:
        """Return the number of characters drawn before a pixel."""
        line = self.line
        place = min(range(len(self.ends)), key=lambda count: abs(self.rect.left + self.ends[count] - x))
        return place if place <= line.caret else max(line.caret, place - len(line.composed))

    def _part(self, start: int, end: int) -> pygame.Rect:
        """Return the visible rectangle of some of the letters."""
        left = self.rect.left + self.ends[start]
        return pygame.Rect(left, self.rect.top, self.ends[end] - self.ends[start], self.rect.height).clip(self.box)

    def draw(self, canvas: Canvas) -> None:
        """Draw the letters, with the caret, the selection, and an underlined composition."""
        line, seen = self.line, self.rect.clip(self.box)
        caret = line.caret + len(line.composed)
        if canvas.paints and self.image is not None:
            canvas.surface.blit(self.image, seen, seen.move(-self.rect.left, -self.rect.top))
            canvas.surface.fill(CHOSEN, self._part(*line.chosen), special_flags=pygame.BLEND_MULT)
            below = self._part(line.caret, caret)
            canvas.surface.fill(INDIGO, pygame.Rect(below.left, below.bottom - 2, below.width, canvas.px(0.1)))
            x = self.rect.left + self.ends[caret] + (1 if line.shown else 0)
            top, bottom = self.box.top + self.box.height // 4, self.box.bottom - self.box.height // 4
            pygame.draw.line(canvas.surface, INDIGO, (x, top), (x, bottom))
        if line.shown:
            canvas.layer.texts.append(TextRecord(line.shown, seen, self.box.copy(), cut=False))


# Forms: a title, rows with a label, a field and a note, and buttons at the bottom

TITLE_EM = 3.2
FIELD_EM = 2.2
GAP_EM = 0.45
"""Default gap between two rows."""
FOOT_EM = 2.8
MARGIN_EM = (1.6, 1.0)
LEAST_MARGIN_EM = 0.4
"""Smallest margin above and below if the window is lower than the sheet: the margins give way first."""
NOTE_SIZE = 0.84


class Form:
    """A form, drawn from top to bottom."""

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
        """Width of labels and fields; notes take the rest."""
        self.gap_em = GAP_EM
        self.row_em = FIELD_EM

    def room(self, below: float = FOOT_EM + 0.8) -> pygame.Rect:
        """Return the rest below the rows so far, down to `below` em above the sheet's end: for the buttons."""
        rest = pygame.Rect(self.inner.left, self._top, self.inner.width, max(0, self.inner.bottom - self._top))
        return self._canvas.down(rest, share(), below)[0]

    def whole_row(self) -> pygame.Rect:
        """Return the room of the next row."""
        row = pygame.Rect(self.inner.left, self._top, self.inner.width, self._canvas.px(self.row_em))
        self._top = row.bottom + self._canvas.px(self.gap_em)
        return row

    def paragraph(self, text: str, ems: float) -> None:
        """Draw a text of several lines over the whole width, so many em high, and continue below it."""
        room, _rest = self._canvas.down(self.room(), ems, share())
        self._canvas.paragraph(text, room)
        self.skip(ems)

    def skip(self, ems: float) -> None:
        """Leave some room free."""
        self._top += self._canvas.px(ems)

    def go_below(self, room: pygame.Rect) -> None:
        """Continue with the next row below a place."""
        self._top = room.bottom

    def row(self, label: str, note: str = "") -> pygame.Rect:
        """Draw the label and the note of the next row and return the room of its field."""
        return self.field(self.whole_row(), label, note)

    def field(self, room: pygame.Rect, label: str, note: str = "") -> pygame.Rect:
        """Draw the label and the note of a row and return the room of its field."""
        canvas = self._canvas
        field, note_box = self.field_and_note(room, label)
        if note:
            high = canvas.paragraph_height(note, note_box, size=NOTE_SIZE)
            note_box = canvas.spot(note_box, high=high / canvas.em)
            canvas.paragraph(note, note_box, size=NOTE_SIZE, colour=INK_SOFT)
        return field

    def field_and_note(self, room: pygame.Rect, label: str) -> tuple[pygame.Rect, pygame.Rect]:
        """Draw the label of a row and return the rooms of its field and of its note."""
        title, _, field, _, note = self._canvas.across(room, self.label_em - 0.5, 0.5, self.field_em, 1.2, share())
        self._canvas.line(label, title, weight="Bold")
        return field, note

    def remark(self, text: str) -> None:
        """Draw a sentence on the whole form above the buttons, where an error message would be."""
        room = self._canvas.spot(self.room(FOOT_EM + 0.2), high=2.2, at=("start", "end"))
        self._canvas.paragraph(text, room, size=NOTE_SIZE, colour=INK_SOFT)

    def complaint(self, text: str) -> None:
        """Draw an error message above the buttons."""
        room = self._canvas.spot(self.room(FOOT_EM + 0.2), high=2.2, at=("start", "end"))
        self._canvas.paragraph(text, room, colour=VERMILION)

    def foot(self) -> pygame.Rect:
        """Return the row of the buttons."""
        return self._canvas.spot(self.inner, high=FOOT_EM, at=("start", "end"))

    def back(self, name: str, label: str, act: Act) -> None:
        """Draw the button at the lower left."""
        rect = self._canvas.spot(self.foot(), 12, at=("start", "middle"))
        button(self._canvas, name, rect, label, act, size=1.2)

    def forth(self, name: str, label: str, act: Act | None, **look: Unpack[ButtonLook]) -> None:
        """Draw the button at the lower right."""
        rect = self._canvas.spot(self.foot(), 16, at=("end", "middle"))
        look.setdefault("size", 1.2)
        button(self._canvas, name, rect, label, act, **look)
