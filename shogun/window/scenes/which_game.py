"""Which game shall be played, or which one's rules read: one button for each."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.language import _
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.routes import Route
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.form import Form
from shogun.window.play.brought import brought
from shogun.window.play.routes import ToNewGame

WIDE_EM = 30
HEAD_EM, ROW_EM, FOOT_EM = 6.0, 4.0, 4.0
BUTTON_EM = 3.2


class WhichGamePanel(Panel):
    """A sheet with a button for each game."""

    name = "which-game"

    def __init__(self, scene: "WhichGameScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        codes = self.scene.codes
        form = Form(canvas, self.rect, (WIDE_EM, HEAD_EM + len(codes) * ROW_EM + FOOT_EM), _("Which game?"))
        for number, code in enumerate(codes):
            top = form.top + canvas.px(number * ROW_EM)
            rect = pygame.Rect(form.inner.left, top, form.inner.width, canvas.px(BUTTON_EM))
            title = brought(self.scene.app.options, code).title
            button(canvas, f"game-{code}", rect, title, partial(self.scene.choose, code), size=1.3)
        form.back("back", _("Back"), self.scene.escape)


class WhichGameScene(Scene):
    """Comes before the sheet of a new game, the rules or the lessons, where there are several games.

    `to` says where it goes on once a game is chosen; `codes` are those of the games that are offered, if not all are.
    """

    def __init__(self, app: Application, to: Callable[[str], Route] = ToNewGame, codes: Sequence[str] = ()) -> None:
        super().__init__(app)
        self.to = to
        self.codes = codes or list(app.options.entries)
        self.panels = [WhichGamePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def choose(self, code: str) -> None:
        """Go on with a game."""
        self.app.go(self.to(code))

    def escape(self) -> None:
        """Go back."""
        self.app.pop()
