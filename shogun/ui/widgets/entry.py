"""A line that can be typed into."""

from collections.abc import Callable

import pygame

from shogun.ui.canvas import Canvas
from shogun.ui.theme import INDIGO, INK, INK_FAINT, PAPER_BRIGHT, PAPER_EDGE


def entry(
    canvas: Canvas, name: str, rect: pygame.Rect, value: str, change: Callable[[str], None], *, hint: str = ""
) -> None:
    """Draw a line of text that takes the keyboard after a click; `hint` stands in it while it is empty."""
    focused = canvas.focus == name
    canvas.fill(rect, PAPER_BRIGHT, 0.2)
    canvas.frame(rect, INDIGO if focused else PAPER_EDGE, 0.2, 0.12 if focused else 0.08)
    inner = rect.inflate(-canvas.px(0.8), 0)
    shown = value or ("" if focused else hint)
    drawn = canvas.line(shown, inner, colour=INK if value else INK_FAINT)
    if focused:
        x = drawn.right + 1 if value else inner.left
        pygame.draw.line(canvas.surface, INDIGO, (x, rect.top + rect.height // 4), (x, rect.bottom - rect.height // 4))
    canvas.entry(name, rect, value, change)
