"""A board in numbers, with provinces by index, the yields of provinces, and a planner's worths for one season."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from math import exp, fsum, log1p
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from shogun.games.shogun.opponents.planning.valuation_weights import SEASONS_A_YEAR, ValuationWeights
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    BUILDINGS,
    EVENTS,
    SEASONS,
    YEARS,
    Action,
    Board,
    Building,
    Card,
    EventKind,
    Season,
    Side,
    board,
)
from shogun.games.shogun.rules.questions import Plan

NOBODY = -1
"""Placeholder of an owner's seat: neutral."""
NO_CARD = -1
"""Placeholder of a province on an action field: empty, or a chest card."""
Picked: TypeAlias = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Picks some places of a list."""
KINDS: dict[Building, int] = {kind: number for number, kind in enumerate(BUILDINGS)}
RICE, TAXES = ACTIONS.index("rice"), ACTIONS.index("taxes")


class FastBoard(Struct, frozen=True):
    """A printed board, each field by province."""

    side: Side
    seats: int
    names: tuple[str, ...]
    index: dict[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    """Neighbors in alphabetical order of their names."""
    regions: tuple[int, ...]
    sites: tuple[int, ...]
    tax: tuple[int, ...]
    rice: tuple[int, ...]
    alphabet: tuple[int, ...]
    """Each province's place among all names in alphabetical order."""
    beside: tuple[Picked, ...]
    """Picks from a list by province: each province and its neighbors."""
    around: tuple[Picked, ...]
    """Picks from a list by province: all that are at most two borders away."""
    majorities: tuple[Picked, ...]
    """Picks from a list by region and kind of building: the regions of each province and its neighbors."""

    def laid(self, plan: Plan | None) -> list[int]:
        """Return the province on each action field, `NO_CARD` where there is none."""
        return [self._number(card) for card in plan.fields] if plan else [NO_CARD] * len(ACTIONS)

    def _number(self, card: Card | None) -> int:
        return self.index[card] if isinstance(card, str) else NO_CARD

    def harvest(self, event: EventKind | None) -> "Harvest":
        """Return what provinces yield under an event (6.3)."""
        return _harvest(self.side, self.seats, event)


class Harvest(NamedTuple):
    """The yields of provinces in a season."""

    tax: tuple[int, ...]
    rice: tuple[int, ...]
    richest: tuple[int, ...]
    """Provinces, those with the most rice first."""


@cache
def fast_board(side: Side, seats: int) -> FastBoard:
    """Return the board of a side as `seats` players use it, in numbers."""
    return _measured(board(side, seats), side, seats)


@cache
def _harvest(side: Side, seats: int, event: EventKind | None) -> Harvest:
    ground = fast_board(side, seats)
    tax, rice = ground.tax, ground.rice
    match event:
        case "taxes_at_most_5":
            tax = tuple(min(yielded, 5) for yielded in tax)
        case "taxes_at_least_6":
            tax = tuple(max(yielded, 6) for yielded in tax)
        case "rice_at_most_3":
            rice = tuple(min(yielded, 3) for yielded in rice)
        case "rice_at_least_4":
            rice = tuple(max(yielded, 4) for yielded in rice)
    return Harvest(tax, rice, tuple(sorted(range(len(rice)), key=lambda place: -rice[place])))


def _measured(given: Board, side: Side, seats: int) -> FastBoard:
    names, lands = tuple(given.lands), tuple(given.lands.values())
    index = {name: number for number, name in enumerate(names)}
    neighbours = tuple(tuple(index[near] for near in given.neighbours[name]) for name in names)
    beside = [sorted({place, *near}) for place, near in enumerate(neighbours)]
    around = [sorted({far for near in places for far in (near, *neighbours[near])}) for places in beside]
    names_of_regions, order = list(given.regions), sorted(names)
    regions = tuple(names_of_regions.index(land.region) for land in lands)
    touched = [sorted({regions[near] for near in places}) for places in beside]
    return FastBoard(
        side=side,
        seats=seats,
        names=names,
        index=index,
        neighbours=neighbours,
        regions=regions,
        sites=tuple(land.sites for land in lands),
        tax=tuple(land.tax for land in lands),
        rice=tuple(land.rice for land in lands),
        alphabet=tuple(order.index(name) for name in names),
        beside=tuple(itemgetter(*places) for places in beside),
        around=tuple(itemgetter(*places) for places in around),
        majorities=tuple(
            itemgetter(*(len(KINDS) * region + kind for region in near for kind in range(len(KINDS))))
            for near in touched
        ),
    )


def number_of(action: Action) -> int:
    """Return an action's place in `ACTIONS`."""
    return ACTIONS.index(action)


# Worths under some `ValuationWeights`, as far as one season fixes them


class ValueTables:
    """The weights of one season; each figure is that of `Valuation` or `RiceForecast` of the same name."""

    def __init__(self, values: ValuationWeights, ground: FastBoard, year: int, season: Season) -> None:
        self.values, self.ground, self.year, self.season = values, ground, year, season
        self.winters = YEARS + 1 - year
        self.seasons_in_year = max(0, SEASONS_A_YEAR - 1 - SEASONS.index(season))
        self.seasons = self.seasons_in_year + SEASONS_A_YEAR * (YEARS - year)
        self.chest = values.chest * min(1.0, self.seasons / 3) + 0.02
        self.army = values.army * (1.0 if self.seasons else values.last_army)
        self.later = values.later if self.seasons else 0.0
        self.growth = values.growth * self.seasons_in_year
        self._spread = 0.25 + values.doubt * self.seasons_in_year
        self.marches: dict[tuple[object, ...], tuple[float, int, int]] = {}
        """The best marches that playouts have found, by all that they depend on (see `fast_marches.best_march`)."""
        self._prices: dict[tuple[tuple[str, ...], float], float] = {}

    @cached_property
    def following(self) -> "ValueTables":
        """The weights of the season after spring or summer."""
        season: Season = "summer" if self.season == "spring" else "autumn"
        return ValueTables(self.values, self.ground, self.year, season)

    @cached_property
    def yields(self) -> list[float]:
        """Worth of each province's taxes and rice."""
        lands = zip(self.ground.tax, self.ground.rice, strict=True)
        return [self.values.land * (tax + rice) * self.seasons / 3 for tax, rice in lands]

    @cached_property
    def free(self) -> list[float]:
        """Worth of free building sites, by their number."""
        return [sites * self.values.site * self.seasons / 3 for sites in range(4)]

    @cached_property
    def unbuilt(self) -> list[float]:
        """Worth of each province without a building."""
        lands = zip(self.yields, self.ground.sites, strict=True)
        return [self.winters * (1 + self.values.building * 0) + worth + self.free[sites] for worth, sites in lands]

    def price(self, events: tuple[str, ...], missing: float) -> float:
        """Return the cost of missing this much rice, averaged over winter's possible losses."""
        key = (events, missing)
        if key not in self._prices:
            losses = losses_of(events)
            self._prices[key] = fsum(self._pain(missing + loss) for loss in losses) / len(losses)
        return self._prices[key]

    def _pain(self, short: float) -> float:
        grown = exp(self._excess(short))
        return self.values.dread * grown / (1 + grown) + self.values.hunger * self._spread * log1p(grown)

    def risk(self, events: tuple[str, ...], missing: float) -> float:
        """Return the chance to be short of rice in winter when this much is missing."""
        losses = losses_of(events)
        return fsum(1 / (1 + exp(-self._excess(missing + loss))) for loss in losses) / len(losses)

    def _excess(self, short: float) -> float:
        return max(-100.0, min(100.0, (short - 0.5) / self._spread))


def losses_of(events: tuple[str, ...]) -> list[int]:
    """Return winter's possible losses of rice, by the event that may be last."""
    return [EVENTS[event].winter_rice for event in events] or [0]
