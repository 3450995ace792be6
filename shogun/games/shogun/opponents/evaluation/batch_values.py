"""The worth of every card on every field in many positions at once: a planner's `plan_worth` for all seats together.

A province has one owner, so one number by position, field and province covers all seats. It agrees with `Valuation` but
for some simplifications: all armies but one march, a conquered province is worth to its new owner what it was to the
old one, nobody marches home, and a majority gained by a new building counts the same whoever loses it.
"""

from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from shogun.games.shogun.opponents.evaluation.features import (
    LOSSES,
    PRICES,
    Examination,
    Flags,
    Floats,
    normal,
    terrain,
)
from shogun.games.shogun.opponents.evaluation.position_arrays import SEASONS_PLAYED, Positions
from shogun.games.shogun.opponents.planning.valuation_weights import (
    OUT_RESTING,
    OUT_THROWN,
    SPREAD_RESTING,
    SPREAD_THROWN,
    ValuationWeights,
)
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS, NOBODY
from shogun.games.shogun.rules.actions import COST, DEPLOYED
from shogun.games.shogun.rules.cards import ACTIONS, MOST_MARKERS, SUPPLY, Side

VALUES = ValuationWeights()
WASTED = np.float32(VALUES.wasted)
UTMOST = 60
"""Logits of hunger beyond which nothing changes."""
Pair = tuple[Floats, Floats]
"""Mean and variance of what a side has on the tray."""


def card_values(positions: Positions) -> Floats:
    """Return the worth of each province's card to its owner on each field, less costs.

    In victory points, shape (n, actions, provinces); values of provinces that nobody holds are meaningless.
    """
    return _CardValues(positions).table()


class _CardValues(Examination):
    """Positions with the worth of things: by province for its owner, by border for the owner of its source."""

    def __init__(self, positions: Positions) -> None:
        super().__init__(positions)
        self.holder = np.maximum(self.owner, 0).astype(np.int64)
        """Each province's owner, anybody where there is none."""
        self.is_neutral = self.owner == NOBODY
        self.years = self.winters[:, None]
        self.later_this_year = (self.seasons_in_year[:, None] - 1).astype(np.float32)
        self.later = self.seasons[:, None] - 1
        """Seasons of the game after this one."""
        self.chest = VALUES.chest * np.minimum(1, self.later / SEASONS_PLAYED) + 0.02
        self.army = VALUES.army * np.where(self.later > 0, 1, VALUES.last_army).astype(np.float32)
        self.source, self.target = self.terrain.source, self.terrain.target

    def table(self) -> Floats:
        """Return the value of each card on each field."""
        worths = np.full((len(self.positions), len(ACTIONS), self.owner.shape[1]), WASTED, np.float32)
        for kind, number in KINDS.items():
            worths[:, ACTIONS.index(kind)] = self._building(number) - COST[kind] * self.chest
            worths[:, ACTIONS.index(kind)][~self._has_site(number)] = WASTED
        worths[:, ACTIONS.index("rice")] = self._rice - self.anger
        worths[:, ACTIONS.index("taxes")] = self.chest * self.terrain.tax - self.anger
        for action, armies in DEPLOYED.items():
            worth = self.army * armies + self.exposed - self.exposure(self.armies + armies) - COST[action] * self.chest
            worths[:, ACTIONS.index(action)] = np.where(self.of_holder(self.reserve) >= armies, worth, WASTED)
        worths[:, ACTIONS.index("battle_a")] = worths[:, ACTIONS.index("battle_b")] = self._battle()
        return worths

    def of_holder(self, by_seat: Floats) -> Floats:
        """Return the values of each province's owner, shape (n, provinces)."""
        return np.take_along_axis(by_seat, self.holder, axis=1)

    # Buildings

    @cached_property
    def _counts(self) -> tuple[Floats, Floats, Floats]:
        """Buildings of each kind in a province's region: its owner's, the most of another, and how many have these."""
        standing = np.stack(self.built, axis=-1)
        counts = np.einsum("nsp,npk,pr->nsrk", self.holding, standing, self.terrain.regions, optimize=True)
        around = counts[:, :, self.terrain.regions.argmax(axis=1), :]
        mine = np.take_along_axis(around, self.holder[:, None, :, None], axis=1)[:, 0]
        is_own = np.arange(self.positions.seats)[None, :, None] == self.owner[:, None, :]
        others = np.where(is_own[:, :, :, None], -1, around)
        most = others.max(axis=1)
        return mine, most, (others == most[:, None]).sum(axis=1)

    @cached_property
    def _shares(self) -> Floats:
        """Points for majorities that the buildings of a province add to its owner's, each winter."""
        mine, most, _ties = self._counts
        added = _majority(mine, most) - _majority(mine - 1, most)
        return np.asarray((np.stack(self.built, axis=-1) * added).sum(axis=-1))

    @cached_property
    def value(self) -> Floats:
        """Worth to its owner of holding a province until the end, as `Valuation.province`."""
        buildings = np.sum(self.built, axis=0) + self._shares
        yields = VALUES.land * (self.terrain.tax + self.terrain.rice) + VALUES.site * self.free
        return np.asarray(self.years * (1 + VALUES.building * buildings) + yields * self.later / SEASONS_PLAYED)

    def _building(self, kind: int) -> Floats:
        """Return the worth of a new building, its price not taken off."""
        mine, most, ties = (array[:, :, kind] for array in self._counts)
        price = PRICES[kind]
        gain = (1 + _majority(mine + 1, most, price) - _majority(mine, most, price)) * VALUES.building
        overtaken, met = (mine == most) & (most > 0), (mine + 1 == most) & (ties == 1)
        taken = VALUES.rivalry * (overtaken * (price - 1) * ties + met)
        return np.asarray(self.years * (gain + taken) * (1 - self.lost(self.armies)))

    def _has_site(self, kind: int) -> Flags:
        built = self.built[kind]
        has_tile = built.sum(axis=1) < SUPPLY[list(KINDS)[kind]]
        return np.asarray((self.free > 0) & (built == 0) & has_tile[:, None])

    # Goods

    @cached_property
    def _calm_rice(self) -> Floats:
        """Each seat's best provinces for rice without a marker, shape (n, seats, seasons of a year)."""
        return self._best(np.where(self.markers == 0, self.terrain.rice, np.float32(0)), SEASONS_PLAYED)

    @cached_property
    def _missing(self) -> Floats:
        """Rice that each seat will miss before this season's, as `RiceForecast.missing`."""
        is_left = np.arange(1, SEASONS_PLAYED) <= self.later_this_year
        later = (self._calm_rice[:, :, 1:] * is_left[:, None, :]).sum(axis=-1)
        return np.asarray(self.provinces + VALUES.growth * self.later_this_year - self.rice - later)

    def _hunger(self, missing: Floats) -> Floats:
        """Return the cost of missing this much rice, averaged over winter's possible losses."""
        weights = self.positions.events + (self.positions.events.sum(axis=1) == 0)[:, None]
        likely = (weights / weights.sum(axis=1)[:, None]).astype(np.float32)[:, None, :]
        spread = (0.25 + VALUES.doubt * self.later_this_year)[:, :, None]
        grown = np.exp(np.clip((missing[:, :, None] + LOSSES - 0.5) / spread, -UTMOST, UTMOST))
        pain = VALUES.dread * grown / (1 + grown) + VALUES.hunger * spread * np.log1p(grown)
        return np.asarray((pain * likely).sum(axis=-1))

    @cached_property
    def _rice(self) -> Floats:
        """Worth of taking a province's rice, without the anger of its peasants."""
        missing = self.of_holder(self._missing)
        return self.of_holder(self._hunger(self._missing)) - self._hunger(missing - self.terrain.rice)

    @cached_property
    def _mouth(self) -> Floats:
        """Cost to each seat of feeding one more province."""
        missing = self._missing - self._calm_rice[:, :, 0]
        return np.asarray(self._hunger(missing + 1) - self._hunger(missing))

    @cached_property
    def anger(self) -> Floats:
        """Cost of angering the peasants of a province, as `Valuation.anger`."""
        marker = VALUES.marker * (self.later_this_year + 0.5) / 2
        rising, resting = np.minimum(self.markers, MOST_MARKERS), self.positions.tower[:, -1:].astype(np.float32)
        held = _win(_on_tray(self.armies, self._resting), _on_tray(rising, resting))
        risk = (1 - held) * (self.value + self.army * self.armies) + held * (marker + self.army * self.markers)
        return np.where(self.markers == 0, marker, risk)

    # Threats

    @cached_property
    def _resting(self) -> Floats:
        """Cubes in the tower of each province's owner."""
        tower = self.positions.tower[:, :-1].astype(np.float32)
        return np.where(self.is_neutral, np.float32(0), self.of_holder(tower))

    @cached_property
    def _peasants(self) -> Floats:
        """Peasants in the tower who would help to defend each province."""
        resting = self.positions.tower[:, -1:].astype(np.float32)
        return np.where(self.is_neutral | (self.markers == 0), resting, np.float32(0))

    @cached_property
    def _attackers(self) -> Pair:
        """Mean and variance on the tray of all armies of a province but one."""
        return _on_tray(self.armies - 1, self._resting)

    @cached_property
    def _likely(self) -> Floats:
        """The chance that a neighbor who could attack does."""
        return np.where(self.later > 0, max(VALUES.aggression, VALUES.later), VALUES.aggression).astype(np.float32)

    def lost(self, armies: Floats) -> Floats:
        """Return the chance to lose a province to neighbors, by the number of armies that defend it."""
        defence = _on_tray(armies, self._resting + self._peasants)
        chance = _win(_at(self._attackers, self.target), _at(defence, self.source))
        is_threat = self.hostile & (self.armies[:, self.target] > 1)
        return _any(self._likely * np.where(is_threat, chance, 0), self.terrain.starts)

    def exposure(self, armies: Floats) -> Floats:
        """Return the expected loss of a province held with a number of armies, as `Valuation.exposure`."""
        return np.asarray(VALUES.fear * self.lost(armies) * (self.value + self.army * armies))

    @cached_property
    def exposed(self) -> Floats:
        """Expected loss of a province as it is held."""
        return self.exposure(self.armies)

    # Marches

    def _battle(self) -> Floats:
        """Return the worth of a planned battle, for the best attack out of each province."""
        best = np.maximum.reduceat(self._attacks(), self.terrain.starts, axis=1)
        return np.where(self.armies < 2, WASTED, np.where(best > 0, VALUES.battle * best, best)).astype(np.float32)

    def _attacks(self) -> Floats:
        """Return the worth of an attack over each border, far below zero where none is allowed."""
        mine, theirs = self.borders
        sent, there = self.armies[:, self.source] - 1, self.armies[:, self.target]
        attack, defence = _at(self._attackers, self.source), _at(self._defence, self.target)
        chance, fallen = _win(attack, defence), np.minimum(attack[0], defence[0])
        cost = np.clip(sent - attack[0] + chance * fallen + (1 - chance) * attack[0], 0, sent)
        killed = np.clip(there * (1 - OUT_THROWN * (1 - chance)) + (1 - chance) * fallen, 0, there)
        value, army = self.value[:, self.target], self.army
        left = np.maximum(1, np.round(sent - cost))
        feared = VALUES.fear * self._lost_again(left) * (value + army * left)
        holding = value - self.of_holder(self._mouth)[:, self.source]
        harm = self._rivalry * (chance * value + army * killed)
        risk = (self.exposure(np.ones_like(self.armies)) - self.exposed)[:, self.source]
        worth = chance * (holding - feared) + harm - army * cost - risk
        return np.where((mine != NOBODY) & (mine != theirs) & (sent > 0), worth, np.float32(-100))

    @cached_property
    def _defence(self) -> Pair:
        """Mean and variance of the present defense of a province, peasants where nobody holds it (7.1, 7.3)."""
        return _on_tray(np.where(self.is_neutral, 1, self.armies), self._resting + self._peasants)

    def _lost_again(self, armies: Floats) -> Floats:
        """Return the chance, over each border, that an attacked province is lost again, by the armies then in it."""
        attack, further, starts = _ways_on(self.positions.side, self.positions.seats)
        near = self.target[further]
        mine, theirs = self.owner[:, self.source[attack]], self.owner[:, near]
        resting = self._resting[:, self.source] + self.positions.tower[:, -1:]
        defence = _at(_on_tray(armies, resting), attack)
        is_threat = (theirs != NOBODY) & (theirs != mine) & (self.armies[:, near] > 1)
        return _any(self._likely * np.where(is_threat, _win(_at(self._attackers, near), defence), 0), starts)

    @cached_property
    def _rivalry(self) -> Floats:
        """Weight of the loss of each border's target, as a share of its worth to its owner (`Valuation.rivalry`)."""
        seats = self.positions.seats
        standing = self.points + self.years * (self.provinces + self._sum(np.sum(self.built, axis=0)))
        even = (standing.sum(axis=1, keepdims=True) - standing) / (seats - 1)
        lead = standing[:, None, :] - even[:, :, None]
        shares = VALUES.rivalry * np.clip(1 + VALUES.envy / 10 * lead, 0, 3)
        pairs = self.holder[:, self.source] * seats + self.holder[:, self.target]
        weights = np.take_along_axis(shares.reshape(-1, seats * seats), pairs, axis=1)
        return np.where(self.is_neutral[:, self.target], np.float32(0), weights)


@cache
def _ways_on(side: Side, seats: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return pairs of borders, from a province into another and from there on, and where those of each border begin."""
    ground = terrain(side, seats)
    ends = np.append(ground.starts, len(ground.source))
    further = [np.arange(ends[target], ends[target + 1]) for target in ground.target]
    counts = [len(ways) for ways in further]
    attack = np.repeat(np.arange(len(ground.source)), counts)
    return attack, np.concatenate(further), np.cumsum([0, *counts[:-1]])


def _majority(mine: Floats, most: Floats, price: Floats = PRICES) -> Floats:
    """Return the points for a number of own buildings against the most that another seat has (8.4)."""
    return np.where(mine > most, price, np.where((mine == most) & (mine > 0), price - 1, 0)).astype(np.float32)


def _on_tray(thrown: Floats, resting: Floats) -> Pair:
    """Return mean and variance on the tray of a number of thrown cubes, and of resting ones of their side."""
    mean = OUT_THROWN * thrown + OUT_RESTING * resting
    return mean, np.asarray(SPREAD_THROWN * thrown + SPREAD_RESTING * resting)


def _at(side: Pair, places: npt.NDArray[np.intp]) -> Pair:
    return side[0][:, places], side[1][:, places]


def _win(mine: Pair, theirs: Pair) -> Floats:
    """Return the chance that `mine` outnumbers `theirs` on the tray, as `battle_estimate.win_chance`."""
    spread = np.sqrt(mine[1] + theirs[1] + 0.25)
    return normal((mine[0] - theirs[0] - 0.5) / spread).astype(np.float32)


def _any(chances: Floats, starts: npt.NDArray[np.intp]) -> Floats:
    """Return the chance that one of several things happens, in groups that begin at these places of the last index."""
    return np.asarray(1 - np.exp(np.add.reduceat(np.log1p(-chances), starts, axis=1)))
