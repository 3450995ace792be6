"""How likely a battle is to be won, by rule of thumb: what thrown and resting cubes usually do."""

from collections.abc import Mapping
from math import erf, sqrt

from msgspec import Struct

from shogun.rules.cards import PEASANT
from shogun.rules.view import View

OUT_THROWN = 2 / 3
OUT_RESTING = 1 / 4
"""Chances of a thrown and of a resting cube to come out: the middle of what a battle tower does."""


class Side(Struct, frozen=True):
    """One side of a battle: cubes about to be thrown, and those of its colours in the tower."""

    thrown: float
    resting: float = 0

    @property
    def mean(self) -> float:
        """Cubes on the tray, on average."""
        return OUT_THROWN * self.thrown + OUT_RESTING * self.resting

    @property
    def variance(self) -> float:
        """Variance of the cubes on the tray, each falling for itself."""
        return OUT_THROWN * (1 - OUT_THROWN) * self.thrown + OUT_RESTING * (1 - OUT_RESTING) * self.resting


def win_chance(mine: Side, theirs: Side) -> float:
    """Return the chance that `mine` outnumbers `theirs` on the tray, by the normal approximation."""
    spread = sqrt(mine.variance + theirs.variance + 0.25)
    return 0.5 * (1 + erf((mine.mean - theirs.mean - 0.5) / spread / sqrt(2)))


def attack_chance(view: View, seat: int, target: str, armies: int) -> float:
    """Return the chance that `armies` of a seat take a province, peasants helping where they would (7.3)."""
    province = view.provinces[target]
    tower = view.tower
    attackers = _side(view, view.colour(seat), armies)
    if province.owner is None:
        neutral = 2 if view.event_kind == "two_peasants" else 1
        return win_chance(attackers, Side(_tray(view, PEASANT) + neutral, tower.get(PEASANT, 0)))
    defenders = _side(view, view.colour(province.owner), province.armies)
    if province.markers:
        return win_chance(attackers, defenders)
    return win_chance(attackers, _with_peasants(view, defenders))


def revolt_chance(view: View, seat: int, name: str, peasants: int) -> float:
    """Return the chance that a seat puts down a revolt of so many peasants with all armies there (7.6)."""
    defenders = _side(view, view.colour(seat), view.provinces[name].armies)
    rebels = Side(_tray(view, PEASANT) + min(peasants, view.peasants), view.tower.get(PEASANT, 0))
    return win_chance(defenders, rebels)


def _side(view: View, colour: str, thrown: float) -> Side:
    return Side(thrown + _tray(view, colour), view.tower.get(colour, 0))


def _with_peasants(view: View, defenders: Side) -> Side:
    tower: Mapping[str, int] = view.tower
    return Side(defenders.thrown + _tray(view, PEASANT), defenders.resting + tower.get(PEASANT, 0))


def _tray(view: View, colour: str) -> int:
    return view.tray.get(colour, 0)
