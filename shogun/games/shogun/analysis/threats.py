"""What may befall a seat: attacks by neighbours, and the coming winter's supply and revolts, as things stand now."""

from math import fsum
from random import Random

from msgspec import Struct

from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight
from shogun.games.shogun.analysis.odds import first_odds
from shogun.games.shogun.analysis.odds_figures import Odds, Threat
from shogun.games.shogun.analysis.season_figures import Supply
from shogun.games.shogun.analysis.winter_supply import supplies
from shogun.games.shogun.rules.views import View
from shogun.table.running.tower_contents import Inside


def threats(view: View, inside: Inside, name: str, rng: Random) -> tuple[Threat, ...]:
    """Return what each neighbour could do to a province now, the most dangerous first.

    Raises `IllegalMove` while another fight waits for its throw.
    """
    found = []
    for march in fights.attackers_of(view, name):
        fight = fights.attack(view, march)
        found.append(Threat(march, fight, first_odds(fight, inside, rng)))
    return tuple(sorted(found, key=lambda threat: (-threat.odds.win.value, threat.march)))


class Uprising(Struct, frozen=True):
    """A revolt that may break out in winter."""

    province: str
    peasants: int
    """Extra peasants of the supply table."""
    fight: Fight
    odds: Odds
    """A first answer; `win`: it is put down."""


class Winter(Struct, frozen=True):
    """Winter's forecast for a seat, as if it began now with the provinces, rice and tower of now."""

    seat: int
    supplies: tuple[Supply, ...]
    uprisings: tuple[Uprising, ...]
    """For every province and every number of extra peasants that the supplies make possible."""

    @property
    def revolts(self) -> float:
        """How many revolts are to be expected."""
        return fsum(supply.chance * supply.revolts for supply in self.supplies)

    @property
    def lost(self) -> float:
        """How many provinces are to be expected to be lost in them."""
        return fsum(supply.chance * supply.revolts * self._risk(supply.peasants) for supply in self.supplies)

    def _risk(self, peasants: int) -> float:
        """Return the chance to lose a province drawn by lot in a revolt of so many extra peasants."""
        chances = [1 - uprising.odds.win.value for uprising in self.uprisings if uprising.peasants == peasants]
        return fsum(chances) / len(chances) if chances else 0.0


def winter(view: View, inside: Inside, seat: int, rng: Random) -> Winter:
    """Return winter's forecast for a seat. Each event still face up may be the one that is left over.

    Raises `IllegalMove` while a fight waits for its throw.
    """
    possible = supplies(view, seat)
    numbers = sorted({supply.peasants for supply in possible if supply.revolts})
    uprisings = []
    for name in view.owned(seat):
        for peasants in numbers:
            fight = fights.revolt(view, name, peasants)
            assert fight is not None, "extra peasants rise with or without a marker"
            uprisings.append(Uprising(name, peasants, fight, first_odds(fight, inside, rng)))
    return Winter(seat, possible, tuple(uprisings))


MOST_EXTRA = 3
"""The most peasants that the supply table adds to a revolt (8.2)."""


def risks(view: View, inside: Inside, seat: int, rng: Random) -> dict[int, float]:
    """Return the chance to lose a province drawn by lot in a winter's revolt, by the number of extra peasants.

    A task for a worker: the model is asked about each province with each number. Raises `IllegalMove` in a fight.
    """
    found = {}
    for peasants in range(1, MOST_EXTRA + 1):
        fights_there = [fights.revolt(view, name, peasants) for name in view.owned(seat)]
        kept = [first_odds(fight, inside, rng).win.value for fight in fights_there if fight is not None]
        found[peasants] = 1 - fsum(kept) / len(kept) if kept else 0.0
    return found
