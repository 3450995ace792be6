"""The values of marches in a playout: what `Valuation.best_march` says, to the last bit, in a fraction of its time.

Chances of battles are those of `battle_estimate`; here they are written out in place, for they are most of a playout.
"""

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import TypeAlias

from shogun.games.shogun.opponents.planning.battle_estimate import (
    OUT_RESTING,
    OUT_THROWN,
    SPREAD_RESTING,
    SPREAD_THROWN,
)
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD, NOBODY, RICE
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import PEASANT

NUMBERS = 2
"""Numbers of armies that a playout tries for each march, from the largest down."""
ROOT = sqrt(2)
Numbers: TypeAlias = Sequence[tuple[int, float]]
"""Numbers of armies that may march, each with what it adds to the danger of the province they leave."""


class Marches:
    """A position as a seat sees it that is to march in it, at the place `action` of the season's actions."""

    def __init__(self, fast: FastState, seat: int, action: int) -> None:
        self.fast, self.seat = fast, seat
        self.scales, values = fast.scales, fast.scales.values
        self.army, self.fear = self.scales.army, values.fear
        self.later = self.scales.later
        self.sooner = max(values.aggression * fast.battles_left[action] / 2, self.later)
        """The chances that a neighbour attacks whose card has been revealed, and whose card has not."""
        self.tray = [fast.tray.get(colour, 0) for colour in fast.colours]
        """Of each seat: cubes on the tray, then mean and variance of what its cubes in the tower add to a battle."""
        resting = [fast.tower.get(colour, 0) for colour in fast.colours]
        self.rest = [OUT_RESTING * cubes for cubes in resting]
        self.rest_spread = [SPREAD_RESTING * cubes for cubes in resting]
        tray, rest = fast.tray.get(PEASANT, 0), fast.tower.get(PEASANT, 0)
        self.neutral = _side((2 if fast.event == "two_peasants" else 1) + tray, rest)
        self.helping = _side(tray, rest)
        """Mean and variance of the peasants who defend a neutral province, and who help other defenders."""
        self.mouth = self._mouth()
        self._rivalries: list[float] = []

    def best(self, source: int, targets: Sequence[int]) -> tuple[float, int, int]:
        """Return the best march out of a province: its worth, its target and how many armies.

        Among equals the last name and the largest number is taken; `targets` come in the order of names.
        """
        fast, found, target, number = self.fast, float("-inf"), source, 0
        there = fast.armies[source]
        exposed = self.exposure(source, there)
        most = there - 1
        numbers = [(n, self.exposure(source, there - n) - exposed) for n in range(max(1, most - NUMBERS + 1), there)]
        for to in targets:
            values = self._moves(to, numbers) if fast.owner[to] == self.seat else self._attacks(to, numbers)
            for (armies, risk), value in zip(numbers, values, strict=True):
                if value - risk >= found:
                    found, target, number = value - risk, to, armies
        return found, target, number

    def _moves(self, target: int, numbers: Numbers) -> list[float]:
        """Return what moving so many armies to an own province is worth there."""
        there = self.fast.armies[target]
        exposed = self.exposure(target, there)
        return [exposed - self.exposure(target, there + armies) for armies, _risk in numbers]

    def _attacks(self, target: int, numbers: Numbers) -> list[float]:
        """Return what attacking another's or a neutral province with so many armies is worth."""
        fast, seat = self.fast, self.seat
        owner, there = fast.owner[target], fast.armies[target]
        mean, spread = self.defence(target, there)
        holding = fast.worth(target, seat) - self.mouth
        values, known, exposed = [], 0, 0.0
        for armies, _risk in numbers:
            thrown = armies + self.tray[seat]
            own = OUT_THROWN * thrown + self.rest[seat]
            width = sqrt(SPREAD_THROWN * thrown + self.rest_spread[seat] + spread + 0.25)
            chance = 0.5 * (1 + erf((own - mean - 0.5) / width / ROOT))
            fallen = min(own, mean)
            mine = max(0.0, min(float(armies), armies - own + chance * fallen + (1 - chance) * own))
            left = max(1, round(armies - mine))
            if left != known:
                known, exposed = left, self.exposure(target, left)
            worth = chance * (holding - exposed)
            if owner != NOBODY:
                theirs = there * (1 - OUT_THROWN * (1 - chance)) + (1 - chance) * fallen
                lost = chance * fast.worth(target, owner) + self.army * max(0.0, min(float(there), theirs))
                worth += (self._rivalries or self._rivalry())[owner] * lost
            values.append(worth - self.army * mine)
        return values

    def exposure(self, place: int, armies: int) -> float:
        """Return what is to be feared for a province held with so many armies."""
        lost = 1 - self.held(place, armies)
        return self.fear * lost * (self.fast.worth(place, self.seat) + self.army * armies)

    def held(self, place: int, armies: int) -> float:
        """Return the chance that a province of this seat with so many armies is still held after the season."""
        fast, seat, held = self.fast, self.seat, 1.0
        owners, there, spent, tray = fast.owner, fast.armies, fast.spent, self.tray
        rest, rest_spread = self.rest, self.rest_spread
        mean, spread = self.defence(place, armies)
        for near in fast.ground.neighbours[place]:
            owner, others = owners[near], there[near]
            if others < 2 or owner == seat:
                continue
            thrown = others - 1 + tray[owner]
            likely = self.later if spent[near] else self.sooner
            attack = OUT_THROWN * thrown + rest[owner] - mean - 0.5
            width = sqrt(SPREAD_THROWN * thrown + rest_spread[owner] + spread + 0.25)
            held *= 1 - likely * (0.5 * (1 + erf(attack / width / ROOT)))
        return held

    def defence(self, place: int, armies: int) -> tuple[float, float]:
        """Return mean and variance of a province's defence by so many armies of its present owner (7.1, 7.3)."""
        owner = self.fast.owner[place]
        if owner == NOBODY:
            return self.neutral
        thrown = armies + self.tray[owner]
        mean, spread = OUT_THROWN * thrown + self.rest[owner], SPREAD_THROWN * thrown + self.rest_spread[owner]
        if self.fast.markers[place]:
            return mean, spread
        return mean + self.helping[0], spread + self.helping[1]

    def _mouth(self) -> float:
        """Return what it costs to feed one province more, with this season's rice taken, as `RiceForecast.mouth`."""
        missing = missing_after(self.fast, self.seat)
        price, events = self.scales.price, self.fast.events
        return price(events, missing + 1) - price(events, missing)

    def _rivalry(self) -> list[float]:
        """Return what others' losses are worth, as shares of what they are to them, as `Valuation.rivalry`."""
        fast, winters, values = self.fast, self.scales.winters, self.scales.values
        standing = [points + winters * held for points, held in zip(fast.points, fast.standing, strict=True)]
        even = (sum(standing) - standing[self.seat]) / (len(standing) - 1)
        plain, envy = values.rivalry, values.envy / 10
        self._rivalries = [plain * min(3.0, max(0.0, 1 + envy * (points - even))) for points in standing]
        return self._rivalries


@cache
def _side(thrown: int, resting: int) -> tuple[float, float]:
    """Return mean and variance of what so many thrown and resting cubes bring to the tray."""
    return OUT_THROWN * thrown + OUT_RESTING * resting, SPREAD_THROWN * thrown + SPREAD_RESTING * resting


def missing_after(fast: FastState, seat: int) -> float:
    """Return the rice that will be missing in winter when what the seat's plan takes this season is taken."""
    card = fast.plans[seat][RICE]
    taken = 0
    if card != NO_CARD and not fast.markers[card]:
        taken = fast.rice_of[card] + (fast.taken[seat] == "rice")
    return fast.missing(seat, fast.scales, fast.calm_rice(seat)) - taken
