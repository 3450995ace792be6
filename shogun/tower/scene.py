"""Chipmunk spaces built from outlines, with the settings that decide the physics (`shogun.tower.constants`).

A space is never copied or pickled from one drop to the next, which is no exact continuation: it is rebuilt from
positions, which gives the same bits each time.
"""

import math
from collections.abc import Iterable, Sequence

import msgspec
import pymunk

from shogun.tower.constants import GRAVITY, IDLE_SPEED, ITERATIONS, OVERLAP_LEFT, SLEEP_TIME
from shogun.tower.geometry import Grain
from shogun.tower.world import EXIT_Y, Capsule, Disc, World

NEAR = 0.05
"""By this share of their size cubes may be further apart than they can touch, and still sleep and wake together."""
GRAIN, SOLID, EXIT = 1, 2, 3
"""Collision types of cubes, of everything that stands still, and of the sensor in the exit plane."""


class Pose(msgspec.Struct, frozen=True):
    """Where one cube starts and how it moves: mm, rad, mm/s, rad/s; an `asleep` one stays until it is hit."""

    x: float
    y: float
    angle: float
    velocity: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0
    asleep: bool = False


def new_space(iterations: int = ITERATIONS) -> pymunk.Space:
    """Return an empty space with gravity and the settings of this module."""
    space = pymunk.Space()
    space.iterations = iterations
    space.gravity = (0.0, -GRAVITY)
    space.sleep_time_threshold = SLEEP_TIME
    space.idle_speed_threshold = IDLE_SPEED
    space.collision_bias = OVERLAP_LEFT
    return space


def tower_space(world: World, iterations: int = ITERATIONS) -> pymunk.Space:
    """Return a space with everything of the tower that stands still, and the sensor in its exit plane."""
    space = new_space(iterations)
    _add_solids(space, (*world.walls, *world.baffles, *world.pieces, *world.guides, *world.pins))
    half = world.exit_width / 2
    sensor = pymunk.Segment(space.static_body, (-half, EXIT_Y), (half, EXIT_Y), 0.0)
    sensor.sensor = True
    sensor.collision_type = EXIT
    space.add(sensor)
    return space


def tray_space(world: World) -> pymunk.Space:
    """Return a space with the tray's floor, walls and guides."""
    space = new_space()
    _add_solids(space, (*world.tray, *world.tray_guides))
    return space


def add_cubes(space: pymunk.Space, grain: Grain, poses: Sequence[Pose]) -> list[pymunk.Body]:
    """Return the bodies of new cubes in `space`, in the order of `poses`; that order is part of the physics.

    Sleeping ones are put to sleep after all are there: a jam rebuilt awake would leak one cube in fifty. Heaps sleep
    and wake together: a cube that slept for itself would stay in mid-air if all that it lies on were knocked away
    within one step.
    """
    moment = _moment(grain)
    bodies = [_add_cube(space, grain, moment, pose) for pose in poses]
    for heap in _heaps([body for body, pose in zip(bodies, poses, strict=True) if pose.asleep], grain):
        heap[0].sleep()
        for body in heap[1:]:
            body.sleep_with_group(heap[0])
    return bodies


def _heaps(bodies: Sequence[pymunk.Body], grain: Grain) -> list[list[pymunk.Body]]:
    """Return the bodies in groups, of which each holds all that may touch one another, directly or through others."""
    reach = grain.size * (1 if grain.shape == "disc" else math.sqrt(2)) * (1 + NEAR)
    heaps: list[list[pymunk.Body]] = []
    for body in bodies:
        near = [heap for heap in heaps if any(_are_near(body, other, reach) for other in heap)]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append([other for heap in near for other in heap] + [body])
    return heaps


def _are_near(body: pymunk.Body, other: pymunk.Body, reach: float) -> bool:
    return math.dist(body.position, other.position) <= reach


def _add_cube(space: pymunk.Space, grain: Grain, moment: float, pose: Pose) -> pymunk.Body:
    body = pymunk.Body(grain.mass, moment)
    body.position = pose.x, pose.y
    body.angle = pose.angle
    body.velocity = pose.velocity
    body.angular_velocity = pose.spin
    shape = grain_shape(body, grain)
    shape.friction, shape.elasticity, shape.collision_type = grain.friction, grain.restitution, GRAIN
    space.add(body, shape)
    return body


def grain_shape(body: pymunk.Body, grain: Grain, reach: float = 0.0) -> pymunk.Shape:
    """Return the outline of a cube or disc, or of all that is at most `reach` mm away from it."""
    if grain.shape == "disc":
        return pymunk.Circle(body, grain.size / 2 + reach)
    core = grain.size - 2 * grain.edge  # Chipmunk adds the radius outside of the box
    return pymunk.Poly.create_box(body, (core, core), grain.edge + reach)


def _moment(grain: Grain) -> float:
    """Return the moment of inertia about the centre, g mm²."""
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
