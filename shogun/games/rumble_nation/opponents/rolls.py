"""What the dice can bring, exactly: all 216 rolls, each with its splits, and the second roll (chapter 4)."""

from collections.abc import Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from shogun.games.rumble_nation.rules.components import soldiers_of

Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
SPLITS = np.array(
    [[(soldiers_of(single) - 1, sum(dice) - single - 2) for single in dice] for dice in product(range(1, 7), repeat=3)]
)
"""For each roll and each die set apart: the number of soldiers less 1, and the area in the order of the war."""


def best_of_rolls(values: Values) -> Values:
    """Return the value of each of the 216 rolls, if it is split as well as can be, or what else is counted of it.

    `values` are those of deploying 1, 2 or 3 pieces in each area: of the shape (3, 11).
    """
    best: Values = values[SPLITS[:, :, 0], SPLITS[:, :, 1]].max(axis=1)
    return best


def second_roll(values: Values) -> float:
    """Return what a roll is worth after which there is no other."""
    return float(best_of_rolls(values).mean())


def first_roll(values: Values) -> float:
    """Return what a roll is worth that may be followed by another one, if that is worth more (4.2)."""
    return float(np.maximum(best_of_rolls(values), second_roll(values)).mean())


AREA_SHARES: Sequence[float] = tuple(
    float(share) for share in np.bincount(SPLITS[:, :, 1].ravel(), minlength=11) / SPLITS[:, :, 1].size
)
"""How often each area comes up, if each die is as likely to be set apart."""
