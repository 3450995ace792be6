"""Puts a tower together from its DXF file alone, as a person would: by numbers, tabs and slots.

Nothing of the program that made the file is used. A board is laid into the slots that bear its number, in whichever of
the ways it can be turned that lets all of its tabs in; what it takes then, seen from the front, is what a cube meets.
"""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from shapely import LineString, Point, Polygon, set_precision, unary_union, union_all
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

SPACE = 0.12
"""Tabs and slots may differ by so much, mm."""


@dataclass
class Part:
    outline: Polygon
    notes: list[tuple[str, Point]] = field(default_factory=list)
    rounded: list[LineString] = field(default_factory=list)


@dataclass
class Tower:
    """What stands between the plates, in the tower's coordinates."""

    slices: dict[str, dict[int, list[Polygon]]]
    """For `back` and `front` half: what each board takes there."""
    pins: list[Polygon]
    ways: dict[int, int]
    """In how many ways each board can be put in."""
    eased: list[Point]
    """Where walls are rounded."""

    def solid(self, room: Polygon) -> Polygon:
        """All that stands there; the corners of the room that are eased are rounded to 5 mm."""
        strips = [strip for some in self.slices.values() for board in some.values() for strip in board]
        rounded = room.buffer(5, quad_segs=64).buffer(-5, quad_segs=64).difference(room)
        sanded = unary_union([rounded.intersection(corner.buffer(6)) for corner in self.eased])
        return unary_union([*strips, *self.pins]).difference(sanded)  # type: ignore[return-value]


@dataclass
class Way:
    """One way to put a board in: turned so that the back is below, and how far along its slots it goes."""

    outline: Polygon
    rounded: list[BaseGeometry]
    off: float


def parts_of(text: str, kerf: float) -> dict[int, list[Part]]:
    """The parts of a drawing by their numbers, joined where they lie on several sheets, without the kerf."""
    document: Drawing = read(io.StringIO(text))
    assert document.header["$INSUNITS"] == 4  # mm
    space = document.modelspace()
    lines: dict[str, list[LineString]] = {"CUT": [], "JOIN": [], "ROUND": []}
    for entity in space.query("LWPOLYLINE"):
        assert isinstance(entity, LWPolyline)
        points = [(x, y) for x, y, *_ in entity.get_points()]
        if (layer := entity.dxf.layer) in lines:
            lines[layer].append(LineString([*points, points[0]] if entity.closed else points))
    texts = [(e.dxf.layer, e.dxf.text, Point(e.dxf.align_point)) for e in space.query("TEXT") if e.dxf.halign]
    tiles: dict[str, list[tuple[Part, dict[str, LineString]]]] = {}
    faces = list(polygonize(set_precision(unary_union([*lines["CUT"], *lines["JOIN"]]), 1e-4)))
    outers = [
        face
        for face in faces
        if not any(face is not other and Polygon(other.exterior).contains(face) for other in faces)
    ]
    for outer in outers:
        whole = Polygon(outer.exterior)
        holes = [face for face in faces if face is not outer and whole.contains(face)]
        shape = _polygon(outer.difference(unary_union(holes)))
        numbers = [text for layer, text, at in texts if layer == "NUMBER" and whole.contains(at)]
        assert len(numbers) == 1, (numbers, whole.bounds)
        part = Part(
            shape,
            [(text, at) for layer, text, at in texts if layer == "NOTE" and whole.distance(at) < 1e-3],
            [line for line in lines["ROUND"] if whole.buffer(1).contains(line)],
        )
        letters = [(text, at) for layer, text, at in texts if layer == "JOIN"]
        seams = {
            t: line
            for line in lines["JOIN"]
            if whole.distance(line) < 1e-3
            for t, at in letters
            if line.distance(at) < 1e-3
        }
        number, _, rest = numbers[0].partition(" ")
        tiles.setdefault(f"{number} {rest.split(' ')[0] if '(' in rest else ''}", []).append((part, seams))
    found: dict[int, list[Part]] = {}
    for name, some in tiles.items():
        found.setdefault(int(name.split()[0]), []).append(_joined(some, kerf))
    return found


def _joined(tiles: list[tuple[Part, dict[str, LineString]]], kerf: float) -> Part:
    """Tiles laid side by side, each letter on its like."""
    (whole, seams), *others = tiles
    while others:
        tile, ends = next((tile, ends) for tile, ends in others if ends.keys() & seams.keys())
        letter = min(ends.keys() & seams.keys())
        (x0, y0, _x, _y), (x1, y1, _x2, _y2) = seams[letter].bounds, ends[letter].bounds
        moved = [translate(one, x0 - x1, y0 - y1) for one in (tile.outline, *tile.rounded)]
        whole.outline = _polygon(union_all([whole.outline, moved[0]], grid_size=1e-3))
        whole.rounded += moved[1:]  # type: ignore[arg-type]
        whole.notes += [(text, translate(at, x0 - x1, y0 - y1)) for text, at in tile.notes]
        seams |= {name: translate(line, x0 - x1, y0 - y1) for name, line in ends.items()}
        others = [one for one in others if one[0] is not tile]
    if kerf:
        whole.outline = _grown(whole.outline, -kerf / 2)
    return whole


def _grown(outline: Polygon, by: float) -> Polygon:
    return _polygon(outline.buffer(by, join_style="mitre", mitre_limit=2.5))


def _polygon(shape: BaseGeometry) -> Polygon:
    assert isinstance(shape, Polygon), "a part in pieces"
    return shape


def put_together(text: str, kerf: float, depth: float, thickness: float) -> Tower:
    """The tower that the parts of a drawing make."""
    parts = parts_of(text, kerf)
    slots, pins = _slots(_upright(parts[1][0]))
    floor = next(part for (part, *_) in parts.values() if "1" in dict(part.notes))
    tower = Tower({"back": {}, "front": {}}, pins, {}, [])
    for number, some in slots.items():
        if str(number) not in dict(floor.notes):  # feet and sides of the tray are no boards between the plates
            _put_in(tower, number, parts[number][0], some, depth=depth, thickness=thickness)
    return tower


def _upright(back: Part) -> Part:
    """The back plate with its cross at the origin, turned as it stands: the tray is below."""
    origin = next(at for text, at in back.notes if text == "+")
    best = None
    for angle in (0, 90, 180, 270):
        outline = rotate(translate(back.outline, -origin.x, -origin.y), angle, origin=(0, 0))
        notes = [(t, rotate(translate(at, -origin.x, -origin.y), angle, origin=(0, 0))) for t, at in back.notes]
        if best is None or outline.bounds[3] > best.outline.bounds[3]:  # the tower is higher than all else
            best = Part(outline, notes)
    assert best is not None
    return best


def _slots(back: Part) -> tuple[dict[int, list[Polygon]], list[Polygon]]:
    """The slots of each board, and the holes for pins."""
    slots: dict[int, list[Polygon]] = {}
    pins = []
    for ring in back.outline.interiors:
        hole = Polygon(ring)
        if 4 * math.pi * hole.area / hole.length**2 > 0.99:  # round
            pins.append(hole)
            continue
        name, _at = min(back.notes, key=lambda note: hole.distance(note[1]) if note[0].isdigit() else math.inf)
        slots.setdefault(int(name), []).append(hole)
    return slots, pins


def _put_in(tower: Tower, number: int, board: Part, slots: list[Polygon], *, depth: float, thickness: float) -> None:
    thick, (x, y), (dx, dy), places = _line_of(slots)
    ways = list(_ways(board, places, depth, thickness))
    assert ways, f"{number} has no way in"
    tower.ways[number], way = len(ways), ways[0]
    low = way.outline.bounds[1] + thickness
    is_wall = way.outline.bounds[3] - low > depth + thickness / 2  # it has tabs on both sides
    for half, v in (("back", depth / 4), ("front", depth * 3 / 4)):
        strips = tower.slices[half].setdefault(number, [])
        for first, last in _spans(way.outline, low + v):
            ends: list[tuple[float, float]] = [(x + (u + way.off) * dx, y + (u + way.off) * dy) for u in (first, last)]
            strip = _polygon(LineString(ends).buffer(thick / 2, cap_style="flat"))
            for end, u, towards in zip(ends, (first, last), (1, -1), strict=True):
                if any(abs(line.centroid.x - u) < 0.2 for line in way.rounded):
                    tower.eased.extend([Point(end)] if is_wall else [])
                    strip = strip if is_wall else _rounded(strip, end, (dx * towards, dy * towards), thick / 2)
            strips.append(strip)


def _ways(board: Part, places: list[tuple[float, float]], depth: float, thickness: float) -> Iterator[Way]:
    """The ways in which all tabs of a board find slots; it may be turned, and turned over."""
    for angle in (0, 90, 180, 270):
        for mirrored in (1, -1):
            outline = _polygon(_turned(board.outline, angle, mirrored))
            rounded = [_turned(one, angle, mirrored) for one in board.rounded]
            tabs = _spans(outline, outline.bounds[1] + thickness / 2)
            if len(tabs) == len(places) and outline.bounds[3] - outline.bounds[1] < depth + 2 * thickness + SPACE:
                off = places[0][0] - tabs[0][0]
                pairs = zip(tabs, places, strict=True)
                if all(abs(a + off - c) < SPACE and abs(b + off - d) < SPACE for (a, b), (c, d) in pairs):
                    yield Way(outline, rounded, off)


def _turned(shape: BaseGeometry, angle: float, mirrored: float) -> BaseGeometry:
    return scale(rotate(shape, angle, origin=(0, 0)), mirrored, 1, origin=(0, 0))


def _rounded(strip: Polygon, end: tuple[float, float], inwards: tuple[float, float], reach: float) -> Polygon:
    """A strip with a round end of half its thickness."""
    (x, y), (dx, dy) = end, inwards
    middle = Point(x + reach * dx, y + reach * dy)
    tip = LineString([(x - reach * dx, y - reach * dy), (middle.x, middle.y)]).buffer(reach + 1e-3, cap_style="flat")
    return _polygon(strip.difference(tip).union(strip.intersection(middle.buffer(reach, quad_segs=32))))


def _line_of(slots: list[Polygon]) -> tuple[float, tuple[float, float], tuple[float, float], list[tuple[float, float]]]:
    """Width of a board's slots, a point and the direction of their line, and from where to where each reaches."""
    longest = max(slots, key=lambda slot: slot.minimum_rotated_rectangle.length)
    corners = list(longest.minimum_rotated_rectangle.exterior.coords)  # type: ignore[attr-defined]
    sides = [(math.dist(a, b), a, b) for a, b in pairwise(corners)][:2]
    if len(slots) > 1:
        first, last = slots[0].centroid, slots[-1].centroid
        way = (last.x - first.x, last.y - first.y)
    else:
        _length, a, b = max(sides)
        way = (b[0] - a[0], b[1] - a[1])
    length = math.hypot(*way)
    dx, dy = way[0] / length, way[1] / length
    x, y = longest.centroid.x, longest.centroid.y
    places = []
    for slot in slots:
        along = [(px - x) * dx + (py - y) * dy for px, py in slot.exterior.coords]
        places.append((min(along), max(along)))
    across = [-(px - x) * dy + (py - y) * dx for px, py in longest.exterior.coords]
    return max(across) - min(across), (x, y), (dx, dy), sorted(places)


def _spans(outline: Polygon, v: float) -> list[tuple[float, float]]:
    """From where to where a board reaches in one line along it."""
    left, _low, right, _high = outline.bounds
    cut = outline.intersection(LineString([(left - 1, v), (right + 1, v)]))
    lines = [line for line in getattr(cut, "geoms", [cut]) if not line.is_empty]
    return sorted((line.bounds[0], line.bounds[2]) for line in lines)
