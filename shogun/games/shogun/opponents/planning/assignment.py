"""The assignment problem: which card on which field, so that the worth of all together is the highest.

Shortest augmenting paths, as D. F. Crouse tells them ("On implementing 2D rectangular assignment algorithms", 2016).
SciPy's `linear_sum_assignment` gives the same answers, ties included (the tests compare them), and is faster, but would
be two fifths of an installed program for this one call, which is made a few times for a plan.
"""

from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
NONE = -1
"""Stands for a row or column that has no partner yet."""


class Path(NamedTuple):
    """The cheapest way from a row without a partner to a column without one."""

    column: int
    """Where it ends."""
    cost: float
    before: list[int]
    """From which row each column was reached; NONE where it wasn't."""
    reached: dict[int, float]
    """What it cost to reach each column that lies behind, in the order in which they were left."""


def best_pairs(worth: Floats) -> list[tuple[int, int]]:
    """Return pairs of row and column with the highest sum of `worth`, shape (rows, columns), sorted by row.

    No row and no column has two partners, and of the fewer ones each has one. Raises ValueError if one isn't finite.
    """
    if not np.isfinite(worth).all():
        raise ValueError("expected finite numbers")
    if worth.shape[1] < worth.shape[0]:
        return sorted((row, column) for column, row in enumerate(_columns_of((-worth.T).tolist())))
    return list(enumerate(_columns_of((-worth).tolist())))


def _columns_of(costs: list[list[float]]) -> list[int]:
    """Return the column of each row by which the sum of costs is lowest; there are at least as many columns as rows."""
    count = len(costs[0]) if costs else 0
    row_prices, column_prices = [0.0] * len(costs), [0.0] * count
    columns, rows = [NONE] * len(costs), [NONE] * count
    for start in range(len(costs)):
        path = _path(costs, start, row_prices, column_prices, rows)
        row_prices[start] += path.cost
        for column, cost in path.reached.items():
            if rows[column] != NONE:
                row_prices[rows[column]] += path.cost - cost
            column_prices[column] -= path.cost - cost
        _take(path, start, columns, rows)
    return columns


def _path(
    costs: list[list[float]], start: int, row_prices: list[float], column_prices: list[float], rows: list[int]
) -> Path:
    """Return the cheapest way from a row to a column without a partner, over pairs that would change."""
    count = len(column_prices)
    before, cheapest = [NONE] * count, [inf] * count
    remaining = list(range(count - 1, -1, -1))  # from the last one on: where all cost the same, each row gets its own
    reached: dict[int, float] = {}
    row, lowest = start, 0.0
    while True:
        at, best = NONE, inf
        line, paid = costs[row], row_prices[row]
        for place, column in enumerate(remaining):
            cost = lowest + line[column] - paid - column_prices[column]
            if cost < cheapest[column]:
                before[column], cheapest[column] = row, cost
            if cheapest[column] < best or (cheapest[column] == best and rows[column] == NONE):
                at, best = place, cheapest[column]
        lowest, column = best, remaining[at]
        reached[column] = lowest
        if rows[column] == NONE:
            return Path(column, lowest, before, reached)
        row = rows[column]
        remaining[at] = remaining[-1]
        remaining.pop()


def _take(path: Path, start: int, columns: list[int], rows: list[int]) -> None:
    """Give the rows along a path their new partners."""
    column = path.column
    while column != NONE:
        row = path.before[column]
        rows[column] = row
        columns[row], column = column, (NONE if row == start else columns[row])
