"""Which time step is fine enough for a tower: Chipmunk has no continuous collision detection.

A cube that moves by no more than half its size in a step is always pushed back to the side from which it came, however
thin the ledge is: its centre can't get past the middle line of what it hits before it is found to overlap.
"""

import math

from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import GRAVITY, STANDARD, TALL, Solver


def solver_for(geometry: Geometry) -> Solver:
    """Return the solver that drops into this tower are computed with: STANDARD, or TALL where cubes fall so deep."""
    return STANDARD if deepest_fall(geometry) <= safe_fall(geometry, STANDARD) else TALL


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
    """Return how large cubes must be in a tower of this height, mm, for the finest steps of a game."""
    return 2 * math.sqrt(2 * GRAVITY * deepest_fall(geometry)) * TALL.step
