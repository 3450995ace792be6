"""A number with a button on each side, and one of a list: with arrows, or all beside each other."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.widgets.button import Style, button


class Number(Struct):
    """A number between two ends, both included, and what changes it."""

    value: int
    lowest: int
    highest: int
    change: Callable[[int], None]

    def turn(self, step: int) -> None:
        """Change the number by a step, as far as its ends."""
        value = max(self.lowest, min(self.highest, self.value + step))
        if value != self.value:
            self.change(value)


class Options(Struct):
    """One of a list of texts; a text with a refusal can't be chosen and says why."""

    labels: Sequence[str]
    chosen: int
    change: Callable[[int], None]
    refusals: Sequence[str] = ()
    tooltip: str = ""
    """What there is to know about the chosen one, or about all of them."""

    def at(self, number: int) -> int:
        """Return a number of the list, round its ends."""
        return number % len(self.labels)

    def turn(self, step: int) -> None:
        """Choose the next text (1) or the one before (-1)."""
        if len(self.labels) > 1:
            self.change(self.at(self.chosen + step))


def _parts(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    side = min(rect.height, rect.width // 4)
    left = pygame.Rect(rect.left, rect.top, side, rect.height)
    right = pygame.Rect(rect.right - side, rect.top, side, rect.height)
    middle = pygame.Rect(left.right, rect.top, right.left - left.right, rect.height)
    return left, middle.inflate(-4, 0), right


def stepper(canvas: Canvas, name: str, rect: pygame.Rect, number: Number) -> None:
    """Draw a number that its two buttons change, and the left and right arrow keys."""
    left, middle, right = _parts(rect)
    value = number.value
    canvas.target(name, middle, None, _("The arrow keys change it."), group=name, lead=True, turn=number.turn)
    less = partial(number.change, value - 1) if value > number.lowest else None
    more = partial(number.change, value + 1) if value < number.highest else None
    button(canvas, f"{name}-less", left, "−", less, tooltip=_("One less"), group=name)
    button(canvas, f"{name}-more", right, "+", more, tooltip=_("One more"), group=name)
    canvas.plate(middle, PAPER_BRIGHT, PAPER_EDGE, 0.2)
    canvas.line(str(value), middle, align="centre", weight="Bold", size=1.15)


def chooser(canvas: Canvas, name: str, rect: pygame.Rect, one_of: Options, room: float = 0.0) -> None:
    """Draw the chosen text; the arrows, and a click on the text, go round the list.

    So many em before the text stay free for a picture.
    """
    left, middle, right = _parts(rect)
    several = len(one_of.labels) > 1
    back = partial(one_of.turn, -1) if several else None
    on = partial(one_of.turn, 1) if several else None
    button(canvas, f"{name}-previous", left, "‹", back, tooltip=_("The one before"), group=name)
    button(canvas, f"{name}-next", right, "›", on, tooltip=_("The next one"), group=name)
    canvas.plate(middle, PAPER_BRIGHT, PAPER_EDGE, 0.2)
    text = middle.inflate(-canvas.px(0.5), 0)
    text.width, text.left = text.width - canvas.px(room), text.left + canvas.px(room)
    canvas.line(one_of.labels[one_of.chosen], text, align="centre")
    canvas.target(name, middle, on, one_of.tooltip, group=name, lead=True, turn=one_of.turn if several else None)


def options(canvas: Canvas, name: str, rect: pygame.Rect, one_of: Options) -> None:
    """Draw all texts beside each other, the chosen one marked; what is refused is grey."""
    gap = canvas.px(0.3)
    count = len(one_of.labels)
    wide = (rect.width - gap * (count - 1)) // count
    for number, label in enumerate(one_of.labels):
        refusal = one_of.refusals[number] if one_of.refusals else ""
        box = pygame.Rect(rect.left + number * (wide + gap), rect.top, wide, rect.height)
        act = None if refusal else partial(one_of.change, number)
        chosen = number == one_of.chosen
        style: Style = "chosen" if chosen else "plain"
        told = refusal or one_of.tooltip
        button(canvas, f"{name}-{number}", box, label, act, style=style, tooltip=told, group=name, lead=chosen)
