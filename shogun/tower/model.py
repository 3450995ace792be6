"""A quick outcome model instead of the physics: each cube for itself, thrown ones out with 2/3, resting ones with 1/3.

These are the chances that online versions of the game used for years. Plain Python and a few microseconds, so it
serves `--tower model`, looking ahead, and timing the rules.
"""

import random
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from math import comb

OUT_THROWN = 2 / 3
"""Chance that a cube which is thrown comes out."""
OUT_RESTING = 1 / 3
"""Chance that a cube which lay in the tower comes out."""


def quick_drop(resting_counts: Mapping[str, int], thrown: Mapping[str, int], seed: int) -> dict[str, int]:
    """Return how many cubes came out by colour, colours in alphabetic order and without zeros; like `drop(...).out`."""
    draw = random.Random(seed).random
    out: dict[str, int] = {}
    for colour in sorted({**resting_counts, **thrown}):
        count = bisect_right(_chances(thrown.get(colour, 0), OUT_THROWN), draw())
        count += bisect_right(_chances(resting_counts.get(colour, 0), OUT_RESTING), draw())
        if count:
            out[colour] = count
    return out


@lru_cache(maxsize=1024)
def _chances(cubes: int, chance: float) -> tuple[float, ...]:
    """Return the chances that at most 0, 1, ... cubes - 1 of so many come out."""
    return tuple(accumulate(comb(cubes, k) * chance**k * (1 - chance) ** (cubes - k) for k in range(cubes)))
