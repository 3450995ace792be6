"""A close look at cubes, at rest and while they fall: do they lie as cubes can lie, and do they stay where they are?

Nothing here is part of a drop. It checks drops: sleeping cubes can't fall, so that they rest proves nothing by itself.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec
import pymunk

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world, half_width
from shogun.tower.physics.drop_simulation import TowerSimulation
from shogun.tower.physics.physics_space import Pose, add_cubes, grain_shape, tower_space
from shogun.tower.physics.throw import prepare
from shogun.tower.physics.time_step import solver_for
from shogun.tower.record.resting_cubes import RestingCube, lies_inside

REACH = 0.1
"""How far around a cube, mm, other bodies count as touching it: the slop that Chipmunk leaves to contacts."""
ALONE = 2.0
"""For how long woken cubes are left alone, s."""


class Lie(msgspec.Struct, frozen=True):
    """How one resting cube lies."""

    inside: bool
    """Whether its centre is between the walls and above the exit."""
    depth: float
    """The deepest overlap with a neighbour or a solid, mm; 0 if there is none."""
    supported: bool
    """Whether something touches it below its centre."""


class Flight(msgspec.Struct):
    """Moments of cubes in a drop that were looked at, and how many of them were outside of the walls."""

    moments: int = 0
    outside: int = 0


def inspect(geometry: Geometry, resting: Sequence[RestingCube]) -> list[Lie]:
    """Return how each of these cubes lies, in their order."""
    space = tower_space(build_world(geometry))
    bodies = add_cubes(space, geometry.grain, [Pose(cube.x, cube.y, cube.angle) for cube in resting])
    return [_lie(geometry, space, body, cube) for body, cube in zip(bodies, resting, strict=True)]


def left_alone(geometry: Geometry, resting: Sequence[RestingCube]) -> int:
    """Return how many of these cubes come out within ALONE seconds if all are woken, kept awake, and none is thrown."""
    poses = [Pose(cube.x, cube.y, cube.angle) for cube in resting]
    simulation = TowerSimulation(geometry, poses, solver=msgspec.structs.replace(solver_for(geometry), seconds=ALONE))
    simulation.space.sleep_time_threshold = math.inf
    simulation.run()
    return len(simulation.crossings)


def watch_flight(geometry: Geometry, resting: Sequence[RestingCube], thrown: Mapping[str, int], seed: int) -> Flight:
    """Return how often a cube was outside of the walls during a drop, looking 60 times a second."""
    _colours, simulation = prepare(geometry, resting, thrown, seed)
    watcher = _Walls(geometry, simulation)
    simulation.run(watcher)
    return watcher.flight


class _Walls:
    """A watcher that compares every cube's centre with the walls."""

    def __init__(self, geometry: Geometry, simulation: TowerSimulation) -> None:
        self.flight = Flight()
        self._geometry = geometry
        self._simulation = simulation

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Need nothing of the simulation but its cubes, which are known."""

    def after(self, step: int) -> None:  # noqa: ARG002  every look is alike
        """Look at all cubes that are in the tower."""
        for body in self._simulation.inside:
            x, y = body.position
            self.flight.moments += 1
            self.flight.outside += not (y >= 0 and abs(x) <= half_width(self._geometry, y))


def _lie(geometry: Geometry, space: pymunk.Space, body: pymunk.Body, cube: RestingCube) -> Lie:
    probe = grain_shape(body, geometry.grain, REACH)
    depth, supported = 0.0, False
    for found in space.shape_query(probe):
        if found.shape.body is body or found.shape.sensor:
            continue
        for point in found.contact_point_set.points:
            depth = max(depth, -point.distance - REACH)
            supported |= point.point_b.y < cube.y
    return Lie(lies_inside(geometry, cube), depth, supported)
