"""The assembly picture: all parts in an oblique exploded view, with their numbers, a list of parts and the steps.

Hidden lines are removed: parts are drawn from the nearest to the farthest, each without what nearer ones cover.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap

import msgspec
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import _, ngettext
from shogun.tower.cardboard.build_options import deep_note
from shogun.tower.cardboard.cross_boards import Frame, Note, Part, Vector
from shogun.tower.cardboard.parts import BuildPlan
from shogun.tower.cardboard.sheets import MARGIN, Line, size_of
from shogun.tower.physics import collision_geometry as outlines

SLANT = (0.42, -0.3)
"""Shift of a part to the right and up, in mm for each mm that it lies nearer to the front."""
APART = 70.0
"""Distance by which the plates are pulled apart, mm."""
ROOM_FOR_TEXT = 0.4
"""Share of the sheet's height for the list of parts and the steps."""
LEAST_SEEN = 4.0
"""Least visible area of a part that gets a number, mm²."""
SMALLEST = 0.15
TEXT, WIDE = 2.9, 0.6
"""Height of the text, mm, and the largest average width of a letter, in heights."""


class Assembly(msgspec.Struct, frozen=True):
    """The assembly picture on its sheet, mm."""

    width: float
    height: float
    lines: tuple[Line, ...]
    numbers: tuple[Note, ...]
    texts: tuple[Note, ...]
    """The list of parts and the steps."""


class _ProjectedPart(msgspec.Struct, frozen=True):
    """A part in the picture before it is scaled to the sheet."""

    part: Part
    nearness: float
    face: Polygon
    edges: tuple[LineString, ...]
    cover: BaseGeometry


def assemble(plan: BuildPlan) -> Assembly:
    """Return the picture on a sheet of the same paper as the parts."""
    width, height = size_of(plan)
    shown = sorted(_all_shown(plan), key=lambda part: -part.nearness)
    lines, numbers = _visible(shown)
    seen = _around(lines, numbers)
    box = unary_union(seen).bounds
    room = width - 2 * MARGIN - 20, height * (1 - ROOM_FOR_TEXT) - 2 * MARGIN
    scale = min(room[0] / (box[2] - box[0]), room[1] / (box[3] - box[1]))
    left = (width - scale * (box[0] + box[2])) / 2
    low = height - MARGIN - scale * box[3]

    def placed(x: float, y: float) -> tuple[float, float]:
        return left + scale * x, low + scale * y

    return Assembly(
        width=width,
        height=height,
        lines=tuple(tuple(placed(x, y) for x, y in line.coords) for line in seen),
        numbers=tuple(Note(*placed(note.x, note.y), note.text, note.height) for note in numbers),
        texts=tuple(_texts(plan, width, low + scale * box[1] - 9)),
    )


def _all_shown(plan: BuildPlan) -> Iterator[_ProjectedPart]:
    for part in plan.parts:
        yield from (_projected(part, frame) for frame in _frames(part, plan))


def _frames(part: Part, plan: BuildPlan) -> Iterator[Frame]:
    """Yield the frames of a part: one, or two for sides, feet and fins, which are pairs."""
    yield part.frame
    if part.count == 2 and part.number >= plan.first_of_stand:
        x, y, v = part.frame.origin
        yield msgspec.structs.replace(
            part.frame, origin=(2 * plan.middle_of(part) - x, y, v), low=-part.frame.high, high=-part.frame.low
        )


def _projected(part: Part, frame: Frame) -> _ProjectedPart:
    pulled = frame.stage * APART
    normal = _cross(frame.right, frame.up)
    thick = frame.high - frame.low

    def on_paper(u: float, w: float, off: float) -> tuple[float, float]:
        x, y, v = (
            frame.origin[axis] + u * frame.right[axis] + w * frame.up[axis] + off * normal[axis] for axis in range(3)
        )
        return x + (v + pulled) * SLANT[0], y + (v + pulled) * SLANT[1]

    def ring(points: Sequence[outlines.Point], off: float) -> list[outlines.Point]:
        return [on_paper(u, w, off) for u, w in points]

    rings = [_corners(line) for line in (part.outline.exterior, *part.outline.interiors)]
    caps = [Polygon(ring(rings[0], off), [ring(hole, off) for hole in rings[1:]]) for off in (frame.low, frame.high)]
    towards = normal[2] - normal[0] * SLANT[0] - normal[1] * SLANT[1]
    face = caps[1] if towards >= 0 else caps[0]
    sides = [
        Polygon([on_paper(*a, frame.low), on_paper(*b, frame.low), on_paper(*b, frame.high), on_paper(*a, frame.high)])
        for a, b in zip(rings[0], rings[0][1:], strict=False)
        if thick > 0
    ]
    solid = unary_union([face.buffer(0), *(side.buffer(0) for side in sides if side.area > 1e-9)])
    inner = [LineString(hole.coords) for hole in face.interiors]
    outline = [LineString(polygon.exterior.coords) for polygon in _polygons(solid)]
    edges = (LineString(face.exterior.coords), *inner, *outline)
    middle = part.outline.centroid
    _x, y, v = (frame.origin[axis] + middle.x * frame.right[axis] + middle.y * frame.up[axis] for axis in range(3))
    nearness = frame.stage * 10_000 + v - y * 0.01
    return _ProjectedPart(part, nearness, face, edges, solid if part.material.thickness else Polygon())


def _corners(line: LineString) -> list[outlines.Point]:
    return [(x, y) for x, y in line.coords]


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    if isinstance(shape, MultiPolygon):
        return list(shape.geoms)
    return [shape] if isinstance(shape, Polygon) else []


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _visible(shown: Sequence[_ProjectedPart]) -> tuple[list[LineString], list[Note]]:
    """Return the visible lines and a number for each part; `shown` has the nearest part first."""
    cover: BaseGeometry = Polygon()
    lines: list[LineString] = []
    numbers: list[Note] = []
    for view in shown:
        for edge in view.edges:
            left = edge.difference(cover)
            lines.extend(line for line in getattr(left, "geoms", [left]) if isinstance(line, LineString))
        free = view.face.difference(cover)
        if free.area > LEAST_SEEN:
            spot = free.representative_point()
            numbers.append(Note(spot.x, spot.y, str(view.part.number), 2.6))
        cover = cover.union(view.cover)
    return [line for line in lines if line.length > SMALLEST], numbers


def _around(lines: Sequence[LineString], numbers: Sequence[Note]) -> list[LineString]:
    """Return the lines with gaps around the numbers."""
    blanks = unary_union([Point(note.x, note.y).buffer(1.6 * note.height) for note in numbers])
    left = [line.difference(blanks) for line in lines]
    return [line for some in left for line in getattr(some, "geoms", [some]) if line.length > SMALLEST]


def _texts(plan: BuildPlan, width: float, top: float) -> Iterator[Note]:
    """Yield the list of parts and the steps, below the picture."""
    letters = int((width - 2 * MARGIN - 8) / (TEXT * WIDE))
    lines = [part for line in (*_listed(plan), "", *_steps(plan)) for part in wrap(line, letters) or [""]]
    pitch = min(TEXT / 0.56, (top - MARGIN) / len(lines))
    for number, line in enumerate(lines):
        yield Note(MARGIN + 4, top - (number + 1) * pitch, line, pitch * 0.56)


def _listed(plan: BuildPlan) -> Iterator[str]:
    yield _("{tower}, {depth:g} mm deep").format(
        tower=plan.geometry.title or plan.geometry.name, depth=plan.wishes.depth
    )
    groups: dict[tuple[str, str, str], list[int]] = {}
    counts: dict[tuple[str, str, str], int] = {}
    for part in plan.parts:
        key = part.name, part.material.name, part.hint
        groups.setdefault(key, []).append(part.number)
        counts[key] = counts.get(key, 0) + part.count
    for (name, material, hint), numbers in groups.items():
        line = _("{numbers}: {count} x {name}, {material}").format(
            numbers=_ranges(numbers), count=counts[name, material, hint], name=name, material=material
        )
        yield f"{line} ({hint})" if hint else line
    for stick in plan.sticks:
        words = ngettext("{n} round stick {mm:g} mm thick", "{n} round sticks {mm:g} mm thick", stick.count)
        sentence = _("pin {mm:g}: {sticks}, {length:g} mm long")
        sticks = words.format(n=stick.count, mm=stick.diameter)
        yield sentence.format(mm=stick.diameter, sticks=sticks, length=stick.length)


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers as people write them: 4-8, 11."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in spans)


def _steps(plan: BuildPlan) -> Iterator[str]:
    """Yield the steps of the assembly, and notes."""
    first = plan.first_of_stand
    steps = [
        _("Print at 100 %, measure the ruler, glue the sheets onto cardboard, cut along the red lines."),
        _("Sand the green ends to a radius of 5 mm; on walls, round only the inner edge."),
        _("A board's tabs differ in length, so that it fits its slots only one way."),
        _("Glue sticks, if any, into back plate 1; slide the boards in from the front, the highest number first."),
        _("Glue window 3 behind frame 2, and both onto the walls, tabs into slots."),
        _("Floor {floor}: the back plate, the sides and front of the tray, and both feet stand in its slots.").format(
            floor=first
        ),
        _("Fins {fin} in the frame carry the lip {lip}: pour cubes onto it; they come out into the tray.").format(
            fin=first + 4, lip=first + 5
        ),
    ]
    yield from (f"{number}. {step}" for number, step in enumerate(steps, 1))
    if plan.glued:
        words = _("No room for tabs: glue {numbers} where the picture shows.")
        yield words.format(numbers=_ranges(plan.glued))
    if note := deep_note(plan.geometry, plan.wishes.depth):
        yield note
