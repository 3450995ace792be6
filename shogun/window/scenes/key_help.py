"""The keys of whatever is open, on one sheet over it."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER_BRIGHT
from shogun.window.kit.input import keys
from shogun.window.kit.input.keys import EVERYWHERE, Command, Key
from shogun.window.kit.layout import share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.input_form import Form
from shogun.window.tower.backdrop import draw_backdrop

SHEET_EM = (79, 44.5)
KEY_EM = 8.5
ROW_EM, GAP_EM = 2.3, 0.3
"""The most that a row takes, and what is free below it."""


class KeysPanel(ScenePanel["KeysScene"]):
    """Two columns: a key, and what it does."""

    name = "keys"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Keys"))
        rows = keys.rows(self.scene.shown)
        half = -(-len(rows) // 2)
        columns = canvas.columns(form.room(), 2, 1.5)
        places = (room for column in columns for room in canvas.down(column, *(share(most=ROW_EM),) * half, gap=GAP_EM))
        for (key, meaning), room in zip(rows, places, strict=False):
            _row(canvas, room, key, meaning)
        form.back("back", _("Back"), self.scene.escape)


def _row(canvas: Canvas, row: pygame.Rect, key: str, meaning: str) -> None:
    cap, told = canvas.across(row, KEY_EM, share(), gap=0.8)
    canvas.plate(cap, PAPER_BRIGHT, INK_SOFT, 0.3)
    canvas.line(key, canvas.within(cap, 0.3, 0), weight="Bold", align="centre")
    canvas.line(meaning, told)


class KeysScene(Scene):
    """Closes by Esc, and by the key that has opened it."""

    def __init__(self, app: Application, shown: Sequence[Key] = EVERYWHERE) -> None:
        """Show these keys, by default those of all scenes."""
        super().__init__(app)
        self.shown = shown
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
