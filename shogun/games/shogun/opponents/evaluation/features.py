"""Features of a position for evaluators: each seat's standing at the beginning of a season, all of it public.

They are counted for many positions at once. Chances of battles are those of `battle_estimate`, the worth of a province
is a planner's, without its buildings' part in majorities. Cubes on the tray, which only fall in the next battle, are
left out.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from math import pi, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from shogun.games.shogun.opponents.evaluation.position_arrays import EVENT_NAMES, SEASONS_PLAYED, Positions
from shogun.games.shogun.opponents.planning.valuation_weights import (
    OUT_RESTING,
    OUT_THROWN,
    SPREAD_RESTING,
    SPREAD_THROWN,
    ValuationWeights,
)
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY, FastBoard, fast_board
from shogun.games.shogun.rules.cards import BUILDINGS, EVENTS, YEARS, Side
from shogun.games.shogun.rules.winter import MAJORITY, ONE_REVOLT_MORE

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
PRICES = np.array([MAJORITY[kind] for kind in BUILDINGS], dtype=np.float32)
LOSSES = np.array([EVENTS[name].winter_rice for name in EVENT_NAMES], dtype=np.float32)
KINDS = range(len(BUILDINGS))
LIKELY = ValuationWeights().later
"""The chance that a neighbor who could attack does so."""
CHESTS_A_BUILDING = 3
"""Cost of a building, roughly."""
DOUBT = 1.0
"""Uncertainty of a seat about its rice, in units."""


class Terrain:
    """A printed board as arrays. Borders are counted from either side, in the order of their sources."""

    def __init__(self, given: FastBoard) -> None:
        pairs = [(source, target) for source, near in enumerate(given.neighbours) for target in sorted(near)]
        self.source, self.target = (np.array(column) for column in zip(*pairs, strict=True))
        self.starts = np.searchsorted(self.source, np.arange(len(given.names)))
        """Index of the first border of each province."""
        places = {pair: place for place, pair in enumerate(pairs)}
        self.back = np.array([places[target, source] for source, target in pairs])
        """Each border from its other side: sorts by targets what is sorted by sources."""
        self.regions = np.eye(max(given.regions) + 1, dtype=np.float32)[list(given.regions)]
        self.sites, self.tax, self.rice = (
            np.array(column, dtype=np.float32) for column in (given.sites, given.tax, given.rice)
        )


@cache
def terrain(side: Side, seats: int) -> Terrain:
    """Return the board of a side as `seats` players use it."""
    return Terrain(fast_board(side, seats))


def features(positions: Positions) -> Floats:
    """Return the traits of each seat, shape (n, seats, len(TRAITS))."""
    columns = [np.asarray(column, dtype=np.float32) for _name, column in Examination(positions).columns()]
    return np.stack(columns, axis=-1)


class Examination:
    """Positions under examination; arrays by province have shape (n, provinces), by seat (n, seats)."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.terrain = terrain(positions.side, positions.seats)
        self.owner = positions.owner
        self.armies = positions.armies.astype(np.float32)
        self.markers = positions.markers.astype(np.float32)
        self.own = self.owner[:, None, :] == np.arange(positions.seats, dtype=np.int8)[:, None]
        """True where a seat holds a province, shape (n, seats, provinces)."""
        self.holding = self.own.astype(np.float32)
        self.chests, self.reserve, self.rice, self.points = (
            positions.goods[:, :, place].astype(np.float32) for place in range(4)
        )
        self.seasons_in_year = SEASONS_PLAYED - positions.period % SEASONS_PLAYED
        """Seasons of the year from this one on, shape (n,)."""
        self.seasons = (SEASONS_PLAYED * YEARS - positions.period).astype(np.float32)
        self.winters = (YEARS - positions.period // SEASONS_PLAYED).astype(np.float32)

    def columns(self) -> Iterator[tuple[str, Floats]]:
        """Yield the traits by name, each by seat."""
        yield "points", self.points
        yield from self._land()
        yield from self._goods()
        yield from self._buildings()
        yield from self._winter()
        yield from self._armies()
        yield from self._dangers()
        yield from self._prospects()

    def holdings(self) -> Iterator[tuple[str, Floats]]:
        """Yield the traits that count what each seat has."""
        yield "points", self.points
        for traits in (self._land(), self._goods(), self._buildings(), self._armies()):
            yield from traits

    def _sum(self, values: Floats) -> Floats:
        """Return a sum over each seat's provinces."""
        return np.asarray(np.matmul(self.holding, values[:, :, None].astype(np.float32))[:, :, 0])

    def _best(self, values: Floats, most: int) -> Floats:
        """Return the highest values of each seat's provinces, the highest first, shape (n, seats, most)."""
        held = np.where(self.own, values[:, None, :], np.float32(0))
        return -np.sort(-held, axis=-1)[:, :, :most]

    def _best_this_year(self, values: Floats) -> Floats:
        """Return the sum of the highest values, one for each season left of the year."""
        best = self._best(values, SEASONS_PLAYED)
        return np.asarray((best * (np.arange(SEASONS_PLAYED) < self.seasons_in_year[:, None])[:, None, :]).sum(axis=-1))

    # Holdings

    def _land(self) -> Iterator[tuple[str, Floats]]:
        regions = np.matmul(self.holding, self.terrain.regions)
        yield "provinces", self.provinces
        yield "regions", (regions / self.terrain.regions.sum(axis=0)) ** 2 @ np.ones(regions.shape[-1], np.float32)
        yield "taxes", self._sum(self._each(self.terrain.tax))
        yield "rice lands", self._sum(self._each(self.terrain.rice))

    @cached_property
    def provinces(self) -> Floats:
        """Number of provinces that each seat holds."""
        return np.asarray(self.holding.sum(axis=-1))

    def _each(self, printed: Floats) -> Floats:
        return np.broadcast_to(printed, self.armies.shape)

    def _goods(self) -> Iterator[tuple[str, Floats]]:
        calm = self.markers == 0
        yield "chests", self.chests
        yield "calm taxes", self._best_this_year(self.terrain.tax * calm)
        yield "reserve", self.reserve
        yield "in the tower", self.positions.tower[:, :-1].astype(np.float32)
        yield "markers", self._sum(self.markers)
        yield "angry provinces", self._sum((~calm).astype(np.float32))

    # Buildings

    @cached_property
    def built(self) -> list[Floats]:
        """True where a building of each kind is built, by province."""
        return [(self.positions.built >> kind & 1).astype(np.float32) for kind in KINDS]

    @cached_property
    def free(self) -> Floats:
        """Free building sites, by province."""
        return np.asarray(self.terrain.sites - np.sum(self.built, axis=0))

    def _buildings(self) -> Iterator[tuple[str, Floats]]:
        counts = [np.matmul(self.holding * built[:, None, :], self.terrain.regions) for built in self.built]
        others = [_most_of_others(count) for count in counts]
        sites = np.matmul(self.holding * self.free[:, None, :], self.terrain.regions)
        score, secure, within_reach = self.provinces, np.zeros_like(self.chests), np.zeros_like(self.chests)
        for kind, name in enumerate(BUILDINGS):
            count, other = counts[kind], others[kind]
            alone, shared = (count > other).sum(axis=-1), ((count == other) & (count > 0)).sum(axis=-1)
            yield f"{name}s", count.sum(axis=-1)
            yield f"{name}s: regions led alone", alone
            yield f"{name}s: regions shared", shared
            score = score + count.sum(axis=-1) + PRICES[kind] * alone + (PRICES[kind] - 1) * shared
            secure = secure + PRICES[kind] * (count > other + 1).sum(axis=-1)
            within_reach = within_reach + PRICES[kind] * ((sites > 0) & (count <= other) & (count + 1 >= other)).sum(-1)
        yield "score now", score
        yield "safe majorities", secure
        yield "majorities within reach", within_reach
        free = self._sum(self.free)
        yield "free sites", free
        yield (
            "free sites within means",
            np.minimum(free, (self.chests + self._best_this_year(self._each(self.terrain.tax))) / CHESTS_A_BUILDING),
        )

    # Winter

    def _winter(self) -> Iterator[tuple[str, Floats]]:
        """Yield the most rice for winter, and winter's effects, over the events that may be last."""
        calm = self._best_this_year(self.terrain.rice * (self.markers == 0))
        weights = self.positions.events + (self.positions.events.sum(axis=1) == 0)[:, None]
        likely = (weights / weights.sum(axis=1)[:, None]).astype(np.float32)[:, None, :]
        missing = (self.provinces - self.rice - calm)[:, :, None] + LOSSES
        revolts = np.zeros_like(missing, dtype=np.float32)
        for short in ONE_REVOLT_MORE:
            revolts += missing > short
        yield "rice", self.rice
        yield "calm rice", calm
        yield "rice short", (np.maximum(missing, 0) * likely).sum(axis=-1)
        yield "rice over", (np.maximum(-missing, 0) * likely).sum(axis=-1)
        yield "hunger", (logistic((missing - 0.5) / DOUBT) * likely).sum(axis=-1)
        yield "winter revolts", (revolts * likely).sum(axis=-1)

    # Armies

    def _armies(self) -> Iterator[tuple[str, Floats]]:
        largest = self._best(self.armies, 2)
        yield "armies", self._sum(self.armies)
        yield "largest army", largest[:, :, 0]
        yield "second army", largest[:, :, 1]
        yield "single armies", self._sum((self.armies == 1).astype(np.float32))
        yield "front", self._sum(self.is_front)
        yield "front armies", self._sum(self.is_front * self.armies)
        yield "pressure", self._sum(np.maximum(0, self.strongest - self.armies))

    @cached_property
    def borders(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """Holders of source and target of each border, shape (n, borders)."""
        return self.owner[:, self.terrain.source], self.owner[:, self.terrain.target]

    @cached_property
    def hostile(self) -> Flags:
        """True for each border between two seats."""
        mine, theirs = self.borders
        return np.asarray((mine != theirs) & (mine != NOBODY) & (theirs != NOBODY))

    @cached_property
    def is_front(self) -> Floats:
        """True for each province that borders on another seat's."""
        return np.logical_or.reduceat(self.hostile, self.terrain.starts, axis=1).astype(np.float32)

    @cached_property
    def strongest(self) -> Floats:
        """The largest number of another seat's armies next to a province."""
        near = np.where(self.hostile, self.armies[:, self.terrain.target], np.float32(0))
        return np.maximum.reduceat(near, self.terrain.starts, axis=1)

    # Dangers and prospects

    @cached_property
    def worth(self) -> Floats:
        """Worth of holding a province until the end, in points."""
        values, seasons = ValuationWeights(), self.seasons[:, None] / 3
        yields = values.land * (self.terrain.tax + self.terrain.rice) + values.site * self.free
        return np.asarray(self.winters[:, None] * (1 + values.building * np.sum(self.built, axis=0)) + seasons * yields)

    @cached_property
    def chance(self) -> Floats:
        """The chance that all who may march from each border's source conquer its target; 0 where none may."""
        mine, theirs = self.borders
        armies, tower = self.armies, self.positions.tower.astype(np.float32)
        rest = np.where(self.owner == NOBODY, 0, np.take_along_axis(tower, np.maximum(self.owner, 0), axis=1))
        helping = np.where((self.owner == NOBODY) | (self.markers == 0), tower[:, -1:], 0)
        defending = np.where(self.owner == NOBODY, 1, armies)
        thrown, resting = armies - 1, rest + helping
        attack = (OUT_THROWN * thrown + OUT_RESTING * rest)[:, self.terrain.source]
        defence = (OUT_THROWN * defending + OUT_RESTING * resting)[:, self.terrain.target]
        spread = (SPREAD_THROWN * thrown + SPREAD_RESTING * rest)[:, self.terrain.source] + 0.25
        spread += (SPREAD_THROWN * defending + SPREAD_RESTING * resting)[:, self.terrain.target]
        may = (mine != NOBODY) & (mine != theirs) & (armies[:, self.terrain.source] > 1)
        return np.where(may, normal((attack - defence - 0.5) / np.sqrt(np.maximum(spread, 0.25))), 0).astype(np.float32)

    def _dangers(self) -> Iterator[tuple[str, Floats]]:
        """Yield threats by neighbors: for each border the attack from its other side."""
        attacks = self.chance[:, self.terrain.back]
        kept = np.add.reduceat(np.log1p(-LIKELY * attacks), self.terrain.starts, axis=1)
        lost = 1 - np.exp(kept)
        yield "provinces in danger", self._sum(lost)
        yield "worth in danger", self._sum(lost * self.worth)
        yield "worth held", self._sum((1 - lost) * self.worth)
        yield "buildings in danger", self._sum(lost * np.sum(self.built, axis=0))
        yield "worth safe", self._sum((np.maximum.reduceat(attacks, self.terrain.starts, axis=1) < 0.1) * self.worth)

    def _prospects(self) -> Iterator[tuple[str, Floats]]:
        """Yield the best prospects of a seat's two battles of the season."""
        worth = self.chance * self.worth[:, self.terrain.target]
        taken = np.where(self.hostile, worth, 0)
        for name, values in (("rivals", taken), ("neutral", worth - taken)):
            best = self._best(np.maximum.reduceat(values, self.terrain.starts, axis=1), 2)
            yield f"best attack on {name}", best[:, :, 0]
            yield f"second attack on {name}", best[:, :, 1]


def _most_of_others(counts: Floats) -> Floats:
    """Return the most that any other seat has, shape (n, seats, regions) as given."""
    ranked = np.sort(counts, axis=1)
    first, second = ranked[:, -1:, :], ranked[:, -2:-1, :]
    return np.where((counts == first) & (first > second), second, first)


def logistic(values: Numbers) -> Numbers:
    """Return 1 / (1 + exp(-x)) of each value."""
    curve: Numbers = 0.5 * (1 + np.tanh(0.5 * values))
    return curve


def normal(deviations: Numbers) -> Numbers:
    """Return the normal distribution function of each deviation from the mean.

    Formula 26.2.17 of Abramowitz and Stegun's *Handbook of Mathematical Functions*: off by 7.5e-8 at most, no more than
    what is lost in the 32 bits of a trait.
    """
    t = 1 / (1 + 0.2316419 * np.abs(deviations))
    series = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    above: Numbers = np.exp(-0.5 * deviations**2) / sqrt(2 * pi) * series
    return np.where(deviations < 0, above, 1 - above)


@cache
def names(side: Side = "sun", seats: int = 4) -> tuple[str, ...]:
    """Return the names of the traits, in the order of the last index of `traits`."""
    return tuple(name for name, _column in Examination(_nothing(side, seats)).columns())


def _nothing(side: Side, seats: int) -> Positions:
    """Return one position of an empty board."""
    provinces = len(fast_board(side, seats).names)
    shapes: tuple[Any, ...] = (
        (),
        (provinces,),
        (provinces,),
        (provinces,),
        (provinces,),
        (seats, 4),
        (seats + 1,),
        (12,),
    )
    return Positions(side, seats, *(np.zeros((1, *shape), dtype=np.int8) for shape in shapes))


TRAITS = names()
