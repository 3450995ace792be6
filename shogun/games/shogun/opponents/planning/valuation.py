"""The worth of things to a seat: provinces, buildings, armies, chests and rice, in victory points.

A `Valuation` looks at one position once; planners ask it about every action, province and march. All weights are in
`ValuationWeights`, which a personality's file can change.
"""

from collections.abc import Sequence
from functools import cached_property
from math import fsum

from shogun.games.shogun.opponents.planning.rice_forecast import RiceForecast
from shogun.games.shogun.opponents.planning.valuation_weights import SEASONS_A_YEAR, BattleEstimate, ValuationWeights
from shogun.games.shogun.opponents.search.visible_season import VisibleSeason, look
from shogun.games.shogun.rules.actions import rice_yield, tax_yield
from shogun.games.shogun.rules.cards import YEARS, Building
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import Position
from shogun.games.shogun.rules.winter import MAJORITY, majority_points

_SEASON = {"spring": 0, "summer": 1, "autumn": 2, "winter": 3}


class Valuation:
    """The worth of things in a position for one seat, given its `plan` if it has laid one."""

    def __init__(self, view: Position, seat: int, values: ValuationWeights, plan: Plan | None = None) -> None:
        self.view = view
        self.plan = plan
        self.seat = seat
        self.values = values
        self.winters = YEARS + 1 - view.year
        """Winters still to come, each of which counts points."""
        self.seasons_in_year = max(0, SEASONS_A_YEAR - 1 - _SEASON[view.season])
        """Seasons of this year after the present one."""
        self.seasons = self.seasons_in_year + SEASONS_A_YEAR * (YEARS - view.year)
        """Seasons of the game after the present one."""
        self.board = view.board
        self.chances = BattleEstimate(view)
        self.rice_forecast = RiceForecast(view, seat, values, self.seasons_in_year, plan)
        self._held: dict[tuple[str, int], float] = {}
        self._province: dict[tuple[str, int], float] = {}
        self._counts: dict[tuple[str, Building], list[int]] = {}

    @cached_property
    def chest(self) -> float:
        """Worth of a chest: little when no season is left to spend it in."""
        return self.values.chest * min(1.0, self.seasons / 3) + 0.02

    @cached_property
    def army(self) -> float:
        """Worth of an army."""
        return self.values.army * (1.0 if self.seasons else self.values.last_army)

    # Provinces

    def province(self, name: str, seat: int | None = None) -> float:
        """Return the worth to a seat (by default this one) of holding a province until the end."""
        key = (name, self.seat if seat is None else seat)
        if key not in self._province:
            self._province[key] = self._province_worth(*key)
        return self._province[key]

    def _province_worth(self, name: str, seat: int) -> float:
        land, province = self.board.lands[name], self.view.provinces[name]
        buildings = fsum(1 + self._majority_share(name, kind, seat) for kind in province.buildings)
        yields = self.values.land * (land.tax + land.rice) * self.seasons / 3
        free = (land.sites - len(province.buildings)) * self.values.site * self.seasons / 3
        return self.winters * (1 + self.values.building * buildings) + yields + free

    def _majority_share(self, name: str, kind: Building, seat: int) -> float:
        """Return the points for majorities that one building adds to a seat's, each winter."""
        counts = self.counts(name, kind).copy()
        owner = self.view.provinces[name].owner
        if owner is not None:
            counts[owner] -= 1
        before = majority_points(counts, MAJORITY[kind])[seat]
        counts[seat] += 1
        return majority_points(counts, MAJORITY[kind])[seat] - before

    def counts(self, name: str, kind: Building) -> list[int]:
        """Return each seat's buildings of a kind in the region of a province."""
        region = self.board.lands[name].region
        if (region, kind) not in self._counts:
            counts = [0] * self.view.setup.seats
            for other in self.board.regions[region]:
                province = self.view.provinces[other]
                if province.owner is not None and kind in province.buildings:
                    counts[province.owner] += 1
            self._counts[region, kind] = counts
        return self._counts[region, kind]

    # Rivals and threats

    @cached_property
    def rivalry(self) -> list[float]:
        """Worth of each seat's loss, as a share of its worth to that seat: more for a seat that leads."""
        standing = self.scene.standing
        others = [points for seat, points in enumerate(standing) if seat != self.seat]
        even = sum(others) / len(others)
        plain, envy = self.values.rivalry, self.values.envy / 10
        shares = [plain * min(3.0, max(0.0, 1 + envy * (points - even))) for points in standing]
        shares[self.seat] = 0.0
        return shares

    @cached_property
    def scene(self) -> VisibleSeason:
        """The public part of the season so far."""
        return look(self.view)

    def held(self, name: str, armies: int) -> float:
        """Return the chance that a province of this seat, with a number of armies, is still held after the season."""
        key = (name, armies)
        if key not in self._held:
            self._held[key] = self._chance_held(name, armies)
        return self._held[key]

    def _chance_held(self, name: str, armies: int) -> float:
        held = 1.0
        later = self.values.later if self.seasons else 0.0
        now = self.values.aggression * self.scene.battles_left / 2
        for near in self.board.neighbours[name]:
            other = self.view.provinces[near]
            if other.owner is None or other.owner == self.seat or other.armies < 2:
                continue
            likely = later if near in self.scene.spent else max(now, later)
            if likely:
                held *= 1 - likely * self.chances.attack(other.owner, name, other.armies - 1, armies)
        return held

    def exposure(self, name: str, armies: int) -> float:
        """Return the expected loss of a province held with a number of armies."""
        lost = 1 - self.held(name, armies)
        return self.values.fear * lost * (self.province(name) + self.army * armies)

    def holding(self, name: str) -> float:
        """Return the worth of a province to this seat beyond what it costs to feed in winter."""
        return self.province(name) - self.rice_forecast.mouth

    # Goods

    def taxes(self, name: str) -> float:
        """Return the worth of collecting taxes in a province."""
        return self.chest * tax_yield(self.view, self.seat, name) - self.anger(name)

    def rice(self, name: str) -> float:
        """Return the worth of confiscating rice in a province."""
        return self.rice_forecast.gain(rice_yield(self.view, self.seat, name)) - self.anger(name)

    def anger(self, name: str) -> float:
        """Return the cost of angering the peasants of a province: a revolt now if a marker is there, and a marker."""
        province = self.view.provinces[name]
        marker = self.values.marker * (self.seasons_in_year + 0.5) / 2
        if not province.markers:
            return marker
        held = self.chances.revolt(self.seat, name, province.markers)
        lost = self.province(name) + self.army * province.armies
        return (1 - held) * lost + held * (marker + self.army * province.markers)

    def building(self, name: str, kind: Building) -> float:
        """Return the worth of a building in a province, less the risk of losing it."""
        counts = self.counts(name, kind).copy()
        before = majority_points(counts, MAJORITY[kind])
        counts[self.seat] += 1
        after = majority_points(counts, MAJORITY[kind])
        gain = self.winters * (1 + after[self.seat] - before[self.seat]) * self.values.building
        taken = fsum(self.rivalry[seat] * max(0, b - a) for seat, (b, a) in enumerate(zip(before, after, strict=True)))
        safe = self.held(name, self.view.provinces[name].armies)
        return (gain + self.winters * taken) * safe

    def reinforcement(self, name: str, armies: int) -> float:
        """Return the worth of a number of new armies in a province."""
        there = self.view.provinces[name].armies
        return self.army * armies + self.exposure(name, there) - self.exposure(name, there + armies)

    # Marching

    def march(self, source: str, target: str, armies: int) -> float:
        """Return the worth of marching: to an own province, or into battle."""
        left = self.view.provinces[source].armies
        risk = self.exposure(source, left - armies) - self.exposure(source, left)
        if self.view.provinces[target].owner == self.seat:
            there = self.view.provinces[target].armies
            return self.exposure(target, there) - self.exposure(target, there + armies) - risk
        return self._attack(target, armies) - risk

    def _attack(self, target: str, armies: int) -> float:
        province = self.view.provinces[target]
        chance = self.chances.attack(self.seat, target, armies)
        mine, theirs = self.chances.losses(self.seat, target, armies)
        gain = self.holding(target) - self.exposure(target, max(1, round(armies - mine)))
        hurt = 0.0
        if province.owner is not None:
            lost = chance * self.province(target, province.owner) + self.army * theirs
            hurt = self.rivalry[province.owner] * lost
        return chance * gain + hurt - self.army * mine

    def best_march(self, source: str, targets: Sequence[str], numbers: int | None = None) -> tuple[float, str, int]:
        """Return the best march out of a province: its worth, its target and how many armies.

        `numbers` limits how many different numbers are tried for each target, from the largest down.
        """
        most = self.view.provinces[source].armies - 1
        least = 1 if numbers is None else max(1, most - numbers + 1)
        marches = [(self.march(source, to, n), to, n) for to in targets for n in range(least, most + 1)]
        return max(marches, default=(float("-inf"), source, 0))
