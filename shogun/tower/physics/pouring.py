"""How cubes come in: poured in rows, as a hand does it, each cube in a column that the seed draws.

All at once, 60 cubes jam in 8 of 100 throws, and a row that isn't full, set in the middle, falls straight through the
slot between the ledges. In rows of 8, one every 0.2 s, in columns by lot, both are gone; what matters is the flow: 160,
80, 53 and 40 cubes a second jam 3.8, 1.5, 0.25 and 0 % of throws of 60 (classic; the manual, `towers/throw`).
"""

import math
import random
from collections.abc import Mapping

import msgspec

from shogun.tower.geometry import Geometry, columns, in_a_row, pitch
from shogun.tower.physics.constants import FRAMES_A_SECOND, GRAVITY

JITTER = 0.09
"""How far a cube may start from its place, each way, in sizes of a cube."""
CUBES_A_SECOND = 40
"""The flow of full rows."""


class Start(msgspec.Struct, frozen=True):
    """Where one cube begins to fall."""

    column: int
    """From 0, the leftmost."""
    x: float
    """mm right of the middle."""
    lift: float
    """Above the line of its row, mm."""
    angle: float
    """rad."""


Row = tuple[Start, ...]
"""The cubes that come in together, from the left to the right."""


def pour(geometry: Geometry, thrown: Mapping[str, int], seed: int) -> tuple[list[str], list[Row]]:
    """Return the colours of the thrown cubes in the order in which they come in, and their rows.

    The seed draws a uniform permutation of all cubes onto the places, so no colour has a better place than another.
    Colours are laid out by number, then name: with owners of unequal numbers swapped the same seed gives the same
    physics with the owners swapped.
    """
    rng = random.Random(seed)
    owners = [
        colour for colour, count in sorted(thrown.items(), key=lambda item: (item[1], item[0])) for _i in range(count)
    ]
    rng.shuffle(owners)
    whole = in_a_row(geometry)
    sizes = [min(whole, len(owners) - first) for first in range(0, len(owners), whole)]
    return owners, [_row(geometry, size, rng) for size in sizes]


def _row(geometry: Geometry, size: int, rng: random.Random) -> Row:
    taken = sorted(rng.sample(range(columns(geometry)), size))
    return tuple(_start(geometry, column, rng) for column in taken)


def _start(geometry: Geometry, column: int, rng: random.Random) -> Start:
    shift = JITTER * geometry.grain.size
    aside, lift, angle = rng.uniform(-shift, shift), rng.uniform(-shift, shift), rng.uniform(-math.pi, math.pi)
    if geometry.funnel.mouth < pitch(geometry):  # a cube that stands askew would start inside of the wall
        room = (geometry.funnel.mouth - geometry.grain.size) / 2
        aside, angle = min(max(aside, -room), room), 0.0
    return Start(column, column_x(geometry, column) + aside, lift, angle)


def column_x(geometry: Geometry, column: int) -> float:
    """Return how far a column lies right of the middle, mm."""
    return (column - (columns(geometry) - 1) / 2) * pitch(geometry)


def row_seconds(geometry: Geometry) -> float:
    """Return the time from one row to the next, s, in whole frames: the flow's, or until the last one is out of it."""
    flow = in_a_row(geometry) / CUBES_A_SECOND
    clear = math.sqrt(2 * pitch(geometry) / GRAVITY)
    return math.ceil(round(max(flow, clear) * FRAMES_A_SECOND, 6)) / FRAMES_A_SECOND


def row_line(geometry: Geometry) -> float:
    """Return how high above the exit plane rows start if nothing is in the way, mm."""
    return geometry.rim_y + pitch(geometry) / 2
