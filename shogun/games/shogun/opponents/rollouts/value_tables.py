"""What things are worth to whoever has some `ValuationWeights`, as far as one season fixes it."""

from functools import cached_property
from math import exp, fsum, log1p

from shogun.games.shogun.opponents.planning.valuation_weights import SEASONS_A_YEAR, ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import FastBoard
from shogun.games.shogun.rules.cards import EVENTS, SEASONS, YEARS, Season


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
        """What each province's taxes and rice are worth."""
        lands = zip(self.ground.tax, self.ground.rice, strict=True)
        return [self.values.land * (tax + rice) * self.seasons / 3 for tax, rice in lands]

    @cached_property
    def free(self) -> list[float]:
        """What so many free building sites are worth."""
        return [sites * self.values.site * self.seasons / 3 for sites in range(4)]

    @cached_property
    def unbuilt(self) -> list[float]:
        """What each province is worth without a building."""
        lands = zip(self.yields, self.ground.sites, strict=True)
        return [self.winters * (1 + self.values.building * 0) + worth + self.free[sites] for worth, sites in lands]

    def price(self, events: tuple[str, ...], missing: float) -> float:
        """Return what it costs to miss so much rice, over the losses that winter may bring."""
        key = (events, missing)
        if key not in self._prices:
            losses = losses_of(events)
            self._prices[key] = fsum(self._pain(missing + loss) for loss in losses) / len(losses)
        return self._prices[key]

    def _pain(self, short: float) -> float:
        grown = exp(self._excess(short))
        return self.values.dread * grown / (1 + grown) + self.values.hunger * self._spread * log1p(grown)

    def risk(self, events: tuple[str, ...], missing: float) -> float:
        """Return the chance to be short of rice in winter when so much is missing."""
        losses = losses_of(events)
        return fsum(1 / (1 + exp(-self._excess(missing + loss))) for loss in losses) / len(losses)

    def _excess(self, short: float) -> float:
        return max(-100.0, min(100.0, (short - 0.5) / self._spread))


def losses_of(events: tuple[str, ...]) -> list[int]:
    """Return the rice that winter may cost, by event that may be left over."""
    return [EVENTS[event].winter_rice for event in events] or [0]
