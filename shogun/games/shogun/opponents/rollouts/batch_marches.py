"""The values of marches in many playouts at once: those of `fast_marches`, but for the last digits of chances.

Chances of battles come from a table of the normal distribution: off by 3e-5 at most.
"""

from functools import cache
from math import erf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shogun.games.shogun.opponents.planning.valuation_weights import (
    OUT_RESTING,
    OUT_THROWN,
    SPREAD_RESTING,
    SPREAD_THROWN,
)
from shogun.games.shogun.opponents.rollouts.batch_state import (
    SACRED,
    TWO,
    BatchState,
    Flags,
    Floats,
    Ints,
)
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS

TEMPLE = 1 << KINDS["temple"]
WIDEST, STEPS = 6, 8192
"""Standard deviations up to which chances are kept, and how many of them for each."""
IMPOSSIBLE = float("-inf")
ALL_BUT = np.array([-2, -1])
"""Armies that are tried for each march: all but two, and all but one."""


class Marches(NamedTuple):
    """Marches, one for each row asked for."""

    worth: Floats
    """Minus infinity where there is nowhere to go."""
    target: Ints
    armies: Ints


class Lists(NamedTuple):
    """Pairs of a march that is looked for and one of its possible targets."""

    march: Ints
    near: Ints
    """Number of the target among its neighbors."""
    place: Ints


class ProvinceWorths(NamedTuple):
    """Worths of provinces."""

    kept: Floats
    """Worth, to the marching seat, of the provinces that marches leave, then of those to which armies move."""
    won: Floats
    """Worth of attacked provinces to the attacker."""
    lost: Floats
    """Worth of attacked provinces to their owner; 0 if nobody owns them."""


class MarchSearch:
    """Marches that are looked for: m of them, each in a row of its own; `action` is the place of the one under way."""

    def __init__(self, state: BatchState, rows: Ints, seats: Ints, action: Ints, sources: Ints) -> None:
        self._state, self._rows, self._seats, self._sources = state, rows, seats, sources
        self._base = rows * state.width
        """Where each row begins in arrays by province."""
        scales, values = state.scales, state.scales.values
        self._army, self._fear, self._later = scales.army, values.fear, scales.later
        left = state.battles_left[rows, action]
        self._sooner = np.maximum(values.aggression / 2 * left, scales.later)
        """The chance that a neighbor attacks whose card hasn't been revealed."""
        tray, tower = state.tray.take(rows, axis=0), state.tower.take(rows, axis=0)
        self._mean = OUT_THROWN * tray + OUT_RESTING * tower
        self._spread = SPREAD_THROWN * tray + SPREAD_RESTING * tower
        """Mean and variance of what each color's cubes on tray and in tower add to a battle, shape (m, colors)."""
        self._there = state.armies.ravel().take(self._base + sources).astype(np.int64)

    def best(self, is_step: Flags) -> Marches:
        """Return the best march out of each province, as `fast_marches.best_march`.

        Where `is_step`, armies only go to their seat's own provinces.
        """
        state, rows = self._state, self._rows
        near = state.ground.near.take(self._sources, axis=0)
        owner = state.owner.ravel().take(self._base[:, None] + near)
        is_own = owner == self._seats[:, None]
        moves = _listed(is_own, near)
        attacks = _listed(self._attackable(near, is_own, is_step), near)
        owners = owner[attacks.march, attacks.near]
        worths = self._worths(moves, attacks, owners)
        value = np.full((*near.shape, 2), IMPOSSIBLE)
        risk = self._value_moves(value, moves, worths.kept)
        if attacks.march.size:
            self._value_attacks(value, attacks, owners, worths, risk)
        width = 2 * near.shape[1]
        flat = value.reshape(-1, width)
        place = width - 1 - flat[:, ::-1].argmax(axis=1)
        number = np.arange(len(rows))
        return Marches(flat[number, place], near[number, place >> 1], self._there - 2 + (place & 1))

    def _attackable(self, near: Ints, is_own: Flags, is_step: Flags) -> Flags:
        """Return which neighbors may be attacked (5.6, 6.3)."""
        state, rows = self._state, self._rows
        open_ = ~(is_own | is_step[:, None]) & (near < state.ground.none)
        sacred = (state.event[rows] == SACRED).nonzero()[0]
        if sacred.size:
            temples = state.built[rows[sacred, None], near[sacred]] & TEMPLE
            open_[sacred] &= temples == 0
        return np.asarray(open_)

    def _value_moves(self, value: Floats, moves: Lists, worth: Floats) -> Floats:
        """Value marches to own provinces, and return the danger that marches add to the provinces they leave.

        The danger has a column for each number of armies: all but two, and all but one.
        """
        state, count = self._state, len(self._rows)
        march = np.concatenate([np.arange(count), moves.march])
        places = np.concatenate([self._sources, moves.place])
        numbers = np.empty((len(march), 3))
        numbers[:count, 0], numbers[:count, 1], numbers[:count, 2] = self._there, 2, 1
        there = state.armies.ravel().take(self._base[moves.march] + moves.place)
        sent = self._there[moves.march]
        numbers[count:, 0], numbers[count:, 1], numbers[count:, 2] = there, there + sent - 2, there + sent - 1
        exposed = self._exposures(march, places, self._seats[march], numbers, worth)
        added = exposed[:, 1:] - exposed[:, :1]
        risk = added[:count]
        value[moves.march, moves.near] = -added[count:] - risk[moves.march]
        value[self._there < 3, :, 0] = IMPOSSIBLE
        return risk

    def _value_attacks(self, value: Floats, attacks: Lists, owners: Ints, worths: ProvinceWorths, risk: Floats) -> None:
        """Value attacks; what couldn't be the best even if no danger threatened where it leads isn't valued further."""
        state, army = self._state, self._army
        march, colours = attacks.march, self._mean.shape[1]
        there = state.armies.ravel().take(self._base[march] + attacks.place)
        sent = self._there[march][:, None] + ALL_BUT
        attacker = march * colours + self._seats[march]
        own = OUT_THROWN * sent + self._mean.ravel().take(attacker)[:, None]
        width = SPREAD_THROWN * sent + self._spread.ravel().take(attacker)[:, None]
        mean, spread = self._defence(march, attacks.place, owners, there[:, None])
        chance = normal(own - mean - 0.5, width + spread + 0.25)
        fallen = np.minimum(own, mean)
        mine = sent - own + chance * fallen + (1 - chance) * own
        mine = np.minimum(np.maximum(mine, 0), sent)
        worth = worths.won[:, None]
        holding = worth - self._mouth()[march][:, None]
        theirs = there[:, None] * (1 - OUT_THROWN * (1 - chance)) + (1 - chance) * fallen
        theirs = np.minimum(np.maximum(theirs, 0), there[:, None])
        harm = self._rivalries().ravel().take(march * colours + owners)[:, None] * (
            chance * worths.lost[:, None] + army * theirs
        )
        rest = harm - army * mine - risk[march]
        left = np.maximum(1, np.rint(sent - mine))
        feared = self._fear * (worth + army * left)
        lowest = chance * (holding - feared) + rest
        lowest[self._there[march] < 3, 0] = IMPOSSIBLE
        cells = value.reshape(-1, 2)
        places = march * value.shape[1] + attacks.near
        cells[places] = lowest
        least = value.reshape(len(value), -1).max(axis=1)
        highest = chance * holding + rest
        found = ((highest >= least[march][:, None]) & (lowest > IMPOSSIBLE)).ravel().nonzero()[0]
        kept = found >> 1
        numbers = left.ravel().take(found)[:, None]
        exposed = self._exposures(march[kept], attacks.place[kept], owners[kept], numbers, worths.won[kept])[:, 0]
        cells.ravel()[2 * places[kept] + (found & 1)] = chance.ravel().take(found) * (
            holding[kept, 0] - exposed
        ) + rest.ravel().take(found)

    def _worths(self, moves: Lists, attacks: Lists, owners: Ints) -> ProvinceWorths:
        """Return the worths of all provinces that matter; `owners` are those of attacked ones."""
        held = (owners < self._state.seats).nonzero()[0]
        count, kept = len(self._rows), len(self._rows) + len(moves.march)
        march = np.concatenate([np.arange(count), moves.march, attacks.march, attacks.march[held]])
        seats = self._seats[march]
        seats[len(march) - len(held) :] = owners[held]
        places = np.concatenate([self._sources, moves.place, attacks.place, attacks.place[held]])
        worth = self._state.value(self._rows[march], seats, places)
        lost = np.zeros(len(owners))
        lost[held] = worth[len(march) - len(held) :]
        return ProvinceWorths(worth[:kept], worth[kept : kept + len(owners)], lost)

    def _exposures(self, march: Ints, places: Ints, holders: Ints, numbers: Floats, worth: Floats) -> Floats:
        """Return the expected losses of provinces to neighbors for some numbers of armies, shape (k, numbers).

        `holders` are the colors that hold the provinces now.
        """
        state = self._state
        near = state.ground.near.take(places, axis=0)
        near += self._base[march][:, None]
        owner, armies = state.owner.ravel().take(near), state.armies.ravel().take(near)
        is_threat = (armies > 1) & (owner != self._seats[march][:, None])
        threats = is_threat.ravel().nonzero()[0]
        losses = np.zeros(numbers.shape)
        if not threats.size:
            return losses
        which = threats // near.shape[1]
        starts = _starts(which)
        facing = which[starts]
        spent = state.spent.ravel().take(near.ravel().take(threats))
        others, who = armies.ravel().take(threats) - 1, march[which]
        colours = who * self._mean.shape[1] + owner.ravel().take(threats)
        likely = np.where(spent, self._later, self._sooner[who])
        brought = OUT_THROWN * others + self._mean.ravel().take(colours)
        width = SPREAD_THROWN * others + self._spread.ravel().take(colours) + 0.25
        mean, spread = self._defence(march, places, holders, numbers)
        chance = normal(brought[:, None] - mean[which] - 0.5, width[:, None] + spread[which])
        held = np.multiply.reduceat(1 - likely[:, None] * chance, starts, axis=0)
        losses[facing] = self._fear * (1 - held) * (worth[facing, None] + self._army * numbers[facing])
        return losses

    def _defence(self, march: Ints, places: Ints, holders: Ints, numbers: Ints | Floats) -> tuple[Floats, Floats]:
        """Return mean and variance of defenses by numbers of armies (7.3); where nobody holds a province, peasants."""
        state, peasants = self._state, self._state.seats
        colours = march * self._mean.shape[1] + holders
        mean, spread = self._mean.ravel().take(colours), self._spread.ravel().take(colours)
        is_neutral = holders == peasants
        helped = ((state.markers.ravel().take(self._base[march] + places) == 0) & ~is_neutral).nonzero()[0]
        mean[helped] += self._mean[march[helped], peasants]
        spread[helped] += self._spread[march[helped], peasants]
        neutral = is_neutral.nonzero()[0]
        if neutral.size:
            numbers = numbers.copy()
            numbers[neutral] = 1 + (state.event[self._rows[march[neutral]]] == TWO)[:, None]
        return mean[:, None] + OUT_THROWN * numbers, spread[:, None] + SPREAD_THROWN * numbers

    def _mouth(self) -> Floats:
        """Return the cost of feeding one more province, with this season's rice taken, shape (m,)."""
        state, rows = self._state, self._rows
        return state.worths.mouth(state.events[rows], state.missing_after(rows, self._seats))

    def _rivalries(self) -> Floats:
        """Return the worth of others' losses as shares of their worth to them, 0 for peasants, shape (m, colors)."""
        state, rows, values = self._state, self._rows, self._state.scales.values
        standing = state.points[rows] + state.scales.winters * state.standing[rows].astype(np.int64)
        own = standing[np.arange(len(rows)), self._seats]
        even = (standing.sum(axis=1) - own) / (state.seats - 1)
        shares = np.zeros((len(rows), state.seats + 1))
        lead = 1 + values.envy / 10 * (standing - even[:, None])
        shares[:, :-1] = values.rivalry * np.minimum(3.0, np.maximum(0.0, lead))
        return shares


def _listed(mask: Flags, near: Ints) -> Lists:
    places = mask.ravel().nonzero()[0]
    march, number = np.divmod(places, near.shape[1])
    return Lists(march, number, near.ravel().take(places))


def _starts(groups: Ints) -> Ints:
    """Return where each group begins in ascending numbers of groups, at least one."""
    begins = np.empty(len(groups), dtype=np.bool_)
    begins[0] = True
    np.not_equal(groups[1:], groups[:-1], out=begins[1:])
    return begins.nonzero()[0]


@cache
def _normal_table() -> npt.NDArray[np.float64]:
    deviations = range(-WIDEST * STEPS, WIDEST * STEPS + 1)
    return np.array([0.5 * (1 + erf(number / STEPS / sqrt(2))) for number in deviations])


def normal(difference: Floats, variance: Floats) -> Floats:
    """Return the chance that a normal variable of this mean and variance is above 0."""
    places = difference / np.sqrt(variance) * STEPS + (WIDEST * STEPS + 0.5)
    return np.asarray(_normal_table().take(places.astype(np.int64), mode="clip"))
