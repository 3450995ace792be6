"""The end: all players by their points, the winners marked (9.1)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.views import Result
from shogun.games.shogun.screen.panels.results.ranking import order_of
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import chests
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.button import button

RESULT = row(part("rows"), column(part("more", high=2.4), wide=11.5), gap=0.6)
ROW = row(
    part("flag", wide=1.6), part("name"), part("points"), part("chests"), part("winner"),
    padding=(0.4, 0.0),
)  # fmt: skip


def draw_result(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, tell: Act) -> None:
    """Draw a row for each player, the best first, and a button that leads to all there is to tell."""
    places = canvas.places(RESULT, box)
    tooltip = _("Points by source, a graph of the seasons, the luck of the tower, and a rematch")
    button(canvas, "show-end", places["more"], _("How it happened"), tell, style="primary", tooltip=tooltip)
    order = order_of(result)
    lines = canvas.down(places["rows"], *(share(most=2.0),) * len(order), gap=0.15)
    for seat, line in zip(order, lines, strict=True):
        _row(canvas, line, model, result, seat)


def _row(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, seat: int) -> None:
    won = seat in result.winners
    canvas.plate(box, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.2)
    places = canvas.places(ROW, box)
    canvas.image(banner(model.seats[seat].clan, box.height - 4), places["flag"], "left")
    canvas.line(model.seats[seat].name, places["name"], weight="Bold")
    points = ngettext("{n} point", "{n} points", result.points[seat]).format(n=result.points[seat])
    canvas.line(points, places["points"], weight="Bold")
    canvas.line(chests(result.chests[seat]), places["chests"])
    if won:
        text = _("Winner") if len(result.winners) == 1 else _("Shares the victory")
        canvas.line(text, places["winner"], weight="Bold", colour=INDIGO, align="right")
