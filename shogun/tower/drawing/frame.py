"""The frame and the tray of a drawn tower, found by their shapes.

A frame is the tallest pair of lines that mirror each other at an upright axis: from the rim down to the exit, with at
most four corners each. A tray is a line down, across and up below the exit. Each may be one polyline, or several lines
that meet at their ends. Lines in the layers `frame` and `tray` are preferred.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import msgspec

from shogun.base.language import _
from shogun.tower.drawing import DrawingError, check_library
from shogun.tower.drawing.lines import DIGITS, FRAME, TRAY, Drawing, Stroke
from shogun.tower.geometry import Exit, Funnel, Geometry, Grain, Shaft, Tray
from shogun.tower.physics.collision_geometry import Point

NEAR = 0.05
"""Points closer than this, mm, are the same: the rounding of drawing programs."""
MOST_CORNERS = 4
MOST_CHAINS = 200
"""Chains of lines, the tallest, among which the frame is sought."""
FUNNEL_WIDER, FUNNEL_HIGH, TRAY_WIDER, TRAY_DEEP = 20.0, 40.0, 80.0, 60.0
"""Excess of a funnel and a tray that aren't drawn over the shaft, mm."""
ROOM = 16.0
"""Height, mm, above and below the pieces of a tower whose frame isn't drawn."""
SMALLEST, LARGEST = 10.0, 1000.0
"""Sides of a frame, mm."""


class Chain(msgspec.Struct, frozen=True):
    """A line, or several that meet at their ends."""

    points: tuple[Point, ...]
    strokes: frozenset[int]
    """Numbers of the lines."""


class FrameFound(msgspec.Struct, frozen=True):
    """The frame of a tower without its pieces, and its place in the drawing."""

    geometry: Geometry
    middle: Point
    """Middle of the exit plane in the drawing."""
    strokes: frozenset[int] = frozenset()
    """Numbers of the lines that it was made of."""
    is_drawn: bool = True
    """False: it was put around the pieces."""
    has_tray: bool = True
    """False: it was given a usual tray."""


def find_frame(drawing: Drawing, name: str) -> FrameFound:
    """Return the frame of a drawing's tower. Raises DrawingError if it has an impossible size."""
    chains = sorted(_chains(drawing.strokes), key=_height, reverse=True)
    found = _drawn_frame(_preferred(chains, drawing.strokes, FRAME)[:MOST_CHAINS])
    if found is None:
        return _around(drawing, name)
    (left, right), corners, middle = found
    tray = _drawn_tray(_preferred(chains, drawing.strokes, TRAY), middle)
    strokes = left.strokes | right.strokes | (tray[1] if tray else frozenset())
    shaft, grain = _surfaces(drawing.strokes, left.strokes | right.strokes)
    parts = _parts(corners)
    usual = Tray(rounded(parts[1].width + TRAY_WIDER), TRAY_DEEP)
    geometry = Geometry(name, parts[0], msgspec.structs.replace(parts[1], **shaft), parts[2], usual, grain)
    if tray:
        material = _surfaces(drawing.strokes, tray[1])[0]
        geometry = msgspec.structs.replace(geometry, tray=msgspec.structs.replace(tray[0], **material))
    return FrameFound(_in_range(geometry), middle, strokes, has_tray=tray is not None)


def rounded(number: float) -> float:
    """Return a number as exact as a drawing is read."""
    return round(number, DIGITS) + 0.0  # no minus before a zero


def _surfaces(strokes: Sequence[Stroke], numbers: frozenset[int]) -> tuple[dict[str, float], Grain]:
    """Return the material, and the cubes, that the notes of lines say."""
    notes = [strokes[number].look.note for number in sorted(numbers)]
    material = next((note.material() for note in notes if note.material()), {})
    return material, next((note.grain for note in notes if note.grain is not None), Grain())


# Chains of lines


def _chains(strokes: Sequence[Stroke]) -> Iterator[Chain]:
    """Yield all lines, and all longer ones that several form which meet at their ends; also without needless points."""
    check_library("shapely")
    from shapely import LineString, MultiLineString
    from shapely.ops import linemerge

    places = [tuple(_place(point) for point in stroke.points) for stroke in strokes]
    lines = {number: LineString(way) for number, way in enumerate(places) if len(set(way)) > 1}
    merged = linemerge(MultiLineString(list(lines.values()))) if len(lines) > 1 else None
    exact = {_place(point): point for stroke in strokes for point in stroke.points}
    at = defaultdict(list)
    for number in lines:
        at[places[number][0]].append(number)
    chains = {frozenset((number,)): line for number, line in lines.items()}
    for line in getattr(merged, "geoms", [merged] if merged else []):
        known = set(line.coords)
        whole = (number for place in known for number in at[place] if known.issuperset(places[number]))
        chains[frozenset(whole)] = line
    for numbers, line in chains.items():
        for bends in dict.fromkeys((tuple(line.coords), tuple(line.simplify(NEAR).coords))):
            yield Chain(tuple(exact[x, y] for x, y in bends), numbers)


def _place(point: Point) -> Point:
    """Return a point such that points of lines that meet are the same."""
    return round(point[0] / NEAR) * NEAR, round(point[1] / NEAR) * NEAR


def _height(chain: Chain) -> float:
    heights = [y for _x, y in chain.points]
    return max(heights) - min(heights)


def _preferred(chains: Sequence[Chain], strokes: Sequence[Stroke], layer: str) -> Sequence[Chain]:
    """Return the chains of a layer, or all if there are none."""
    own = [
        chain
        for chain in chains
        if all(layer in [name.casefold() for name in strokes[number].look.layers] for number in chain.strokes)
    ]
    return own or chains


# Frame


def _drawn_frame(chains: Sequence[Chain]) -> tuple[tuple[Chain, Chain], list[Point], Point] | None:
    """Return the two lines of the frame, the corners of its right half, and the middle of its exit."""
    faces = [(chain, face) for chain in chains if (face := _downwards(chain.points))]
    pairs = [
        (_height(one), abs(face[0][0] - other_face[0][0]), (one, other), corners, middle)
        for (one, face), (other, other_face) in combinations(faces, 2)
        if not one.strokes & other.strokes and (half := _half(face, other_face)) is not None
        for corners, middle in [half]
    ]
    best = max(pairs, key=lambda pair: pair[:2], default=None)
    return best and best[2:]


def _downwards(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the points of a line that could be one side of a frame, from the rim down; none if it can't be one."""
    if not 2 <= len(points) <= MOST_CORNERS:
        return ()
    way = tuple(points) if points[0][1] > points[-1][1] else tuple(reversed(points))
    falls = [upper[1] - lower[1] for upper, lower in pairwise(way)]
    is_falling = all(fall >= NEAR for fall in falls[:-1]) and falls[-1] >= -NEAR
    return way if is_falling else ()


def _half(one: Sequence[Point], other: Sequence[Point]) -> tuple[list[Point], Point] | None:
    """Return the corners of the right half and the middle of the exit if two lines mirror each other as sides do."""
    if len(one) != len(other) or abs(one[0][0] - other[0][0]) < SMALLEST:
        return None
    middle = (one[0][0] + other[0][0]) / 2
    for (x, y), (mirrored_x, mirrored_y) in zip(one, other, strict=True):
        if abs(y - mirrored_y) > NEAR or abs(x + mirrored_x - 2 * middle) > 2 * NEAR:
            return None
    bottom = one[-1][1]
    corners = [(abs(x - mirrored_x) / 2, y - bottom) for (x, y), (mirrored_x, _y) in zip(one, other, strict=True)]
    sides = [a[0] - b[0] for a, b in pairwise(corners)]
    is_upright = len(corners) == 3 or abs(sides[0 if len(corners) == 2 else 1]) <= NEAR
    return (corners, (middle, bottom)) if is_upright else None


def _parts(corners: Sequence[Point]) -> tuple[Funnel, Shaft, Exit]:
    """Return the parts of a frame with these corners; one without a funnel gets a usual one."""
    if len(corners) == 2:
        (half, height), _low = corners
        width = rounded(2 * half)
        return Funnel(rounded(width + FUNNEL_WIDER), FUNNEL_HIGH), Shaft(width, rounded(height)), Exit(width)
    (mouth, rim), (shaft, height), *_between, (exit_, _zero) = corners
    is_straight = abs(shaft - exit_) <= NEAR
    taper = corners[2][1] if len(corners) == MOST_CORNERS else 0.0 if is_straight else height
    width = rounded(2 * shaft)
    narrow = width if is_straight and not taper else rounded(2 * exit_)
    return (
        Funnel(rounded(2 * mouth), rounded(rim - height)),
        Shaft(width, rounded(height)),
        Exit(narrow, rounded(taper)),
    )


def _drawn_tray(chains: Sequence[Chain], middle: Point) -> tuple[Tray, frozenset[int]] | None:
    """Return the widest tray below the exit, and the numbers of its lines."""
    trays = [(tray, chain.strokes) for chain in chains if (tray := _as_tray(chain.points, middle)) is not None]
    return max(trays, key=lambda found: found[0].width, default=None)


def _as_tray(points: Sequence[Point], middle: Point) -> Tray | None:
    if len(points) != 4:
        return None
    a, b, c, d = points if points[0][0] < points[-1][0] else points[::-1]
    floor = b[1] - middle[1]
    is_square = max(abs(a[0] - b[0]), abs(c[0] - d[0]), abs(b[1] - c[1]), abs(a[1] - d[1])) <= NEAR
    if not is_square or floor > -1 or a[1] - b[1] < 1 or c[0] - b[0] < 1:
        return None
    shift = rounded((b[0] + c[0]) / 2 - middle[0])
    return Tray(rounded(c[0] - b[0]), rounded(-floor), rounded(a[1] - b[1]), shift)


def _around(drawing: Drawing, name: str) -> FrameFound:
    """Return a frame around all lines and circles. Raises DrawingError."""
    points = [point for stroke in drawing.strokes for point in stroke.points]
    for circle in drawing.circles:
        (x, y), radius = circle.centre, circle.diameter / 2
        points += [(x - radius, y - radius), (x + radius, y + radius)]
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    low, high = min(y for _x, y in points) - ROOM, max(y for _x, y in points) + ROOM
    corners = [((right - left) / 2, high - low), ((right - left) / 2, 0.0)]
    funnel, shaft, exit_ = _parts(corners)
    geometry = Geometry(name, funnel, shaft, exit_, Tray(rounded(shaft.width + TRAY_WIDER), TRAY_DEEP))
    return FrameFound(_in_range(geometry), ((left + right) / 2, low), is_drawn=False, has_tray=False)


def _in_range(geometry: Geometry) -> Geometry:
    """Return the geometry. Raises DrawingError if it is too small or too large for a tower."""
    sides = geometry.shaft.width, geometry.rim_y
    if min(sides) >= SMALLEST and max(sides) <= LARGEST:
        try:
            return msgspec.convert(msgspec.to_builtins(geometry), Geometry)
        except msgspec.ValidationError:
            pass
    size = f"{sides[0]:.3g} x {sides[1]:.3g} mm"
    text = _("The drawn tower is {size}, and each side must be 10 to 1000 mm: set the scale.")
    raise DrawingError(text.format(size=size))
