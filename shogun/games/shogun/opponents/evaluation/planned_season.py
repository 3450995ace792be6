"""Seasons played by planners in many positions at once, on `FastState`s."""

from collections.abc import Sequence
from random import Random

from shogun.games.shogun.opponents.evaluation.batch_planner import batch_plans
from shogun.games.shogun.opponents.evaluation.features import Floats
from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import ACTIONS, BATTLES, SPECIALS
from shogun.games.shogun.rules.position_checks import EVENTS_A_YEAR


def lay_cards(fast: FastState, rng: Random) -> None:
    """Lay the action and special cards of a season that begins (4.1, 4.2); all chance is from now on that of `rng`."""
    fast.rng = rng
    fast.actions, fast.specials = tuple(rng.sample(ACTIONS, len(ACTIONS))), tuple(rng.sample(SPECIALS, len(SPECIALS)))
    fast.battles_left = [sum(battle not in fast.actions[:now] for battle in BATTLES) for now in range(len(ACTIONS))]
    fast.spent, fast.aim = [False] * len(fast.spent), None


def reveal_events(fast: FastState, unseen: Sequence[str]) -> None:
    """Reveal the events of a year that begins, drawn from those that nobody has seen (8.6)."""
    fast.events = tuple(fast.rng.sample(unseen, EVENTS_A_YEAR))
    fast.scales = ValueTables(fast.scales.values, fast.ground, fast.year, fast.season)
    fast.event, fast.harvest, fast.taken = None, fast.ground.harvest(None), [None] * len(fast.taken)


def play_planned_season(
    tables: Sequence[FastState], factors: Floats | None = None, noise: Floats | None = None
) -> None:
    """Have planners plan a season in several games, and play it to its end; the plans are those of `batch_plans`."""
    batch_plans(tables, factors, noise).lay(tables)
    for fast in tables:
        fast_season.draw_event(fast)
        fast_season.take_specials(fast, fast_season.choosers(fast))
        fast_season.act(fast, 0, 0)
