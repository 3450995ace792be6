"""A button with an icon, and perhaps a word or a second icon below it."""

import pygame
from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.widgets.button import face
from shogun.window.kit.widgets.icon import put_icon

WORD_EM = 0.8


class IconButton(Struct):
    """What stands on it, what it does, and what its tooltip says."""

    name: str
    icon: str
    act: Act
    tooltip: str
    chosen: bool = False
    word: str = ""
    """Written below the icon."""
    second: str = ""
    """An icon below the icon."""


def icon_button(canvas: Canvas, rect: pygame.Rect, button: IconButton) -> None:
    """Draw a button; a single icon fills it."""
    face(canvas, rect, button.act, "chosen" if button.chosen else "plain")
    half = pygame.Rect(rect.left, rect.top + canvas.px(0.1), rect.width, rect.height // 2)
    below = pygame.Rect(rect.left, rect.top + rect.height // 2, rect.width, rect.height // 2)
    if not button.word and not button.second:
        half = rect.inflate(-canvas.px(0.8), -canvas.px(0.8))
    put_icon(canvas, button.icon, half)
    if button.second:
        put_icon(canvas, button.second, below.inflate(0, -canvas.px(0.2)))
    elif button.word:
        canvas.line(button.word, below.inflate(-canvas.px(0.2), 0), align="centre", size=WORD_EM)
    canvas.target(button.name, rect, button.act, button.tooltip)
