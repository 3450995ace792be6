"""Cubes on their way into the cup: each army stands beside its crest and hops in, one cube after the other."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from shogun.tower.physics.collision_geometry import Point

GATHER = 0.8
"""Seconds that all take together, before the cup waits for a moment."""
FLIGHT = 0.45
"""Seconds that each is on its way."""
ARCH = 0.25
"""How far the way bends upwards, as a share of its length."""
A_ROW = 4
"""Cubes that stand side by side before they go."""
SPACING = 1.2
"""The distance of their middles, in sizes of a cube."""


def standing(colours: Sequence[str], origins: Mapping[str, Point], size: float) -> list[Point]:
    """Return where each cube stands before it goes, mm: beside the others of its colour, around that one's origin."""
    number: Counter[str] = Counter()
    places = []
    for colour in colours:
        column, row = number[colour] % A_ROW, number[colour] // A_ROW
        number[colour] += 1
        x, y = origins[colour]
        places.append((x + (column - (A_ROW - 1) / 2) * SPACING * size, y + row * SPACING * size))
    return places


def on_way(start: Point, end: Point, number: int, count: int, seconds: float) -> Point:
    """Return where cube `number` of `count` is, so many seconds after the first has gone."""
    lag = (GATHER - FLIGHT) * number / max(1, count - 1)
    share = min(1.0, max(0.0, (seconds - lag) / FLIGHT))
    gentle = share * share * (3 - 2 * share)
    arch = ARCH * math.dist(start, end) * 4 * gentle * (1 - gentle)
    return start[0] + (end[0] - start[0]) * gentle, start[1] + (end[1] - start[1]) * gentle + arch
