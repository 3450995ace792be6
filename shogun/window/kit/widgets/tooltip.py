"""A slip of ink beside what it explains: a sentence or two, and the rule that says more."""

import pygame

from shogun.base.language import _
from shogun.window.kit.canvas import Canvas, Target
from shogun.window.kit.text import line_height, width, wrapped
from shogun.window.kit.theme import GOLD_PALE, INK, PAPER_BRIGHT, SMALL

WIDE_EM = 22
RULE_SIZE = 0.76
LOW = 0.6
"""A panel that begins lower than this share of the window lies at its lower edge."""


def draw_tooltip(canvas: Canvas, target: Target, panel: pygame.Rect | None = None) -> None:
    """Draw what a place explains of itself below it, or above where there is no room; never off the surface.

    What lies in a panel at the lower edge is explained above that panel, so that its other cards stay in sight.
    """
    pixels, small = canvas.px(SMALL), canvas.px(RULE_SIZE)
    rule = rule_words(target.why) if target.why else ""
    lines = wrapped(target.tooltip, pixels, canvas.px(WIDE_EM)) if target.tooltip else ()
    wide = max([*(width(line, pixels) for line in lines), width(rule, small, "Italic")]) + canvas.px(1)
    high = len(lines) * line_height(pixels) + (line_height(small) if rule else 0) + canvas.px(0.5)
    rect = beside(target.rect, (wide, high), canvas.surface.get_rect(), panel)
    canvas.fill(rect, INK, 0.3)
    inner = rect.inflate(-canvas.px(1), -canvas.px(0.5))
    if target.tooltip:
        room = pygame.Rect(inner.left, inner.top, inner.width, len(lines) * line_height(pixels))
        canvas.paragraph(target.tooltip, room, size=SMALL, colour=PAPER_BRIGHT)
    if rule:
        row = pygame.Rect(inner.left, inner.bottom - line_height(small), inner.width, line_height(small))
        canvas.line(rule, row, size=RULE_SIZE, colour=GOLD_PALE, weight="Italic")


def rule_words(number: str) -> str:
    """Return how one comes to the rule that explains a place."""
    return _("Why? Rule {number}: right click or F1").format(number=number)


def beside(
    place: pygame.Rect, size: tuple[int, int], area: pygame.Rect, panel: pygame.Rect | None = None
) -> pygame.Rect:
    """Return where a slip of a size lies beside a place: below it, else above it or its panel, inside of the area."""
    rect = pygame.Rect((0, 0), size)
    rect.midtop = (place.centerx, place.bottom + 4)
    if panel is not None and panel.top > area.height * LOW:
        rect.bottom = panel.top - 2
    elif rect.bottom > area.bottom:
        rect.bottom = place.top - 4
    rect.clamp_ip(area)
    return rect
