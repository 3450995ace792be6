"""Handles of a drawn tower, in mm: tips and ends of pieces, whole pieces, corners of the frame.

Places snap to the grid, and to where they are symmetric to, or level with, another piece. Outlines and names of pieces
follow.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, marked
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import LiveStatistics, PermanentClog
from shogun.tower.file.geometry_check import Finding, distance, pieces
from shogun.tower.geometry import Baffle, Pin, Wall
from shogun.tower.physics.collision_geometry import Capsule, Disc, Point, build_world
from shogun.window.tower.painting import Camera
from shogun.window.workshop.model.drawn_tower import DrawnTower, Piece, Ref, changed, middle_of, rounded

ANGLE_STEP = 0.5
"""Degrees to which tilts snap."""
CLOSER = 0.75
"""Distance, in steps of the grid, from which a place of another piece attracts."""

FRAME = ("funnel.mouth", "shaft.width", "exit.width", "exit.height", "tray.width", "tray.depth")


class Handle(msgspec.Struct, frozen=True):
    """A point to take hold of: what it changes, and where it is, mm."""

    name: str
    """`tip`, `root`, `start`, `end`, `edge`, or the number of the frame that it changes."""
    place: Point
    ref: Ref | None = None
    """The piece that it belongs to; None: the frame."""
    aside: Point = (0.0, 0.0)
    """Offset from the place that it changes, mm, so that a small piece can be grabbed beside it."""


class Guide(msgspec.Struct, frozen=True):
    """A line along which something has snapped: upright at an x, or level at a height; mm."""

    upright: bool
    at: float


class Grid(msgspec.Struct, frozen=True):
    """The grid: places snap to multiples of `step` mm; 0: not at all."""

    step: float = 1.0

    def snap(self, value: float) -> float:
        """Return the nearest line of the grid."""
        return rounded(round(value / self.step) * self.step if self.step else value)

    def angle(self, degrees: float) -> float:
        """Return the nearest angle."""
        return rounded(round(degrees / ANGLE_STEP) * ANGLE_STEP if self.step else degrees)

    def attracted(self, value: float, others: Iterable[float]) -> tuple[float, bool]:
        """Return a value snapped to the nearest of others, else to the grid, and True if it was to another."""
        reach = max(self.step, 1.0) * CLOSER
        near = [other for other in others if abs(other - value) <= reach] if self.step else []
        if near:
            return rounded(min(near, key=lambda other: abs(other - value))), True
        return self.snap(value), False


def piece_handles(plan: DrawnTower, ref: Ref, room: float = 0.0) -> list[Handle]:
    """Return a piece's handles, next to it, at least `room` mm away from its middle."""
    piece, world = plan.piece(ref), build_world(plan.geometry)
    if isinstance(piece, Pin):
        radius = piece.diameter / 2
        out = max(radius, room)
        return [Handle("edge", (piece.x + out, piece.y), ref, (out - radius, 0.0))]
    if isinstance(piece, Baffle):
        start, end = world.baffles[ref[1]].start, world.baffles[ref[1]].end
        names = "root", "tip"
    else:
        start, end = piece.start, piece.end
        names = "start", "end"
    x, y = _aside(start, end, room)
    return [
        Handle(names[0], (start[0] - x, start[1] - y), ref, (-x, -y)),
        Handle(names[1], (end[0] + x, end[1] + y), ref, (x, y)),
    ]


def _aside(start: Point, end: Point, room: float) -> Point:
    """Return how much an end is moved on along a piece, mm, until it is `room` mm away from the middle."""
    long = math.dist(start, end)
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long else (1.0, 0.0)
    out = max(0.0, room - long / 2)
    return along[0] * out, along[1] * out


def frame_handles(plan: DrawnTower) -> list[Handle]:
    """Return the corners of funnel, shaft, exit and tray."""
    geometry = plan.geometry
    tray, shaft = geometry.tray, geometry.shaft
    return [
        Handle("funnel.mouth", (geometry.funnel.mouth / 2, geometry.rim_y)),
        Handle("shaft.width", (shaft.width / 2, shaft.height)),
        Handle("exit.width", (geometry.exit.width / 2, 0.0)),
        Handle("exit.height", (-shaft.width / 2, max(geometry.exit.height, 0.0))),
        Handle("tray.width", (tray.shift + tray.width / 2, tray.rim - tray.depth)),
        Handle("tray.depth", (tray.shift, -tray.depth)),
    ]


def anchor(piece: Piece, plan: DrawnTower, ref: Ref) -> Point:
    """Return the point of a piece that snaps when all of it is moved."""
    if isinstance(piece, Baffle):
        return build_world(plan.geometry).baffles[ref[1]].start
    return (piece.x, piece.y) if isinstance(piece, Pin) else middle_of(piece)


def dragged(plan: DrawnTower, handle: Handle, to: Point, grid: Grid) -> tuple[DrawnTower, list[Guide]]:
    """Return the plan with a handle moved, as near as possible, and the lines that it has snapped to."""
    if handle.ref is None:
        return _frame_dragged(plan, handle.name, to, grid), []
    to = to[0] - handle.aside[0], to[1] - handle.aside[1]
    piece = plan.piece(handle.ref)
    if isinstance(piece, Baffle):
        return _baffle_dragged(plan, handle, piece, to, grid)
    if isinstance(piece, Pin):
        radius = math.dist(to, (piece.x, piece.y))
        return plan.with_values([handle.ref], diameter=grid.snap(2 * radius)), []
    (x, across), (y, up) = _attracted(plan, [handle.ref], to, grid)
    guides = [Guide(True, x)] * across + [Guide(False, y)] * up
    return plan.with_values([handle.ref], **{handle.name: (x, y)}), guides


def _baffle_dragged(
    plan: DrawnTower, handle: Handle, baffle: Baffle, to: Point, grid: Grid
) -> tuple[DrawnTower, list[Guide]]:
    """Return the plan with a ledge's root at another height, or its tip at another place."""
    assert handle.ref is not None
    if handle.name == "root":
        y, is_level = grid.attracted(to[1], _levels(plan, [handle.ref]))
        return plan.with_values([handle.ref], height=y), [Guide(False, y)] * is_level
    root = build_world(plan.geometry).baffles[handle.ref[1]].start
    sign = 1.0 if baffle.side == "left" else -1.0
    out, down = max(1.0, sign * (to[0] - root[0])), root[1] - to[1]
    others = [plan.piece(ref) for ref in plan.refs() if ref != handle.ref]
    lengths = [other.length for other in others if isinstance(other, Baffle)]
    length, _is_alike = grid.attracted(math.hypot(out, down) + baffle.thickness / 2, lengths)
    tilt = grid.angle(math.degrees(math.atan2(down, out)))
    return plan.with_values([handle.ref], length=length, tilt=tilt), []


def _frame_dragged(plan: DrawnTower, name: str, to: Point, grid: Grid) -> DrawnTower:
    geometry, x, y = plan.geometry, to[0], to[1]
    table, _dot, _field = name.partition(".")
    whole = geometry.shaft.height
    values: dict[str, dict[str, float]] = {
        "funnel.mouth": {"mouth": grid.snap(2 * x), "height": grid.snap(y - whole)},
        "shaft.width": {"width": grid.snap(2 * x), "height": grid.snap(y)},
        "exit.width": {"width": min(grid.snap(2 * x), geometry.shaft.width)},
        "exit.height": {"height": min(grid.snap(y), whole)},
        "tray.width": {
            "width": grid.snap(2 * (x - geometry.tray.shift)),
            "rim": grid.snap(y + geometry.tray.depth),
        },
        "tray.depth": {"depth": grid.snap(-y), "shift": grid.snap(x)},
    }
    if name == "shaft.width":
        return _with_shaft(plan, values[name])
    return plan.with_part(table, **values[name])


def _with_shaft(plan: DrawnTower, values: dict[str, float]) -> DrawnTower:
    """Return the plan with another shaft; funnel and exit stay joined to it."""
    geometry = plan.geometry
    was_open = geometry.exit.width == geometry.shaft.width
    wide = changed(geometry.shaft, values)
    exit_width = wide.width if was_open else min(geometry.exit.width, wide.width)
    return (
        plan.with_geometry(shaft=wide)
        .with_part("exit", width=exit_width, height=min(geometry.exit.height, wide.height))
        .with_part("funnel", mouth=max(geometry.funnel.mouth, wide.width))
    )


def pulled(plan: DrawnTower, refs: Sequence[Ref], held: Ref, by: Point, grid: Grid) -> tuple[DrawnTower, list[Guide]]:
    """Return the plan with pieces moved by `by` mm, the held one snapping, and the lines that it snapped to.

    A single ledge that is dragged over the middle line changes its side.
    """
    start = anchor(plan.piece(held), plan, held)
    (x, across), (y, up) = _attracted(plan, refs, (start[0] + by[0], start[1] + by[1]), grid)
    piece = plan.piece(held)
    result = plan.moved(refs, x - start[0], y - start[1])
    guides = [Guide(False, y)] * up
    if isinstance(piece, Baffle):
        if len(refs) == 1:
            result = result.with_values(refs, side="left" if start[0] + by[0] <= 0 else "right")
        return result, guides
    return result, guides + [Guide(True, x)] * across


def _attracted(
    plan: DrawnTower, refs: Sequence[Ref], to: Point, grid: Grid
) -> tuple[tuple[float, bool], tuple[float, bool]]:
    return grid.attracted(to[0], _uprights(plan, refs)), grid.attracted(to[1], _levels(plan, refs))


def _others(plan: DrawnTower, refs: Sequence[Ref]) -> Iterator[Piece]:
    yield from (plan.piece(ref) for ref in plan.refs() if ref not in refs)


def _uprights(plan: DrawnTower, refs: Sequence[Ref]) -> list[float]:
    """Return the x at which a piece is in the middle, below another one, or symmetric to it."""
    places = [
        piece.x if isinstance(piece, Pin) else middle_of(piece)[0]
        for piece in _others(plan, refs)
        if isinstance(piece, Pin | Wall)
    ]
    return [0.0, *places, *(-x for x in places)]


def _levels(plan: DrawnTower, refs: Sequence[Ref]) -> list[float]:
    """Return the heights of other pieces."""
    return [
        piece.height if isinstance(piece, Baffle) else piece.y if isinstance(piece, Pin) else middle_of(piece)[1]
        for piece in _others(plan, refs)
    ]


def piece_at(plan: DrawnTower, point: Point, reach: float) -> Ref | None:
    """Return the piece that is nearest to a point, no farther than `reach` mm."""
    probe = Disc(point, 0.0, 0.0, 0.0)
    all_pieces = zip(plan.refs(), pieces(build_world(plan.geometry)), strict=True)
    near = [(distance(obstacle.outline, probe), ref) for ref, obstacle in all_pieces]
    return min((entry for entry in near if entry[0] <= reach), default=(0.0, None))[1]


def pieces_in(plan: DrawnTower, one: Point, other: Point) -> list[Ref]:
    """Return the pieces whose middle is in the rectangle between two points."""
    (left, right), (low, high) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    inside = []
    for ref, obstacle in zip(plan.refs(), pieces(build_world(plan.geometry)), strict=True):
        x, y = centre_of(obstacle.outline)
        if left <= x <= right and low <= y <= high:
            inside.append(ref)
    return inside


def middle_of_piece(plan: DrawnTower, ref: Ref) -> Point:
    """Return the middle of a piece, mm."""
    obstacles = dict(zip(plan.refs(), pieces(build_world(plan.geometry)), strict=True))
    return centre_of(obstacles[ref].outline)


def centre_of(outline: object) -> Point:
    """Return the middle of an outline."""
    if isinstance(outline, Disc):
        return outline.centre
    (ax, ay), (bx, by) = outline.start, outline.end  # type: ignore[attr-defined]
    return (ax + bx) / 2, (ay + by) / 2


# Outlines of pieces in the picture of a tower


def outline_points(outline: Capsule | Disc, camera: Camera, grown: float) -> Sequence[Point]:
    """Return a polygon around a piece, px, larger by `grown` px."""
    start, end = (outline.centre,) * 2 if isinstance(outline, Disc) else (outline.start, outline.end)
    (ax, ay), (bx, by) = camera.point(start), camera.point(end)
    radius = outline.radius * camera.scale + grown
    turn = math.atan2(by - ay, bx - ax)
    around = [turn + math.pi / 2 + step * math.pi / 8 for step in range(9)]
    first = [(ax + radius * math.cos(angle), ay + radius * math.sin(angle)) for angle in around]
    return first + [(bx - radius * math.cos(angle), by - radius * math.sin(angle)) for angle in around]


# Names of pieces and of their parameters

PIECES = {"baffle": marked("Ledge {n}"), "pin": marked("Pin {n}"), "wall": marked("Wall {n}")}
TABLES = {
    "funnel": marked("Funnel"),
    "shaft": marked("Shaft"),
    "exit": marked("Exit"),
    "tray": marked("Tray"),
    "grain": marked("Cubes"),
    "tap": marked("Tap"),
}
GROUPS = {"ledges": marked("Ledges"), "pins": marked("Pins"), "walls": marked("Walls")}
_PIECE = re.compile(r"(baffle|pin|wall)\[(\d+)\]")


def piece_words(ref: Ref) -> str:
    """Return a piece in words; people count from 1."""
    return _(PIECES[ref[0]]).format(n=ref[1] + 1)


def place_words(finding: Finding) -> str:
    """Return the pieces or parts of a finding in words: the first three."""
    words = list(dict.fromkeys(_in_words(place) for place in finding.places))
    return ", ".join(words[:3]) + (" ..." if len(words) > 3 else "")


def finding_words(finding: Finding) -> str:
    """Return a finding as a sentence that begins with its place; each piece has one name in it."""
    text = _PIECE.sub(lambda piece: piece_words((piece[1], int(piece[2]))), finding.text)
    return f"{place_words(finding)}: {text}." if finding.places else f"{text}."


def jam_words(jam: PermanentClog) -> str:
    """Return in sentences that a tower clogs for good, and where."""
    sentence = _("It clogs for good: not even tapping brings anything out.")
    if jam.chains < jam.runs:
        sentence = _("It clogged for good in {n} of {count} runs.").format(n=jam.chains, count=jam.runs)
    place = _("Cubes pile up {height:.0f} mm above the exit; widen the path to it.").format(height=jam.height)
    if jam.places:
        text = _("Cubes pile up {height:.0f} mm above the exit, at {places}; widen the way there.")
        place = text.format(height=jam.height, places=", ".join(map(_in_words, jam.places)))
    return f"{sentence} {place}"


def _in_words(place: str) -> str:
    owner = place.partition(".")[0]
    if match := _PIECE.fullmatch(owner):
        return piece_words((match[1], int(match[2])))
    return _(TABLES[owner]) if owner in TABLES else place


def figures_words(figures: LiveStatistics) -> str:
    """Return a tower's figures in a line: early ones as intervals, so that nobody takes them for final."""
    out, stock = figures.p_out_thrown, figures.stock
    if figures.jam is not None:
        return _("clogs for good")
    if not figures.is_early:
        return _("{share} out, {stock:.0f} inside").format(share=percent(out.mean), stock=stock.mean)
    if not math.isfinite(out.low) or not math.isfinite(stock.low):
        return _("measuring…")
    share = _span(f"{100 * out.low:.0f}", f"{100 * out.high:.0f}") + " %"
    rest = _span(f"{max(0.0, stock.low):.0f}", f"{stock.high:.0f}")
    return _("so far {share} out, {stock} inside").format(share=share, stock=rest)


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"


def figure_words(figure: Interval, digits: int, *, is_early: bool) -> str:
    """Return a figure, an early one with its interval."""
    if math.isnan(figure.mean):
        return "–"
    if not is_early or not math.isfinite(figure.low):
        return f"{figure.mean:.{digits}f}"
    return f"{figure.mean:.{digits}f} ({max(0.0, figure.low):.{digits}f}–{figure.high:.{digits}f})"
