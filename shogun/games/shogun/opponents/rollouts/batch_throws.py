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
        if tower.size and max(int(tower.sum(axis=1).max()), int(thrown.sum(axis=1).max())) >= LARGEST:
            return self._drop_many(tower, thrown, luck)
        return self._drop(tower, thrown, luck)

    def _drop_many(self, tower: Ints, thrown: Ints, luck: Luck) -> Ints:
        """Return the cubes that come out where some throws have more cubes than tables know: a part of those falls."""
        is_large = np.maximum(tower.sum(axis=1), thrown.sum(axis=1)) >= LARGEST
        out, small = np.zeros_like(thrown), np.flatnonzero(~is_large)
        out[small] = self._drop(tower[small], thrown[small], luck[small])
        names = [f"{number:02}" for number in range(tower.shape[1])]
        for row in np.flatnonzero(is_large).tolist():
            cubes = [dict(zip(names, counts[row].tolist(), strict=True)) for counts in (tower, thrown)]
            fallen = self._model.drop(*cubes, int(luck[row, 0] * 2**32))
            out[row] = [fallen.get(name, 0) for name in names]
        return out

    def _drop(self, tower: Ints, thrown: Ints, luck: Luck) -> Ints:
        colours = tower.shape[1]
        both = np.stack([thrown, tower], axis=1)
        of_colours = luck[:, 1:].reshape(-1, 2, colours)
        if not self._model.is_fitted:
            out = [_binomial(chance).draw(of_colours[:, kind], both[:, kind]) for kind, chance in enumerate(CHANCES)]
            return np.asarray(out[0] + out[1]).astype(thrown.dtype)
        left = both.sum(axis=2, dtype=np.int64)
        outcome = self._outcomes.draw(luck[:, 0], left[:, 0], left[:, 1])
        drawn = np.stack(np.divmod(outcome, left[:, 1] + 1), axis=1)
        return _dealt(both, left, drawn, of_colours).astype(thrown.dtype)


CHANCES = (OUT_THROWN, OUT_RESTING)


def _dealt(both: Ints, left: Ints, drawn: Ints, luck: Luck) -> Ints:
    """Return how many of each color are among those drawn, of thrown and resting cubes together."""
    out, last = np.zeros((len(both), both.shape[2]), dtype=np.int64), both.shape[2] - 1
    for colour in range(last):
        own = both[:, :, colour]
        share = np.minimum(_owners().draw(luck[:, :, colour], own, left, drawn), own)
        out[:, colour] = share.sum(axis=1)
        left, drawn = left - own, drawn - share
    out[:, last] = drawn.sum(axis=1)
    return out


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
