"""Chipmunk spaces built from outlines, with the settings that decide the physics (`shogun.tower.physics.constants`).

A space is never copied or pickled from one drop to the next, which isn't exact: it is rebuilt from positions, which
gives the same bits each time.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from mmap import mmap

import msgspec
import pymunk
from pymunk._chipmunk_cffi import lib

from shogun.base.interrupts import swallowers
from shogun.tower.geometry import Grain
from shogun.tower.physics.collision_geometry import EXIT_Y, Capsule, Disc, World
from shogun.tower.physics.solver import STANDARD, Solver

swallowers.add("pymunk")
NEAR = 0.05
"""Share of their size by which cubes may be farther apart than touching, and still sleep and wake together."""
MEMORY_OF_A_DROP = 8_000_000
"""Bytes of free memory required, since Chipmunk crashes the process when it gets none."""
GRAIN, SOLID, EXIT = 1, 2, 3
"""Collision types of cubes, of fixed outlines, and of the sensor in the exit plane."""


class Pose(msgspec.Struct, frozen=True):
    """Start and motion of one cube: mm, rad, mm/s, rad/s; an `asleep` one stays until it is hit."""

    x: float
    y: float
    angle: float
    velocity: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0
    asleep: bool = False

    @property
    def at_rest(self) -> bool:
        """True if it doesn't move."""
        return self.velocity == (0.0, 0.0) and not self.spin


def physics_space(solver: Solver = STANDARD) -> pymunk.Space:
    """Return an empty space with gravity and the settings of this module. Raises OSError for lack of memory."""
    mmap(-1, MEMORY_OF_A_DROP).close()
    space = pymunk.Space()
    space.iterations = solver.iterations
    space.gravity = (0.0, -solver.gravity)
    space.sleep_time_threshold = solver.sleep_time
    space.idle_speed_threshold = solver.idle_speed
    space.collision_bias = solver.overlap_left
    return space


def stepper(space: pymunk.Space) -> Callable[[float], None]:
    """Return the library's own step function for a space, which takes seconds.

    pymunk's wrapper handles changes made in callbacks, which don't occur here; with so few bodies it takes a tenth of
    a step's time.
    """
    return partial(lib.cpSpaceStep, space._space)


def cap_speed(body: pymunk.Body, most: float) -> None:
    """Limit the speed of a body to `most`, mm/s, for cubes that would fall too deep for the time step."""

    def limited(body: pymunk.Body, gravity: tuple[float, float], damping: float, seconds: float) -> None:
        pymunk.Body.update_velocity(body, gravity, damping, seconds)
        if body.velocity.length > most:
            body.velocity = body.velocity.scale_to_length(most)

    body.velocity_func = limited


def tower_space(world: World, solver: Solver = STANDARD) -> pymunk.Space:
    """Return a space with the tower's fixed outlines and the sensor in its exit plane."""
    space = physics_space(solver)
    _add_solids(space, (*world.walls, *world.baffles, *world.pieces, *world.guides, *world.pins))
    half = world.exit_width / 2
    sensor = pymunk.Segment(space.static_body, (-half, EXIT_Y), (half, EXIT_Y), 0.0)
    sensor.sensor = True
    sensor.collision_type = EXIT
    space.add(sensor)
    return space


def tray_space(world: World, solver: Solver = STANDARD) -> pymunk.Space:
    """Return a space with the tray's floor, walls and guides."""
    space = physics_space(solver)
    _add_solids(space, (*world.tray, *world.tray_guides))
    return space


def add_cubes(space: pymunk.Space, grain: Grain | Sequence[Grain], poses: Sequence[Pose]) -> list[pymunk.Body]:
    """Add cubes to `space` and return their bodies in the order of `poses`, which is part of the physics.

    `grain` is the kind of all of them, or the kind of each. Sleeping ones are put to sleep once all are there: a jam
    rebuilt awake would leak one cube in fifty. Heaps sleep and wake together: a cube that slept alone would stay in
    mid-air if its supports were knocked away within one step.
    """
    grains = [grain] * len(poses) if isinstance(grain, Grain) else grain
    bodies = [_add_cube(space, kind, pose) for kind, pose in zip(grains, poses, strict=True)]
    if math.isfinite(space.sleep_time_threshold):
        for first, *others in _heaps(poses, grains):
            bodies[first].sleep()
            for number in others:
                bodies[number].sleep_with_group(bodies[first])
    return bodies


def _heaps(poses: Sequence[Pose], grains: Sequence[Grain]) -> list[list[int]]:
    """Return the numbers of sleeping cubes in groups of those that may touch, directly or through others."""
    reaches = [_reach(grain) for grain in grains]
    places = [(pose.x, pose.y) for pose in poses]
    heaps: list[list[int]] = []
    for number, pose in enumerate(poses):
        if pose.asleep:
            x, mine = places[number], reaches[number]
            near = [
                heap
                for heap in heaps
                if any(math.dist(x, places[other]) <= (mine + reaches[other]) / 2 for other in heap)
            ]
            heaps = [heap for heap in heaps if heap not in near]
            heaps.append([other for heap in near for other in heap] + [number])
    return heaps


@lru_cache(maxsize=64)
def _reach(grain: Grain) -> float:
    """Return the largest distance of the centers of two such cubes that may touch, mm."""
    return grain.size * (1 if grain.shape == "disc" else math.sqrt(2)) * (1 + NEAR)


def _add_cube(space: pymunk.Space, grain: Grain, pose: Pose) -> pymunk.Body:
    body = pymunk.Body(grain.mass, _moment(grain))
    body.position = pose.x, pose.y
    body.angle = pose.angle
    if not pose.at_rest:
        body.velocity = pose.velocity
        body.angular_velocity = pose.spin
    shape = grain_shape(body, grain)
    shape.friction, shape.elasticity, shape.collision_type = grain.friction, grain.restitution, GRAIN
    space.add(body, shape)
    return body


def grain_shape(body: pymunk.Body, grain: Grain, reach: float = 0.0) -> pymunk.Shape:
    """Return the outline of a cube or disc, extended by `reach` mm."""
    if grain.shape == "disc":
        return pymunk.Circle(body, grain.size / 2 + reach)
    core = grain.size - 2 * grain.edge  # Chipmunk adds the radius outside of the box
    return pymunk.Poly.create_box(body, (core, core), grain.edge + reach)


@lru_cache(maxsize=64)
def _moment(grain: Grain) -> float:
    """Return the moment of inertia about the center, g mm²."""
    if grain.shape == "disc":
        return pymunk.moment_for_circle(grain.mass, 0, grain.size / 2)
    return pymunk.moment_for_box(grain.mass, (grain.size, grain.size))


def _add_solids(space: pymunk.Space, outlines: Iterable[Capsule | Disc]) -> None:
    for outline in outlines:
        shape = _solid(space.static_body, outline)
        shape.friction, shape.elasticity, shape.collision_type = outline.friction, outline.restitution, SOLID
        space.add(shape)


def _solid(body: pymunk.Body, outline: Capsule | Disc) -> pymunk.Shape:
    if isinstance(outline, Disc):
        return pymunk.Circle(body, outline.radius, outline.centre)
    return pymunk.Segment(body, outline.start, outline.end, outline.radius)
