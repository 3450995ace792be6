"""Throws of many battles at once, by the quick model of a tower, from numbers drawn beforehand.

The same number gives the same outcome to the same cubes, however many battles are thrown together: so playouts of
different moves share their luck.
"""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from shogun.tower.quick_model import OUT_RESTING, OUT_THROWN, OutcomeModel, cumulated_binomial, cumulated_owners

Ints = npt.NDArray[np.signedinteger[Any]]
Luck = npt.NDArray[np.float64]
"""Numbers drawn from [0, 1)."""
Key = tuple[int, ...]
LARGEST = 64
"""Numbers of cubes below which chances are kept in tables."""


def numbers_for(colours: int) -> int:
    """Return how many drawn numbers a throw of this many colors needs."""
    return 1 + 2 * colours


class _Tables:
    """Cumulated chances of several distributions, each added when it is first asked for.

    All lie one after the other in a single ascending array: those of the n-th distribution have n added to them.
    """

    def __init__(self, width: int, cumulated: Callable[[Key], tuple[float, ...]]) -> None:
        self._width, self._cumulated = width, cumulated
        self._places = np.full(LARGEST**width, -1, dtype=np.int32)
        self._flat, self._starts = np.zeros(0), np.zeros(0, dtype=np.int64)
        self._lock = Lock()

    def draw(self, luck: Luck, *keys: Ints) -> Ints:
        """Return an outcome for each column of keys: how many of its cumulated chances its number reaches."""
        key = keys[0].astype(np.int64)
        for part in keys[1:]:
            key = key * LARGEST + part
        places = self._places.take(key)
        if places.size and places.min() < 0:
            self._add(np.unique(key[places < 0]))
            places = self._places.take(key)
        drawn: Ints = self._flat.searchsorted(places + luck, side="right") - self._starts.take(places)
        return drawn

    def _add(self, keys: Ints) -> None:
        """Add distributions; places are set last, for another thread may be drawing."""
        with self._lock:
            missing = [key for key in keys.tolist() if self._places[key] < 0]
            blocks = [np.array(self._cumulated(self._parts(key))) for key in missing]
            first, end = len(self._starts), len(self._flat)
            sizes = np.array([len(block) for block in blocks], dtype=np.int64)
            raised = [np.minimum(block, 1.0) + first + number for number, block in enumerate(blocks)]
            self._flat = np.concatenate([self._flat, *raised])
            self._starts = np.concatenate([self._starts, end + np.cumsum(sizes) - sizes])
            self._places[missing] = np.arange(first, first + len(missing))

    def _parts(self, key: int) -> Key:
        parts: list[int] = []
        for _part in range(self._width):
            key, part = divmod(key, LARGEST)
            parts.append(part)
        return tuple(reversed(parts))


class BatchThrows:
    """The throws of one tower's model."""

    def __init__(self, model: OutcomeModel) -> None:
        self._model = model
        self._outcomes = _Tables(2, lambda key: model.cumulated(*key))

    def drop(self, tower: Ints, thrown: Ints, luck: Luck) -> Ints:
        """Return the cubes that come out; all have the shape (n, colors), but luck has `numbers_for` columns."""
        both = np.stack([thrown, tower], axis=1)
        totals = both @ np.ones(both.shape[2], dtype=np.int64)
        if totals.size and totals.max() >= LARGEST:
            return self._drop_many(both, totals, luck)
        return self._drop(both, totals, luck).astype(thrown.dtype)

    def _drop_many(self, both: Ints, totals: Ints, luck: Luck) -> Ints:
        """Return the cubes that come out where some throws have more cubes than tables know."""
        is_large = (totals >= LARGEST).any(axis=1)
        out, small = np.zeros_like(both[:, 0]), np.flatnonzero(~is_large)
        out[small] = self._drop(both[small], totals[small], luck[small])
        names = [f"{number:02}" for number in range(both.shape[2])]
        for row in np.flatnonzero(is_large).tolist():
            thrown, tower = (dict(zip(names, counts.tolist(), strict=True)) for counts in both[row])
            fallen = self._model.drop(tower, thrown, int(luck[row, 0] * 2**32))
            out[row] = [fallen.get(name, 0) for name in names]
        return out

    def _drop(self, both: Ints, totals: Ints, luck: Luck) -> Ints:
        """Return the cubes that come out of thrown and resting ones, shape (n, 2, colors), and their sums."""
        of_colours = luck[:, 1:].reshape(-1, 2, both.shape[2])
        if not self._model.is_fitted:
            out = [_binomial(chance).draw(of_colours[:, kind], both[:, kind]) for kind, chance in enumerate(CHANCES)]
            return np.asarray(out[0] + out[1])
        outcome = self._outcomes.draw(luck[:, 0], totals[:, 0], totals[:, 1])
        drawn = np.stack(np.divmod(outcome, totals[:, 1] + 1), axis=1)
        return _dealt(both.reshape(-1, both.shape[2]), totals.ravel(), drawn.ravel(), of_colours)


CHANCES = (OUT_THROWN, OUT_RESTING)


def _dealt(cubes: Ints, left: Ints, drawn: Ints, luck: Luck) -> Ints:
    """Return how many cubes of each color come out, shape (n, colors).

    `cubes` are thrown and resting ones in turn, shape (2 * n, colors), with how many of each are drawn.
    """
    out, last = np.zeros(cubes.shape, dtype=np.int64), cubes.shape[1] - 1
    luck = luck.reshape(cubes.shape)
    left, drawn = left.copy(), drawn.copy()
    for colour in range(last):
        open_ = ((cubes[:, colour] > 0) & (drawn > 0)).nonzero()[0]
        own = cubes[open_, colour]
        share = np.minimum(_owners().draw(luck[open_, colour], own, left[open_], drawn[open_]), own)
        out[open_, colour] = share
        left -= cubes[:, colour]
        drawn[open_] -= share
    out[:, last] = drawn
    return out[::2] + out[1::2]


@cache
def batch_throws(model: OutcomeModel) -> BatchThrows:
    """Return the throws of a model."""
    return BatchThrows(model)


@cache
def _binomial(chance: float) -> _Tables:
    return _Tables(1, lambda key: cumulated_binomial(key[0], chance))


@cache
def _owners() -> _Tables:
    return _Tables(3, lambda key: cumulated_owners(*key))
