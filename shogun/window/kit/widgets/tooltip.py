"""Tooltips: a slip of ink next to a place, with a sentence or two, and the rule that says more."""

from collections.abc import Iterator, Sequence
from math import fsum

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.text import line_height, width, wrapped
from shogun.window.kit.drawing.theme import GOLD_PALE, INK, PAPER_BRIGHT, SMALL

WIDE_EM = 22
AIR = 4
"""Pixels between a place and its slip."""
NEEDED_EM, ASKED_EM, COMPARED_EM, BUTTONS_EM, OTHERS_EM = 200.0, 120.0, 14.0, 8.0, 6.0
"""Most extra distance of a slip to leave one more thing in sight: needed next, asked, compared, or clickable.

The first two are more than any window is wide: they are covered only where there is no way around them.
"""
STEPS = 8
"""Number of positions of a slip to each side along its place."""


class Surroundings(Struct, frozen=True):
    """The surroundings of an explained place, px."""

    area: pygame.Rect
    """The window: a slip never leaves it."""
    panel: pygame.Rect | None = None
    """The panel in which the place lies."""
    compared: Sequence[pygame.Rect] = ()
    """Places that it is compared with: others of its kind in its panel."""
    buttons: Sequence[pygame.Rect] = ()
    """Clickable places in its panel ..."""
    others: Sequence[pygame.Rect] = ()
    """... and elsewhere."""
    needed: Sequence[pygame.Rect] = ()
    """Areas that the place leads to and changes: `Panel.needed`."""
    asked: Sequence[pygame.Rect] = ()
    """The current choices, while keys go through them: `Scene.choosable`."""


def draw_tooltip(
    canvas: Canvas, target: HitRegion, around: Surroundings, *, may_cover: bool = True
) -> pygame.Rect | None:
    """Draw the tooltip of a place next to it, and return its rectangle.

    None: it would cover something needed or asked, which it may not.
    """
    pixels = canvas.px(SMALL)
    rule = rule_words(target.why) if target.why else ""
    lines = wrapped(target.tooltip, pixels, canvas.px(WIDE_EM)) if target.tooltip else ()
    wide = max([*(width(line, pixels) for line in lines), width(rule, pixels, "Italic")]) + canvas.px(1)
    high = len(lines) * line_height(pixels) + (line_height(pixels) if rule else 0) + canvas.px(0.5)
    rect = beside(target.rect, (wide, high), around, canvas.em)
    if not may_cover and rect.collidelist([*around.needed, *around.asked]) >= 0:
        return None
    canvas.fill(rect, INK, 0.3)
    inner = rect.inflate(-canvas.px(1), -canvas.px(0.5))
    if target.tooltip:
        room = pygame.Rect(inner.left, inner.top, inner.width, len(lines) * line_height(pixels))
        canvas.paragraph(target.tooltip, room, size=SMALL, colour=PAPER_BRIGHT)
    if rule:
        row = pygame.Rect(inner.left, inner.bottom - line_height(pixels), inner.width, line_height(pixels))
        canvas.line(rule, row, size=SMALL, colour=GOLD_PALE, weight="Italic")
    return rect


def rule_words(number: str) -> str:
    """Return the words that say how to reach the rule about a place."""
    return _("Why? Rule {number}: right-click or F1").format(number=number)


def beside(place: pygame.Rect, size: tuple[int, int], around: Surroundings, em: int) -> pygame.Rect:
    """Return the rectangle of a slip next to a place: never upon it, and inside the window.

    The nearest one that covers nothing of its surroundings; to leave one of them in sight it goes some em further.
    """
    slips = dict.fromkeys(tuple(rect.clamp(around.area)) for rect in _around(place, size, around.panel))
    free = [rect for rect in map(pygame.Rect, slips) if not rect.colliderect(place)]

    def cost(rect: pygame.Rect) -> float:
        around_it = (
            (around.needed, NEEDED_EM), (around.asked, ASKED_EM), (around.compared, COMPARED_EM),
            (around.buttons, BUTTONS_EM), (around.others, OTHERS_EM),
        )  # fmt: skip
        return em * fsum(far * len(rect.collidelistall(covered)) for covered, far in around_it) + _gap(rect, place)

    return min(free, key=cost, default=pygame.Rect((0, 0), size).clamp(around.area))


def _gap(rect: pygame.Rect, place: pygame.Rect) -> int:
    """Return the distance of two rectangles, px."""
    aside = max(rect.left - place.right, place.left - rect.right, 0)
    below = max(rect.top - place.bottom, place.top - rect.bottom, 0)
    return aside + below


def _around(place: pygame.Rect, size: tuple[int, int], panel: pygame.Rect | None) -> Iterator[pygame.Rect]:
    """Yield positions for a slip on all sides of its place and of its panel, and in its corners, best first.

    First below it in the middle, then further and further aside; above; at the sides.
    """
    wide, high = size
    for around in (place,) if panel is None else (place, panel):
        aside, along = (place.width + wide) // 2 + AIR, (place.height + high) // 2 + AIR
        lefts = [place.centerx - wide // 2 + shift for shift in _shifts(aside)]
        tops = [place.centery - high // 2 + shift for shift in _shifts(along)]
        for top in (around.bottom + AIR, around.top - AIR - high):
            yield from (pygame.Rect((left, top), size) for left in lefts)
        for left in (around.right + AIR, around.left - AIR - wide):
            yield from (pygame.Rect((left, top), size) for top in tops)
    if panel is not None:
        inner = pygame.Rect((0, 0), size)
        for corner in ("bottomleft", "bottomright", "topleft", "topright"):
            setattr(inner, corner, getattr(panel.inflate(-2 * AIR, -2 * AIR), corner))
            yield inner.copy()


def _shifts(most: int) -> Sequence[int]:
    """Return lengths between `-most` and `most`, the smallest first."""
    return [sign * most * step // STEPS for step in range(STEPS + 1) for sign in ((1, -1) if step else (1,))]
