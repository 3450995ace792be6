"""A line that can be typed into."""

import pygame

from shogun.window.kit.drawing.canvas import Canvas, TextEntry
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_FAINT, PAPER_BRIGHT, PAPER_EDGE, mix


def entry(canvas: Canvas, name: str, rect: pygame.Rect, line: TextEntry) -> None:
    """Draw a line of text that takes the keyboard after a click; its hint stands in it while it is empty."""
    focused = canvas.focus == name
    canvas.plate(rect, PAPER_BRIGHT, INDIGO if focused else PAPER_EDGE, 0.2, 0.12 if focused else 0.08)
    inner = rect.inflate(-canvas.px(0.8), 0)
    shown = line.value or ("" if focused else line.hint)
    drawn = canvas.line(shown, inner, colour=INK if line.value else mix(INK_FAINT, INK, 0.4))
    if focused and canvas.layer.whole == name and line.value:
        canvas.surface.fill(mix(INDIGO, PAPER_BRIGHT, 0.75), drawn, special_flags=pygame.BLEND_MULT)
    if focused:
        x = drawn.right + 1 if line.value else inner.left
        pygame.draw.line(canvas.surface, INDIGO, (x, rect.top + rect.height // 4), (x, rect.bottom - rect.height // 4))
    canvas.entry(name, rect, line)
