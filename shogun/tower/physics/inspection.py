"""Checks of cubes at rest and in flight, and observers of a drop that record first contacts and touched pieces.

None of this is part of a drop. Sleeping cubes can't fall, so that they rest doesn't prove that their places are right.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pymunk

from shogun.tower.file.geometry_check import Obstacle, line_of, pieces, to_line, walls_of
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Point, build_world, half_width
from shogun.tower.physics.constants import FRAMES_A_SECOND, GRAVITY
from shogun.tower.physics.drop_simulation import TowerSimulation
from shogun.tower.physics.physics_space import GRAIN, SOLID, Pose, add_cubes, grain_shape, tower_space
from shogun.tower.physics.throw import prepare
from shogun.tower.physics.time_step import solver_for
from shogun.tower.resting_cubes import RestingCube, lies_inside

REACH = 0.1
"""Distance from a cube, mm, within which other bodies touch it: the slop that Chipmunk leaves to contacts."""
ALONE = 2.0
"""Seconds for which woken cubes are left alone."""


class Lie(msgspec.Struct, frozen=True):
    """State of one resting cube."""

    inside: bool
    """True if its center is between the walls and above the exit."""
    depth: float
    """Deepest overlap with another cube or a fixed outline, mm; 0 if there is none."""
    supported: bool
    """True if something touches it below its center."""


class Flight(msgspec.Struct):
    """Number of moments of cubes in a drop that were checked, and number of those outside the walls."""

    moments: int = 0
    outside: int = 0


def inspect(geometry: Geometry, resting: Sequence[RestingCube]) -> list[Lie]:
    """Return the state of each of these cubes, in their order."""
    space = tower_space(build_world(geometry))
    bodies = add_cubes(space, geometry.grain, [Pose(cube.x, cube.y, cube.angle) for cube in resting])
    return [_lie(geometry, space, body, cube) for body, cube in zip(bodies, resting, strict=True)]


def left_alone(geometry: Geometry, resting: Sequence[RestingCube]) -> int:
    """Return the number of these cubes that come out within ALONE seconds if all are kept awake, without a throw."""
    poses = [Pose(cube.x, cube.y, cube.angle) for cube in resting]
    simulation = TowerSimulation(geometry, poses, solver=msgspec.structs.replace(solver_for(geometry), seconds=ALONE))
    simulation.space.sleep_time_threshold = math.inf
    simulation.run()
    return len(simulation.crossings)


def watch_flight(geometry: Geometry, resting: Sequence[RestingCube], thrown: Mapping[str, int], seed: int) -> Flight:
    """Return how often a cube was outside the walls during a drop, checked 60 times a second."""
    _colours, simulation = prepare(geometry, resting, thrown, seed)
    watcher = _Walls(geometry, simulation)
    simulation.run(watcher)
    return watcher.flight


class _Walls:
    """An observer that compares every cube's center with the walls."""

    def __init__(self, geometry: Geometry, simulation: TowerSimulation) -> None:
        self.flight = Flight()
        self._geometry = geometry
        self._simulation = simulation

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Do nothing: the cubes are known."""

    def after(self, step: int) -> None:  # noqa: ARG002  the step doesn't matter
        """Check all cubes in the tower."""
        for body in self._simulation.inside:
            x, y = body.position
            self.flight.moments += 1
            self.flight.outside += not (y >= 0 and abs(x) <= half_width(self._geometry, y))


def _lie(geometry: Geometry, space: pymunk.Space, body: pymunk.Body, cube: RestingCube) -> Lie:
    probe = grain_shape(body, geometry.grain, REACH)
    depth, supported = 0.0, False
    for hit in space.shape_query(probe):
        if hit.shape.body is body or hit.shape.sensor:
            continue
        for point in hit.contact_point_set.points:
            depth = max(depth, -point.distance - REACH)
            supported |= point.point_b.y < cube.y
    return Lie(lies_inside(geometry, cube), depth, supported)


# First contacts of thrown cubes, and the pieces that they touch
#
# First contacts are derived from the cubes' motion between frames, touched pieces from the contacts pymunk reports.

JOLT = 30.0
"""Difference of a cube's velocity from free fall, mm/s, above which it has hit something."""
HIT = 0.6
"""Distance of a cube's center from a piece that it hits, in sizes of a cube: between half a side and half a diagonal.
That from another cube's center is twice as large."""
PARTS = 24
"""Parts of the time between two frames that are examined."""
ANOTHER = "another cube"
"""Place of a contact with a cube."""


class Contact(msgspec.Struct, frozen=True):
    """The first contact of one thrown cube."""

    x: float
    """Distance of its center to the right of the middle line, mm; accurate to about 2 mm."""
    y: float
    """Height of its center above the exit plane, mm."""
    piece: str
    """Piece that it hit, named like a parameter: `baffle[0]`, `pin[3]`, `left wall`; or `another cube`."""


class _Motion(msgspec.Struct, frozen=True):
    place: Point
    velocity: Point


class FirstContacts:
    """An observer that collects the first contact of each thrown cube, in the order in which they happen."""

    def __init__(self, geometry: Geometry, lying: int) -> None:
        """`lying` cubes are in the tower before the throw; they aren't counted."""
        world = build_world(geometry)
        self.found: list[Contact] = []
        self._size, self._lying = geometry.grain.size, lying
        self._outlines = [*pieces(world), *walls_of(world, -1), *walls_of(world, 1)]
        self._last: dict[Any, _Motion] = {}
        self._done: set[Any] = set()

    def attach(self, _space: object, cubes: Mapping[Any, int]) -> None:
        """Register the cubes, whose list grows as they are poured."""
        self._cubes = cubes

    def after(self, _step: int) -> None:
        """Check all cubes in the tower for a jolt; called at every frame."""
        now = {
            body: _Motion(tuple(body.position), tuple(body.velocity)) for body in self._cubes if body.space is not None
        }
        for body, motion in now.items():
            before = self._last.get(body)
            if before and body not in self._done and self._cubes[body] >= self._lying and _is_jolted(before, motion):
                self._done.add(body)
                self._note(body, before, now)
        self._last = now

    def _note(self, body: object, start: _Motion, now: Mapping[Any, _Motion]) -> None:
        """Record the cube's place, on its free fall since the last frame, when it hit the nearest piece or cube."""
        both = [other for other in self._last if other is not body and other in now]
        ways = [(self._last[other].place, now[other].place) for other in both]
        shares = [part / PARTS for part in range(PARTS + 1)]
        places = [_fallen(start, share / FRAMES_A_SECOND) for share in shares]
        gaps: dict[str, list[float]] = {}
        for outline in self._outlines:
            gaps.setdefault(outline.place, []).extend(_gap(place, outline) / self._size for place in places)
        for way in ways:
            apart = zip(places, shares, strict=True)
            beside = [math.dist(place, _between(*way, share)) / 2 / self._size for place, share in apart]
            gaps[ANOTHER] = [*gaps.get(ANOTHER, ()), *beside]
        piece = min(gaps, key=lambda name: min(gaps[name]))
        hit = max(min(gaps[piece]), HIT)
        number = min(at % len(places) for at, gap in enumerate(gaps[piece]) if gap <= hit)
        self.found.append(Contact(*places[number], piece))


class TouchedPieces:
    """An observer that counts the ledges, pins and inner walls that thrown cubes touch.

    A piece counts once for each cube, however often it is touched; outer walls and other cubes don't count. Observing
    doesn't change the drop.
    """

    def __init__(self, geometry: Geometry, lying: int) -> None:
        """`lying` cubes are in the tower before the throw; they aren't counted."""
        world = build_world(geometry)
        self._outer, self._inner = len(world.walls), len(world.baffles) + len(world.pieces)
        self._guides = len(world.guides)
        self._lying = lying
        self._found: set[tuple[int, int]] = set()

    @property
    def count(self) -> int:
        """Number of pieces touched so far, summed over the thrown cubes."""
        return len(self._found)

    def attach(self, space: pymunk.Space, cubes: Mapping[Any, int]) -> None:
        """Register the cubes, whose list grows as they are poured, and the tower's pieces."""
        solids = [shape for shape in space.shapes if shape.collision_type == SOLID]
        inner, pins = self._outer + self._inner, self._outer + self._inner + self._guides
        pieces = [*solids[self._outer : inner], *solids[pins:]]
        self._pieces = {shape: number for number, shape in enumerate(pieces)}
        self._cubes = cubes
        space.on_collision(GRAIN, SOLID, begin=self._note)

    def after(self, _step: int) -> None:
        """Do nothing between contacts."""

    def _note(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        cube, piece = arbiter.shapes
        number = self._cubes[cube.body]
        if number >= self._lying and piece in self._pieces:
            self._found.add((number, self._pieces[piece]))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _is_jolted(before: _Motion, now: _Motion) -> bool:
    expected = before.velocity[1] - GRAVITY / FRAMES_A_SECOND
    return max(abs(now.velocity[0] - before.velocity[0]), abs(now.velocity[1] - expected)) > JOLT


def _fallen(start: _Motion, seconds: float) -> Point:
    """Return the place of a cube after some seconds of free fall."""
    (x, y), (right, up) = start.place, start.velocity
    return x + right * seconds, y + up * seconds - GRAVITY * seconds**2 / 2


def _gap(place: Point, outline: Obstacle) -> float:
    return to_line(place, *line_of(outline.outline)) - outline.outline.radius
