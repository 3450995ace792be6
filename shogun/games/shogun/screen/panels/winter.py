"""Winter at a glance: each player's rice, the revolts that it means, and the points as things stand (8.2-8.4)."""

from collections.abc import Iterator

import pygame

from shogun.base.language import _
from shogun.games.shogun.analysis.supplies import supplies
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.games.shogun.rules.views import View, passing_winter
from shogun.games.shogun.rules.winter import scores
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import GOLD_PALE, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION, Weight

HEAD_EM, ROW_EM, NAME_EM = 1.9, 1.75, 8.0


def draw_winter(canvas: Canvas, box: pygame.Rect, model: Model) -> None:
    """Draw a row for each player below the heads of the columns."""
    heads = _heads(is_forecast=not is_scored(model.view))
    left = box.left + canvas.px(NAME_EM)
    wide = (box.right - left) // len(heads)
    for number, (name, head, told) in enumerate(heads):
        rect = pygame.Rect(left + number * wide, box.top, wide, canvas.px(HEAD_EM)).inflate(-canvas.px(0.3), 0)
        canvas.line(head, rect, size=SMALL, align="centre", colour=INK_SOFT)
        canvas.target(f"winter-{name}", rect, None, told, GOODS_RULES["points" if number > 3 else "rice"])
    for seat in range(len(model.seats)):
        top = box.top + canvas.px(HEAD_EM + 0.1) + seat * canvas.px(ROW_EM)
        _row(canvas, pygame.Rect(box.left, top, box.width, canvas.px(ROW_EM) - 2), model, seat)


def is_scored(view: View) -> bool:
    """Return whether all revolts of the winter are over, so that the points are those that are scored (8.4)."""
    winter = passing_winter(view)
    return winter is not None and winter.turn == len(view.order)


def _heads(*, is_forecast: bool) -> list[tuple[str, str, str]]:
    """Return the columns: name, head, and what they tell."""
    foretold = (
        "total",
        _("Forecast"),
        _("A forecast: what would be scored as things stand. Scoring comes after all revolts"),
    )
    return [
        ("rice", _("Rice"), _("Rice that is left after winter's event")),
        ("needed", _("Needed"), _("Every province needs 1 rice: it is counted once, before any revolt")),
        ("short", _("Short"), _("Rice that is missing: it is counted once, before any revolt")),
        ("revolts", _("Revolts"), _("Revolts, and how many more peasants rise in each")),
        ("provinces", _("Provinces"), _("1 point for each province, as things stand")),
        ("buildings", _("Built"), _("1 point for each building, as things stand")),
        ("majorities", _("Most"), _("Points for the most castles, temples and theatres of a region")),
        foretold if is_forecast else ("total", _("Points"), _("What each scores this winter")),
    ]


def _row(canvas: Canvas, row: pygame.Rect, model: Model, seat: int) -> None:
    asked = model.question is not None and model.question.seat == seat
    canvas.plate(row, GOLD_PALE if asked else PAPER_BRIGHT, PAPER_EDGE, 0.2)
    flag = banner(model.seats[seat].clan, row.height - 4)
    canvas.surface.blit(flag, flag.get_rect(midleft=(row.left + canvas.px(0.3), row.centery)))
    name = pygame.Rect(row.left + flag.get_width() + canvas.px(0.7), row.top, 0, row.height)
    name.width = row.left + canvas.px(NAME_EM) - name.left
    canvas.line(model.seats[seat].name, name, size=SMALL, weight="Bold")
    told = list(figures(model, seat))
    wide = (row.width - canvas.px(NAME_EM)) // len(told)
    for number, (text, alarming) in enumerate(told):
        cell = pygame.Rect(row.left + canvas.px(NAME_EM) + number * wide, row.top, wide, row.height)
        weight: Weight = "Bold" if number == len(told) - 1 else "Regular"
        canvas.line(text, cell, size=0.94, align="centre", colour=VERMILION if alarming else INK, weight=weight)


def figures(model: Model, seat: int) -> Iterator[tuple[str, bool]]:
    """Yield what stands in a player's row of the sheet, and whether it is bad."""
    supply, score = next(iter(supplies(model.view, seat))), scores(model.view)[seat]
    yield str(supply.left), False
    yield str(supply.needed), False
    yield str(supply.short), supply.short > 0
    yield (f"{supply.revolts} (+{supply.peasants})" if supply.revolts else "–"), supply.revolts > 0
    yield str(score.provinces), False
    yield str(score.buildings), False
    yield str(score.castles + score.temples + score.theatres), False
    yield str(score.total), False
