"""Buttons: a sheet of paper with a word on it."""

from collections.abc import Callable
from typing import Literal, TypedDict, Unpack

import pygame

from shogun.window.kit.drawing.canvas import Act, Canvas, Reach
from shogun.window.kit.drawing.theme import (
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
    Weight,
    mix,
)

Style = Literal["plain", "primary", "gold", "chosen"]
"""What is pressed most likely is dark on paper (`primary`), and golden on dark ground (`gold`)."""


class ButtonLook(TypedDict, total=False):
    """How a button looks, what its tooltip says, the rule that explains it, and how the keyboard reaches it."""

    style: Style
    tooltip: str
    why: str
    size: float
    group: str
    lead: bool
    begins: bool
    main: bool
    chosen: bool
    wheel: Callable[[int], None]
    repeats: bool


def colours(style: Style, *, enabled: bool, hovered: bool) -> tuple[Colour, Colour, Colour]:
    """Return the colours of paper, edge and text."""
    if not enabled:
        return mix(PAPER_SHADE, PAPER_EDGE, 0.15), PAPER_EDGE, mix(INK_FAINT, INK, 0.7)
    if style == "primary":
        return (INDIGO_BRIGHT if hovered else INDIGO), INK, PAPER_BRIGHT
    if style == "gold":
        return mix(GOLD, PAPER_BRIGHT, 0.45 if hovered else 0.25), INK, INK
    if style == "chosen":
        return (240, 217, 150), INK, INK
    return (PAPER_BRIGHT if hovered else mix(PAPER_BRIGHT, PAPER_SHADE, 0.55)), (INK if hovered else PAPER_EDGE), INK


def face(canvas: Canvas, rect: pygame.Rect, act: Act | None, style: Style) -> Colour:
    """Draw a button without its word and return the colour for what is written on it."""
    paper, edge, ink = colours(style, enabled=act is not None, hovered=canvas.hovers(rect))
    canvas.plate(rect, paper, edge, 0.3)
    return ink


def button(
    canvas: Canvas, name: str, rect: pygame.Rect, label: str, act: Act | None, **look: Unpack[ButtonLook]
) -> None:
    """Draw a button; without an `act` it is grey and its tooltip says why. One that stands out is a main button."""
    style = look.get("style", "plain")
    stands_out = style in {"primary", "gold"}
    ink = face(canvas, rect, act, style)
    weight: Weight = "Bold" if stands_out else "Regular"
    room = rect.inflate(-canvas.px(0.6), 0)
    canvas.line(label, room, size=look.get("size", BODY), colour=ink, align="centre", weight=weight)
    reach: Reach = {"group": look.get("group", ""), "lead": look.get("lead", False)}
    reach |= {"begins": look.get("begins", False), "chosen": look.get("chosen", False)}
    reach |= {"main": look.get("main", stands_out)}
    reach |= {"wheel": look.get("wheel"), "repeats": look.get("repeats", False)}
    reach |= {"refusal": "" if act else look.get("tooltip", "")}
    canvas.target(name, rect, act, look.get("tooltip", ""), look.get("why", ""), **reach)
