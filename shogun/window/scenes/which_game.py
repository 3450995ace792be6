"""Which game shall be played, or which one's rules read: a button for each, that says what kind of game it is."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.language import _, ngettext
from shogun.window.kit.drawing.backdrop import draw_backdrop
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.routes import Route
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import face
from shogun.window.kit.widgets.input_form import Form
from shogun.window.play.game_plugin import brought
from shogun.window.play.routes import ToNewGame

WIDE_EM, ROW_EM, BEYOND_EM = 38, 6.0, 10.0
"""Width of the sheet, height of a game's row, and of what is above and below all rows."""
BUTTON_EM = 5.4
GAME = column(row(part("title"), part("players", wide=9.0), high=2.0), part("about"), padding=(1.0, 0.5))
"""What stands on a game's button."""


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
        form = Form(canvas, self.rect, (WIDE_EM, len(codes) * ROW_EM + BEYOND_EM), _("Which game?"))
        rows = canvas.down(form.room(), *(share(most=BUTTON_EM),) * len(codes), gap=ROW_EM - BUTTON_EM)
        for code, room in zip(codes, rows, strict=True):
            self._game(canvas, room, code)
        form.back("back", _("Back"), self.scene.escape)

    def _game(self, canvas: Canvas, rect: pygame.Rect, code: str) -> None:
        """Draw a button with the name of a game, how many may play it, and what they do."""
        game = brought(self.scene.app.options, code)
        act = partial(self.scene.choose, code)
        face(canvas, rect, act, "plain")
        places = canvas.places(GAME, rect)
        canvas.line(game.title, places["title"], size=1.3, weight="Bold")
        canvas.small(_players(game.form.counts()), places["players"], align="right", colour=INK_SOFT)
        canvas.paragraph(game.form.about(), places["about"], colour=INK_SOFT)
        canvas.target(f"game-{code}", rect, act)


def _players(counts: Sequence[int]) -> str:
    """Return how many may play."""
    least, most = min(counts), max(counts)
    if least == most:
        return ngettext("{n} player", "{n} players", most).format(n=most)
    return _("{least} to {most} players").format(least=least, most=most)


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
