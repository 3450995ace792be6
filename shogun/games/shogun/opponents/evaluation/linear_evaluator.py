"""The first evaluator, of `strategist-1`: fourteen figures and one linear forecast of final points for each season.

Its weights were fitted to 1,500 games of planners and stay as they are; later evaluators are compared with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import fsum

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.rollouts.rollout_result import chance
from shogun.games.shogun.opponents.rollouts.value_tables import losses_of

WEIGHTS = ASSETS / "shogun" / "opponents" / "judgement-1.json"
FEATURES = (
    "one", "points", "score now", "provinces", "buildings", "armies", "chests", "rice short", "rice over", "markers",
    "pressure", "rivals' armies", "free sites", "taxes",
)  # fmt: skip
"""What a seat's final points are foretold from, in the order of the weights."""


class Forecast(Struct, frozen=True):
    """How to foretell final points at the beginning of one season."""

    weights: tuple[float, ...]
    """One for each of `FEATURES`."""
    spread: float
    """Standard deviation of the error, in points."""


class LinearEvaluator(Struct, frozen=True):
    """An evaluator of positions at the beginning of a season."""

    def chances(self, tables: Sequence[FastState], seat: int) -> list[float]:
        """Return a seat's chance of winning the game from each of these positions."""
        return [_chance(fast, seat) for fast in tables]


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
    armies = [0] * len(fast.points)
    for owner, there in zip(fast.owner, fast.armies, strict=True):
        if owner != NOBODY:
            armies[owner] += there
    losses, everybody = losses_of(fast.events), sum(armies)
    loss, ground = sum(losses) / len(losses), fast.ground
    for seat, score in enumerate(fast.scores()):
        owned = fast.owned(seat)
        buildings, spare = fast.standing[seat] - len(owned), fast.rice[seat] - loss - len(owned)
        yield (
            1.0,
            fast.points[seat],
            score,
            len(owned),
            buildings,
            armies[seat],
            fast.chests[seat],
            max(0.0, -spare),
            max(0.0, spare),
            sum([fast.markers[place] for place in owned]),
            sum([_pressure(fast, seat, place) for place in owned]),
            everybody - armies[seat],
            sum([ground.sites[place] for place in owned]) - buildings,
            sum([ground.tax[place] for place in owned]),
        )


def _pressure(fast: FastState, seat: int, place: int) -> int:
    """Return by how much the strongest neighbour outnumbers a province, 0 if none does."""
    owner, armies = fast.owner, fast.armies
    strongest = own = armies[place]
    for near in fast.ground.neighbours[place]:
        if armies[near] > strongest and owner[near] != seat:
            strongest = armies[near]
    return strongest - own
