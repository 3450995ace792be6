"""Inputs: a number with a button on each side, options with arrows or next to each other, and a slider."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame
from msgspec import Struct

from shogun.base.language import _, decimal
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry, TextStyle
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_FAINT, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.entry import typed_line

DIGITS = 6
"""Decimals of a number, so that steps of hundredths stay exact."""


class Number(Struct):
    """A number between two ends, both included, and its setter."""

    value: float
    lowest: float
    highest: float
    change: Callable[[Any], None]
    """Called with the new number: a whole one where `step` is whole."""
    step: float = 1
    shift: Callable[[float], None] | None = None
    """Called instead with the difference, if one number changes several."""
    ends: tuple[float, float] | None = None
    """The lowest and the highest of the several numbers; None: the number itself."""
    shown: str = ""
    """Text shown instead of the number."""
    hint: str = ""
    """Hint about the number."""

    def turn(self, steps: int) -> None:
        """Change the number by steps, as far as its ends."""
        if self.shift is not None:
            self.shift(steps * self.step)
        else:
            self.set(self.value + steps * self.step)

    def can(self, steps: int) -> bool:
        """Return whether it can be changed by steps in this direction."""
        low, high = self.ends or (self.value, self.value)
        return high < self.highest if steps > 0 else low > self.lowest

    def set(self, value: float) -> None:
        """Change the number to the nearest one between its ends."""
        value = round(max(self.lowest, min(self.highest, value)), DIGITS)
        if value != self.value or self.shown:
            self.value = int(value) if self.is_whole else value
            self.change(self.value)

    @property
    def is_whole(self) -> bool:
        """True if it is a count, not a measure."""
        return isinstance(self.step, int)

    def type(self, text: str) -> None:
        """Take typed text; it counts as soon as it is a number."""
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            return
        if math.isfinite(value):
            self.set(round(value) if self.is_whole else value)


class Options(Struct):
    """Options in a list of texts; a text with a refusal can't be chosen and says why."""

    labels: Sequence[str]
    chosen: int
    change: Callable[[int], None]
    refusals: Sequence[str] = ()
    tooltip: str = ""
    """Tooltip of the chosen one, or of all of them."""
    before: float = 0.0
    """Free room for a picture before the chosen text, em ..."""
    after: float = 0.0
    """... and after it."""
    ask: Act | None = None
    """Called by a click on the chosen text instead of going to the next one."""

    def at(self, number: int) -> int:
        """Return a number of the list, cyclically."""
        return number % len(self.labels)

    def turn(self, step: int) -> None:
        """Choose the next text (1) or the previous one (-1)."""
        if len(self.labels) > 1:
            self.change(self.at(self.chosen + step))


def _parts(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    side = min(rect.height, rect.width // 4)
    left = pygame.Rect(rect.left, rect.top, side, rect.height)
    right = pygame.Rect(rect.right - side, rect.top, side, rect.height)
    middle = pygame.Rect(left.right, rect.top, right.left - left.right, rect.height)
    return left, middle.inflate(-4, 0), right


def stepper(canvas: Canvas, name: str, rect: pygame.Rect, number: Number) -> None:
    """Draw a number that is typed, or changed by its two buttons, which may be held, by the wheel and by arrow keys."""
    left, middle, right = _parts(rect)
    fewer, more = (_("One less"), _("One more")) if number.is_whole else (_("Less"), _("More"))
    for end, step, sign, box, told in (("less", -1, "−", left, fewer), ("more", 1, "+", right, more)):
        act = partial(number.turn, step) if number.can(step) else None
        button(canvas, f"{name}-{end}", box, sign, act, tooltip=told, group=name, wheel=number.turn, repeats=True)
    focused = canvas.focus == name
    typed = canvas.layer.line if focused else None
    text = typed.value if typed and typed.is_typed else number.shown or decimal(number.value, "g")
    hint = number.hint or _("Type a number; the wheel and the arrow keys change it.")
    line = TextEntry(text, number.type, hint, turn=number.turn)
    canvas.plate(middle, PAPER_BRIGHT, INDIGO if focused else PAPER_EDGE, 0.2, 0.12 if focused else 0.08)
    style: TextStyle = {"align": "centre", "weight": "Bold", "size": 1.15}
    lies = typed_line(canvas, middle, line, focused=focused, **style)
    if focused:
        lies.draw(canvas)
    else:
        canvas.line(text, middle, **style)
    canvas.entry(name, middle, line, group=name, lead=True, turn=number.turn, wheel=number.turn)


def chooser(canvas: Canvas, name: str, rect: pygame.Rect, one_of: Options) -> pygame.Rect:
    """Draw the chosen text; the arrows, and a click on the text unless it has an `ask`, go through the list cyclically.

    Return the place of the text and of the pictures next to it.
    """
    left, middle, right = _parts(rect)
    several = len(one_of.labels) > 1
    back = partial(one_of.turn, -1) if several else None
    on = partial(one_of.turn, 1) if several else None
    button(canvas, f"{name}-previous", left, "‹", back, tooltip=_("Previous"), group=name)
    button(canvas, f"{name}-next", right, "›", on, tooltip=_("Next one"), group=name)
    canvas.plate(middle, PAPER_BRIGHT, PAPER_EDGE, 0.2)
    inside = canvas.within(middle, 0.25, 0)
    _before, text, _after = canvas.across(inside, one_of.before, share(), one_of.after)
    canvas.line(one_of.labels[one_of.chosen], text, align="centre")
    act = one_of.ask or on
    canvas.target(name, middle, act, one_of.tooltip, group=name, lead=True, turn=one_of.turn if several else None)
    return inside


def options(canvas: Canvas, name: str, rect: pygame.Rect, one_of: Options) -> None:
    """Draw all texts next to each other, the chosen one marked; refused ones are gray."""
    gap = canvas.px(0.3)
    count = len(one_of.labels)
    wide = (rect.width - gap * (count - 1)) // count
    for number, label in enumerate(one_of.labels):
        refusal = one_of.refusals[number] if one_of.refusals else ""
        box = pygame.Rect(rect.left + number * (wide + gap), rect.top, wide, rect.height)
        act = None if refusal else partial(one_of.change, number)
        chosen = number == one_of.chosen
        style: Style = "chosen" if chosen else "plain"
        hint = refusal or one_of.tooltip
        button(canvas, f"{name}-{number}", box, label, act, style=style, tooltip=hint, group=name, lead=chosen)


# Sliders: a number set by a knob on a line, by a click, by dragging, and by the arrow keys


class Slider(Struct, frozen=True):
    """A number between two ends in steps."""

    value: float
    lowest: float
    highest: float
    step: float
    change: Callable[[float], None]

    def set(self, value: float) -> None:
        """Change the number to the nearest step between the ends."""
        near = round(value / self.step) * self.step
        self.change(round(min(max(near, self.lowest), self.highest), 6))

    def turn(self, steps: int) -> None:
        """Change the number by steps."""
        self.set(self.value + steps * self.step)

    def at(self, x: float, track: pygame.Rect) -> None:
        """Change the number to the one at a position on its line, px."""
        share = (x - track.left) / max(1, track.width)
        self.set(self.lowest + share * (self.highest - self.lowest))


Grasp = Callable[[Slider, pygame.Rect], None]
"""Takes hold of a slider, given the rectangle of its line."""


def slider(canvas: Canvas, name: str, rect: pygame.Rect, number: Slider, grasp: Grasp) -> None:
    """Draw a knob on its line; a press takes hold of it."""
    track = rect.inflate(-canvas.px(1), 0)
    share = (number.value - number.lowest) / (number.highest - number.lowest)
    knob = round(track.left + min(max(share, 0.0), 1.0) * track.width), rect.centery
    thick = max(2, canvas.px(0.2))
    pygame.draw.line(canvas.surface, INK_FAINT, (track.left, rect.centery), (track.right, rect.centery), thick)
    pygame.draw.line(canvas.surface, INDIGO, (track.left, rect.centery), knob, thick)
    pygame.draw.circle(canvas.surface, INK, knob, canvas.px(0.55))
    pygame.draw.circle(canvas.surface, PAPER_BRIGHT, knob, canvas.px(0.45))
    hint = _("Drag the knob; the arrow keys change it.")
    canvas.target(name, rect, lambda: grasp(number, track), hint, turn=number.turn, wheel=number.turn)
