"""All parts of a printed tower: the tower itself, its tray, and for a front of acrylic its sheet and the lip."""

from collections.abc import Iterator
from math import ceil
from typing import Literal

import msgspec
from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import _
from shogun.tower.cardboard import BuildError
from shogun.tower.cardboard.parts import BACKBOARD, FEET, LIP, LOWEST_RIM, TRAY_ROOM
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import World, build_world
from shogun.tower.printing.joints import Layer, cut
from shogun.tower.printing.print_options import PrintOptions, check_print

# Lengths in mm

PLATE = 3.0
"""Thickness of the back plate, the tray's floor and walls, and the lip."""
BORDER = 10.0
"""Reach of the back plate beyond the walls' outer sides: room for screws."""
SCREW, HEAD_ROOM, BOSS = 2.5, 3.4, 8.0
"""Diameters for screws M3: of holes into which they cut their thread, holes in the front, and posts around those."""
SCREW_DISTANCE = 90.0
"""Most between two screws on a side."""
FROM_CUT = 8.0
"""Least distance of a screw from the upper and lower end of the front, and from a cut."""
LEAST_DEPTH = 45.0
"""Least height of the exit above the tray's floor: the posts need it."""
POST, GRIP, POST_WALL = 32.0, 5.0, 4.0
"""Height of the posts on the tray, how far they reach over the plate, and their thickness."""
FLANGE = 12.0
"""Height of the lip's strip that is glued onto the front."""
PANE = 3.0
"""Thickness of the acrylic where the whole tower is shown; any other fits as well."""
SEGMENTS = 16
"""Segments of a quarter of a circle."""

Pose = Literal["back", "floor", "lip"]
"""Directions of a part's own axes in the tower: its back or its floor down, or the lip's profile along the front."""


class SolidPart(msgspec.Struct, frozen=True):
    """A part that is printed in one piece, without supports."""

    name: str
    number: int
    """Number among the pieces of a part that was cut, from 1."""
    count: int
    layers: tuple[Layer, ...]
    """Outlines with their heights, in the part's own axes; higher ones begin within lower ones, so that they join."""
    pose: Pose
    origin: tuple[float, float, float]
    """Place of the part's own origin in the tower: x, y, and v from the back plate to the front."""

    @property
    def title(self) -> str:
        """Name with the number."""
        if self.count == 1:
            return self.name
        return _("{part} {number} of {count}").format(part=self.name, number=self.number, count=self.count)


class PrintPlan(msgspec.Struct, frozen=True):
    """The complete plan of a tower's print."""

    geometry: Geometry
    wishes: PrintOptions
    parts: tuple[SolidPart, ...]
    front: Polygon | None
    """The sheet of acrylic; None if the front is open."""
    screws: int
    """Number of screws for the front."""


def plan_print(geometry: Geometry, wishes: PrintOptions) -> PrintPlan:
    """Return the parts of a checked tower. Raises BuildError if it can't be printed with these options."""
    check_print(geometry, wishes)
    return _Printer(geometry, wishes).plan()


def simulated_outlines(world: World) -> BaseGeometry:
    """Return all that cubes touch between rim and exit: walls, ledges, inner walls and pins."""
    lines = (*world.walls, *world.baffles, *world.pieces)
    capsules = [LineString([line.start, line.end]).buffer(line.radius, quad_segs=SEGMENTS) for line in lines]
    pins = [Point(pin.centre).buffer(pin.radius, quad_segs=2 * SEGMENTS) for pin in world.pins]
    return unary_union([*capsules, *pins])


class _Printer:
    """Makes the parts of one tower."""

    def __init__(self, geometry: Geometry, wishes: PrintOptions) -> None:
        self.geometry, self.wishes = geometry, wishes
        self.world = build_world(geometry)
        self.inside = Polygon([*self.world.left_face, *reversed(self.world.right_face)])
        self.half = max(x for x, _y in self.world.right_face) + wishes.thickness + BORDER
        """Half the width of the back plate."""
        self.floor = -max(geometry.tray.depth, LEAST_DEPTH)

    def plan(self) -> PrintPlan:
        """Return all parts, from the tower's top to the tray."""
        screws = self._screws() if self.wishes.front == "acrylic" else []
        parts = [*self._tower(screws), *self._tray()]
        if screws:
            parts.extend(self._lip())
        self._check_height(parts)
        return PrintPlan(self.geometry, self.wishes, tuple(parts), self._front(screws), len(screws))

    def _check_height(self, parts: list[SolidPart]) -> None:
        room = self.wishes.bed[2]
        for part in parts:
            high = _height(part)
            if high > room:
                sentence = _("--bed {width:g}x{depth:g}x{height:g} is too small: {part} is {high:g} mm high")
                width, depth, height = self.wishes.bed
                raise BuildError(
                    sentence.format(width=width, depth=depth, height=height, part=part.title, high=round(high, 1))
                )

    # The tower: a back plate, and all that stands on it

    def _tower(self, screws: list[Point]) -> Iterator[SolidPart]:
        top = self.world.rim_y + BACKBOARD
        plate = box(-self.half, self.floor + self.wishes.clearance, self.half, top)
        posts = [Point(x, y).buffer(BOSS / 2, quad_segs=SEGMENTS) for x, y in _places(screws)]
        holes = [Point(x, y).buffer(SCREW / 2, quad_segs=SEGMENTS) for x, y in _places(screws)]
        upper = unary_union([self._pieces(), self._cheeks(), *posts]).difference(unary_union(holes))
        layers = Layer(plate, -PLATE, 0.0), Layer(upper, -PLATE / 2, self.wishes.depth)
        pieces = cut(layers, self.wishes.bed[:2], self.wishes.clearance)
        for number, piece in enumerate(pieces, 1):
            yield SolidPart(_("tower"), number, len(pieces), piece, "back", (0.0, 0.0, 0.0))

    def _pieces(self) -> BaseGeometry:
        """Return the simulated outlines, with walls as thick as asked for."""
        reach = self.inside.buffer(self.wishes.thickness, join_style="mitre", mitre_limit=3)
        room = box(-self.half, 0.0, self.half, self.world.rim_y)
        return simulated_outlines(self.world).intersection(reach).intersection(room)

    def _cheeks(self) -> BaseGeometry:
        """Return the walls above the rim, where hands are in the simulation."""
        x, low = self.geometry.funnel.mouth / 2, self.world.rim_y
        right = box(x, low, x + self.wishes.thickness, low + BACKBOARD)
        return unary_union([right, box(-x - self.wishes.thickness, low, -x, low + BACKBOARD)])

    def _screws(self) -> list[Point]:
        """Return the places of the screws, on both sides of the front."""
        low, high = FROM_CUT, self.world.rim_y - FROM_CUT
        spaces = max(1, ceil((high - low) / SCREW_DISTANCE))
        heights = [low + (high - low) * number / spaces for number in range(spaces + 1)]
        x = self.half - BORDER / 2
        return [Point(side * x, y) for side in (-1, 1) for y in heights]

    # The front

    def _front(self, screws: list[Point]) -> Polygon | None:
        if not screws:
            return None
        holes = [Point(x, y).buffer(HEAD_ROOM / 2, quad_segs=SEGMENTS) for x, y in _places(screws)]
        sheet = box(-self.half, 0.0, self.half, self.world.rim_y).difference(unary_union(holes))
        assert isinstance(sheet, Polygon)
        return sheet

    def _lip(self) -> Iterator[SolidPart]:
        """Yield the lip: a strip that is glued onto the front at the rim, with a slope that cubes are poured onto."""
        slope = PLATE * 2**0.5
        bend = PLATE - slope
        corners = [(-FLANGE, 0.0), (0.0, 0.0), (LIP, LIP), (LIP - slope, LIP), (bend, PLATE), (-FLANGE, PLATE)]
        width = self.geometry.funnel.mouth
        room = max(self.wishes.bed[:2])
        count = ceil(width / room)
        gap = self.wishes.clearance / 2
        for number in range(count):
            low, high = -width / 2 + width * number / count, -width / 2 + width * (number + 1) / count
            layer = Layer(Polygon(corners), low + gap * (number > 0), high - gap * (number < count - 1))
            origin = 0.0, self.world.rim_y, self.wishes.depth + PANE
            yield SolidPart(_("lip"), number + 1, count, (layer,), "lip", origin)

    # The tray, with posts into which the tower slides; across is x, upwards -v

    def _tray(self) -> Iterator[SolidPart]:
        tray, gap = self.geometry.tray, self.wishes.clearance
        side = self.half + gap + POST_WALL
        left, right = min(tray.shift - tray.width / 2, -side), max(tray.shift + tray.width / 2, side)
        front, back = self.wishes.depth + TRAY_ROOM, -PLATE - gap - POST_WALL
        rim = max(tray.rim, LOWEST_RIM)
        floor = box(left - PLATE, -(front + PLATE), right + PLATE, FEET + PLATE)
        walls = box(left - PLATE, -(front + PLATE), right + PLATE, -back).difference(box(left, -front, right, 2 * FEET))
        strips = [box(left, 0.0, -side, PLATE), box(side, 0.0, right, PLATE)]
        layers = (
            Layer(floor, -PLATE, 0.0),
            Layer(unary_union([walls, *(strip for strip in strips if strip.area > 0)]), -PLATE / 2, rim),
            Layer(unary_union([self._post(1), self._post(-1)]), -PLATE / 2, POST),
        )
        pieces = cut(layers, self.wishes.bed[:2], gap)
        for number, piece in enumerate(pieces, 1):
            yield SolidPart(_("tray"), number, len(pieces), piece, "floor", (0.0, self.floor, 0.0))

    def _post(self, side: int) -> BaseGeometry:
        """Return a post at one side, open towards the middle, around the plate's edge."""
        gap, half = self.wishes.clearance, self.half
        near, far = side * (half - GRIP), side * (half + gap + POST_WALL)
        block = box(min(near, far), -gap - POST_WALL, max(near, far), PLATE + gap + POST_WALL)
        wide = side * (half + gap)
        return block.difference(box(min(0, wide), -gap, max(0, wide), PLATE + gap))


def _places(points: list[Point]) -> Iterator[tuple[float, float]]:
    return ((point.x, point.y) for point in points)


def _height(part: SolidPart) -> float:
    """Return the height of a part on the printer's bed."""
    if part.pose == "lip":
        return LIP
    return max(layer.high for layer in part.layers) - min(layer.low for layer in part.layers)
