"""The pieces of a drawn tower: ledges, walls and pins inside its frame.

A line that begins at the frame and ends free inside is a ledge, any other one a wall; a circle is a pin. An arc becomes
several walls. All that can't be a piece is counted by what it is.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET

from shogun.base.language import _
from shogun.tower.drawing import DrawingError
from shogun.tower.drawing.frame import NEAR, FrameFound, find_frame, rounded
from shogun.tower.drawing.lines import FRAME, TRAY, Circle, Drawing, Look, Stroke
from shogun.tower.geometry import MOST_PIECES, Baffle, Geometry, Part, Pin, Tap, Wall
from shogun.tower.physics.collision_geometry import Point, half_width

THICKNESS = 2.0
"""Thickness of a ledge or wall that is drawn as a hairline, mm."""
LEAST = 1.0
"""Least length of a line that is a piece, and least width of one that shows a thickness, mm."""
STEEPEST = 80.0
"""Largest tilt of a ledge, degrees."""
_GROUP = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,30}")
_AUTOMATIC = re.compile(r"(g|layer|svg|path|root)[\d_-]*", re.IGNORECASE)
"""Names that programs give, which say nothing."""
T = TypeVar("T", bound=Part)


class Recognized(msgspec.Struct, frozen=True):
    """The tower of a drawing."""

    geometry: Geometry
    """All its numbers are in range, but it may have problems."""
    unread: Counter[str]
    """Numbers of the elements that were left out, by what they are."""
    has_frame: bool
    """False if a frame was put around the pieces."""
    has_tray: bool


def tower_of(drawing: Drawing, name: str, title: str) -> Recognized:
    """Return the tower of a drawing with a line or circle. Raises DrawingError if it can't be a tower."""
    frame = find_frame(drawing, name)
    opened = None if frame.is_drawn else _with_open_ends(drawing)
    if opened is not None:
        drawing, frame = opened, find_frame(opened, name)
    pieces = _Pieces(frame, Counter(drawing.unread))
    rest = [stroke for number, stroke in enumerate(drawing.strokes) if number not in frame.strokes]
    corners = Counter(_corner(point) for stroke in rest for point in stroke.points)
    for stroke in rest:
        pieces.take_stroke(stroke, corners)
    for circle in drawing.circles:
        pieces.take_circle(circle)
    if pieces.count > MOST_PIECES:
        text = _("The drawing has {count} pieces, and a tower has {most} at most: choose a layer or a color.")
        raise DrawingError(text.format(count=pieces.count, most=MOST_PIECES))
    if not pieces.count and not frame.is_drawn:
        raise DrawingError(_("The drawing has nothing that could be a piece of a tower."))
    notes = [drawing.strokes[number].look.note for number in sorted(frame.strokes)]
    geometry = msgspec.structs.replace(
        frame.geometry,
        baffles=tuple(pieces.baffles),
        pins=tuple(pieces.pins),
        walls=tuple(pieces.walls),
        tap=next((note.tap for note in notes if note.tap is not None), Tap()),
        solver=next((note.solver for note in notes if note.solver is not None), UNSET),
        title=title,
    )
    return Recognized(geometry, pieces.unread, frame.is_drawn, frame.has_tray)


def _with_open_ends(drawing: Drawing) -> Drawing | None:
    """Return a drawing whose largest rectangle is two upright sides, open above and below; None if it has none."""
    boxes = [(_area(stroke), number) for number, stroke in enumerate(drawing.strokes) if _is_rectangle(stroke)]
    if not boxes:
        return None
    _size, number = max(boxes)
    box = drawing.strokes[number]
    xs, ys = ({point[axis] for point in box.points} for axis in (0, 1))
    sides = [msgspec.structs.replace(box, points=((x, max(ys)), (x, min(ys)))) for x in (min(xs), max(xs))]
    strokes = [*drawing.strokes[:number], *drawing.strokes[number + 1 :], *sides]
    unread = drawing.unread + Counter({_("top and bottom of the outline"): 1})
    return msgspec.structs.replace(drawing, strokes=strokes, unread=unread)


def _area(stroke: Stroke) -> float:
    xs, ys = [x for x, _y in stroke.points], [y for _x, y in stroke.points]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _is_rectangle(stroke: Stroke) -> bool:
    """Return whether a line is a closed upright rectangle."""
    corners = [_corner(point) for point in stroke.points]
    edges = [(a[0] == b[0], a[1] == b[1]) for a, b in pairwise(corners)]
    is_closed = len(corners) == 5 and corners[0] == corners[-1] and len(set(corners)) == 4
    return is_closed and all(edge != following and any(edge) for edge, following in pairwise(edges))


def _corner(point: Point) -> tuple[int, int]:
    """Return a point such that points of lines that meet are the same."""
    return round(point[0] / NEAR), round(point[1] / NEAR)


class _Pieces:
    """The pieces that have been found so far."""

    def __init__(self, frame: FrameFound, unread: Counter[str]) -> None:
        self.baffles: list[Baffle] = []
        self.pins: list[Pin] = []
        self.walls: list[Wall] = []
        self.unread = unread
        self._frame, self._middle = frame.geometry, frame.middle

    @property
    def count(self) -> int:
        """Number of all pieces."""
        return len(self.baffles) + len(self.pins) + len(self.walls)

    def take_circle(self, circle: Circle) -> None:
        """Take a circle as a pin."""
        x, y = self._inside(circle.centre)
        if not self._is_in(x, y):
            self.unread[_("circle outside the tower")] += 1
        elif circle.diameter < LEAST:
            self.unread[_("circle smaller than 1 mm")] += 1
        else:
            pin = Pin(rounded(x), rounded(y), rounded(circle.diameter), **_kept(circle.look))
            self._add(self.pins, pin, _("circle outside the tower"))

    def take_stroke(self, stroke: Stroke, corners: Counter[tuple[int, int]]) -> None:
        """Take a line as a ledge or as walls; `corners` are the ends of all lines, to see which of them meet."""
        points = [self._inside(point) for point in stroke.points]
        if not any(self._is_in(*point) for point in points):
            self.unread[_("line outside the tower")] += 1
            return
        if math.fsum(math.dist(a, b) for a, b in pairwise(points)) < LEAST:
            self.unread[_("line shorter than 1 mm")] += 1
            return
        thickness = rounded(stroke.width) if rounded(stroke.width) >= LEAST else THICKNESS
        if stroke.look.note.kind != "wall" and (ledge := self._ledge(points, thickness, stroke, corners)):
            self._add(self.baffles, ledge, _("line outside the tower"))
            return
        for start, end in pairwise(points):
            ends = (rounded(start[0]), rounded(start[1])), (rounded(end[0]), rounded(end[1]))
            if math.dist(*ends) > NEAR:
                self._add(self.walls, Wall(*ends, thickness, **_kept(stroke.look)), _("line outside the tower"))

    def _ledge(
        self, points: Sequence[Point], thickness: float, stroke: Stroke, corners: Counter[tuple[int, int]]
    ) -> Baffle | None:
        """Return a line as a ledge; None if it isn't one."""
        if len(points) != 2:
            return None
        for way in (0, 1):
            root, tip = points[way], points[1 - way]
            is_free = corners[_corner(stroke.points[1 - way])] == 1
            if (is_free or stroke.look.note.kind == "baffle") and self._is_ledge(root, tip):
                fall = math.degrees(math.atan2(root[1] - tip[1], abs(tip[0] - root[0])))
                if abs(fall) <= STEEPEST:
                    side: Literal["left", "right"] = "left" if root[0] < 0 else "right"
                    length = rounded(math.dist(root, tip) + thickness / 2)
                    return Baffle(side, rounded(root[1]), length, rounded(fall), thickness, **_kept(stroke.look))
        return None

    def _is_ledge(self, root: Point, tip: Point) -> bool:
        """Return whether a line begins at the frame and ends inside it."""
        if not 0 <= root[1] <= self._frame.rim_y or tip[1] < 0:
            return False
        is_at_wall = abs(abs(root[0]) - half_width(self._frame, root[1])) <= NEAR
        return is_at_wall and abs(tip[0]) < half_width(self._frame, tip[1]) - NEAR

    def _inside(self, point: Point) -> Point:
        """Return a point of the drawing in the tower's coordinates."""
        return point[0] - self._middle[0], point[1] - self._middle[1]

    def _is_in(self, x: float, y: float) -> bool:
        """Return whether a point is between the walls, or nearly."""
        inside = y + NEAR >= 0 and y - NEAR <= self._frame.rim_y
        return inside and abs(x) <= half_width(self._frame, y) + NEAR

    def _add(self, some: list[T], piece: T, what: str) -> None:
        """Add a piece if its numbers are in range."""
        try:
            some.append(msgspec.convert(msgspec.to_builtins(piece), type(piece)))
        except msgspec.ValidationError:
            self.unread[what] += 1


def _kept(look: Look) -> dict[str, Any]:
    """Return the group of a piece, its layer's name, and its material."""
    names = (name for name in reversed(look.layers) if _GROUP.fullmatch(name) and not _AUTOMATIC.fullmatch(name))
    group = next((name for name in names if name.casefold() not in (FRAME, TRAY)), None)
    return {"group": group, **look.note.material()}
