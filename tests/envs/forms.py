"""Every form in which a game is an environment, and agents that answer by chance."""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from msgspec import Struct

from shogun.envs import river_of_gold_v0, rumble_nation_v0, shogun_v0
from shogun.envs.agent_environment import GameEnvironment, Observation


class Form(Struct, frozen=True):
    """One form of a game: the module of its environment, and what is wished for."""

    module: ModuleType
    players: int
    wishes: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        name = self.module.__name__.rpartition(".")[2]
        return " ".join((name, str(self.players), *(f"{name}={wish}" for name, wish in self.wishes)))

    def env(self, **other: Any) -> GameEnvironment:
        """Return such an environment; `other` are further arguments."""
        found: GameEnvironment = self.module.env(players=self.players, **dict(self.wishes), **other)
        return found


RUMBLE = [Form(rumble_nation_v0, players, (("advanced", is_so),)) for players in (2, 3, 4) for is_so in (False, True)]
RIVER = [
    Form(river_of_gold_v0, players, wishes)
    for players in (2, 3, 4)
    for wishes in ((), (("patrons", True),), (("patrons", True), ("setup", "lot")))
]
SHOGUN = [
    Form(shogun_v0, players, (("board", board), ("setup", setup)))
    for players in (3, 4, 5)
    for board, setup in (("sun", "printed"), ("sun", "draft"), ("moon", "draft"))
]
FORMS = [*RUMBLE, *RIVER, *SHOGUN]
FIRST = [RUMBLE[-1], RIVER[-1], SHOGUN[-1]]
"""One form of each game."""


def choice(observation: Observation, rng: Random) -> int:
    """Return one of the actions that are legal."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


def steps(env: GameEnvironment, seed: int) -> Iterator[tuple[str, Observation, int]]:
    """Play an episode by chance; yield who acts, what they see, and the action, before it is taken."""
    rng = Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            action = choice(observation, rng)
            yield agent, observation, action
            env.step(action)
