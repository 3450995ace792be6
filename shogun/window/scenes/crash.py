"""An error of the program, or too little memory: one sentence over the screen, and the way back to the menu."""

import pygame

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import Form
from shogun.window.play.routes import ToMenu
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (36, 16)
LAYOUT = column(part("words"), row(part("go-on", wide=16.0), high=2.8))


class CrashPanel(ScenePanel["CrashScene"]):
    """A sheet with the sentence and one button."""

    name = "mistake"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Something went wrong"))
        places = canvas.places(LAYOUT, form.room(0))
        canvas.paragraph(self.scene.sentence, places["words"])
        button(canvas, "go-on", places["go-on"], _("Back to the menu"), self.scene.escape, style="primary", size=1.2)


class CrashScene(Scene):
    """An error over a scene, which is paused."""

    def __init__(self, app: Application, sentence: str) -> None:
        super().__init__(app)
        self.sentence = sentence
        self.panels = [CrashPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Cover the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go to the menu, from where the game can be resumed as it was saved."""
        self.app.go(ToMenu())

    def key(self, key: int) -> None:
        """Enter goes to the menu."""
        if key in ENTER:
            self.escape()
