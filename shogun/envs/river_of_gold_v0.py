"""River of Gold as a PettingZoo environment."""

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from shogun.envs.agent_environment import GameEnvironment, Terms
from shogun.game.options import Wish, wishes_of
from shogun.games import entry_of


def env(
    players: int = 2,
    *,
    rewards: str = "win_share",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    raw: bool = False,
    **options: Wish,
) -> GameEnvironment:
    """Return the environment. Raises ValueError, one sentence.

    Parameters
    ----------
    players
        2 to 4.
    rewards
        At the end: "win_share", "points", "win_share_difference" or "points_difference"; before it all are 0.
    render_mode
        "ansi", "rgb_array", "human", or None.
    max_cycles
        After so many steps an episode is truncated; None: never.
    raw
        An illegal action raises ValueError; without it it ends the episode and costs 1.
    options
        Those of the game, as the command line calls them: `patrons=True`, with clan patrons (chapter 13 of the rules),
        and `setup="lot"`, drawn by lot; without: no patrons.
    """
    terms = Terms(rewards=rewards, render_mode=render_mode, max_cycles=max_cycles, raw=raw)
    return GameEnvironment(entry_of("river-of-gold"), players, wishes_of(options), terms)


def raw_env(*args: Any, **kwargs: Any) -> GameEnvironment:
    """Return the environment without tolerance: an illegal action raises ValueError."""
    return env(*args, **kwargs, raw=True)


def parallel_env(*args: Any, **kwargs: Any) -> Any:
    """Return the same as a ParallelEnv: at each step the action of whoever is asked counts, the others' don't."""
    return turn_based_aec_to_parallel(env(*args, **kwargs))
