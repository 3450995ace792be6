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


def attack_chance(view: View, seat: int, target: str, armies: int, defending: int | None = None) -> float:
    """Return the chance that `armies` of a seat take a province, peasants helping where they would (7.3).

    `defending` tells how many armies would be there, in place of those that are there now.
    """
    attackers = _side(view, view.colour(seat), armies)
    return win_chance(attackers, _defence(view, target, defending))


def _defence(view: View, target: str, defending: int | None = None) -> Side:
    """Return who defends a province: its armies, and peasants unless a marker lies there (7.1, 7.3)."""
    province = view.provinces[target]
    owner = province.owner
    if owner is None:
        neutral = 2 if view.event_kind == "two_peasants" else 1
        return Side(_tray(view, PEASANT) + neutral, view.tower.get(PEASANT, 0))
    defenders = _side(view, view.colour(owner), province.armies if defending is None else defending)
    return defenders if province.markers else _with_peasants(view, defenders)


def expected_losses(view: View, seat: int, target: str, armies: int) -> tuple[float, float]:
    """Return how many armies an attack costs its seat and the defender, on average.

    Of both sides as many are lost on the tray as the weaker one has there; what stays in the tower is balanced by
    what comes out of it.
    """
    attackers, defence = _side(view, view.colour(seat), armies), _defence(view, target)
    fallen = min(attackers.mean, defence.mean)
    chance = win_chance(attackers, defence)
    mine = armies - attackers.mean + chance * fallen + (1 - chance) * attackers.mean
    defending = view.provinces[target].armies
    theirs = defending - OUT_THROWN * defending * (1 - chance) + (1 - chance) * fallen
    return max(0.0, min(float(armies), mine)), max(0.0, min(float(defending), theirs))


def revolt_chance(view: View, seat: int, name: str, peasants: int) -> float:
    """Return the chance that a seat puts down a revolt of so many peasants with all armies there (7.6)."""
    defenders = _side(view, view.colour(seat), view.provinces[name].armies)
    rebels = Side(_tray(view, PEASANT) + min(peasants, view.peasants), view.tower.get(PEASANT, 0))
    return win_chance(defenders, rebels)


def _side(view: View, colour: str, thrown: float) -> Side:
    """Return a colour's side: what is thrown, with its cubes on the tray, and what lies in the tower."""
    return Side(thrown + _tray(view, colour), view.tower.get(colour, 0))


def _with_peasants(view: View, defenders: Side) -> Side:
    tower: Mapping[str, int] = view.tower
    return Side(defenders.thrown + _tray(view, PEASANT), defenders.resting + tower.get(PEASANT, 0))


def _tray(view: View, colour: str) -> int:
    return view.tray.get(colour, 0)
