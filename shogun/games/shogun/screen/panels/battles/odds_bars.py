"""How the attack that is being chosen may end: a bar each for win, tie and loss, with what is known for certain."""

import pygame

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.odds import Odds
from shogun.games.shogun.rules.references import RESULT_RULE
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_FAINT, INK_SOFT, PAPER_SHADE, VERMILION, Colour
from shogun.window.kit.layout import column, part, point, row
from shogun.window.kit.widgets.button import fill_bar

HEAD_EM = 1.5
ROW = row(part("label", wide=2.3), row(part("bar"), padding=(0.0, 0.3)), part("share", wide=5.0), gap=0.1)


def draw_odds(canvas: Canvas, box: pygame.Rect, odds: Odds, bare: Share | None) -> None:
    """Draw three bars; the line through each reaches over its 95 % interval.

    `bare`, the chance to win without special cards, is told below where it is another one.
    """
    below = (part("bare", high=HEAD_EM),) if bare else ()
    places = canvas.places(column(part("head", high=HEAD_EM), part("rows"), *below), box)
    canvas.small(_basis(odds), places["head"], colour=INK_SOFT)
    if bare:
        told = _("without special cards {share}").format(share=_in_words(round(100 * bare.value), bare))
        canvas.small(told, places["bare"], colour=INK_SOFT)
    rows: tuple[tuple[str, Share, Colour], ...] = (
        (_("won"), odds.win, INDIGO),
        (_("tied"), odds.tie, INK_FAINT),
        (_("lost"), odds.lose, VERMILION),
    )
    lines = canvas.rows(places["rows"], len(rows))
    for line, (label, share, colour), whole in zip(lines, rows, odds.percents, strict=True):
        in_row = canvas.places(ROW, line)
        canvas.small(label, in_row["label"])
        canvas.small(_in_words(whole, share), in_row["share"], align="right")
        _bar(canvas, in_row["bar"], share, colour)
    canvas.target("odds", box, None, _tooltip(odds), RESULT_RULE)


def _basis(odds: Odds) -> str:
    if not odds.drops:
        return _("Odds, rough guess") if odds.is_makeshift else _("Odds, estimated")
    return ngettext("Odds from {n} drop", "Odds from {n} drops", odds.drops).format(n=odds.drops)


def chance_in_words(odds: Odds) -> str:
    """Return the chance to win: without an interval as long as a model tells it."""
    if odds.drops:
        return _in_words(odds.percents[0], odds.win)
    text = _("roughly {chance}") if odds.is_makeshift else _("about {chance}")
    return text.format(chance=percent(odds.percents[0] / 100))


def _in_words(whole: int, share: Share) -> str:
    return f"{whole} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _bar(canvas: Canvas, bar: pygame.Rect, share: Share, colour: Colour) -> None:
    canvas.fill(bar, PAPER_SHADE, 0.15)
    fill_bar(canvas, bar, share.value, colour)
    thick = max(1, canvas.px(0.08))
    for end in (share.low, share.high):
        upper, lower = (point(canvas.within(bar, 0.0, 0.12), end, up) for up in (1.0, 0.0))
        pygame.draw.line(canvas.surface, INK, upper, lower, thick)
    low, high = (point(bar, end, 0.5) for end in (share.low, share.high))
    pygame.draw.line(canvas.surface, INK, low, high, thick)


def _tooltip(odds: Odds) -> str:
    left = _("On average {armies:.1f} armies are left there.").format(armies=odds.armies_left)
    basis = _("Trial drops into the tower as it is now; the 95 % interval is in brackets.")
    if not odds.drops:
        basis = _("From the {model}; trial drops follow.").format(model=odds.model)
    cards = _("Players who hold +1 attack or +1 defense are assumed to use it.")
    return f"{basis} {cards} {left}"
