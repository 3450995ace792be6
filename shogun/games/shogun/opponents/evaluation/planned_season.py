"""Seasons played by planners in many positions at once, on `FastState`s."""

from collections.abc import Sequence
from random import Random

from shogun.games.shogun.opponents.evaluation.batch_planner import batch_plans
from shogun.games.shogun.opponents.evaluation.features import Floats
from shogun.games.shogun.opponents.rollouts import fast_season
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.cards import ACTIONS, BATTLES, SPECIALS


def lay_cards(fast: FastState, rng: Random) -> None:
    """Lay the action and special cards of a season that begins (4.1, 4.2); all chance is from now on that of `rng`."""
    fast.rng = rng
    fast.actions, fast.specials = tuple(rng.sample(ACTIONS, len(ACTIONS))), tuple(rng.sample(SPECIALS, len(SPECIALS)))
    fast.battles_left = [sum(battle not in fast.actions[:now] for battle in BATTLES) for now in range(len(ACTIONS))]
    fast.spent, fast.aim = [False] * len(fast.spent), None


def play_planned_season(
    tables: Sequence[FastState], factors: Floats | None = None, noise: Floats | None = None
) -> None:
    """Have planners plan a season in several games, and play it to its end; the plans are those of `batch_plans`."""
    batch_plans(tables, factors, noise).lay(tables)
    for fast in tables:
        fast_season.draw_event(fast)
        fast_season.take_specials(fast, fast_season.choosers(fast))
        fast_season.act(fast, 0, 0)
