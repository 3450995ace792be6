"""The first judge, of `strategist-1`: fourteen figures and one linear forecast of final points for each season.

Its weights were fitted to 1,500 games of planners and stay as they are; later judges are compared with it.
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
    """A judge of positions at the beginning of a season."""

    def chances(self, tables: Sequence[FastState], seat: int) -> list[float]:
        """Return a seat's chance of winning the game from each of these positions."""
        return [_chance(lean, seat) for lean in tables]


@cache
def forecasts() -> Mapping[str, Forecast]:
    """Return the fitted forecasts by period, e.g. "year1/summer"."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=dict[str, Forecast])


def _chance(lean: FastState, seat: int) -> float:
    forecast = forecasts()[f"year{lean.year}/{lean.season}"]
    weights = forecast.weights
    points = [fsum([weight * of for weight, of in zip(weights, row, strict=True)]) for row in _features(lean)]
    return chance(points, max(1.0, forecast.spread), seat)


def _features(lean: FastState) -> Iterator[tuple[float, ...]]:
    """Yield what each seat's final points are foretold from: `FEATURES`."""
    armies = [0] * len(lean.points)
    for owner, there in zip(lean.owner, lean.armies, strict=True):
        if owner != NOBODY:
            armies[owner] += there
    losses, everybody = losses_of(lean.events), sum(armies)
    loss, ground = sum(losses) / len(losses), lean.ground
    for seat, score in enumerate(lean.scores()):
        owned = lean.owned(seat)
        buildings, spare = lean.standing[seat] - len(owned), lean.rice[seat] - loss - len(owned)
        yield (
            1.0,
            lean.points[seat],
            score,
            len(owned),
            buildings,
            armies[seat],
            lean.chests[seat],
            max(0.0, -spare),
            max(0.0, spare),
            sum([lean.markers[place] for place in owned]),
            sum([_pressure(lean, seat, place) for place in owned]),
            everybody - armies[seat],
            sum([ground.sites[place] for place in owned]) - buildings,
            sum([ground.tax[place] for place in owned]),
        )


def _pressure(lean: FastState, seat: int, place: int) -> int:
    """Return by how much the strongest neighbour outnumbers a province, 0 if none does."""
    owner, armies = lean.owner, lean.armies
    strongest = own = armies[place]
    for near in lean.ground.neighbours[place]:
        if armies[near] > strongest and owner[near] != seat:
            strongest = armies[near]
    return strongest - own
