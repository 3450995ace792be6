"""A row with an exact number: what it is called, and a line to type into between two buttons, or a slider."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

import msgspec
from pygame import Rect

from shogun.base.language import _, marked
from shogun.window.kit.canvas import Canvas, TextEntry
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.slider import Slider, slider
from shogun.window.workshop.plan import LEAST_SHARE, rounded
from shogun.window.workshop.words import GROUPS, TABLES

SHARES = ("friction", "restitution")
"""Set by sliders, since they are felt and not measured."""
MOST_SHARE = {"friction": 1.0, "restitution": 0.9}
LABELS = {
    "mouth": marked("Mouth"),
    "height": marked("Height"),
    "width": marked("Width"),
    "depth": marked("Depth"),
    "rim": marked("Rim"),
    "shift": marked("Shift"),
    "size": marked("Size"),
    "edge": marked("Edge"),
    "mass": marked("Weight"),
    "friction": marked("Friction"),
    "restitution": marked("Bounce"),
    "length": marked("Length"),
    "tilt": marked("Tilt"),
    "thickness": marked("Thick"),
    "diameter": marked("Thick"),
    "x": marked("Across"),
    "y": marked("Height"),
    "funnel.height": marked("Funnel"),
    "exit.width": marked("Exit"),
    "exit.height": marked("Narrows"),
    "rows": marked("Rows"),
    "columns": marked("Pins in a row"),
    "across": marked("Across"),
    "up": marked("Upwards"),
    "lowest": marked("Lowest"),
}
STEPS = {"tilt": 0.5, "edge": 0.05, "mass": 0.05, "p_out_thrown": 0.01, "p_out_resting": 0.01, "stock": 0.5}
"""By how much a button changes a number; others by 1."""
TOOLTIPS = {
    "mouth": marked("Width of the funnel at its rim, mm"),
    "funnel.height": marked("Height of the funnel, mm"),
    "exit.width": marked("Width of the exit, mm"),
    "exit.height": marked("Over how many mm the shaft narrows to the exit"),
    "tilt": marked("Degrees below the horizontal"),
    "friction": marked("Two surfaces that touch multiply theirs"),
    "restitution": marked("How springy it is; two surfaces that touch multiply theirs"),
    "edge": marked("Radius of the rounded edges, mm"),
    "mass": marked("Weight of a cube, g"),
}


class Field(msgspec.Struct, frozen=True):
    """A number that can be typed, stepped or slid."""

    name: str
    label: str
    value: float
    span: tuple[float, float]
    change: Callable[[float], None]
    all_values: tuple[float, ...] = ()
    """Those of several pieces, `value` first; empty: there is only one."""
    shift: Callable[[float], None] | None = None
    """Makes all of them larger by so much; None: `change` does."""

    @property
    def is_mixed(self) -> bool:
        """Whether several pieces have different ones."""
        return len(set(self.all_values)) > 1

    def step(self, by: float) -> None:
        """Make it larger by so much, or each of several, as far as its span."""
        low, high = self.span
        if self.shift is not None:
            self.shift(by)
        else:
            self.change(min(max(rounded(self.value + by), low), high))

    def can(self, by: float) -> bool:
        """Return whether it can become larger or smaller."""
        values = self.all_values or (self.value,)
        return max(values) < self.span[1] if by > 0 else min(values) > self.span[0]


class Typing(Protocol):
    """Who takes what is typed and slid."""

    typed: tuple[str, str]
    """The line that is typed into, and what stands in it."""

    def type_number(self, name: str, change: Callable[[float], None], text: str, /) -> None:
        """Take what is typed into a line of numbers."""

    def grasp(self, number: Slider, track: Rect, /) -> None:
        """Take hold of a slider."""


def draw_field(canvas: Canvas, row: Rect, field: Field, bench: Typing) -> None:
    """Draw a row with a number: its name, and a line to type into between two buttons, or a slider."""
    words = Rect(row.left, row.top, round(row.width * 0.36), row.height)
    canvas.line(_(LABELS[field.label]), words.inflate(-canvas.px(0.3), 0), size=0.95)
    rest = Rect(words.right, row.top, row.right - words.right, row.height)
    if field.label.rpartition(".")[2] in SHARES:
        _slide(canvas, rest, field, bench)
    else:
        type_line(canvas, rest, field, bench)


def _slide(canvas: Canvas, rest: Rect, field: Field, bench: Typing) -> None:
    line = Rect(rest.left, rest.top, rest.width - canvas.px(2.6), rest.height)
    most = MOST_SHARE[field.label.rpartition(".")[2]]
    change = field.change if not field.is_mixed else lambda value: field.step(rounded(value - field.value))
    slider(canvas, f"field-{field.name}", line, Slider(field.value, 0.0, most, LEAST_SHARE, change), bench.grasp)
    shown = Rect(line.right, rest.top, rest.right - line.right, rest.height)
    canvas.line(_("mixed") if field.is_mixed else f"{field.value:.2f}", shown, size=0.95, align="right")


def type_line(canvas: Canvas, rest: Rect, field: Field, bench: Typing) -> None:
    """Draw a line to type a number into, between two buttons."""
    step = STEPS.get(field.label, 1.0)
    side = canvas.px(2.0)
    less, more = Rect(rest.left, rest.top, side, rest.height), Rect(rest.right - side, rest.top, side, rest.height)
    middle = Rect(less.right + 3, rest.top, more.left - less.right - 6, rest.height)
    name = f"field-{field.name}"
    lower = partial(field.step, -step) if field.can(-step) else None
    higher = partial(field.step, step) if field.can(step) else None
    told = _("Each of them less") if field.is_mixed else _("Less")
    button(canvas, f"{name}-less", less, "−", lower, tooltip=told, group=name)
    told = _("Each of them more") if field.is_mixed else _("More")
    button(canvas, f"{name}-more", more, "+", higher, tooltip=told, group=name)
    typed = _("mixed") if field.is_mixed else f"{field.value:g}"
    if bench.typed[0] == name and canvas.focus == name:
        typed = bench.typed[1]
    told = _(TOOLTIPS[field.label]) if field.label in TOOLTIPS else _("Type a number")
    if field.is_mixed:
        told = _("They differ: a number that is typed is set in all of them")
    entry(canvas, name, middle, TextEntry(typed, partial(bench.type_number, name, field.change), told))


def number_words(name: str) -> str:
    """Return a number of a tower in words, by its name: of a part of the frame, or of all pieces of a group."""
    owner, _dot, field = name.partition(".")
    words = TABLES.get(owner) or GROUPS.get(owner)
    return _("{part}: {number}").format(part=_(words) if words else owner, number=_(LABELS[field]))
