"""Which game shall be played, or which one's rules read: a box for each, with its picture and what one does in it."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.language import _, ngettext
from shogun.window.kit.drawing.canvas import Align, Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import column, first_that_fits, part, row, share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.routes import Route
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.input_form import Form
from shogun.window.play.game_plugin import brought
from shogun.window.play.routes import ToNewGame
from shogun.window.tower.backdrop import draw_backdrop

BESIDE = 3
"""Boxes in a row."""
BOX_EM = (21.0, 27.0)
"""Width and height of a game's box: several rows of them are lower."""
ALL_EM = 30.0
"""How high all rows may be together."""
GAP_EM = 1.2
LEAST_COVER_EM = 6.0
"""Height, or width, of a cover at least."""
BEYOND_EM = (3.2, 9.4)
"""Of the sheet beside and above and below all boxes."""
NAMES = row(part("title"), part("players", wide=8.5), high=2.6)
BOXES = (
    column(part("cover", high=share(least=LEAST_COVER_EM)), NAMES, part("about", high=4.4), gap=0.2),
    row(
        part("cover", wide=LEAST_COVER_EM),
        column(part("title", high=share(most=2.6)), part("players", high=1.3), part("about"), gap=0.2),
        gap=0.6,
    ),
)
"""A game's box: its picture, and below it what it says of itself; where boxes are low, beside it."""
LIFT_EM = 0.35
"""How far the box under the pointer is lifted."""


class WhichGamePanel(ScenePanel["WhichGameScene"]):
    """A sheet with a box for each game."""

    name = "which-game"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        codes = self.scene.codes
        across, down = min(BESIDE, len(codes)), math.ceil(len(codes) / BESIDE)
        high = min(BOX_EM[1], (ALL_EM - (down - 1) * GAP_EM) / down)
        inner = across * (BOX_EM[0] + GAP_EM) - GAP_EM, down * (high + GAP_EM) - GAP_EM
        form = Form(canvas, self.rect, (inner[0] + BEYOND_EM[0], inner[1] + BEYOND_EM[1]), _("Which game?"))
        room = canvas.spot(form.room(), *inner, at=("middle", "start"))
        boxes = [box for line in canvas.rows(room, down, GAP_EM) for box in canvas.columns(line, across, GAP_EM)]
        for code, box in zip(codes, boxes, strict=False):
            self._game(canvas, box, code)
        form.back("back", _("Back"), self.scene.escape)

    def _game(self, canvas: Canvas, rect: pygame.Rect, code: str) -> None:
        """Draw a game's box with its picture, its name, how many may play it, and what they do."""
        game = brought(self.scene.app.options, code)
        act = partial(self.scene.choose, code)
        lit = canvas.hovers(rect) or canvas.focus == f"game-{code}"
        box = rect.move(0, -canvas.px(LIFT_EM)) if lit else rect
        canvas.sheet(box, PAPER_BRIGHT, INDIGO if lit else PAPER_EDGE)
        inside = canvas.within(box, 0.7, 0.6)
        places = first_that_fits(BOXES, inside, canvas.em)
        canvas.surface.blit(game.listing.cover(places["cover"].size), places["cover"])
        canvas.frame(places["cover"], INK)
        align: Align = "right" if places["players"].top == places["title"].top else "left"
        canvas.line(game.title, places["title"], size=1.5, weight="Bold")
        canvas.small(_players(game.form.counts()), places["players"], align=align, colour=INK_SOFT)
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
