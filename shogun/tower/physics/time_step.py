"""Time steps that are fine enough for a tower, since Chipmunk has no continuous collision detection.

A cube that moves by no more than half its size in a step is always pushed back to the side from which it came, however
thin the ledge is: its center can't pass the middle line of a piece before their overlap is detected.

That is the minimum. If cubes stop on ledges that are nearly steep enough to slide, more of them pass the finer the
steps are; such a tower's file names the steps that it needs.
"""

import math

import msgspec
from msgspec import UNSET, UnsetType

from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import FRAMES_A_SECOND, GRAVITY
from shogun.tower.physics.solver import FINE, MOST_STEPS, STANDARD, TALL, Physics, Solver


def solver_for(geometry: Geometry, physics: Physics | UnsetType = UNSET) -> Solver:
    """Return the solver for drops into this tower: the one of its file, else STANDARD, or TALL if cubes fall deep.

    The settings of `physics` replace these. If they have more gravity or smaller cubes, and don't say how many steps a
    second, there are at least as many as these cubes need. Raises PhysicsError.
    """
    usual = _usual_solver(geometry)
    if physics is UNSET or physics == Physics():
        return usual
    solver = physics.varied_from(usual, geometry)
    if physics.steps_a_second is not None:
        return solver
    return msgspec.structs.replace(solver, steps_a_second=max(usual.steps_a_second, _steps_needed(geometry, solver)))


def _steps_needed(geometry: Geometry, solver: Solver) -> int:
    """Return the steps a second that varied gravity and cubes need; 0 if nothing is varied."""
    if solver.varied is UNSET:
        return 0
    deepest = math.sqrt(2 * solver.gravity * deepest_fall(geometry))
    a_frame = 2 * deepest / smallest(geometry, solver) / FRAMES_A_SECOND
    return min(MOST_STEPS, FRAMES_A_SECOND * math.ceil(round(a_frame, 6)))


def smallest(geometry: Geometry, solver: Solver) -> float:
    """Return the size of the smallest cubes of a run, mm."""
    return min(grain.size for grain in solver.kinds(geometry.grain))


def roomy(geometry: Geometry, solver: Solver) -> Geometry:
    """Return a tower with the largest cubes of a run, for the places at which cubes come in."""
    largest = max(solver.kinds(geometry.grain), key=lambda grain: grain.size)
    return geometry if largest.size == geometry.grain.size else msgspec.structs.replace(geometry, grain=largest)


def _usual_solver(geometry: Geometry) -> Solver:
    if geometry.solver is not UNSET:
        chosen = geometry.solver
        return Solver(steps_a_second=chosen.steps_a_second, iterations=chosen.iterations)
    return STANDARD if deepest_fall(geometry) <= safe_fall(geometry, STANDARD) else TALL


def finer_than(solver: Solver) -> Solver:
    """Return a finer solver to check this one: FINE, or one with twice the steps and a third more iterations."""
    steps = max(FINE.steps_a_second, 2 * solver.steps_a_second)
    iterations = max(FINE.iterations, solver.iterations * FINE.iterations // STANDARD.iterations)
    return msgspec.structs.replace(FINE, steps_a_second=steps, iterations=iterations)


def deepest_fall(geometry: Geometry) -> float:
    """Return the deepest fall of a cube, mm: from the rim to the floor of the tray."""
    return geometry.rim_y + geometry.tray.depth


def safe_fall(geometry: Geometry, solver: Solver) -> float:
    """Return the free fall, mm, after which a cube moves by half its size in one step."""
    return fastest(geometry, solver) ** 2 / (2 * solver.gravity)


def fastest(geometry: Geometry, solver: Solver) -> float:
    """Return the speed, mm/s, at which the smallest cube moves by half its size in one step."""
    return smallest(geometry, solver) / 2 * solver.steps_a_second


def least_size(geometry: Geometry) -> float:
    """Return the least size of cubes in a tower of this height, mm, with its own steps or those of TALL."""
    step = TALL.step if geometry.solver is UNSET else solver_for(geometry).step
    return 2 * _deepest_speed(geometry) * step


def least_steps(geometry: Geometry) -> int:
    """Return the least steps a second for the cubes of a tower of this height, as whole steps in each frame."""
    a_frame = 2 * _deepest_speed(geometry) / geometry.grain.size / FRAMES_A_SECOND
    return FRAMES_A_SECOND * math.ceil(round(a_frame, 6))


def _deepest_speed(geometry: Geometry) -> float:
    """Return the speed, mm/s, after the deepest fall."""
    return math.sqrt(2 * GRAVITY * deepest_fall(geometry))
