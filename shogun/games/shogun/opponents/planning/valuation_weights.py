"""A planner's weights, which a personality's file can change; rough odds of battles; and uses of special cards."""

from collections.abc import Sequence
from math import erf, sqrt
from typing import Annotated

from msgspec import Meta, Struct

from shogun.games.shogun.rules.cards import PEASANT, Action, Special
from shogun.games.shogun.rules.state import Position

SEASONS_A_YEAR = 3

Weight = Annotated[float, Meta(ge=0, le=100)]
Signed = Annotated[float, Meta(ge=-100, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]


class ValuationWeights(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a planner, in victory points unless said otherwise."""

    chest: Weight = 0.57
    """A chest, as long as seasons are left to spend it in."""
    army: Weight = 0.4
    """An army on the board."""
    dread: Weight = 4.0
    """Being short of rice in winter at all."""
    hunger: Weight = 1.5
    """Each unit of rice that is missing in winter."""
    growth: Signed = 0.3
    """Provinces by which a seat expects to grow in each season to come, to be fed in winter."""
    doubt: Weight = 0.8
    """Uncertainty of a seat about its rice, in units, for each season to come."""
    land: Weight = 0.16
    """Each chest or rice that a province yields, a season still to come."""
    site: Weight = 0.3
    """Worth of a free building site for each season still to come in which it can be used."""
    building: Weight = 1.7
    """Weight of points for buildings."""
    rivalry: Weight = 0.55
    """Weight of others' losses, as a share of their worth to them."""
    fear: Weight = 0.55
    """Weight of possible losses to neighbors."""
    aggression: Share = 0.45
    """The chance that a neighbor who could attack this season does, while both battles are to come."""
    later: Share = 0.45
    """The chance that it does so in a season after this one."""
    envy: Weight = 0.4
    """Extra weight of a leading rival's losses, for each ten points of their lead."""
    last_army: Weight = 0.1
    """An army in the last season, as a share of what it is worth before."""
    marker: Weight = 0.2
    """A revolt marker, a season still to come in the year."""
    battle: Weight = 0.3
    """Worth of a planned battle in the plan, as a share of its worth now."""
    bid: Weight = 0.29
    """The first choice of special cards over the last."""
    wasted: Signed = -0.05
    """A province card on an action that will be skipped."""


# Odds of a battle, by rule of thumb: the usual part of thrown and resting cubes

OUT_THROWN = 2 / 3
OUT_RESTING = 1 / 4
"""Chances of a thrown and of a resting cube to come out: the middle of what a battle tower does."""
SPREAD_THROWN = OUT_THROWN * (1 - OUT_THROWN)
SPREAD_RESTING = OUT_RESTING * (1 - OUT_RESTING)
"""Variances of the number of one such cube that comes out."""


class Side(Struct, frozen=True):
    """One side of a battle: its cubes on the tray after the throw, by mean and variance."""

    mean: float
    variance: float

    def __add__(self, other: "Side") -> "Side":
        """Return both together."""
        return Side(self.mean + other.mean, self.variance + other.variance)


def side(thrown: float, resting: float = 0) -> Side:
    """Return the side of thrown cubes and of its colors' cubes in the tower, each falling on its own."""
    return Side(OUT_THROWN * thrown + OUT_RESTING * resting, SPREAD_THROWN * thrown + SPREAD_RESTING * resting)


def win_chance(mine: Side, theirs: Side) -> float:
    """Return the chance that `mine` outnumbers `theirs` on the tray, by the normal approximation."""
    spread = sqrt(mine.variance + theirs.variance + 0.25)
    return 0.5 * (1 + erf((mine.mean - theirs.mean - 0.5) / spread / sqrt(2)))


class BattleEstimate:
    """The chances of battles in one position; results are cached."""

    def __init__(self, view: Position) -> None:
        self.view = view
        self._neutral = 2 if view.event_kind == "two_peasants" else 1
        self._sides: dict[tuple[str, int], Side] = {}
        self._won: dict[tuple[str, int, str | None, int, bool], float] = {}

    def side(self, colour: str, thrown: int) -> Side:
        """Return a color's side: thrown cubes with those on the tray, and those in the tower."""
        key = (colour, thrown)
        if key not in self._sides:
            tray, tower = self.view.tray.get(colour, 0), self.view.tower.get(colour, 0)
            self._sides[key] = side(thrown + tray, tower)
        return self._sides[key]

    def attack(self, seat: int, target: str, armies: int, defending: int | None = None) -> float:
        """Return the chance that `armies` of a seat take a province, with peasants helping where they would (7.3).

        `defending` is the number of armies there, in place of the present ones.
        """
        view, province = self.view, self.view.provinces[target]
        there = province.armies if defending is None else defending
        owner = None if province.owner is None else view.colour(province.owner)
        key = (view.colour(seat), armies, owner, there, bool(province.markers))
        if key not in self._won:
            self._won[key] = win_chance(self.side(key[0], armies), self._defence(owner, there, key[4]))
        return self._won[key]

    def _defence(self, owner: str | None, armies: int, has_marker: bool) -> Side:
        """Return the defenders of a province: its armies, and peasants unless a marker is there (7.1, 7.3)."""
        if owner is None:
            return self.side(PEASANT, self._neutral)
        defenders = self.side(owner, armies)
        return defenders if has_marker else defenders + self.side(PEASANT, 0)

    def losses(self, seat: int, target: str, armies: int) -> tuple[float, float]:
        """Return the average armies that an attack costs its seat and the defender.

        On the tray both sides lose as many as the weaker one has there; cubes that stay in the tower are balanced by
        others that come out.
        """
        view, province = self.view, self.view.provinces[target]
        owner = None if province.owner is None else view.colour(province.owner)
        attackers = self.side(view.colour(seat), armies)
        defence = self._defence(owner, province.armies, bool(province.markers))
        fallen, chance = min(attackers.mean, defence.mean), self.attack(seat, target, armies)
        mine = armies - attackers.mean + chance * fallen + (1 - chance) * attackers.mean
        theirs = province.armies * (1 - OUT_THROWN * (1 - chance)) + (1 - chance) * fallen
        return _between(mine, armies), _between(theirs, province.armies)

    def revolt(self, seat: int, name: str, peasants: int) -> float:
        """Return the chance that a seat puts down a revolt of a number of peasants with all armies there (7.6)."""
        view = self.view
        defenders = self.side(view.colour(seat), view.provinces[name].armies)
        return win_chance(defenders, self.side(PEASANT, min(peasants, view.peasants)))


def _between(losses: float, armies: int) -> float:
    return max(0.0, min(float(armies), losses))


# Uses of special cards (6.2)

HELPS: dict[Special, Sequence[Action]] = {
    "chest": ("taxes",),
    "rice": ("rice",),
    "armies": ("deploy5",),
    "attack": ("battle_a", "battle_b"),
    "defence": (),
}
"""The actions in which a special card brings something."""
