"""The outlines of a geometry in world coordinates, which cubes hit and windows draw.

Pure data without pymunk or NumPy, so physics and picture can't differ. Units are mm; the origin is the middle of the
exit plane, x to the right, y upwards. Every outline is a capsule (a straight middle line with a radius) or a disc:
the two shapes that Chipmunk collides most robustly, and whose rounded ends need no extra code.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from shogun.tower.geometry import Baffle, Geometry, Shaft, Tray, Wall, guide_height, pitch

Point = tuple[float, float]

EXIT_Y = 0.0
WALL_RADIUS = 5.0
"""Half the thickness of outer walls, mm."""


class Capsule(msgspec.Struct, frozen=True):
    """All points at most `radius` from the line between `start` and `end`."""

    start: Point
    end: Point
    radius: float
    friction: float
    restitution: float


class Disc(msgspec.Struct, frozen=True):
    """All points at most `radius` from the center."""

    centre: Point
    radius: float
    friction: float
    restitution: float


class Box(msgspec.Struct, frozen=True):
    """A rectangle along the axes."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies inside or on the border; NaN never does."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


class World(msgspec.Struct, frozen=True):
    """All fixed outlines of a tower and its tray."""

    walls: tuple[Capsule, ...]
    """Funnel, shaft and exit, left and right; their inner faces are `left_face` and `right_face`."""
    baffles: tuple[Capsule, ...]
    """One for each baffle of the geometry, in its order."""
    pieces: tuple[Capsule, ...]
    """One for each `[[wall]]` of the geometry, in its order."""
    pins: tuple[Disc, ...]
    guides: tuple[Capsule, ...]
    """Invisible upright walls above the rim, like the hands of the thrower."""
    tray: tuple[Capsule, ...]
    """Left wall, floor and right wall of the tray."""
    tray_guides: tuple[Capsule, ...]
    """Invisible upright walls above the tray's, up to the exit, so that no cube gets lost."""
    left_face: tuple[Point, ...]
    """The tower's inner outline from the rim down to the exit."""
    right_face: tuple[Point, ...]
    exit_width: float
    rim_y: float
    floor_y: float
    inside: Box
    """Area in which the center of a cube can be: from the exit up to the highest start place."""
    bounds: Box
    """Area of a picture: tower and tray with their walls, and one row of cubes above the rim."""


@lru_cache(maxsize=64)
def build_world(geometry: Geometry) -> World:
    """Return the outlines of a geometry, even if it can't work."""
    right = _right_face(geometry)
    left = tuple((-x, y) for x, y in right)
    half = geometry.funnel.mouth / 2
    widest = max(x for x, _y in right)
    floor = EXIT_Y - geometry.tray.depth
    return World(
        walls=(*_face_walls(left, geometry.shaft), *_face_walls(right, geometry.shaft)),
        baffles=tuple(_baffle(baffle, geometry) for baffle in geometry.baffles),
        pieces=tuple(_piece(wall) for wall in geometry.walls),
        pins=tuple(Disc((pin.x, pin.y), pin.diameter / 2, pin.friction, pin.restitution) for pin in geometry.pins),
        guides=_guides(-half, half, geometry.rim_y, geometry.rim_y + guide_height(geometry)),
        tray=_tray(geometry.tray, floor),
        tray_guides=_guides(*_tray_sides(geometry.tray), floor + geometry.tray.rim, EXIT_Y + geometry.grain.size),
        left_face=left,
        right_face=right,
        exit_width=geometry.exit.width,
        rim_y=geometry.rim_y,
        floor_y=floor,
        inside=Box(-widest, EXIT_Y, widest, geometry.rim_y + guide_height(geometry)),
        bounds=_bounds(geometry, floor),
    )


def half_width(geometry: Geometry, y: float) -> float:
    """Return the distance in mm from the middle line to the inner face at height `y` (above the rim: the mouth's)."""
    heights, halves = zip(*((y, x) for x, y in reversed(_right_face(geometry))), strict=True)
    for (low, narrow), (high, wide) in pairwise(zip(heights, halves, strict=True)):
        if low <= y < high:
            return float(narrow + (wide - narrow) * (y - low) / (high - low))
    return float(halves[-1] if y >= heights[-1] else halves[0])


def _right_face(geometry: Geometry) -> tuple[Point, ...]:
    """Return the corners of the right inner face from the rim down, without duplicates.

    It never turns back upwards, even if the exit of a tower that is being drawn is higher than its shaft.
    """
    corners = (
        (geometry.funnel.mouth / 2, geometry.rim_y),
        (geometry.shaft.width / 2, geometry.shaft.height),
        (geometry.shaft.width / 2, min(geometry.exit.height, geometry.shaft.height)),
        (geometry.exit.width / 2, EXIT_Y),
    )
    return tuple(dict.fromkeys(corners))


def _face_walls(face: Sequence[Point], material: Shaft) -> tuple[Capsule, ...]:
    """Return capsules behind an inner face; they meet in mitres, so that no rounded end sticks out of the face."""
    outward = math.copysign(1.0, face[0][0])
    way = (*face, (face[-1][0], face[-1][1] - 1.0))  # extended downwards, so that the end doesn't reach into the exit
    middle = [_behind(way, number, outward * WALL_RADIUS) for number in range(len(face))]
    return tuple(
        Capsule(start, end, WALL_RADIUS, material.friction, material.restitution) for start, end in pairwise(middle)
    )


def _behind(face: Sequence[Point], number: int, distance: float) -> Point:
    """Return the point at a corner of the face where the lines `distance` to its right meet."""
    normals = [_normal(a, b) for a, b in pairwise(face[max(0, number - 1) : number + 2])]
    first, last = normals[0], normals[-1]
    stretch = distance / (1 + first[0] * last[0] + first[1] * last[1])
    return face[number][0] + (first[0] + last[0]) * stretch, face[number][1] + (first[1] + last[1]) * stretch


def _normal(upper: Point, lower: Point) -> Point:
    """Return the unit normal of a face that runs downwards, pointing to the right."""
    length = math.dist(upper, lower)
    return (upper[1] - lower[1]) / length, (lower[0] - upper[0]) / length


def _baffle(baffle: Baffle, geometry: Geometry) -> Capsule:
    """Return the ledge from its wall to its tip; the round tip is part of its length."""
    sign = 1.0 if baffle.side == "left" else -1.0
    root = -sign * half_width(geometry, baffle.height)
    reach = baffle.length - baffle.thickness / 2
    tilt = math.radians(baffle.tilt)
    tip = (root + sign * reach * math.cos(tilt), baffle.height - reach * math.sin(tilt))
    return Capsule((root, baffle.height), tip, baffle.thickness / 2, baffle.friction, baffle.restitution)


def _piece(wall: Wall) -> Capsule:
    return Capsule(wall.start, wall.end, wall.thickness / 2, wall.friction, wall.restitution)


def _guides(left: float, right: float, low: float, high: float) -> tuple[Capsule, ...]:
    """Return two smooth upright walls whose inner faces are at `left` and `right`."""
    middles = (left - WALL_RADIUS, right + WALL_RADIUS)
    return tuple(Capsule((x, low), (x, high), WALL_RADIUS, 0.0, 0.0) for x in middles)


def _tray_sides(tray: Tray) -> Point:
    """Return the x of the tray's left and right inner face."""
    return tray.shift - tray.width / 2, tray.shift + tray.width / 2


def _tray(tray: Tray, floor: float) -> tuple[Capsule, ...]:
    left, right = (x + side * WALL_RADIUS for x, side in zip(_tray_sides(tray), (-1, 1), strict=True))
    low, high = floor - WALL_RADIUS, floor + tray.rim
    lines = (((left, low), (left, high)), ((left, low), (right, low)), ((right, low), (right, high)))
    return tuple(Capsule(start, end, WALL_RADIUS, tray.friction, tray.restitution) for start, end in lines)


def _bounds(geometry: Geometry, floor: float) -> Box:
    left, right = _tray_sides(geometry.tray)
    half = geometry.funnel.mouth / 2
    return Box(
        left=min(left, -half) - 2 * WALL_RADIUS,
        bottom=floor - 2 * WALL_RADIUS,
        right=max(right, half) + 2 * WALL_RADIUS,
        top=geometry.rim_y + pitch(geometry),
    )
