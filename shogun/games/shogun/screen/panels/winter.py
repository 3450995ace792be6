"""Winter at a glance: each player's rice, the revolts that it means, and the points as things stand (8.2-8.4)."""

from collections.abc import Iterator

import pygame

from shogun.base.language import _
from shogun.games.shogun.analysis.supplies import supplies
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.games.shogun.rules.winter import scores
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import GOLD_PALE, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION, Weight

HEAD_EM, ROW_EM, NAME_EM = 1.9, 1.75, 8.0


def draw_winter(canvas: Canvas, box: pygame.Rect, model: Model) -> None:
    """Draw a row for each player below the heads of the columns."""
    heads = _heads()
    left = box.left + canvas.px(NAME_EM)
    wide = (box.right - left) // len(heads)
    for number, (name, head, told) in enumerate(heads):
        rect = pygame.Rect(left + number * wide, box.top, wide, canvas.px(HEAD_EM)).inflate(-canvas.px(0.3), 0)
        canvas.line(head, rect, size=SMALL, align="centre", colour=INK_SOFT)
        canvas.target(f"winter-{name}", rect, None, told, GOODS_RULES["points" if number > 3 else "rice"])
    for seat in range(len(model.seats)):
        top = box.top + canvas.px(HEAD_EM + 0.1) + seat * canvas.px(ROW_EM)
        _row(canvas, pygame.Rect(box.left, top, box.width, canvas.px(ROW_EM) - 2), model, seat)


def _heads() -> list[tuple[str, str, str]]:
    """Return the columns: name, head, and what they tell."""
    return [
        ("rice", _("Rice"), _("Rice that is left after winter's event")),
        ("needed", _("Needed"), _("Every province needs 1 rice: it is counted once, before any revolt")),
        ("short", _("Short"), _("Rice that is missing: it is counted once, before any revolt")),
        ("revolts", _("Revolts"), _("Revolts, and how many more peasants rise in each")),
        ("provinces", _("Provinces"), _("1 point for each province, as things stand")),
        ("buildings", _("Built"), _("1 point for each building, as things stand")),
        ("majorities", _("Most"), _("Points for the most castles, temples and theatres of a region")),
        ("total", _("Points"), _("What would be scored as things stand; scoring comes after all revolts")),
    ]


def _row(canvas: Canvas, row: pygame.Rect, model: Model, seat: int) -> None:
    asked = model.question is not None and model.question.seat == seat
    canvas.plate(row, GOLD_PALE if asked else PAPER_BRIGHT, PAPER_EDGE, 0.2)
    flag = banner(model.seats[seat].clan, row.height - 4)
    canvas.surface.blit(flag, flag.get_rect(midleft=(row.left + canvas.px(0.3), row.centery)))
    name = pygame.Rect(row.left + flag.get_width() + canvas.px(0.7), row.top, 0, row.height)
    name.width = row.left + canvas.px(NAME_EM) - name.left
    canvas.line(model.seats[seat].name, name, size=SMALL, weight="Bold")
    figures = list(_figures(model, seat))
    wide = (row.width - canvas.px(NAME_EM)) // len(figures)
    for number, (text, alarming) in enumerate(figures):
        cell = pygame.Rect(row.left + canvas.px(NAME_EM) + number * wide, row.top, wide, row.height)
        weight: Weight = "Bold" if number == len(figures) - 1 else "Regular"
        canvas.line(text, cell, size=0.94, align="centre", colour=VERMILION if alarming else INK, weight=weight)


def _figures(model: Model, seat: int) -> Iterator[tuple[str, bool]]:
    """Yield what stands in a player's row, and whether it is bad."""
    view = model.view
    supply, score = next(iter(supplies(view, seat)), None), scores(view)[seat]
    short, revolts, peasants = (supply.short, supply.revolts, supply.peasants) if supply else (0, 0, 0)
    yield str(view.players[seat].rice), False
    yield str(supply.needed if supply else score.provinces), False
    yield str(short), short > 0
    yield (f"{revolts} (+{peasants})" if revolts else "–"), revolts > 0
    yield str(score.provinces), False
    yield str(score.buildings), False
    yield str(score.castles + score.temples + score.theatres), False
    yield str(score.total), False
