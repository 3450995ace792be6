"""The first evaluator, of `strategist-1`: fourteen figures and one linear forecast of final points for each season.

Its weights were fitted to 1,500 games of planners and stay as they are; later evaluators are compared with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import fsum

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.games.shogun.opponents.evaluation.features import LOSSES, Examination
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS, Positions
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY, losses_of
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout import chance

WEIGHTS = ASSETS / "shogun" / "opponents" / "judgement-1.json"
FEATURES = (
    "one", "points", "score now", "provinces", "buildings", "armies", "chests", "rice short", "rice over", "markers",
    "pressure", "rivals' armies", "free sites", "taxes",
)  # fmt: skip
"""Numbers that predict a seat's final points, in the order of the weights."""


class Forecast(Struct, frozen=True):
    """A linear forecast of final points at the beginning of one season."""

    weights: tuple[float, ...]
    """One for each of `FEATURES`."""
    spread: float
    """Standard deviation of the error, in points."""


class LinearEvaluator(Struct, frozen=True):
    """An evaluator of positions at the beginning of a season."""

    def chances(self, tables: Sequence[FastState], seat: int) -> list[float]:
        """Return a seat's chance of winning the game from each of these positions."""
        return [_chance(fast, seat) for fast in tables]

    def chances_at(self, positions: Positions, seat: int) -> list[float]:
        """Return the same of positions as arrays, but for the last digits."""
        chances = np.empty(len(positions))
        for period in np.unique(positions.period).tolist():
            chosen = (positions.period == period).nonzero()[0]
            forecast = forecasts()[PERIODS[period]]
            points = _batch_features(positions.at(chosen)) @ np.array(forecast.weights)
            grown = np.exp((points - points.max(axis=1, keepdims=True)) * 1.6 / max(1.0, forecast.spread))
            chances[chosen] = grown[:, seat] / grown.sum(axis=1)
        return [round(chance, 9) for chance in chances.tolist()]


@cache
def forecasts() -> Mapping[str, Forecast]:
    """Return the fitted forecasts by period, e.g. "year1/summer"."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=dict[str, Forecast])


def _chance(fast: FastState, seat: int) -> float:
    forecast = forecasts()[f"year{fast.year}/{fast.season}"]
    weights = forecast.weights
    points = [fsum([weight * of for weight, of in zip(weights, row, strict=True)]) for row in _features(fast)]
    return chance(points, max(1.0, forecast.spread), seat)


def _features(fast: FastState) -> Iterator[tuple[float, ...]]:
    """Yield what each seat's final points are foretold from: `FEATURES`."""
    losses, armies = losses_of(fast.events), [0] * len(fast.points)
    sums = [armies, *([0] * len(fast.points) for _sum in range(4))]
    _add_provinces(fast, sums)
    loss, everybody = sum(losses) / len(losses), sum(armies)
    held = fast.points, fast.scores(), fast.standing, fast.lands, fast.chests, fast.rice
    for points, score, standing, lands, chests, rice, own, markers, pressure, sites, tax in zip(
        *held, *sums, strict=True
    ):
        spare = rice - loss - lands
        yield (
            1.0,
            points,
            score,
            lands,
            standing - lands,
            own,
            chests,
            max(0.0, -spare),
            max(0.0, spare),
            markers,
            pressure,
            everybody - own,
            sites - (standing - lands),
            tax,
        )


def _add_provinces(fast: FastState, sums: Sequence[list[int]]) -> None:
    """Add up by seat: armies, markers, pressure, sites and taxes."""
    armies, markers, pressure, sites, taxes = sums
    ground, there, marked = fast.ground, fast.armies, fast.markers
    for place, owner in enumerate(fast.owner):
        if owner != NOBODY:
            armies[owner] += there[place]
            markers[owner] += marked[place]
            pressure[owner] += _pressure(fast, owner, place)
            sites[owner] += ground.sites[place]
            taxes[owner] += ground.tax[place]


def _pressure(fast: FastState, seat: int, place: int) -> int:
    """Return how much the strongest neighbor outnumbers a province, 0 if none does."""
    owner, armies = fast.owner, fast.armies
    strongest = own = armies[place]
    for near in fast.ground.neighbours[place]:
        if armies[near] > strongest and owner[near] != seat:
            strongest = armies[near]
    return strongest - own


def _batch_features(positions: Positions) -> npt.NDArray[np.float64]:
    """Return `FEATURES` of each seat, shape (n, seats, features)."""
    seen = Examination(positions)
    traits = {name: np.asarray(column, dtype=np.float64) for name, column in seen.holdings()}
    lands, armies = traits["provinces"], traits["armies"]
    weights = positions.events.astype(np.float64)
    loss = (weights @ LOSSES) / np.maximum(1, weights.sum(axis=1))
    spare = seen.rice - loss[:, None] - lands
    columns = (
        np.ones_like(lands), traits["points"], traits["score now"], lands,
        np.asarray(seen.holding @ np.sum(seen.built, axis=0)[:, :, None])[:, :, 0], armies, traits["chests"],
        np.maximum(0, -spare), np.maximum(0, spare), traits["markers"], traits["pressure"],
        armies.sum(axis=1, keepdims=True) - armies, traits["free sites"], traits["taxes"],
    )  # fmt: skip
    return np.stack(columns, axis=-1)
