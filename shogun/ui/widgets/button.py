"""Buttons: a sheet of paper with a word on it."""

from typing import Literal

import pygame

from shogun.ui.canvas import Act, Canvas
from shogun.ui.theme import (
    BODY,
    GOLD,
    INDIGO,
    INDIGO_BRIGHT,
    INK,
    INK_FAINT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    Colour,
    mix,
)

Style = Literal["plain", "primary", "chosen"]


def colours(style: Style, enabled: bool, hovered: bool) -> tuple[Colour, Colour, Colour]:  # noqa: FBT001
    """Return the colours of paper, edge and text."""
    if not enabled:
        return mix(PAPER_SHADE, PAPER_EDGE, 0.15), PAPER_EDGE, mix(INK_FAINT, INK, 0.45)
    if style == "primary":
        return (INDIGO_BRIGHT if hovered else INDIGO), INK, PAPER_BRIGHT
    if style == "chosen":
        return (240, 217, 150), INK, INK
    return (PAPER_BRIGHT if hovered else mix(PAPER_BRIGHT, PAPER_SHADE, 0.55)), (INK if hovered else PAPER_EDGE), INK


def face(canvas: Canvas, name: str, rect: pygame.Rect, act: Act | None, style: Style) -> Colour:
    """Draw a button without its word and return the colour for what is written on it."""
    paper, edge, ink = colours(style, act is not None, canvas.hovers(rect))
    canvas.fill(rect, paper, 0.3)
    canvas.frame(rect, edge, 0.3)
    if canvas.focus == name:
        canvas.frame(rect.inflate(4, 4), GOLD, 0.35, 0.16)
    return ink


def button(
    canvas: Canvas,
    name: str,
    rect: pygame.Rect,
    label: str,
    act: Act | None,
    *,
    style: Style = "plain",
    tooltip: str = "",
    size: float = BODY,
) -> None:
    """Draw a button; without an `act` it is grey and its tooltip says why."""
    ink = face(canvas, name, rect, act, style)
    weight = "Bold" if style == "primary" else "Regular"
    canvas.line(label, rect.inflate(-canvas.px(0.6), 0), size=size, colour=ink, align="centre", weight=weight)
    canvas.target(name, rect, act, tooltip)
