"""The values of marches in a playout: those of `Valuation.best_march`, to the last bit, in a fraction of its time.

Chances of battles are those of `battle_estimate`, written out here in place, for they take most of a playout.
"""

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import TypeAlias

from shogun.games.shogun.opponents.planning.valuation_weights import (
    OUT_RESTING,
    OUT_THROWN,
    SPREAD_RESTING,
    SPREAD_THROWN,
)
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD, NOBODY, RICE
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import PEASANT

MOST_MARCHES = 8192
"""Marches that are remembered."""
NUMBERS = 2
"""Numbers of armies that a playout tries for each march, from the largest down."""
ROOT = sqrt(2)
NO_DANGER = tuple((0.0,) * numbers for numbers in range(NUMBERS + 2))
"""Exposures of a province that nobody may attack."""
Sides: TypeAlias = Sequence[tuple[int, float, float, float]]
"""Numbers of armies that may march: what each adds to the danger of the province that they leave, and mean and variance
of what they bring to the tray."""
Fights: TypeAlias = Sequence[tuple[float, float, float]]
"""Outcomes by number of armies.

The chance to win, armies that it costs, and cubes on the tray of the side with fewer there.
"""
Bounded: TypeAlias = tuple[float, int, int, float, tuple[float, ...]]
"""A march.

An upper bound of its worth, index of its target, armies, the danger that these add to the province they leave, and
other known numbers (see `_moves` and `_attacks`).
"""


def best_march(
    fast: FastState, seat: int, action: int, source: int, targets: tuple[int, ...]
) -> tuple[float, int, int]:
    """Return the best march out of a province as `Marches.best`, which is asked only once in the same circumstances.

    Playouts of moves that are tried with the same luck differ here and there, so most marches come up again.
    """
    missing, known = missing_after(fast, seat), fast.scales.marches
    circumstances = (seat, source, targets, missing, *_circumstances(fast, action, source))
    marches = known.get(circumstances)
    if marches is None:
        if len(known) >= MOST_MARCHES:
            known.clear()
        marches = known[circumstances] = Marches(fast, seat, action, missing).best(source, targets)
    return marches


def _circumstances(fast: FastState, action: int, source: int) -> tuple[object, ...]:
    """Return all that a march out of a province depends on but for who marches, where to, and rice."""
    ground, colours = fast.ground, fast.colours
    beside, around = ground.beside[source], ground.around[source]
    return (
        fast.battles_left[action],
        fast.event,
        fast.events,
        *map(fast.tower.get, colours),
        *map(fast.tray.get, colours),
        *fast.points,
        *fast.standing,
        around(fast.owner),
        around(fast.armies),
        around(fast.spent),
        beside(fast.markers),
        beside(fast.built),
        ground.majorities[source](fast.counts),
    )


class Marches:
    """A position as a seat sees it that is to march in it, at the place `action` of the season's actions."""

    def __init__(self, fast: FastState, seat: int, action: int, missing: float) -> None:
        self.fast, self.seat = fast, seat
        self.scales, values = fast.scales, fast.scales.values
        self.army, self.fear = self.scales.army, values.fear
        self.later = self.scales.later
        self.sooner = max(values.aggression * fast.battles_left[action] / 2, self.later)
        """The chances that a neighbor attacks whose card has been revealed, and whose card has not."""
        self.tray = [fast.tray.get(colour, 0) for colour in fast.colours]
        """For each seat: cubes on the tray, then mean and variance of what its cubes in the tower add to a battle."""
        resting = [fast.tower.get(colour, 0) for colour in fast.colours]
        self.rest = [OUT_RESTING * cubes for cubes in resting]
        self.rest_spread = [SPREAD_RESTING * cubes for cubes in resting]
        tray, rest = fast.tray.get(PEASANT, 0), fast.tower.get(PEASANT, 0)
        self.neutral = _side((2 if fast.event == "two_peasants" else 1) + tray, rest)
        self.helping = _side(tray, rest)
        """Mean and variance of the peasants who defend a neutral province, and who help other defenders."""
        price, events = self.scales.price, fast.events
        self.mouth = price(events, missing + 1) - price(events, missing)
        """Cost of feeding one more province, with this season's rice taken, as `RiceForecast.mouth`."""
        self._rivalries: Sequence[float] = ()

    def best(self, source: int, targets: Sequence[int]) -> tuple[float, int, int]:
        """Return the best march out of a province: its worth, its target and how many armies.

        Among equals the last name and the largest number is taken; `targets` come in the order of names. What couldn't
        be the best even if no danger threatened where it leads isn't valued to the end.
        """
        best, marches = (float("-inf"), -1, 0), self._bounded(self._sides(source), targets)
        marches.sort(reverse=True)
        for bound, place, armies, risk, known in marches:
            if bound < best[0]:
                break
            best = max(best, (self._worth(targets[place], armies, known) - risk, place, armies))
        worth, place, armies = best
        return worth, source if place < 0 else targets[place], armies

    def _sides(self, source: int) -> Sides:
        """Return the numbers of armies that are tried out of a province."""
        there, tray = self.fast.armies[source], self.tray[self.seat]
        rest, spread = self.rest[self.seat], self.rest_spread[self.seat]
        sizes = range(max(1, there - NUMBERS), there)
        exposed, *exposures = self.exposures(source, (there, *[there - armies for armies in sizes]))
        return [
            (armies, left - exposed, OUT_THROWN * (armies + tray) + rest, SPREAD_THROWN * (armies + tray) + spread)
            for armies, left in zip(sizes, exposures, strict=True)
        ]

    def _bounded(self, sides: Sides, targets: Sequence[int]) -> list[Bounded]:
        """Return the marches to these provinces."""
        owners, neutral = self.fast.owner, None
        bounded: list[Bounded] = []
        for place, target in enumerate(targets):
            owner = owners[target]
            if owner == self.seat:
                bounded += self._moves(sides, place, target)
            elif owner == NOBODY:
                neutral = neutral or self._fights(sides, target)
                bounded += self._attacks(sides, place, target, neutral)
            else:
                bounded += self._attacks(sides, place, target, self._fights(sides, target))
        return bounded

    def _moves(self, sides: Sides, place: int, target: int) -> list[Bounded]:
        """Return marches to an own province, with its present expected loss."""
        (exposed,) = self.exposures(target, (self.fast.armies[target],))
        return [(exposed - risk, place, armies, risk, (exposed,)) for armies, risk, _mean, _spread in sides]

    def _attacks(self, sides: Sides, place: int, target: int, fights: Fights) -> list[Bounded]:
        """Return attacks on another's or a neutral province.

        Known numbers: the chance to win, the worth of the province without threats, the worth of its owner's loss, the
        worth of the armies lost, and their number.
        """
        fast, army = self.fast, self.army
        owner, there = fast.owner[target], fast.armies[target]
        holding, lost, rivalry = fast.worth(target, self.seat) - self.mouth, 0.0, 0.0
        if owner != NOBODY:
            lost, rivalry = fast.worth(target, owner), (self._rivalries or self._rivalry())[owner]
        attacks: list[Bounded] = []
        for (armies, risk, _mean, _spread), (chance, mine, fallen) in zip(sides, fights, strict=True):
            theirs = there * (1 - OUT_THROWN * (1 - chance)) + (1 - chance) * fallen
            harm = rivalry * (chance * lost + army * max(0.0, min(float(there), theirs)))
            cost = army * mine
            known = (chance, holding, harm, cost, mine)
            attacks.append((chance * holding + harm - cost - risk, place, armies, risk, known))
        return attacks

    def _worth(self, target: int, armies: int, known: tuple[float, ...]) -> float:
        """Return the worth of a march where it leads."""
        if len(known) == 1:
            return known[0] - self.exposures(target, (self.fast.armies[target] + armies,))[0]
        chance, holding, harm, cost, mine = known
        exposed = self.exposures(target, (max(1, round(armies - mine)),))[0]
        return chance * (holding - exposed) + harm - cost

    def _fights(self, sides: Sides, target: int) -> Fights:
        """Return how attacks are likely to end, by number of armies."""
        mean, spread = self.defence(target, self.fast.armies[target])
        fights = []
        for armies, _risk, own, width in sides:
            chance = 0.5 * (1 + erf((own - mean - 0.5) / sqrt(width + spread + 0.25) / ROOT))
            fallen = own if own < mean else mean
            mine = armies - own + chance * fallen + (1 - chance) * own
            fights.append((chance, max(0.0, min(float(armies), mine)), fallen))
        return fights

    def exposures(self, place: int, numbers: Sequence[int]) -> Sequence[float]:
        """Return the expected loss of a province for each of these numbers of armies."""
        threats = self._threats(place)
        if not threats:
            return NO_DANGER[len(numbers)]
        worth, losses = self.fast.worth(place, self.seat), []
        for armies in numbers:
            held = 1.0
            mean, spread = self.defence(place, armies)
            for likely, brought, width in threats:
                held *= 1 - likely * (0.5 * (1 + erf((brought - mean - 0.5) / sqrt(width + spread + 0.25) / ROOT)))
            lost = 1 - held
            losses.append(self.fear * lost * (worth + self.army * armies))
        return losses

    def _threats(self, place: int) -> list[tuple[float, float, float]]:
        """Return neighbors that may attack a province: the chance, and mean and variance of their strength."""
        fast, seat, tray, rest, rest_spread = self.fast, self.seat, self.tray, self.rest, self.rest_spread
        owners, there, spent, threats = fast.owner, fast.armies, fast.spent, []
        for near in fast.ground.neighbours[place]:
            owner, others = owners[near], there[near]
            if others < 2 or owner == seat:
                continue
            likely = self.later if spent[near] else self.sooner
            if likely:
                thrown = others - 1 + tray[owner]
                brought, spread = OUT_THROWN * thrown + rest[owner], SPREAD_THROWN * thrown + rest_spread[owner]
                threats.append((likely, brought, spread))
        return threats

    def defence(self, place: int, armies: int) -> tuple[float, float]:
        """Return mean and variance of a province's defense by a number of its owner's armies (7.1, 7.3)."""
        owner = self.fast.owner[place]
        if owner == NOBODY:
            return self.neutral
        thrown = armies + self.tray[owner]
        mean, spread = OUT_THROWN * thrown + self.rest[owner], SPREAD_THROWN * thrown + self.rest_spread[owner]
        if self.fast.markers[place]:
            return mean, spread
        return mean + self.helping[0], spread + self.helping[1]

    def _rivalry(self) -> list[float]:
        """Return the worth of others' losses, as shares of their worth to them, as `Valuation.rivalry`."""
        fast, winters, values = self.fast, self.scales.winters, self.scales.values
        standing = [points + winters * held for points, held in zip(fast.points, fast.standing, strict=True)]
        even = (sum(standing) - standing[self.seat]) / (len(standing) - 1)
        plain, envy = values.rivalry, values.envy / 10
        self._rivalries = [plain * min(3.0, max(0.0, 1 + envy * (points - even))) for points in standing]
        return self._rivalries


@cache
def _side(thrown: int, resting: int) -> tuple[float, float]:
    """Return mean and variance on the tray of a number of thrown and resting cubes."""
    return OUT_THROWN * thrown + OUT_RESTING * resting, SPREAD_THROWN * thrown + SPREAD_RESTING * resting


def missing_after(fast: FastState, seat: int) -> float:
    """Return the rice that will be missing in winter when what the seat's plan takes this season is taken."""
    card = fast.plans[seat][RICE]
    taken = 0
    if card != NO_CARD and not fast.markers[card]:
        taken = fast.harvest.rice[card] + (fast.taken[seat] == "rice")
    calm = fast.calm_rice(seat) if fast.scales.seasons_in_year else []
    return fast.missing(seat, fast.scales, calm) - taken
