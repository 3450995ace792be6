"""The lines and circles of a drawing in mm, with y upwards, and the notes with which a tower's own drawing keeps more.

A drawing shows where pieces are and how thick. What it can't show (surfaces, cubes, time steps) is a note of the line,
which drawing programs keep: an attribute in SVG, extended data in DXF.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from shogun.tower.geometry import Accuracy, Coefficient, Grain, Part, Restitution, Tap
from shogun.tower.physics.collision_geometry import Point

DIGITS = 4
"""Decimals, of mm and degrees, to which a drawing is read."""
FRAME, TRAY = "frame", "tray"
"""Layers of the tower's outline and its tray."""
MOST_LINES = 2_000
"""Most lines and circles of a drawing."""
FARTHEST = 1e6
"""Largest coordinate of a drawing, mm."""
ARC_ERROR = 0.2
"""Distance in mm of an arc from the straight walls that take its place."""
MOST_CHORDS = 64


class Note(Part, frozen=True, omit_defaults=True):
    """All that a line can't show, as far as it isn't usual."""

    kind: Literal["", "baffle", "wall"] = ""
    """The kind of piece; empty: as its place says."""
    friction: Coefficient | None = None
    restitution: Restitution | None = None
    grain: Grain | None = None
    tap: Tap | None = None
    solver: Accuracy | None = None

    def material(self) -> dict[str, float]:
        """Return friction and restitution, as far as they are known."""
        both = {"friction": self.friction, "restitution": self.restitution}
        return {name: number for name, number in both.items() if number is not None}


class Look(msgspec.Struct, frozen=True):
    """Layers, color and note of a line."""

    layers: tuple[str, ...] = ()
    """Names of the layers or groups around it, the innermost last."""
    colour: str = ""
    """`#rrggbb`, in lower case; empty if it has none."""
    note: Note = Note()


class Stroke(msgspec.Struct, frozen=True):
    """A line through two or more points, mm; an arc is one with many points."""

    points: tuple[Point, ...]
    width: float
    look: Look = Look()


class Circle(msgspec.Struct, frozen=True):
    """A circle, mm."""

    centre: Point
    diameter: float
    look: Look = Look()


class Drawing(msgspec.Struct):
    """A drawing as far as it was read."""

    strokes: list[Stroke] = []
    circles: list[Circle] = []
    unread: Counter[str] = msgspec.field(default_factory=Counter)
    """Numbers of the other elements, by the name of their kind in the file."""
    has_unit: bool = True
    """False if the file doesn't say how long its unit is."""

    def looks(self) -> Iterator[Look]:
        """Yield the looks of all lines and circles."""
        yield from (stroke.look for stroke in self.strokes)
        yield from (circle.look for circle in self.circles)


def decoded_note(text: str) -> Note:
    """Return the note of a line; an empty one if that isn't a note of this program."""
    try:
        return msgspec.json.decode(text, type=Note)
    except (ValueError, RecursionError):
        return Note()


def encoded_note(note: Note) -> str:
    """Return the note of a line as text; empty if it says nothing."""
    return "" if note == Note() else msgspec.json.encode(note).decode()


def chords(centre: Point, radius: float, start: float, sweep: float) -> tuple[Point, ...]:
    """Return the ends of the straight lines that take the place of an arc; angles in rad, counterclockwise."""
    most = 2 * math.acos(max(0.0, 1 - ARC_ERROR / radius)) if radius > ARC_ERROR else math.pi / 2
    count = min(MOST_CHORDS, max(1, math.ceil(abs(sweep) / most - 1e-9)))
    angles = (start + sweep * number / count for number in range(count + 1))
    return tuple((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles)
