"""The end: all players by their points, the winners marked (9.1)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.views import Result
from shogun.games.shogun.screen.panels.ranking import order_of
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.wording import chests
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.theme import GOLD_PALE, INDIGO, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.widgets.button import button

ROW_EM = 2.0
BUTTON_EM = 11.5


def draw_result(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, tell: Act) -> None:
    """Draw a row for each player, the best first, and a button that leads to all there is to tell."""
    more = pygame.Rect(box.right - canvas.px(BUTTON_EM), box.top, canvas.px(BUTTON_EM), canvas.px(2.4))
    tooltip = _("Points by line, the seasons as a graph, the luck of the tower, and a rematch")
    button(canvas, "show-end", more, _("How it came about"), tell, style="primary", tooltip=tooltip)
    box = pygame.Rect(box.left, box.top, more.left - canvas.px(0.6) - box.left, box.height)
    order = order_of(result)
    gap = canvas.px(0.15)
    high = min(canvas.px(ROW_EM), (box.height + gap) // len(order) - gap)
    for row, seat in enumerate(order):
        _row(canvas, pygame.Rect(box.left, box.top + row * (high + gap), box.width, high), model, result, seat)


def _row(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, seat: int) -> None:
    won = seat in result.winners
    canvas.plate(box, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.2)
    flag = banner(model.seats[seat].clan, box.height - 4)
    canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + canvas.px(0.4), box.centery)))
    part = box.width // 4
    left = box.left + canvas.px(2)
    points = ngettext("{n} point", "{n} points", result.points[seat]).format(n=result.points[seat])
    canvas.line(model.seats[seat].name, pygame.Rect(left, box.top, part, box.height), weight="Bold")
    canvas.line(points, pygame.Rect(left + part, box.top, part, box.height), weight="Bold")
    canvas.line(chests(result.chests[seat]), pygame.Rect(left + 2 * part, box.top, part, box.height))
    if won:
        text = _("Winner") if len(result.winners) == 1 else _("Shares the victory")
        room = pygame.Rect(left + 3 * part, box.top, box.right - left - 3 * part - canvas.px(0.5), box.height)
        canvas.line(text, room, weight="Bold", colour=INDIGO, align="right")
