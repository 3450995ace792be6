"""Winter at a glance: each player's rice, the resulting revolts, and the current points (8.2-8.4)."""

from collections.abc import Iterator

import pygame

from shogun.base.language import _
from shogun.games.shogun.analysis.threats import supplies
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.games.shogun.rules.views import View, passing_winter
from shogun.games.shogun.rules.winter import scores
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION, Weight
from shogun.window.kit.layout import part, row

HEAD_EM, ROW_EM = 1.9, 1.75
COLUMNS = 8
LINE = row(part("flag", wide=1.5), part("name", wide=6.1), part("figures"), padding=(0.2, 0.0), gap=0.1)


def draw_winter(canvas: Canvas, box: pygame.Rect, model: Model) -> None:
    """Draw a row for each player below the heads of the columns."""
    heads = _heads(is_forecast=not is_scored(model.view))
    lines = canvas.down(box, HEAD_EM, *(ROW_EM - 0.12,) * len(model.seats), gap=0.12)
    cells = canvas.columns(canvas.places(LINE, lines[0])["figures"], COLUMNS, gap=0.3)
    for number, (cell, (name, head, told)) in enumerate(zip(cells, heads, strict=True)):
        canvas.line(head, canvas.within(cell, -0.12, 0.0), size=SMALL, align="centre", colour=INK_SOFT)
        canvas.target(f"winter-{name}", cell, None, told, GOODS_RULES["points" if number > 3 else "rice"])
    for seat, line in enumerate(lines[1:]):
        _row(canvas, line, model, seat)


def is_scored(view: View) -> bool:
    """Return whether all revolts of the winter are over, so that the points are final (8.4)."""
    winter = passing_winter(view)
    return winter is not None and winter.turn == len(view.order)


def _heads(*, is_forecast: bool) -> list[tuple[str, str, str]]:
    """Return the columns: name, head, and tooltip."""
    foretold = (
        "total",
        _("Forecast"),
        _("A forecast: this winter's score as things stand. Scoring comes after all revolts"),
    )
    return [
        ("rice", _("Rice"), _("Rice left after the winter event")),
        ("needed", _("Needed"), _("Every province needs 1 rice; it is counted once, before any revolts")),
        ("short", _("Short"), _("Missing rice; it is counted once, before any revolts")),
        ("revolts", _("Revolts"), _("Revolts, and how many extra peasants rise in each")),
        ("provinces", _("Provinces"), _("1 point for each province, as things stand")),
        ("buildings", _("Built"), _("1 point for each building, as things stand")),
        ("majorities", _("Most"), _("Points for the most castles, temples and theaters in a region")),
        foretold if is_forecast else ("total", _("Points"), _("This winter's score for each player")),
    ]


def _row(canvas: Canvas, line: pygame.Rect, model: Model, seat: int) -> None:
    asked = model.question is not None and model.question.seat == seat
    canvas.plate(line, GOLD_PALE if asked else PAPER_BRIGHT, PAPER_EDGE, 0.2)
    places = canvas.places(LINE, line)
    canvas.image(banner(model.seats[seat].clan, line.height - 4), places["flag"], "left")
    canvas.line(model.seats[seat].name, places["name"], size=SMALL, weight="Bold")
    told = list(figures(model, seat))
    for number, (cell, (text, alarming)) in enumerate(
        zip(canvas.columns(places["figures"], COLUMNS, gap=0.3), told, strict=True)
    ):
        weight: Weight = "Bold" if number == COLUMNS - 1 else "Regular"
        canvas.line(text, cell, size=0.94, align="centre", colour=VERMILION if alarming else INK, weight=weight)


def figures(model: Model, seat: int) -> Iterator[tuple[str, bool]]:
    """Yield the figures of a player's row, each with True if it is bad."""
    supply, score = next(iter(supplies(model.view, seat))), scores(model.view)[seat]
    yield str(supply.left), False
    yield str(supply.needed), False
    yield str(supply.short), supply.short > 0
    yield (f"{supply.revolts} (+{supply.peasants})" if supply.revolts else "–"), supply.revolts > 0
    yield str(score.provinces), False
    yield str(score.buildings), False
    yield str(score.castles + score.temples + score.theatres), False
    yield str(score.total), False
