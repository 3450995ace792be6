"""Which time step is fine enough for a tower: Chipmunk has no continuous collision detection.

A cube that moves by no more than half its size in a step is always pushed back to the side from which it came, however
thin the ledge is: its centre can't get past the middle line of what it hits before it is found to overlap.

That is the least. Where cubes come to a halt on what is nearly steep enough to slide, more of them pass the finer the
steps are; such a tower's file says which steps it needs.
"""

import math

import msgspec
from msgspec import UNSET

from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import FINE, FRAMES_A_SECOND, GRAVITY, STANDARD, TALL, Solver


def solver_for(geometry: Geometry) -> Solver:
    """Return the solver that drops into this tower are computed with.

    It is the one that the tower's file names, else STANDARD, or TALL where cubes fall deep.
    """
    if geometry.solver is not UNSET:
        chosen = geometry.solver
        return Solver(steps_a_second=chosen.steps_a_second, iterations=chosen.iterations)
    return STANDARD if deepest_fall(geometry) <= safe_fall(geometry, STANDARD) else TALL


def finer_than(solver: Solver) -> Solver:
    """Return the solver that this one is checked against: FINE, or one with twice the steps and a third more rounds."""
    steps = max(FINE.steps_a_second, 2 * solver.steps_a_second)
    iterations = max(FINE.iterations, solver.iterations * FINE.iterations // STANDARD.iterations)
    return msgspec.structs.replace(FINE, steps_a_second=steps, iterations=iterations)


def deepest_fall(geometry: Geometry) -> float:
    """Return how deep a cube can fall, mm: from above the rim to the floor of the tray."""
    return geometry.rim_y + geometry.tray.depth


def safe_fall(geometry: Geometry, solver: Solver) -> float:
    """Return after how deep a free fall, mm, a cube moves by half its size in one step."""
    return fastest(geometry, solver) ** 2 / (2 * GRAVITY)


def fastest(geometry: Geometry, solver: Solver) -> float:
    """Return the speed, mm/s, with which a cube moves by half its size in one step."""
    return geometry.grain.size / 2 * solver.steps_a_second


def least_size(geometry: Geometry) -> float:
    """Return how large cubes must be in a tower of this height, mm, for its own steps or the finest usual ones."""
    step = TALL.step if geometry.solver is UNSET else solver_for(geometry).step
    return 2 * _deepest_speed(geometry) * step


def least_steps(geometry: Geometry) -> int:
    """Return how many steps a second cubes of their size need in a tower of this height: whole ones in each frame."""
    a_frame = 2 * _deepest_speed(geometry) / geometry.grain.size / FRAMES_A_SECOND
    return FRAMES_A_SECOND * math.ceil(round(a_frame, 6))


def _deepest_speed(geometry: Geometry) -> float:
    """Return the speed, mm/s, after the deepest fall that there is."""
    return math.sqrt(2 * GRAVITY * deepest_fall(geometry))
