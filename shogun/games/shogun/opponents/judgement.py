"""Judging a position at the beginning of a season: each seat's chance of winning the game from there.

A linear model foretells each seat's final points from what is public; how far it errs at that time of the game makes
chances of it. The weights are fitted by `python -m shogun.games.shogun.opponents.fit_judgement` from games among
planners.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.game import period
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.winter import result, scores

WEIGHTS = ASSETS / "shogun" / "opponents" / "judgement.json"
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


@cache
def forecasts() -> Mapping[str, Forecast]:
    """Return the fitted forecasts by period, e.g. "year1/summer"."""
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=dict[str, Forecast])


def features(state: State) -> list[tuple[float, ...]]:
    """Return what each seat's final points are foretold from, shape (seats, len(FEATURES))."""
    armies = [0] * state.setup.seats
    for province in state.provinces.values():
        if province.owner is not None:
            armies[province.owner] += province.armies
    return [_features(state, scored.seat, scored.total, armies) for scored in scores(state)]


def _features(state: State, seat: int, score: int, armies: list[int]) -> tuple[float, ...]:
    player, owned = state.players[seat], state.owned(seat)
    provinces = [state.provinces[name] for name in owned]
    buildings, lands = sum(len(province.buildings) for province in provinces), state.board.lands
    lost = sum(EVENTS[card].winter_rice for card in state.events) / max(1, len(state.events))
    spare = player.rice - lost - len(owned)
    return (
        1.0,
        player.points,
        score,
        len(owned),
        buildings,
        armies[seat],
        player.chests,
        max(0.0, -spare),
        max(0.0, spare),
        sum(province.markers for province in provinces),
        sum(_pressure(state, seat, name) for name in owned),
        sum(armies) - armies[seat],
        sum(lands[name].sites for name in owned) - buildings,
        sum(lands[name].tax for name in owned),
    )


def _pressure(state: State, seat: int, name: str) -> int:
    """Return by how much the strongest neighbour outnumbers a province, 0 if none does."""
    strongest = 0
    for near in state.board.neighbours[name]:
        province = state.provinces[near]
        if province.owner is not None and province.owner != seat:
            strongest = max(strongest, province.armies)
    return max(0, strongest - state.provinces[name].armies)


CLOSE = 5.0
"""Points by which a game that has ended counts as close: a narrow victory is less sure to come about."""


def judge(state: State, seat: int) -> float:
    """Return a seat's chance of winning (shared victories divided), 0 to 1, at the beginning of a season or the end."""
    ended = result(state)
    if ended is not None:
        won = (seat in ended.winners) / len(ended.winners)
        return (won + chance(ended.points, CLOSE, seat)) / 2
    forecast = forecasts()[period(state)]
    points = [sum(w * f for w, f in zip(forecast.weights, row, strict=True)) for row in features(state)]
    return chance(points, max(1.0, forecast.spread), seat)


def chance(points: Sequence[float], spread: float, seat: int) -> float:
    """Return the chance to have the most points where all are known but for an error of this spread."""
    chances = [exp((own - max(points)) * 1.6 / spread) for own in points]
    return chances[seat] / sum(chances)
