"""Findings about a tower, with their places and lines, and the checks of its geometry."""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec import UNSET

from shogun.base.language import _
from shogun.tower.geometry import MOST_PIECES, Geometry, GeometryError
from shogun.tower.physics.collision_geometry import EXIT_Y, Capsule, Disc, Point, World, build_world, half_width
from shogun.tower.physics.time_step import least_size, least_steps

Kind = Literal["problem", "warning", "note"]
Numbers = Mapping[str, Sequence[str]]
"""Names of pieces in the file, by kind, if some were left out or come from patterns: `pin[3]`, `rows[0].pin[7]`."""
MOST_NAMED = 12
"""Most places that a problem names: all that bar the way, unless they are too many to read."""
_PIECE = re.compile(r"\b(baffle|pin|wall)\[(\d+)\]")


class Finding(msgspec.Struct, frozen=True):
    """A problem, a warning or a note for the builder of a tower."""

    kind: Kind
    places: tuple[str, ...]
    """Pieces or numbers of the file, such as `baffle[0].tilt`; none for the whole tower."""
    text: str
    """Message that says what is wrong and what is expected, without a full stop."""
    line: int | None = None
    """Line of the first of the places, counted from 1; None if it isn't in the file."""

    @property
    def place(self) -> str:
        """The places in words; of many, the first, the last and their number."""
        return listed(self.places, most=MOST_NAMED if self.kind == "problem" else 4)

    def sentence(self, source: str) -> str:
        """Return the finding as one sentence about the file `source`."""
        place = f"`{self.place}`: " if self.places else ""
        return f"{source}: {place}{self.text}{self.where}."

    @property
    def where(self) -> str:
        """The line in words, to follow the text; empty if there is none."""
        return "" if self.line is None else _(" (line {number})").format(number=self.line)

    def renumbered(self, numbers: Numbers) -> "Finding":
        """Return the finding with the names that its pieces have in their file."""

        def _in_file(match: re.Match[str]) -> str:
            return numbers[match[1]][int(match[2])]

        places = tuple(_PIECE.sub(_in_file, place) for place in self.places)
        return msgspec.structs.replace(self, places=places, text=_PIECE.sub(_in_file, self.text))


def problem(text: str, *places: str) -> Finding:
    """Return a problem as a finding."""
    return Finding("problem", places, text)


def listed(places: Sequence[str], most: int = 4) -> str:
    """Return places in one line; of more than `most`, the first, the last and their number."""
    if len(places) <= most:
        return ", ".join(places)
    return _("{first} ... {last} ({count} places)").format(first=places[0], last=places[-1], count=len(places))


# Checks that a tower can work: everything fits inside, and there is a way through for a cube
#
# The way through is exact for a disc as wide as a cube: it is barred if, and only if, a chain of obstacles with
# narrower gaps reaches from the left wall to the right one.

ROOM_FOR_HEAP = 4.0
"""Least depth of the tray's floor below the exit, in sizes of a cube."""
TOLERANCE = 1e-6
"""Lengths in mm closer than this are equal."""


FRAME = frozenset(("funnel", "shaft", "exit"))
"""The tables of a file that decide where pieces can stand."""
PIECES = ("baffle", "pin", "wall")
"""The kinds of pieces, as a file names them."""


class Obstacle(msgspec.Struct, frozen=True):
    """One outline, and its name in messages."""

    place: str
    outline: Capsule | Disc


def check_geometry(geometry: Geometry, source: str) -> None:
    """Raise GeometryError, naming file and place, if the tower can't work."""
    for found in problems(geometry):
        raise GeometryError(found.sentence(source))


def problems(geometry: Geometry) -> Iterator[Finding]:
    """Yield all problems; the place of a piece is checked only if the piece itself and the frame are right.

    An unknown number of the frame is NaN, and problems that depend on it aren't reported.
    """
    found = [*_frame_problems(geometry), *_grain_problems(geometry), *_piece_problems(geometry)]
    yield from found
    if frame_is_right(found):
        right, numbers = _without(geometry, {place.partition(".")[0] for finding in found for place in finding.places})
        for finding in _misplaced(right):
            yield finding.renumbered(numbers)


def frame_is_right(found: Iterable[Finding]) -> bool:
    """Return whether places of pieces can be checked despite these findings: the frame is right, and not too full."""
    places = [place for finding in found for place in finding.places]
    return FRAME.isdisjoint(place.partition(".")[0] for place in places) and not set(PIECES) & set(places)


def _without(geometry: Geometry, wrong: Collection[str]) -> tuple[Geometry, Numbers]:
    """Return the tower without the `wrong` pieces, and the original names of the others."""
    kinds = {"baffle": geometry.baffles, "pin": geometry.pins, "wall": geometry.walls}
    right = {kind: [i for i in range(len(some)) if f"{kind}[{i}]" not in wrong] for kind, some in kinds.items()}
    baffles, pins, walls = (tuple(kinds[kind][i] for i in right[kind]) for kind in kinds)
    numbers = {kind: [f"{kind}[{i}]" for i in some] for kind, some in right.items()}
    return msgspec.structs.replace(geometry, baffles=baffles, pins=pins, walls=walls), numbers


def _misplaced(geometry: Geometry) -> Iterator[Finding]:
    """Yield misplaced pieces of a tower whose frame and pieces are right by themselves."""
    frame = (geometry.funnel, geometry.shaft, geometry.exit)
    if any(math.isnan(value) for part in frame for value in msgspec.structs.astuple(part)):
        return
    world = build_world(geometry)
    yield from dict.fromkeys(_outside(geometry, world))
    yield from _barred(geometry, world)


def _frame_problems(geometry: Geometry) -> Iterator[Finding]:
    shaft, exit_, tray = geometry.shaft, geometry.exit, geometry.tray
    if geometry.funnel.mouth < shaft.width:
        yield problem(_("must be at least the shaft's width, {width:g} mm").format(width=shaft.width), "funnel.mouth")
    if exit_.width > shaft.width:
        yield problem(_("must be at most the shaft's width, {width:g} mm").format(width=shaft.width), "exit.width")
    if exit_.height > shaft.height or (exit_.height == 0 and exit_.width < shaft.width):
        text = _("must be more than 0 and at most the shaft's height, because the shaft narrows")
        yield problem(text, "exit.height")
    if tray.width / 2 - abs(tray.shift) < exit_.width / 2:
        yield problem(_("the tray must lie under the whole exit"), "tray.width")
    if tray.depth < ROOM_FOR_HEAP * geometry.grain.size:
        yield problem(_("must be at least {count:g} cubes high").format(count=ROOM_FOR_HEAP), "tray.depth")


def _grain_problems(geometry: Geometry) -> Iterator[Finding]:
    grain = geometry.grain
    if grain.edge > 0.45 * grain.size:
        yield problem(_('must be less than half the size; for round grains write shape = "disc"'), "grain.edge")
    if grain.size > geometry.exit.width:
        yield problem(_("there is no way out for a cube of {size:g} mm").format(size=grain.size), "exit.width")
    if grain.size < least_size(geometry) and geometry.solver is UNSET:
        text = _("must be at least {size:.1f} mm: in a tower this high smaller cubes could fall through a ledge")
        yield problem(text.format(size=least_size(geometry)), "grain.size")
    elif grain.size < least_size(geometry):
        text = _("must be at least {steps}: in a tower this high cubes could fall through a ledge")
        yield problem(text.format(steps=least_steps(geometry)), "solver.steps_a_second")


def _piece_problems(geometry: Geometry) -> Iterator[Finding]:
    total = len(geometry.baffles) + len(geometry.pins) + len(geometry.walls)
    if total > MOST_PIECES:
        yield too_many(total)
    for number, baffle in enumerate(geometry.baffles):
        if baffle.length <= baffle.thickness:
            yield problem(_("must be more than its thickness"), f"baffle[{number}].length")
        if baffle.height < geometry.exit.height or baffle.height > geometry.rim_y:
            text = _("must be a height between the exit and the funnel's rim")
            yield problem(text, f"baffle[{number}].height")
    for number, wall in enumerate(geometry.walls):
        if math.dist(wall.start, wall.end) < TOLERANCE:
            yield problem(_("must be a different point than `from`"), f"wall[{number}].to")


def too_many(total: int) -> Finding:
    """Return the finding that a tower has too many pieces."""
    return problem(_("at most {most} pieces are allowed, not {total}").format(most=MOST_PIECES, total=total), *PIECES)


def _outside(geometry: Geometry, world: World) -> Iterator[Finding]:
    """Yield each piece that sticks out of the tower's walls, its exit or its rim."""
    for obstacle in pieces(world):
        for x, y, radius in ends_of(obstacle):
            if y - radius < EXIT_Y - TOLERANCE:
                yield problem(_("it sticks out of the exit; move it higher"), obstacle.place)
            if y + radius > world.rim_y + TOLERANCE:
                yield problem(_("it sticks out of the funnel's rim; move it lower"), obstacle.place)
            if abs(x) > half_width(geometry, y) + TOLERANCE:
                yield problem(_("it is outside the walls; move it between them"), obstacle.place)


def ends_of(obstacle: Obstacle) -> Iterator[tuple[float, float, float]]:
    """Yield the ends of an outline's middle line with its radius; a pin's only end is its center."""
    outline = obstacle.outline
    for x, y in (outline.centre,) if isinstance(outline, Disc) else (outline.start, outline.end):
        yield x, y, outline.radius


def _barred(geometry: Geometry, world: World) -> Iterator[Finding]:
    """Yield the chain of obstacles that leaves no gap for a cube, if there is one."""
    left, right = (walls_of(world, side) for side in (-1, 1))
    nodes = [*left, *pieces(world), *right]
    bars = [nodes[number] for number in _chain(nodes, len(left), len(nodes) - len(right), geometry.grain.size)]
    if bars:
        places = dict.fromkeys(bar.place for bar in bars)
        between = [place for place in places if place not in ("left wall", "right wall")]
        yield problem(_way_to_open(bars, geometry.grain.size), *(between or ["shaft.width"]))


def _way_to_open(bars: Sequence[Obstacle], size: float) -> str:
    """Return a message about obstacles that bar the way, with the gap that is the nearest to being wide enough."""
    gap, one, other = max(
        ((distance(a.outline, b.outline), a.place, b.place) for a, b in pairwise(bars)), key=lambda gap: gap[0]
    )
    words = _(
        "there is no way through for a cube of {size:g} mm; leave a gap, for instance {more:.1f} mm "
        "more between {one} and {other}"
    )
    return words.format(size=size, more=size - gap, one=one, other=other)


def _chain(nodes: Sequence[Obstacle], first: int, last: int, gap: float) -> list[int]:
    """Return the shortest chain of nodes from those before `first` to those from `last` on, with gaps under `gap`."""
    came_from: dict[int, int | None] = dict.fromkeys(range(first))
    queue = list(came_from)
    for node in queue:
        if node >= last:
            return _way_back(came_from, node)
        for other in range(first, len(nodes)):
            if other not in came_from and distance(nodes[node].outline, nodes[other].outline) < gap - TOLERANCE:
                came_from[other] = node
                queue.append(other)
    return []


def _way_back(came_from: dict[int, int | None], node: int | None) -> list[int]:
    way = []
    while node is not None:
        way.append(node)
        node = came_from[node]
    return way[::-1]


def walls_of(world: World, side: int) -> list[Obstacle]:
    """Return the outer walls of one side (-1 left, 1 right) from the exit to above the rim."""
    name = "left wall" if side < 0 else "right wall"
    return [Obstacle(name, wall) for wall in (*world.walls, *world.guides) if wall.start[0] * side > 0]


def pieces(world: World) -> list[Obstacle]:
    """Return baffles, pins and walls, named like parameters."""
    groups: dict[str, Sequence[Capsule | Disc]] = {"baffle": world.baffles, "pin": world.pins, "wall": world.pieces}
    return [Obstacle(f"{kind}[{i}]", outline) for kind, some in groups.items() for i, outline in enumerate(some)]


def distance(one: Capsule | Disc, other: Capsule | Disc) -> float:
    """Return the clear distance between two outlines, mm; less than 0 if they overlap."""
    (a, b), (c, d) = line_of(one), line_of(other)
    if crosses(a, b, c, d):
        return -one.radius - other.radius
    ways = (to_line(a, c, d), to_line(b, c, d), to_line(c, a, b), to_line(d, a, b))
    return min(ways) - one.radius - other.radius


def line_of(outline: Capsule | Disc) -> tuple[Point, Point]:
    """Return the ends of an outline's middle line; for a disc, twice its center."""
    return (outline.centre, outline.centre) if isinstance(outline, Disc) else (outline.start, outline.end)


def to_line(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two points."""
    way = (end[0] - start[0], end[1] - start[1])
    length2 = way[0] ** 2 + way[1] ** 2
    along = ((point[0] - start[0]) * way[0] + (point[1] - start[1]) * way[1]) / length2 if length2 else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.dist(point, (start[0] + along * way[0], start[1] + along * way[1]))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines a-b and c-d cross at a point inside both."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: positive if it runs counterclockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
