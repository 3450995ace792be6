"""Many games at once: the same whatever the number of processes, and what Gymnasium makes by name."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from shogun.envs import rumble_nation_v0
from shogun.envs.vector_environment import VectorGames


def played(games: VectorGames, steps: int, seed: int = 3) -> list[Any]:
    """All that some steps by chance give."""
    rng = np.random.default_rng(1)
    observations, infos = games.reset(seed=seed)
    found = [observations, infos]
    for _step in range(steps):
        mask = observations["action_mask"]
        observations, *rest = games.step((rng.random(mask.shape) * mask).argmax(axis=1))
        found += [observations, *rest]
    games.close()
    return found


def test_two_processes_give_what_one_gives() -> None:
    alone, both = (played(VectorGames("rumble_nation_v0", 3, processes=number), 60) for number in (1, 2))
    assert len(alone) == len(both)
    for one, other in zip(alone, both, strict=True):
        for name in one if isinstance(one, dict) else [...]:
            np.testing.assert_array_equal(one[name], other[name])


def test_each_game_is_the_environments_own() -> None:
    games, env = VectorGames("rumble_nation_v0", 2), rumble_nation_v0.env()
    observations, infos = games.reset(seed=5)
    env.reset(seed=6)
    for _step in range(400):
        agent = env.agent_selection
        assert env.possible_agents.index(agent) == infos["seat"][1]
        for name, values in env.observe(agent).items():
            np.testing.assert_array_equal(observations[name][1], values)
        action = int(np.flatnonzero(observations["action_mask"][1])[-1])
        env.step(action)
        other = int(observations["action_mask"][0].argmax())
        observations, rewards, terminations, _truncations, infos = games.step([other, action])
        if terminations[1]:
            break
    assert terminations[1] and rewards[1] == env.rewards[agent]
    assert infos["rewards"][1].tolist() == list(env.rewards.values())
    observations, rewards, terminations, *_rest = games.step([other, 0])
    assert not terminations[1] and rewards[1] == 0 and observations["action_mask"][1].any()


def test_spaces_hold_what_is_observed() -> None:
    games = VectorGames("rumble_nation_v0", 2)
    observations, _infos = games.reset(seed=1)
    assert observations in games.observation_space
    assert games.action_space.shape == (2,)


def test_more_processes_than_games_are_refused() -> None:
    with pytest.raises(ValueError, match="processes 3 must be from 1 to the number of environments, 2"):
        VectorGames("rumble_nation_v0", 2, processes=3)


def test_an_error_in_a_process_is_raised_here() -> None:
    games = VectorGames("rumble_nation_v0", 2, processes=2)
    games.reset(seed=1)
    with pytest.raises(ValueError, match="there is no action 700"):
        games.step([700, 700])
    games.close()


@pytest.mark.slow
def test_gymnasium_makes_a_design_by_its_name() -> None:
    env = gymnasium.make("shogun/TowerDesign-v0", battles=8, chains=2, steps=2)
    observation, _info = env.reset(seed=1)
    assert observation in env.observation_space
    assert env.step(env.action_space.sample())[0] in env.observation_space
