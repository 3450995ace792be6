"""A seat's rice for the coming winter: how much may be missing by then, and its cost in victory points."""

from functools import cached_property
from math import exp, fsum, log1p
from typing import Protocol

from msgspec.structs import replace

from shogun.games.shogun.rules.actions import rice_yield
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Position

RICE = ACTIONS.index("rice")


class Appetite(Protocol):
    """A seat's concerns in winter: a part of a planner's values."""

    @property
    def dread(self) -> float:
        """Cost of being short of rice at all."""

    @property
    def hunger(self) -> float:
        """Cost of each missing unit of rice."""

    @property
    def growth(self) -> float:
        """Expected number of new provinces in each season to come."""

    @property
    def doubt(self) -> float:
        """Uncertainty about its rice, in units, for each season to come."""


class RiceForecast:
    """The rice that a seat will have and need in winter, as far as one position and its own plan determine it.

    A plan takes rice in one province a season, and a province once taken from is angry for the rest of the year. So the
    rice still to be gathered is the best of the untouched provinces, one for each season to come.
    """

    def __init__(self, view: Position, seat: int, appetite: Appetite, seasons: int, plan: Plan | None) -> None:
        self.view, self.seat, self.appetite, self.seasons, self.plan = view, seat, appetite, seasons, plan
        self._prices: dict[float, float] = {}

    @cached_property
    def _yields(self) -> list[int]:
        """Rice of each untouched province, the most first."""
        provinces = self.view.provinces
        calm = (name for name in self.view.owned(self.seat) if not provinces[name].markers)
        return sorted((rice_yield(self.view, self.seat, name) for name in calm), reverse=True)

    @cached_property
    def this_season(self) -> float:
        """Rice that this season will still bring: what is planned, or before planning the best."""
        if self.plan is None:
            return self._yields[0] if self._yields else 0
        card = self.plan.on("rice")
        if not isinstance(card, str) or self.view.provinces[card].markers:
            return 0
        return rice_yield(self.view, self.seat, card)

    @cached_property
    def missing(self) -> float:
        """Rice that will be missing before this season's, winter's loss not counted; negative if there is too much."""
        later = sum(self._yields[1 : 1 + self.seasons]) if self.seasons else 0
        growth = self.appetite.growth * self.seasons
        return len(self.view.owned(self.seat)) + growth - self.view.players[self.seat].rice - later

    def gain(self, rice: float) -> float:
        """Return the worth of taking this much rice this season."""
        return self._price(self.missing) - self._price(self.missing - rice)

    @cached_property
    def mouth(self) -> float:
        """Return the cost of feeding one more province, with this season's rice taken."""
        missing = self.missing - self.this_season
        return self._price(missing + 1) - self._price(missing)

    def extra(self) -> float:
        """Return the worth of one unit more than this season's rice."""
        missing = self.missing - self.this_season
        return self._price(missing) - self._price(missing - 1)

    @cached_property
    def risk(self) -> float:
        """The chance to be short of rice in winter, with this season's rice taken."""
        losses = [EVENTS[event].winter_rice for event in self.view.events] or [0]
        missing = self.missing - self.this_season
        return fsum(1 / (1 + exp(-self._excess(missing + loss))) for loss in losses) / len(losses)

    def _price(self, missing: float) -> float:
        """Return the cost of missing this much rice, averaged over winter's possible losses."""
        if missing not in self._prices:
            events = self.view.events
            losses = [EVENTS[event].winter_rice for event in events] or [0]
            self._prices[missing] = fsum(self._pain(missing + loss) for loss in losses) / len(losses)
        return self._prices[missing]

    def _pain(self, short: float) -> float:
        grown = exp(self._excess(short))
        return self.appetite.dread * grown / (1 + grown) + self.appetite.hunger * self._spread * log1p(grown)

    @cached_property
    def _spread(self) -> float:
        return 0.25 + self.appetite.doubt * self.seasons

    def _excess(self, short: float) -> float:
        """Return the logit of the chance to be short when this much is missing."""
        return max(-100.0, min(100.0, (short - 0.5) / self._spread))


def best_left_over(view: Position, question: PlanQuestion, plan: Plan) -> str | None:
    """Return the calm province with most rice among a plan's spare cards, None without any."""
    laid = (*plan.fields, plan.bid)
    left = (card for card in question.cards if isinstance(card, str) and card not in laid)
    calm = (name for name in left if not view.provinces[name].markers)
    return max(calm, key=lambda name: rice_yield(view, question.seat, name), default=None)


def fuller(view: Position, question: PlanQuestion, plan: Plan) -> Plan:
    """Return the plan, with rice taken where a spare card brings more than the one in use."""
    laid, other = plan.fields[RICE], best_left_over(view, question, plan)
    if not isinstance(laid, str) or other is None:
        return plan
    if rice_yield(view, question.seat, other) <= rice_yield(view, question.seat, laid):
        return plan
    return replace(plan, fields=(*plan.fields[:RICE], other, *plan.fields[RICE + 1 :]))
