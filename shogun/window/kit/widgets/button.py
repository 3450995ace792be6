"""Buttons and small displays: with a word or icons, a countdown, a bar, a rank as steps."""

import math
from collections.abc import Callable
from typing import Literal, TypedDict, Unpack

import pygame
from msgspec import Struct

from shogun.window.kit.drawing.canvas import Act, Canvas, Reach
from shogun.window.kit.drawing.icons import PRINTED, Palette, icon
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
    VERMILION,
    Colour,
    Weight,
    mix,
)
from shogun.window.kit.layout import across, share

Style = Literal["plain", "primary", "gold", "chosen"]
"""Styles: the most likely button is dark on paper (`primary`), and golden on dark ground (`gold`)."""


class ButtonLook(TypedDict, total=False):
    """A button's look, its tooltip, the rule that explains it, and the keyboard's access to it."""

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
    """Return the colors of paper, edge and text."""
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
    """Draw a button without its word and return the color for its label."""
    paper, edge, ink = colours(style, enabled=act is not None, hovered=canvas.hovers(rect))
    canvas.plate(rect, paper, edge, 0.3)
    return ink


def button(
    canvas: Canvas, name: str, rect: pygame.Rect, label: str, act: Act | None, **look: Unpack[ButtonLook]
) -> None:
    """Draw a button; without an `act` it is gray and its tooltip says why. A prominent style makes a main button."""
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


# Icons on paper


def put_icon(canvas: Canvas, name: str, box: pygame.Rect, palette: Palette = PRINTED) -> None:
    """Draw an icon centered in a box, as large as it allows."""
    image = icon(name, max(4, min(box.size)), palette)
    canvas.surface.blit(image, image.get_rect(center=box.center))


# Buttons with an icon, and perhaps a word or a second icon below it

WORD_EM = 0.8


class IconButton(Struct):
    """An icon button's content, action and tooltip."""

    name: str
    icon: str
    act: Act
    tooltip: str
    chosen: bool = False
    word: str = ""
    """Word below the icon."""
    second: str = ""
    """An icon below the icon."""


def icon_button(canvas: Canvas, rect: pygame.Rect, button: IconButton) -> None:
    """Draw an icon button; a single icon fills it."""
    face(canvas, rect, button.act, "chosen" if button.chosen else "plain")
    half = pygame.Rect(rect.left, rect.top + canvas.px(0.1), rect.width, rect.height // 2)
    below = pygame.Rect(rect.left, rect.top + rect.height // 2, rect.width, rect.height // 2)
    if not button.word and not button.second:
        half = rect.inflate(-canvas.px(0.8), -canvas.px(0.8))
    put_icon(canvas, button.icon, half)
    if button.second:
        put_icon(canvas, button.second, below.inflate(0, -canvas.px(0.2)))
    elif button.word:
        canvas.line(button.word, below.inflate(-canvas.px(0.2), 0), align="centre", size=WORD_EM)
    canvas.target(button.name, rect, button.act, button.tooltip)


# A countdown: a ring that shrinks while something waits

THICK_EM = 0.16


def countdown(canvas: Canvas, rect: pygame.Rect, share: float) -> None:
    """Draw a share of a ring around a place, from its top clockwise; 0: nothing."""
    if share <= 0:
        return
    side = max(rect.size)
    box = pygame.Rect(0, 0, side, side)
    box.center = rect.center
    top = math.pi / 2
    pygame.draw.arc(canvas.surface, GOLD, box, top - share * 2 * math.pi, top, max(2, canvas.px(THICK_EM)))


# A bar filled to a share

CORNER_EM = 0.15


def fill_bar(canvas: Canvas, box: pygame.Rect, filled: float, colour: Colour, *, leftwards: bool = False) -> None:
    """Fill a share of a box, 0 to 1, from its left, or from its right; less than a pixel isn't visible."""
    filled = min(1.0, max(0.0, filled))
    one, other = across(
        box, canvas.em, *((share(1 - filled), share(filled)) if leftwards else (share(filled), share(1 - filled)))
    )
    part = other if leftwards else one
    if part.width:
        pygame.draw.rect(canvas.surface, colour, part, border_radius=canvas.px(CORNER_EM))


# A rank among several as rising steps, with the reached ones filled

LOWEST = 0.3
"""Height of the first step, relative to the last one's."""
STEP_EM = 0.36
"""Width of a step."""
GAP_EM = 0.1


def ladder_em(count: int) -> float:
    """Return the width of a number of steps, em."""
    return count * (STEP_EM + GAP_EM) - GAP_EM


def draw_ladder(canvas: Canvas, rect: pygame.Rect, rank: int, count: int) -> None:
    """Draw `count` steps that fill the place, the first `rank` of them in colors from gold to red, the others empty."""
    for step, place in enumerate(canvas.columns(rect, count, GAP_EM)):
        share = LOWEST + (1 - LOWEST) * step / max(1, count - 1)
        bar = canvas.spot(place, high=share * rect.height / canvas.em, at=("start", "end"))
        reached = mix(GOLD, VERMILION, step / max(1, count - 1))
        canvas.fill(bar, reached if step < rank else PAPER_SHADE, 0.08)
