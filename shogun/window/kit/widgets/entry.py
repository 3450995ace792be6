"""A line that can be typed into."""

from collections.abc import Sequence
from typing import Unpack

import pygame
from msgspec import Struct

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas, TextEntry, TextRecord, TextStyle
from shogun.window.kit.drawing.theme import (
    BODY,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    VERMILION,
    mix,
)
from shogun.window.kit.input.typed_line import TypedLine
from shogun.window.kit.layout import share

COUNTED_LAST, COUNTER_EM = 4, 2.8
"""A line with a longest text counts its characters from so many before the last one on, in so much room."""
CHOSEN = mix(INDIGO, PAPER_BRIGHT, 0.75)
"""What lies upon the letters that are chosen."""


def entry(canvas: Canvas, name: str, rect: pygame.Rect, line: TextEntry) -> None:
    """Draw a line of text that takes the keyboard after a click; its hint stands in it while it is empty."""
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
    """Return where the letters of a line lie in a box, and let the entry know; a longer line is seen at its caret."""
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
    found = Letters(line, box, rect, ends, texts.rendered(line.shown, pixels, INK, weight) if focused else None)
    entry.place_at = found.place_at
    return found


class Letters(Struct, frozen=True, eq=False):
    """The letters of a line, as they lie on the screen."""

    line: TypedLine
    box: pygame.Rect
    """What of them is seen."""
    rect: pygame.Rect
    ends: Sequence[int]
    """How far so many of them reach, px."""
    image: pygame.Surface | None

    def place_at(self, x: int) -> int:
        """Return how many characters of the line are drawn before a pixel."""
        line = self.line
        found = min(range(len(self.ends)), key=lambda count: abs(self.rect.left + self.ends[count] - x))
        return found if found <= line.caret else max(line.caret, found - len(line.composed))

    def _part(self, start: int, end: int) -> pygame.Rect:
        """Return where some of the letters are seen."""
        left = self.rect.left + self.ends[start]
        return pygame.Rect(left, self.rect.top, self.ends[end] - self.ends[start], self.rect.height).clip(self.box)

    def draw(self, canvas: Canvas) -> None:
        """Draw the letters, with the caret, what is chosen, and a line below what is being composed."""
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
