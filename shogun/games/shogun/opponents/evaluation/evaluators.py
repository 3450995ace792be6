"""Evaluators of positions at the beginning of a season: each seat's chance of winning the game from there.

An evaluator scores every seat by its `features`, and the chances are the scores' softmax: those of a multinomial logit.
There is one for each board and number of players, shipped with its figures; scripts fit it (`assets/training`).
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.games.shogun.opponents.evaluation.features import TRAITS, Floats, features
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS, Positions, gathered
from shogun.games.shogun.opponents.rollouts.batch_rollout import BatchEnds
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout import End, evaluate_end, worth_at_end
from shogun.games.shogun.rules.cards import Side

FOLDER = ASSETS / "shogun" / "opponents" / "judges"
Row = tuple[float, ...]


class Evaluator(Protocol):
    """A judge of the positions at the ends of playouts."""

    def chances(self, tables: Sequence[FastState], seat: int, /) -> Sequence[float]:
        """Return a seat's chance of winning the game from each of these positions, at least one."""

    def chances_at(self, positions: Positions, seat: int, /) -> Sequence[float]:
        """Return the same of positions as arrays."""


class Layer(Struct, frozen=True):
    """A small network's addition to the weighted sums: a layer of rectified sums, from each seat's own view."""

    own: tuple[Row, ...]
    """Weights of a seat's own traits, by trait and neuron."""
    table: tuple[Row, ...]
    """Weights of the mean of all seats' traits."""
    bias: tuple[Row, ...]
    """Biases by period and neuron."""
    out: Row
    """Weight of each neuron in the score."""


class FittedEvaluator(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """An evaluator as stored in a file."""

    traits: tuple[str, ...]
    """Traits that the evaluator looks at, in its order."""
    centre: Row
    """Subtracted from each trait."""
    spread: Row
    """Divisors of the traits after that."""
    weights: tuple[Row, ...]
    """Weights by period and trait."""
    figures: Mapping[str, float | Sequence[float]]
    """Number of games it was fitted to, and its log loss on others."""
    layer: Layer | None = None

    def chances(self, tables: Sequence[FastState], seat: int) -> list[float]:
        """Return a seat's chance of winning the game from each of these positions, at least one.

        They are rounded, so that they don't depend on how a computer adds.
        """
        return self.chances_at(gathered(tables), seat)

    def chances_at(self, positions: Positions, seat: int) -> list[float]:
        """Return the same of positions as arrays."""
        results = softmax(self.scores(positions))[:, seat]
        return [round(float(chance), 9) for chance in results]

    def scores(self, positions: Positions) -> Floats:
        """Return each seat's score, shape (n, seats)."""
        return self.scored((features(positions) - self._centre) / self._spread, positions.period)

    def scored(self, seen: Floats, period: npt.NDArray[np.int8]) -> Floats:
        """Return each seat's score by its traits, centered and divided by their spreads already."""
        scores = np.matmul(seen, self._weights[period][:, :, None])[:, :, 0]
        if self._layer is not None:
            scores = scores + _layer_scores(self._layer, seen, period)
        return np.asarray(scores)

    @cached_property
    def _layer(self) -> tuple[Floats, ...] | None:
        layer = self.layer
        return None if layer is None else tuple(map(_array, (layer.own, layer.table, layer.bias, layer.out)))

    @cached_property
    def _centre(self) -> Floats:
        return _array(self.centre)

    @cached_property
    def _spread(self) -> Floats:
        return _array(self.spread)

    @cached_property
    def _weights(self) -> Floats:
        return _array(self.weights)


def _layer_scores(layer: tuple[Floats, ...], seen: Floats, period: npt.NDArray[np.int8]) -> Floats:
    own, table, bias, out = layer
    sums = seen @ own + (seen.mean(axis=1) @ table + bias[period])[:, None, :]
    return np.asarray(np.maximum(sums, 0) @ out)


def softmax(scores: Floats) -> Floats:
    """Return chances that are proportional to the exponentials of scores, over the last index."""
    grown = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))


def file_of(side: Side, seats: int, folder: Path = FOLDER) -> Path:
    """Return the file of the evaluator for a board and number of players."""
    return folder / f"{side}-{seats}.json"


def evaluator_for(side: Side, seats: int, folder: Path = FOLDER) -> FittedEvaluator:
    """Return the evaluator of a board and number of players."""
    return _read(file_of(side, seats, folder))


@cache
def _read(path: Path) -> FittedEvaluator:
    evaluator = msgspec.json.decode(path.read_bytes(), type=FittedEvaluator)
    assert evaluator.traits == TRAITS, "an evaluator looks at what it was fitted to"
    assert len(evaluator.weights) == len(PERIODS)
    return evaluator


def evaluated(evaluator: Evaluator, ends: Sequence[End], seat: int, scruple: float) -> list[float]:
    """Return the worth of the ends of playouts to a seat: its chance to win, less `scruple` where it goes hungry."""
    going_on = [end.fast for end in ends if not end.is_over]
    chances = iter(evaluator.chances(going_on, seat) if going_on else ())
    worth = (evaluate_end(end.fast, seat) if end.is_over else next(chances) for end in ends)
    return [chance - scruple * end.hunger for chance, end in zip(worth, ends, strict=True)]


def evaluated_batch(evaluator: Evaluator, ends: BatchEnds, seat: int, scruple: float) -> list[float]:
    """Return the same of the ends of a batch."""
    if ends.positions is None:
        ranks = zip(ends.points.tolist(), ends.chests.tolist(), strict=True)
        chances: Sequence[float] = [worth_at_end(points, chests, seat) for points, chests in ranks]
    else:
        chances = evaluator.chances_at(ends.positions, seat)
    return [chance - scruple * hunger for chance, hunger in zip(chances, ends.hunger.tolist(), strict=True)]


def _array(numbers: object) -> Floats:
    return np.array(numbers, dtype=np.float32)
