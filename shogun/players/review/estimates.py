"""Each seat's chance to win at one moment, with its error."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from shogun.table.running.tower_contents import Inside

Chances: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""Each seat's share of the victory in each playout, shape (n, seats); every row adds up to 1."""


class Estimate(Struct, frozen=True):
    """Each seat's chance to win, between 0 and 1, in seat order."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where nothing was left to chance."""


class Judge(Protocol):
    """What a game brings for reviews: its module `analysis.win_chances`."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Goes up when the same moment is estimated otherwise."""

    @property
    def PLAYOUTS(self) -> int:  # noqa: N802
        """How many are made at each moment unless somebody says otherwise."""

    def is_horizon(self, state: Any, /) -> bool:
        """Return whether playouts end here: they judge what comes after it only as it looks from here."""

    def win_chances(self, state: Any, inside: Inside, playouts: int, seed: str, /, *, ahead: bool) -> Chances | None:
        """Return each seat's share of the victory in so many playouts; None at a moment that it can't judge.

        At a horizon `ahead` says whether to play on behind it. All of the game may be looked at, what is hidden from
        seats too. A moment at which chance is asked is worth what its answers are worth on average.
        """


def estimate(samples: Chances) -> Estimate:
    """Return the mean of playouts, with its error."""
    number = len(samples)
    means, spreads = samples.mean(axis=0), samples.std(axis=0)
    errors = spreads / sqrt(number - 1) if number > 1 else spreads
    return Estimate(tuple(map(float, means.round(6))), tuple(map(float, errors.round(6))))


def shared(winners: Sequence[int], seats: int) -> list[float]:
    """Return each seat's share of a victory."""
    return [(seat in winners) / len(winners) for seat in range(seats)]
