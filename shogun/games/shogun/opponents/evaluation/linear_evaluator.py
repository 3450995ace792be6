"""The first evaluator, of `strategist-1`: fourteen figures and one linear forecast of final points for each season.

Its weights were fitted to 1,500 games of planners and stay as they are; later evaluators are compared with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import fsum

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS
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
