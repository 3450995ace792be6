"""Vector pictures (SVG) of a tower, with cubes in it and anything else behind or in front of them.

They are pure text, made without any library, and only use shapes that every SVG reader knows (paths, circles, linear
gradients, no text), so that a window can show them as well as a browser. One unit of the picture is 1 mm.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from shogun.base.colours import CUBES, Colour, hexed, looks_of, mix
from shogun.base.files import write_whole
from shogun.tower.geometry import Geometry, Grain
from shogun.tower.physics.collision_geometry import WALL_RADIUS, Box, Capsule, Disc, Point, World, build_world

NO_KINDS: Mapping[str, Grain] = {}
WOOD: Colour = (150, 104, 62)
LEDGE: Colour = (205, 166, 110)
BACK: Colour = (94, 66, 45)
TRAY: Colour = (84, 52, 36)
BAMBOO: Colour = (176, 164, 92)
EDGE: Colour = (24, 16, 12)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
MARGIN = 4.0
"""Room around tower and tray, mm."""
WALL = 2 * WALL_RADIUS
"""Thickness of the outer walls, mm."""
PIXELS = 2.4
"""Pixels for a millimeter in a picture at its own size."""
BEVEL = 0.76
"""Place of the beveled edges of a cube, as a share of the distance from its center to the outer edges."""


class Lying(Protocol):
    """Anything with a cube's color and place, such as a RestingCube: x and y in mm, angle in rad."""

    @property
    def colour(self) -> str:
        """Name of its color."""

    @property
    def x(self) -> float:
        """Distance of its center to the right of the middle line, mm."""

    @property
    def y(self) -> float:
        """Height of its center above the exit plane, mm."""

    @property
    def angle(self) -> float:
        """Angle by which it is turned counterclockwise, rad."""


class CubeAt(msgspec.Struct, frozen=True):
    """A cube at a place: x and y in mm, angle in rad."""

    colour: str
    x: float
    y: float
    angle: float = 0.0


class Picture(msgspec.Struct, frozen=True):
    """A vector picture; a notebook shows it if it is the last value of a cell."""

    svg: str
    """Text of the whole file."""
    width: float
    """Width in mm of the tower."""
    height: float
    geometry: Geometry | None = None
    """The tower that a saved picture carries."""

    def _repr_svg_(self) -> str:
        """Return the picture for Jupyter."""
        return self.svg

    def save(self, path: Path | str) -> None:
        """Write the picture to a file atomically; its metadata carry the tower. Raises OSError."""
        from shogun.tower.picture_metadata import with_tower  # loads what edits files, which few pictures need

        svg = self.svg if self.geometry is None else with_tower(self.svg, self.geometry)
        write_whole(Path(path), svg.encode())


def picture(
    geometry: Geometry,
    cubes: Iterable[Lying] = (),
    *,
    behind: Sequence[str] = (),
    before: Sequence[str] = (),
    kinds: Mapping[str, Grain] = NO_KINDS,
) -> Picture:
    """Return a tower with cubes in it, seen from the front.

    `behind` and `before` are SVG elements in the tower's coordinates (mm, heights negative: see `place`), drawn between
    back wall and ledges, and in front of everything. Unknown names of colors are shown in the colors that are left.
    `kinds` are the cubes of those colors that differ from the tower's own.
    """
    world, box = build_world(geometry), view_of(geometry)
    seen = list(cubes)
    looks = looks_of(cube.colour for cube in seen)
    body = (
        _DEFINITIONS,
        _back(world),
        *behind,
        *_pieces(world),
        *(cube_shape(cube, CUBES[looks[cube.colour]], kinds.get(cube.colour, geometry.grain)) for cube in seen),
        *_walls(world),
        *before,
    )
    wide, high = box.right - box.left, box.top - box.bottom
    frame = f'viewBox="{_number(box.left)} {_number(-box.top)} {_number(wide)} {_number(high)}"'
    size = f'width="{round(wide * PIXELS)}" height="{round(high * PIXELS)}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {frame}>\n' + "\n".join(body) + "\n</svg>\n"
    return Picture(svg, wide, high, geometry)


def view_of(geometry: Geometry) -> Box:
    """Return the area of a tower's picture, mm: tower and tray with their walls, and a row of cubes above the rim."""
    bounds = build_world(geometry).bounds
    return Box(bounds.left - MARGIN, bounds.bottom - MARGIN, bounds.right + MARGIN, bounds.top + MARGIN)


def place(x: float, y: float) -> str:
    """Return a point of the tower, mm, in the notation of a picture: `x,y` with y downwards."""
    return f"{_number(x)},{_number(-y)}"


def polygon(points: Iterable[Point], style: str) -> str:
    """Return a filled polygon of points of the tower, mm, with attributes such as `fill="#fff"`."""
    return f'<polygon points="{" ".join(place(x, y) for x, y in points)}" {style}/>'


def circle(centre: Point, radius: float, style: str) -> str:
    """Return a disc around a point of the tower, mm, with attributes such as `fill="#fff"`."""
    return f'<circle cx="{_number(centre[0])}" cy="{_number(-centre[1])}" r="{_number(radius)}" {style}/>'


_DEFINITIONS = (
    '<defs><linearGradient id="back" x1="0" y1="0" x2="0" y2="1">'
    f'<stop offset="0" stop-color="{hexed(mix(BACK, WHITE, 0.16))}"/>'
    f'<stop offset="1" stop-color="{hexed(mix(BACK, BLACK, 0.42))}"/></linearGradient></defs>'
)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0", "0", 1) if abs(value) < 0.0005 else f"{value:.6g}"


def _fill(colour: Colour, edge: Colour | None = None, width: float = 0.5) -> str:
    line = f' stroke="{hexed(edge)}" stroke-width="{width}" stroke-linejoin="round"' if edge else ""
    return f'fill="{hexed(colour)}"{line}'


def _back(world: World) -> str:
    """Return the back wall, darker towards the exit."""
    return polygon((*world.left_face, *reversed(world.right_face)), 'fill="url(#back)"')


def _pieces(world: World) -> Iterable[str]:
    """Yield ledges, inner walls and pins, each with its shadow on the back wall."""
    edge, shade = mix(LEDGE, BLACK, 0.62), 'fill="#180e08" fill-opacity="0.35"'
    beams, pins = (*world.baffles, *world.pieces), world.pins
    yield from (capsule(beam, shade, (2.5, -3.0)) for beam in beams)
    yield from (circle((pin.centre[0] + 2.5, pin.centre[1] - 3.0), pin.radius, shade) for pin in pins)
    for beam in beams:
        yield capsule(beam, _fill(LEDGE, edge, 0.4))
    for pin in pins:
        yield from _pin(pin)


def capsule(beam: Capsule, style: str, moved: Point = (0.0, 0.0)) -> str:
    """Return a beam with round ends, moved by an offset in mm, with attributes such as `fill="#fff"`."""
    (x0, y0), (x1, y1), radius = beam.start, beam.end, beam.radius
    length = math.dist(beam.start, beam.end)
    nx, ny = radius * (y0 - y1) / length, radius * (x1 - x0) / length
    (dx, dy), round_end = moved, f"A{_number(radius)} {_number(radius)} 0 0 1"
    corners = ((x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny))
    a, b, c, d = (place(x + dx, y + dy) for x, y in corners)
    return f'<path d="M{a} L{b} {round_end} {c} L{d} {round_end} {a} Z" {style}/>'


def _pin(pin: Disc) -> Iterable[str]:
    shades = ((1.0, mix(BAMBOO, BLACK, 0.6)), (0.88, BAMBOO), (0.62, mix(BAMBOO, WHITE, 0.3)))
    return (circle(pin.centre, pin.radius * share, _fill(colour)) for share, colour in shades)


def _walls(world: World) -> Iterable[str]:
    """Yield the outer walls and the tray, which cubes never cross."""
    edge = mix(WOOD, BLACK, 0.6)
    for face, side in ((world.left_face, -1), (world.right_face, 1)):
        outer = [(x + side * WALL, y) for x, y in reversed(face)]
        yield polygon((*face, *outer), _fill(WOOD, edge))
    left, floor, right = world.tray
    low = floor.start[1]
    points = (
        (left.start[0] - left.radius, left.end[1]),
        (left.start[0] + left.radius, left.end[1]),
        (left.start[0] + left.radius, low + floor.radius),
        (right.start[0] - right.radius, low + floor.radius),
        (right.start[0] - right.radius, right.end[1]),
        (right.start[0] + right.radius, right.end[1]),
        (right.start[0] + right.radius, low - floor.radius),
        (left.start[0] - left.radius, low - floor.radius),
    )
    yield polygon(points, _fill(TRAY, mix(TRAY, BLACK, 0.6)))


def cube_shape(cube: Lying, colour: Colour, grain: Grain) -> str:
    """Return a cube (or disc) lit from above: dark edge, light face."""
    half = grain.size / 2
    edge = mix(colour, BLACK, 0.65) if sum(colour) > 90 else (96, 90, 84)
    if grain.shape == "disc":
        return circle((cube.x, cube.y), half - 0.2, _fill(colour, edge, 0.4))
    outer = polygon(_corners(cube, half - 0.2), _fill(mix(colour, BLACK, 0.22), edge, 0.4))
    return outer + polygon(_corners(cube, half * BEVEL), _fill(mix(colour, WHITE, 0.12)))


def _corners(cube: Lying, half: float) -> list[Point]:
    turns = (cube.angle + math.pi / 4 + number * math.pi / 2 for number in range(4))
    reach = half * math.sqrt(2)
    return [(cube.x + reach * math.cos(turn), cube.y + reach * math.sin(turn)) for turn in turns]
