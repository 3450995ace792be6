"""How the attack that is being chosen may end: a bar each for win, tie and loss, with what is known for certain."""

import pygame

from shogun.base.intervals import Share
from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.odds_figures import Odds
from shogun.games.shogun.rules.references import RESULT_RULE
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import INDIGO, INK, INK_FAINT, INK_SOFT, PAPER_SHADE, VERMILION, Colour

HEAD_EM = 1.5
LABEL_EM = 2.3
TEXT_EM = 5.0


def draw_odds(canvas: Canvas, box: pygame.Rect, odds: Odds, bare: Share | None) -> None:
    """Draw three bars; the line through each reaches over its 95 % interval.

    `bare`, the chance to win without special cards, is told below where it is another one.
    """
    head = pygame.Rect(box.left, box.top, box.width, canvas.px(HEAD_EM))
    canvas.small(_basis(odds), head, colour=INK_SOFT)
    below = canvas.px(HEAD_EM) if bare else 0
    if bare:
        told = _("without special cards {share}").format(share=_in_words(bare))
        canvas.small(told, pygame.Rect(box.left, box.bottom - below, box.width, below), colour=INK_SOFT)
    high = (box.height - head.height - below) // 3
    rows: tuple[tuple[str, Share, Colour], ...] = (
        (_("win"), odds.win, INDIGO),
        (_("tie"), odds.tie, INK_FAINT),
        (_("lose"), odds.lose, VERMILION),
    )
    for number, (label, share, colour) in enumerate(rows):
        row = pygame.Rect(box.left, head.bottom + number * high, box.width, high)
        canvas.small(label, pygame.Rect(row.left, row.top, canvas.px(LABEL_EM), high))
        text = pygame.Rect(row.right - canvas.px(TEXT_EM), row.top, canvas.px(TEXT_EM), high)
        canvas.small(_in_words(share), text, align="right")
        left = row.left + canvas.px(LABEL_EM)
        bar = pygame.Rect(left, row.top, text.left - left - canvas.px(0.2), high).inflate(0, -canvas.px(0.6))
        _bar(canvas, bar, share, colour)
    canvas.target("odds", box, None, _tooltip(odds), RESULT_RULE)


def _basis(odds: Odds) -> str:
    if not odds.drops:
        return _("Odds, rough guess") if odds.is_makeshift else _("Odds, estimated")
    return ngettext("Odds of {n} drop", "Odds of {n} drops", odds.drops).format(n=odds.drops)


def chance_in_words(odds: Odds) -> str:
    """Return the chance to win: without an interval as long as a model tells it."""
    if odds.drops:
        return _in_words(odds.win)
    text = _("roughly {chance:.0%}") if odds.is_makeshift else _("about {chance:.0%}")
    return text.format(chance=odds.win.value)


def _in_words(share: Share) -> str:
    return f"{share.value:.0%} ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _bar(canvas: Canvas, bar: pygame.Rect, share: Share, colour: Colour) -> None:
    canvas.fill(bar, PAPER_SHADE, 0.15)
    part = bar.copy()
    part.width = round(bar.width * share.value)
    if part.width:
        pygame.draw.rect(canvas.surface, colour, part, border_radius=canvas.px(0.15))
    low, high = (round(bar.left + bar.width * end) for end in (share.low, share.high))
    pygame.draw.line(canvas.surface, INK, (low, bar.centery), (high, bar.centery), max(1, canvas.px(0.08)))
    for end in (low, high):
        pygame.draw.line(canvas.surface, INK, (end, bar.top + 2), (end, bar.bottom - 3), max(1, canvas.px(0.08)))


def _tooltip(odds: Odds) -> str:
    left = _("On average {armies:.1f} armies stand there afterwards.").format(armies=odds.armies_left)
    basis = _("Trial drops from the tower as it stands; in brackets between what the chance lies, with 95 %.")
    if not odds.drops:
        basis = _("By the {model}; trial drops follow.").format(model=odds.model)
    cards = _("+1 attack and +1 defence are used by those who have them.")
    return f"{basis} {cards} {left}"
