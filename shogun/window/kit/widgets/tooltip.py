"""A slip of ink beside what it explains: a sentence or two, and the rule that says more."""

from collections.abc import Iterator, Sequence

import pygame

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.text import line_height, width, wrapped
from shogun.window.kit.drawing.theme import GOLD_PALE, INK, PAPER_BRIGHT, SMALL

WIDE_EM = 22
RULE_SIZE = 0.76
AIR = 4
"""Pixels between a place and its slip."""
LOW = 0.6
"""A panel that begins lower than this share of the window lies at its lower edge."""


def draw_tooltip(
    canvas: Canvas, target: HitRegion, panel: pygame.Rect | None = None, others: Sequence[pygame.Rect] = ()
) -> None:
    """Draw what a place explains of itself below it, or above where there is no room; never off the surface.

    What lies in a panel at the lower edge is explained above that panel, so that its other cards stay in sight.
    `others` are what may be clicked next: where it covers none of them is better.
    """
    pixels, small = canvas.px(SMALL), canvas.px(RULE_SIZE)
    rule = rule_words(target.why) if target.why else ""
    lines = wrapped(target.tooltip, pixels, canvas.px(WIDE_EM)) if target.tooltip else ()
    wide = max([*(width(line, pixels) for line in lines), width(rule, small, "Italic")]) + canvas.px(1)
    high = len(lines) * line_height(pixels) + (line_height(small) if rule else 0) + canvas.px(0.5)
    rect = beside(target.rect, (wide, high), canvas.surface.get_rect(), panel, others)
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
    place: pygame.Rect,
    size: tuple[int, int],
    area: pygame.Rect,
    panel: pygame.Rect | None = None,
    others: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return where a slip of a size lies beside a place, inside of the area.

    Below it, else above it or its panel; where it would cover other places there, wherever it covers fewest.
    """
    usual = pygame.Rect((0, 0), size)
    usual.midtop = (place.centerx, place.bottom + AIR)
    if panel is not None and panel.top > area.height * LOW:
        usual.bottom = panel.top - 2
    elif usual.bottom > area.bottom:
        usual.bottom = place.top - AIR
    tried = [usual, *_around(place, size, panel)]
    free = [rect for rect in (one.clamp(area) for one in tried) if not rect.colliderect(place)]
    return min(free, key=lambda rect: len(rect.collidelistall(others)), default=usual.clamp(area))


def _around(place: pygame.Rect, size: tuple[int, int], panel: pygame.Rect | None) -> Iterator[pygame.Rect]:
    """Yield places for a slip: above and below what it explains, above and below its panel, and at its sides."""
    rect = pygame.Rect((0, 0), size)
    around = place if panel is None else panel
    for bottom in (place.top - AIR, around.top - 2):
        rect.midbottom = (place.centerx, bottom)
        yield rect.copy()
    for top in (place.bottom + AIR, around.bottom + 2):
        rect.midtop = (place.centerx, top)
        yield rect.copy()
    rect.midright = (place.left - AIR, place.centery)
    yield rect.copy()
    rect.midleft = (place.right + AIR, place.centery)
    yield rect.copy()
