"""What one assignment of a plan would bring, in signs and figures: chests, rice, armies, points, and its revolt."""

from collections.abc import Iterator

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _
from shogun.games.shogun.analysis.threats import Assignment, Span
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.play.plan_words import SHORT_REASONS, change_text
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette, icon
from shogun.window.kit.drawing.text import width
from shogun.window.kit.drawing.theme import CUBES, INDIGO, INK, PAPER, VERMILION, Colour

SIZE = 0.8


class EffectSign(Struct):
    """A small picture and what is written beside it."""

    picture: pygame.Surface | None
    text: str
    colour: Colour = INK
    lozenge: bool = False
    """Whether the text stands in the lozenge of points."""
    spare: bool = False
    """Whether it can be left out where there is no room: prices and risks are told elsewhere too."""


def draw_effect(canvas: Canvas, box: pygame.Rect, found: Assignment, colour: str, held: Share | None) -> None:
    """Draw an assignment's effect in a row; `colour` is that of the player's cubes."""
    signs = list(_signs(found, box.height, colour, held))
    gap, small = canvas.px(0.1), canvas.px(0.25)
    pixels = canvas.px(SIZE)
    while _needed(signs, pixels, gap, small) > box.width and pixels > canvas.least:
        pixels -= 1
    while _needed(signs, pixels, gap, small) > box.width and any(sign.spare for sign in signs):
        signs.remove(next(sign for sign in signs if sign.spare))
    left = box.left + max(0, box.width - _needed(signs, pixels, gap, small)) // 2
    for sign in signs:
        if sign.picture is not None:
            canvas.surface.blit(sign.picture, sign.picture.get_rect(midleft=(left, box.centery)))
            left += sign.picture.get_width() + gap
        text = pygame.Rect(left, box.top, min(_wide(sign, pixels, gap), box.right - left), box.height)
        _write(canvas, sign, text, pixels)
        left = text.right + small


def _write(canvas: Canvas, sign: EffectSign, box: pygame.Rect, pixels: int) -> None:
    if not sign.text or box.width <= 0:
        return
    if sign.lozenge:
        canvas.fill(box.inflate(0, -2), INDIGO, 0.5)
    size = pixels / canvas.em
    colour = PAPER if sign.lozenge else sign.colour
    canvas.line(sign.text, box, size=size, weight="Bold", colour=colour, align="centre" if sign.lozenge else "left")


def _needed(signs: list[EffectSign], pixels: int, gap: int, between: int) -> int:
    pictures = sum(sign.picture.get_width() + gap for sign in signs if sign.picture is not None)
    return pictures + sum(_wide(sign, pixels, gap) for sign in signs) + between * (len(signs) - 1)


def _wide(sign: EffectSign, pixels: int, gap: int) -> int:
    if not sign.text:
        return 0
    return width(sign.text, pixels, "Bold") + (6 * gap if sign.lozenge else 1)


def _signs(found: Assignment, height: int, colour: str, held: Share | None) -> Iterator[EffectSign]:
    side = max(8, round(height * 0.86))
    if found.done == "never":
        yield EffectSign(icon("cross", side), _(SHORT_REASONS[found.reasons[0]]), VERMILION)
        return
    if found.action in ("battle_a", "battle_b"):
        yield EffectSign(pieces.cube(colour, side), f"→ {found.marching}")
    if found.chests.high:
        yield EffectSign(icon("chest", side), change_text(found.chests), spare=found.chests.high < 0)
    if found.rice.high:
        yield EffectSign(icon("rice", side), change_text(found.rice))
    if found.armies.high:
        yield EffectSign(icon("cube", side, Palette(accent=CUBES[colour])), change_text(found.armies))
    if found.points:
        yield EffectSign(None, change_text(Span(found.points, found.points)), lozenge=True)
    if found.peasants:
        yield EffectSign(pieces.revolt(found.peasants, side), "")
        if held:
            yield EffectSign(None, percent(1 - held.value), VERMILION, spare=True)
    if found.done == "perhaps":
        yield EffectSign(None, "?", VERMILION)
