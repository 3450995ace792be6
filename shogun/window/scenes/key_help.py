"""The keys on one sheet, over whatever is open."""

import pygame

from shogun.base.language import _
from shogun.window.kit import keys
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.keys import Command
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import INK_SOFT, PAPER_BRIGHT
from shogun.window.kit.widgets.form import Form

SHEET_EM = (79, 44.5)
KEY_EM = 8.5
ROW_EM = 2.6
"""The most that a row takes."""


class KeysPanel(Panel):
    """Two columns: a key, and what it does."""

    name = "keys"

    def __init__(self, scene: "KeysScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Keys"))
        rows = keys.rows()
        half = -(-len(rows) // 2)
        gap = canvas.px(1.5)
        step = min(canvas.px(ROW_EM), (form.foot().top - canvas.px(0.4) - form.top) // half)
        wide = (form.inner.width - gap) // 2
        for number, (key, meaning) in enumerate(rows):
            column, row = divmod(number, half)
            left = form.inner.left + column * (wide + gap)
            room = pygame.Rect(left, form.top + row * step, wide, step - canvas.px(0.3))
            _row(canvas, room, key, meaning)
        form.back("back", _("Back"), self.scene.escape)


def _row(canvas: Canvas, row: pygame.Rect, key: str, meaning: str) -> None:
    cap = pygame.Rect(row.left, row.top, canvas.px(KEY_EM), row.height)
    canvas.plate(cap, PAPER_BRIGHT, INK_SOFT, 0.3)
    canvas.line(key, cap.inflate(-canvas.px(0.6), 0), weight="Bold", align="centre")
    left = cap.right + canvas.px(0.8)
    canvas.line(meaning, pygame.Rect(left, row.top, row.right - left, row.height))


class KeysScene(Scene):
    """Closes by Esc, and by the key that has opened it."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.panels = [KeysPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back."""
        self.app.pop()

    def command(self, command: Command) -> None:
        """Close where another scene would open it."""
        if command == "keys":
            self.escape()
        else:
            super().command(command)
