"""The master's playouts of one plan: where its battle cards march, and whether the rice lasts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from shogun.games.shogun.opponents.evaluation.planned_season import lay_cards, play_planned_season
from shogun.games.shogun.opponents.rollouts.fast_board import KINDS
from shogun.games.shogun.opponents.rollouts.fast_season import pass_winter
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import BUILDINGS, Action, Building
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.views import View
from shogun.table.towers import Inside, outcome_model

PLAYOUTS = 200
"""Seasons simulated to explain a plan."""
CLEAR = 0.5
"""A march is named if the battle card makes it in at least this share of the seasons."""
HOPEFUL = 0.3
"""An attack is named only with at least this chance: below it, playouts attack only because the card must be used."""


class UsualMarch(Struct, frozen=True):
    """A battle card's most frequent march."""

    target: str
    is_attack: bool
    share: float
    """The share of the seasons in which the card makes it."""
    chance: float
    """The share of its attacks that are won."""


class PlanPlayouts(Struct, frozen=True):
    """Simulated seasons with one plan of one seat."""

    seasons: int
    marches: Sequence[tuple[Action, str, bool, bool]]
    """Action, target, whether it is an attack, and whether the seat had the target afterwards."""
    shortage: float
    """The chance to be short of rice in the winter of this year, the harvests of later seasons counted."""
    buildings: Mapping[Building, tuple[float, float]] = {}
    """The shares of the seasons after which a building of the plan stands, and after which nobody has more of its
    kind in its region."""

    def building(self, kind: Building) -> tuple[float, float]:
        """Return both shares of a building of the plan; where nobody has looked, both are 1."""
        return self.buildings.get(kind, (1.0, 1.0))

    def usual_march(self, action: Action) -> UsualMarch | None:
        """Return the target of a battle card; None where it has no clear or no promising one."""
        made = [march for march in self.marches if march[0] == action]
        if not made:
            return None
        counts = Counter((to, attacks) for _action, to, attacks, _won in made)
        (target, is_attack), count = counts.most_common(1)[0]
        won = fmean(is_won for _action, to, attacks, is_won in made if (to, attacks) == (target, is_attack))
        if count < CLEAR * self.seasons or (is_attack and won < HOPEFUL):
            return None
        return UsualMarch(target, is_attack, count / self.seasons, won)


NO_PLAYOUTS = PlanPlayouts(0, (), 0.0)


def plan_playouts(view: View, inside: Inside, plan: Plan, rng: Random) -> PlanPlayouts:
    """Return the results of the master's playouts of a plan, for the seat of the view."""
    master = Master(model=outcome_model(inside))
    ends = [end for (end,) in master.play_out(view, [plan], PLAYOUTS, rng)]
    luck = Random(rng.getrandbits(64))
    marches = [(march, end.fast.ground.names[march.target]) for end in ends for march in end.fast.marched or ()]
    own = [(march.action, name, march.is_attack, march.is_won) for march, name in marches if march.seat == view.seat]
    buildings = {
        kind: _building(view, ends, kind, name) for kind in BUILDINGS if isinstance(name := plan.on(kind), str)
    }
    return PlanPlayouts(len(ends), own, _shortage(view, ends, luck), buildings)  # last, since it plays on


def _building(view: View, ends: Sequence[End], kind: Building, name: str) -> tuple[float, float]:
    """Return how often a building stands in a province of the own seat, and leads its region with its like."""
    assert view.seat is not None
    place, number = ends[0].fast.ground.index[name], BUILDINGS.index(kind)
    region = len(KINDS) * ends[0].fast.ground.regions[place] + number
    stands = fmean(end.fast.owner[place] == view.seat and number in end.fast.built[place] for end in ends)
    leads = fmean(end.fast.counts[region][view.seat] == max(end.fast.counts[region]) for end in ends)
    return stands, leads


def _shortage(view: View, ends: Sequence[End], luck: Random) -> float:
    """Return how often a seat is short of rice in the winter of this year, all seats playing on as planners do."""
    if view.season == "autumn":
        return fmean(end.hunger for end in ends)
    assert view.seat is not None
    tables = [end.fast for end in ends]
    for fast in tables:
        lay_cards(fast, Random(luck.getrandbits(64)))
    while tables[0].season != "autumn":
        play_planned_season(tables)
        for fast in tables:
            fast.begin_season()
            lay_cards(fast, fast.rng)
    play_planned_season(tables)
    return fmean(pass_winter(fast)[view.seat] > 0 for fast in tables)
