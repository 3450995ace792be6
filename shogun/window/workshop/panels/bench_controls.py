"""Rows with an exact number, and the interface between the bench's panels and their scene."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

import msgspec
from pygame import Rect

from shogun.base.language import _, decimal, marked
from shogun.lab.measuring.statistics import statistic, target_names
from shogun.lab.measuring.tally import OddDrop
from shogun.tower.physics.collision_geometry import Point
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.layout import part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.stepper import Number, Slider, slider, stepper
from shogun.window.tower.picture_saving import PictureKind
from shogun.window.workshop.model.drag_handles import GROUPS, TABLES
from shogun.window.workshop.model.drawn_tower import LEAST_SHARE, rounded
from shogun.window.workshop.model.editor_model import EditorModel

# A row with an exact number: its name, and a stepper or a slider

FIELD = row(row(part("words"), padding=(0.15, 0.0), wide=share(36)), part("rest", wide=share(64)))
SLIDE = row(part("line"), part("shown", wide=2.6))
SHARES = ("friction", "restitution")
"""Parameters set by sliders, since they are felt and not measured."""
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
    "thickness": marked("Thickness"),
    "diameter": marked("Diameter"),
    "x": marked("Position"),
    "y": marked("Height"),
    "start_x": marked("Start, x"),
    "start_y": marked("Start, y"),
    "end_x": marked("End, x"),
    "end_y": marked("End, y"),
    "funnel.height": marked("Funnel"),
    "exit.width": marked("Exit"),
    "exit.height": marked("Taper"),
    "rows": marked("Rows"),
    "columns": marked("Pins in a row"),
    "across": marked("Across"),
    "up": marked("Upwards"),
    "lowest": marked("Lowest"),
}
STEPS: dict[str, float] = {
    "rows": 1,
    "columns": 1,
    "tilt": 0.5,
    "edge": 0.05,
    "mass": 0.05,
} | {name: statistic(name).scale.step for name in target_names()}
"""Step of a button for each parameter, 1 for others; those with a whole step are counted."""
TOOLTIPS = {
    "mouth": marked("Width of the funnel at its rim, mm"),
    "funnel.height": marked("Height of the funnel, mm"),
    "exit.width": marked("Width of the exit, mm"),
    "exit.height": marked("Height over which the shaft narrows to the exit, mm"),
    "start_x": marked("Right of the tower's middle, mm; negative: left of it"),
    "start_y": marked("Above the exit, mm"),
    "end_x": marked("Right of the tower's middle, mm; negative: left of it"),
    "end_y": marked("Above the exit, mm"),
    "tilt": marked("Degrees below the horizontal"),
    "friction": marked("The frictions of two touching surfaces are multiplied"),
    "restitution": marked("Bounciness; when two surfaces touch, their values are multiplied"),
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
    """Values of several pieces, `value` first; empty: there is only one."""
    shift: Callable[[float], None] | None = None
    """Changes all of them by an amount; None: `change` does."""

    @property
    def is_mixed(self) -> bool:
        """Return whether several pieces have different ones."""
        return len(set(self.all_values)) > 1

    @property
    def number(self) -> Number:
        """The number as its widget knows it."""
        low, high = self.span
        tooltip = _(TOOLTIPS[self.label]) if self.label in TOOLTIPS else ""
        number = Number(self.value, low, high, self.change, STEPS.get(self.label, 1.0), hint=tooltip)
        if self.is_mixed:
            number.shift, number.ends, number.shown = (
                self.shift,
                (min(self.all_values), max(self.all_values)),
                _("mixed"),
            )
            number.hint = _("The values differ: a step changes each one, a typed number sets them all.")
        return number


class SliderOwner(Protocol):
    """Owner of the slider that is being dragged."""

    def grasp(self, number: Slider, track: Rect, /) -> None:
        """Take hold of a slider."""


def draw_field(canvas: Canvas, room: Rect, field: Field, bench: SliderOwner) -> None:
    """Draw a row with a number: its name, and a stepper or a slider."""
    places = canvas.places(FIELD, room)
    canvas.line(_(LABELS[field.label]), places["words"], size=0.95)
    if field.label.rpartition(".")[2] in SHARES:
        _slide(canvas, places["rest"], field, bench)
    else:
        stepper(canvas, f"field-{field.name}", places["rest"], field.number)


def _slide(canvas: Canvas, rest: Rect, field: Field, bench: SliderOwner) -> None:
    places = canvas.places(SLIDE, rest)
    most = MOST_SHARE[field.label.rpartition(".")[2]]
    change = field.change
    if field.is_mixed and (shift := field.shift) is not None:
        change = partial(_shift_to, shift, field.value)
    number = Slider(field.value, 0.0, most, LEAST_SHARE, change)
    slider(canvas, f"field-{field.name}", places["line"], number, bench.grasp)
    shown = _("mixed") if field.is_mixed else decimal(field.value, ".2f")
    canvas.line(shown, places["shown"], size=0.95, align="right")


def _shift_to(shift: Callable[[float], None], before: float, value: float) -> None:
    shift(rounded(value - before))


def number_words(name: str) -> str:
    """Return a number of a tower in words, by its name: of a part of the frame, or of all pieces of a group."""
    owner, _dot, field = name.partition(".")
    words = TABLES.get(owner) or GROUPS.get(owner)
    return _("{part}: {number}").format(part=_(words) if words else owner, number=_(LABELS[field]))


# The bench as its panels know it

Sheet = Literal["numbers", "tuning", "odd", "versions", "import"]
"""Sheets at the left: numbers, a search, odd drops, saved versions, or drawings to import."""


class Bench(SliderOwner, Protocol):
    """The scene of the bench as its panels know it."""

    desk: EditorModel
    pointer: tuple[int, int]
    """Place of the pointer, px."""
    tab: int
    """Index of the tower's group of numbers that is shown."""
    is_watching: bool
    """True if the tools are hidden."""
    name: str | None
    """The name that is being typed for the tower."""
    band: tuple[Point, Point] | None
    """Corners of the rectangle that is pulled open to choose pieces, mm."""

    def save(self) -> None:
        """Save the tower."""

    def save_as(self) -> None:
        """Save under the free name that is offered."""

    def replace(self) -> None:
        """Save in the place of what was saved elsewhere."""

    def play_on(self) -> None:
        """Begin a game with the tower."""

    def export(self) -> None:
        """Ask in which format the drawing is exported."""

    def leave(self) -> None:
        """Go to the towers."""

    def add(self, kind: str, /) -> None:
        """Add a piece."""

    def next_grid(self) -> None:
        """Switch between a fine grid, a coarse one and none."""

    def show_tab(self, tab: int, /) -> None:
        """Show another group of the tower's numbers."""

    def show_sheet(self, sheet: Sheet, /) -> None:
        """Show another sheet at the left."""

    def type_name(self, name: str, /) -> None:
        """Take the name that is being typed."""

    def show_odd(self, odd: OddDrop, /) -> None:
        """Let an odd drop fall as it was measured."""

    def show_typical(self) -> None:
        """Put cubes into the tower as they usually rest there."""

    def import_drawing(self, path: Path, /) -> None:
        """Open a drawing as a new tower."""

    def copy_as_text(self) -> None:
        """Copy the tower to the clipboard."""

    def paste(self) -> None:
        """Open the tower in the clipboard."""

    def save_picture(self, kind: PictureKind, /) -> None:
        """Save the last drop as an animation, or as a picture of its end."""


class BenchPanel(Panel):
    """A panel of the bench."""

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench = bench

    @property
    def desk(self) -> EditorModel:
        """The model of the bench."""
        return self.bench.desk
