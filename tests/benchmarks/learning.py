"""Whether agents learn in the environments: one for Rumble Nation with two players, against the program's opponents.

    python tests/benchmarks/learning.py agent.npz [--steps 600000] [--minutes 30] [--games 200] [--seed 1]

Trains a masked agent by MaskablePPO on processors alone (`pip install sb3-contrib`, of the extra `benchmarks`), writes
its policy as a file of NumPy arrays, and prints how often it wins against `random` and `beginner`; the aims are 90 %
and 60 %. `--steps 0` only plays with a file that is there. `learnt_agent.py` beside this file seats it at any table.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from shogun.base.confidence_intervals import wilson
from shogun.envs import rumble_nation_v0
from shogun.envs.agent_environment import CHOSEN, MASK
from shogun.envs.game_simulator import GameSimulator
from shogun.games import entry_of
from shogun.games.rumble_nation.rules.state import Setup
from tests.benchmarks.learnt_agent import ACTIONS, AREAS, Floats, answer, inputs, network, scale

TRAINERS = ("random", "beginner", "beginner")
"""Who sits opposite, drawn for each episode."""
AIMS = {"random": 0.9, "beginner": 0.6, "solid": 0.0}
ENVIRONMENTS = 16
POINTS = 0.04
"""What a point more than the other has is worth beside the victory, which is worth 1."""
WIDTH, AREA_WIDTH, OTHERS_WIDTH = 64, 8, 24
"""Of layers."""
TELL_EVERY = 50_000
"""Steps."""


class Opposite(gymnasium.Env[Any, Any]):
    """The game as one of two seats sees it, the other played by an opponent of the program."""

    def __init__(self, seed: int) -> None:
        self._env = rumble_nation_v0.env(2, rewards="points_difference")
        self._rng = Random(seed)
        self._opponents = [entry_of("rumble-nation").opponents.opponent(code) for code in TRAINERS]
        self.observation_space = Box(-1.0, 50.0, (len(scale()) + ACTIONS,), np.float32)
        self.action_space = Discrete(ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game at a seat and against an opponent that are drawn."""
        self._env.reset(seed=self._rng.getrandbits(40))
        self._agent = self._rng.choice(self._env.possible_agents)
        self._opponent = self._rng.choice(self._opponents)
        self._play_on()
        return self._see(), {}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Take an action and let the opponent answer; the reward comes at the end."""
        self._env.step(int(action))
        self._play_on()
        ended = self._env.terminations[self._agent]
        more = self._env.rewards[self._agent] if ended else 0.0
        result = entry_of("rumble-nation").rules.result(self._env.game.state)
        won = 0.0 if result is None else 1.0 if f"seat_{result.winners[0]}" == self._agent else -1.0
        return self._see(), won + POINTS * more, ended, False, {}

    def _play_on(self) -> None:
        while self._env.game.question is not None and self._env.agent_selection != self._agent:
            self._env.answer(self._env.game.chosen_by(self._opponent))

    def _see(self) -> Floats:
        seen = self._env.observe(self._agent)
        self._mask = seen[MASK].astype(bool)
        if not self._mask.any():
            self._mask[0] = True  # the game is over: what is chosen now counts for nothing
        cells = np.concatenate([seen[part.name].ravel() for part in self._env.parts])
        return inputs(cells, seen[CHOSEN])

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal."""
        return self._mask


def watched(seed: int) -> Any:
    """Return an environment that notes the reward of each episode."""
    from stable_baselines3.common.monitor import Monitor

    return Monitor(Opposite(seed))


def train(path: Path, steps: int, minutes: float, seed: int) -> None:
    """Train an agent for so many steps, or until its time is over, and write its policy into a file."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    places = range(seed * 1000, seed * 1000 + ENVIRONMENTS)
    made = DummyVecEnv([partial(watched, place) for place in places])
    policy = {"features_extractor_class": seeing(), "net_arch": {"pi": [WIDTH], "vf": [WIDTH]}}
    model = MaskablePPO(
        "MlpPolicy", made, seed=seed, gamma=1.0, gae_lambda=0.95, n_steps=256, batch_size=512, n_epochs=5,
        learning_rate=lambda left: 1e-4 + 9e-4 * left, ent_coef=0.004, policy_kwargs=policy, device="cpu",
    )  # fmt: skip
    model.learn(steps, callback=watching(path, minutes))
    write(model, path)


def seeing() -> Any:
    """Return the layers that look at each area alike, beside all else, and at all else; as a class of the library."""
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

    class Seeing(BaseFeaturesExtractor):  # type: ignore[misc]  # the library may be missing
        """Shared layers of areas."""

        def __init__(self, space: Any) -> None:
            rows, width = AREAS.shape
            super().__init__(space, rows * AREA_WIDTH + OTHERS_WIDTH)
            self.others = torch.nn.Linear(space.shape[0] - AREAS.size, OTHERS_WIDTH)
            self.areas1 = torch.nn.Linear(width + OTHERS_WIDTH, WIDTH)
            self.areas2 = torch.nn.Linear(WIDTH, AREA_WIDTH)

        def forward(self, seen: Any) -> Any:
            """Return what is seen."""
            rows, width = AREAS.shape
            areas, others = seen[:, : AREAS.size].reshape(-1, rows, width), seen[:, AREAS.size :]
            whole = torch.tanh(self.others(others))
            beside = torch.cat((areas, whole.unsqueeze(1).expand(-1, rows, -1)), 2)
            known = torch.tanh(self.areas2(torch.tanh(self.areas1(beside))))
            return torch.cat((known.flatten(1), whole), 1)

    return Seeing


def watching(path: Path, minutes: float) -> Any:
    """Return what tells how far the training is, keeps what is there, and ends it in time."""
    from stable_baselines3.common.callbacks import BaseCallback

    began = time.monotonic()

    class Watch(BaseCallback):  # type: ignore[misc]  # the library may be missing
        """Called at each step."""

        told = 0

        def _on_step(self) -> bool:
            if self.num_timesteps - self.told >= TELL_EVERY:
                self.told = self.num_timesteps
                rewards = [episode["r"] for episode in self.model.ep_info_buffer]
                passed = (time.monotonic() - began) / 60
                print(f"{self.told} steps, {passed:.1f} min, mean reward {np.mean(rewards):.3f}", flush=True)
                write(self.model, path)
            return time.monotonic() - began < 60 * minutes

    return Watch()


def write(model: Any, path: Path) -> None:
    """Write the policy's layers into a file that `learnt_agent` reads."""
    policy = model.policy
    seen, [together, *_others] = policy.features_extractor, policy.mlp_extractor.policy_net
    layers = {"others": seen.others, "areas1": seen.areas1, "areas2": seen.areas2}
    arrays = {}
    for name, layer in {**layers, "together": together, "actions": policy.action_net}.items():
        arrays[f"{name} weights"] = layer.weight.detach().numpy().T.copy()
        arrays[f"{name} biases"] = layer.bias.detach().numpy().copy()
    np.savez(path, **arrays)


def wins(path: Path, code: str, games: int, seed: int) -> int:
    """Return how many games an agent wins against an opponent of the program, sitting at each seat in turn."""
    layers, entry = network(path), entry_of("rumble-nation")
    opponent = entry.opponents.opponent(code)
    won = 0
    for number in range(games):
        game, seat = GameSimulator(entry.rules, Setup(2), None, seed * 10**6 + number), number % 2
        while (question := game.question) is not None:
            if question.seat == seat:
                game.answer(seat, answer(layers, entry.rules.view(game.state, seat), question))
            else:
                game.answer(question.seat, game.chosen_by(opponent))
        result = entry.rules.result(game.state)
        won += result is not None and result.winners == (seat,)
    return won


def main() -> None:
    """Train, and print how often the agent wins."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("agent", type=Path)
    ask.add_argument("--steps", type=int, default=600_000)
    ask.add_argument("--minutes", type=float, default=30.0)
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    if options.steps:
        train(options.agent, options.steps, options.minutes, options.seed)
    for code, aim in AIMS.items():
        won = wins(options.agent, code, options.games, 77)
        share = wilson(won / options.games, options.games)
        told = f"{won} of {options.games} games against {code}, {100 * share.low:.0f}-{100 * share.high:.0f} %"
        print(f"{told}, the aim is {100 * aim:.0f} %" if aim else told)


if __name__ == "__main__":
    main()
