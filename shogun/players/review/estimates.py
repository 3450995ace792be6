"""Each seat's chance to win at one moment, with its error."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from shogun.game.protocol import AnyGame
from shogun.table.running.tower_contents import Inside

Chances: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""Each seat's share of the victory in each playout, shape (n, seats); every row adds up to 1."""


GROUPS = 32
"""Into so many groups playouts are divided at most."""


class Estimate(Struct, frozen=True):
    """Each seat's chance to win, between 0 and 1, in seat order."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where nothing was left to chance."""
    groups: tuple[tuple[float, ...], ...] = ()
    """The chances by each group of playouts; the same group has the same luck at all moments. None of a certainty."""


class Judge(Protocol):
    """What a game brings for reviews: `Game.judge`."""

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


class Reviewable(Protocol):
    """A game that can be looked back at; it can be sent to another process."""

    @property
    def rules(self) -> AnyGame:
        """Its rules."""

    @property
    def judge(self) -> Judge | None:
        """What estimates chances; None if it brings nothing that does."""


def estimate(samples: Chances) -> Estimate:
    """Return the mean of playouts, with its error."""
    number = len(samples)
    means, spreads = samples.mean(axis=0), samples.std(axis=0)
    errors = spreads / sqrt(number - 1) if number > 1 else spreads
    parts = np.array_split(samples, min(number, GROUPS)) if number > 1 else []
    groups = tuple(_row(part.mean(axis=0), 4) for part in parts)
    return Estimate(_row(means, 6), _row(errors, 6), groups)


def _row(values: Chances, places: int) -> tuple[float, ...]:
    return tuple(map(float, values.round(places)))


def by_group(found: Estimate, playouts: int) -> Chances:
    """Return an estimate's chances by group, shape (groups, seats), as many as there are of so many playouts."""
    number = min(playouts, GROUPS)
    return np.array(found.groups if len(found.groups) == number else (found.chances,) * number)


def error_of(sums: Chances, playouts: int) -> Chances:
    """Return the standard error of each seat's sum of chances, which is known by group, shape (groups, seats).

    Moments of which a sum is made have their luck in common, so that much of it cancels out: the error is that of the
    whole sum, by how groups differ. Of one playout none can be told: 0.
    """
    number = len(sums)
    if number < 2:
        return np.zeros(sums.shape[1])
    weights = np.array([len(part) for part in np.array_split(np.arange(playouts), number)])[:, None] / playouts
    spread = (weights * (sums - (weights * sums).sum(axis=0))) ** 2
    found: Chances = np.sqrt(spread.sum(axis=0) * number / (number - 1))
    return found


def shared(winners: Sequence[int], seats: int) -> list[float]:
    """Return each seat's share of a victory."""
    return [(seat in winners) / len(winners) for seat in range(seats)]


def coarse_to_fine(count: int) -> tuple[int, ...]:
    """Return the numbers below `count`: the last and the first, then halves, quarters and so on between them."""
    steps = [2**power for power in reversed(range(count.bit_length() + 1))]
    spread = (number for step in steps for number in range(0, count, step))
    return tuple(dict.fromkeys((*range(count)[-1:], *spread)))
