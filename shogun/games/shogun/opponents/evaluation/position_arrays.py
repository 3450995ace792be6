"""Many positions of one board as arrays, so that they can be judged at once."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import EVENTS, SEASONS, YEARS, Side

Numbers = npt.NDArray[np.int8]
SEASONS_PLAYED = 3
PERIODS = tuple(f"year{year}/{season}" for year in range(1, YEARS + 1) for season in SEASONS[:SEASONS_PLAYED])
"""The beginnings of seasons, in their order: a position has the index of its own."""
EVENT_NAMES = tuple(sorted(EVENTS))


class Positions(Struct):
    """Positions at the beginning of one season or another; the first index of every array is the position's."""

    side: Side
    seats: int
    period: Numbers
    """Place in `PERIODS`, shape (n,)."""
    owner: Numbers
    """Seat, -1 for nobody, shape (n, provinces)."""
    armies: Numbers
    markers: Numbers
    built: Numbers
    """Buildings as bits by kind, shape (n, provinces)."""
    goods: Numbers
    """Chests, reserve, rice and points, shape (n, seats, 4)."""
    tower: Numbers
    """Cubes in the tower of each seat, then of the peasants, shape (n, seats + 1)."""
    events: Numbers
    """1 for each face-up event of `EVENT_NAMES`, shape (n, 12)."""

    def __len__(self) -> int:
        return len(self.period)

    def at(self, which: Any) -> Self:
        """Return those of an index: a mask, a slice or places."""
        return type(self)(self.side, self.seats, *(array[which] for array in self.arrays))

    @property
    def arrays(self) -> tuple[Numbers, ...]:
        """All arrays in the order of their fields."""
        return (
            self.period, self.owner, self.armies, self.markers, self.built, self.goods, self.tower, self.events,
        )  # fmt: skip


def gathered(tables: Sequence[FastState]) -> Positions:
    """Return positions of one board, at least one, as arrays."""
    ground = tables[0].ground
    return Positions(
        ground.side,
        len(tables[0].points),
        _array([PERIODS.index(f"year{table.year}/{table.season}") for table in tables]),
        _array([table.owner for table in tables]),
        _array([table.armies for table in tables]),
        _array([table.markers for table in tables]),
        _array([[sum([1 << kind for kind in kinds]) for kinds in table.built] for table in tables]),
        _array([list(zip(table.chests, table.reserve, table.rice, table.points, strict=True)) for table in tables]),
        _array([[table.tower.get(colour, 0) for colour in table.colours] for table in tables]),
        _array([[name in table.events for name in EVENT_NAMES] for table in tables]),
    )


def _array(rows: Sequence[Any]) -> Numbers:
    return np.array(rows, dtype=np.int8)
