"""Whether agents learn in the environments: one for Rumble Nation with two players, against the program's opponents.

    python tests/benchmarks/learning.py agent.npz [--watched 1500] [--steps 200000] [--minutes 25] [--games 200]

Trains a masked agent on processors alone: first to do what `solid` does in games against itself, then by MaskablePPO
against `random` and `beginner` (`pip install sb3-contrib`, of the extra `benchmarks`); writes its policy as a file of
NumPy arrays, and prints how often it wins against `random` and `beginner`: the aims are 90 % and 60 %.
`--watched 0 --steps 0` only plays with a file that is there. `learnt_agent.py` beside this file seats it at any table.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from shogun.base.confidence_intervals import wilson
from shogun.envs import rumble_nation_v0
from shogun.envs.agent_environment import CHOSEN, MASK, AnswerComposition
from shogun.envs.game_simulator import GameSimulator
from shogun.games import entry_of
from shogun.games.rumble_nation import encoding
from tests.benchmarks.learnt_agent import ACTIONS, AREAS, SETUP, Floats, answer, inputs, network, scale

TRAINERS = ("random", "beginner", "beginner")
"""Who sits opposite, drawn for each episode."""
AIMS = {"random": 0.9, "beginner": 0.6, "solid": 0.0}
ENVIRONMENTS = 16
POINTS = 0.04
"""What a point more than the other has is worth beside the victory, which is worth 1."""
WIDTH, AREA_WIDTH, OTHERS_WIDTH = 64, 8, 24
"""Of layers."""
TEACHER = "solid"
"""Whose games are imitated first."""
MOST_MOVES = 60
"""Of a question that is imitated: longer lists, of few cards, are passed over."""
EPOCHS = 36
IMITATION_RATE = 3e-3
ENDS = 0.03
"""How much learning the ends of games counts beside learning the teacher's actions."""
RATE = 2e-4
"""Of learning, after the imitation."""
TELL_EVERY = 20_000
"""Steps."""


class Opposite(gymnasium.Env[Any, Any]):
    """The game as one of two seats sees it, the other played by an opponent of the program."""

    def __init__(self, seed: int) -> None:
        self._env = rumble_nation_v0.env(2)
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
        result = entry_of("rumble-nation").rules.result(self._env.game.state)
        won = 0.0 if result is None else reward(result, self._env.possible_agents.index(self._agent))
        return self._see(), won, ended, False, {}

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


def train(path: Path, wanted: "Wanted") -> None:
    """Train an agent for so many games and steps, or until its time is over, and write its policy into a file."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    places = range(wanted.seed * 1000, wanted.seed * 1000 + ENVIRONMENTS)
    made = DummyVecEnv([partial(watched, place) for place in places])
    policy = {"features_extractor_class": seeing(), "net_arch": {"pi": [WIDTH], "vf": [WIDTH]}}
    model = MaskablePPO(
        "MlpPolicy", made, seed=wanted.seed, gamma=1.0, gae_lambda=0.95, n_steps=256, batch_size=1024, n_epochs=4,
        learning_rate=RATE, ent_coef=0.002, clip_range=0.1, policy_kwargs=policy, device="cpu",
    )  # fmt: skip
    if wanted.games_watched:
        imitate(model, list(shown_games(wanted.games_watched, wanted.seed)), wanted.seed)
        write(model, path)
    if wanted.steps:
        model.learn(wanted.steps, callback=watching(path, wanted.minutes))
        write(model, path)


class Example(NamedTuple):
    """What was seen, what could be done, what the teacher did, and what it came to."""

    seen: Floats
    mask: np.ndarray
    action: int
    reward: float


def shown_games(games: int, seed: int) -> Iterator[Example]:
    """Play games of the teacher against itself, and yield each of its actions."""
    entry = entry_of("rumble-nation")
    teacher = entry.opponents.opponent(TEACHER)
    for number in range(games):
        game = GameSimulator(entry.rules, SETUP, None, seed * 10**7 + number)
        steps: list[tuple[int, Floats, np.ndarray, int]] = []
        while (question := game.question) is not None:
            move = game.chosen_by(teacher)
            view = entry.rules.view(game.state, question.seat)
            if 1 < question.count() <= MOST_MOVES:
                steps += said(view, question, move)
            game.answer(question.seat, move)
        result = entry.rules.result(game.state)
        assert result is not None, "the game is over"
        for seat, seen, mask, action in steps:
            yield Example(seen, mask, action, reward(result, seat))


def reward(result: Any, seat: int) -> float:
    """Return what a game's end is worth: the victory, and a little for points."""
    won = 1.0 if result.winners == (seat,) else -1.0
    return float(won + POINTS * (result.points[seat] - result.points[1 - seat]))


def said(view: Any, question: Any, move: Any) -> list[tuple[int, Floats, np.ndarray, int]]:
    """Return the steps by which a move is said: whose it is, what is seen, what can be done, and what is done."""
    cells = encoding.cells(view, question.seat)

    def on(actions: list[int]) -> list[tuple[int, Floats, np.ndarray, int]] | None:
        answer, found = AnswerComposition(encoding.composer(view, question), has_choice=True), None
        for action in actions:
            found = answer.take(action)
        if found is not None:
            return [] if found == move else None
        mask = np.zeros(ACTIONS, bool)
        mask[answer.legal] = True
        seen = inputs(cells, answer.chosen)
        for action in answer.legal:
            if (later := on([*actions, action])) is not None:
                return [(question.seat, seen, mask, action), *later]
        return None

    return on([]) or []


def imitate(model: Any, examples: Sequence[Example], seed: int) -> None:
    """Let the policy learn what the teacher does, and how it ends."""
    import torch

    seen = torch.as_tensor(np.array([one.seen for one in examples]))
    masks = np.array([one.mask for one in examples])
    actions = torch.as_tensor(np.array([one.action for one in examples]))
    rewards = torch.as_tensor(np.array([one.reward for one in examples], np.float32))
    policy, generator = model.policy, np.random.default_rng(seed)
    steps = torch.optim.Adam(policy.parameters(), lr=IMITATION_RATE)
    slower = torch.optim.lr_scheduler.LinearLR(steps, 1.0, 0.05, EPOCHS)
    for epoch in range(EPOCHS):
        order, losses = generator.permutation(len(examples)), []
        for start in range(0, len(order), 512):
            some = order[start : start + 512]
            values, liked, _entropy = policy.evaluate_actions(seen[some], actions[some], action_masks=masks[some])
            loss = -liked.mean() + ENDS * ((values.flatten() - rewards[some]) ** 2).mean()
            steps.zero_grad()
            loss.backward()
            steps.step()
            losses.append(float(-liked.detach().mean()))
        slower.step()
        print(f"imitation {epoch + 1} of {EPOCHS}: {len(examples)} steps, loss {np.mean(losses):.3f}", flush=True)


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
        game, seat = GameSimulator(entry.rules, SETUP, None, seed * 10**6 + number), number % 2
        while (question := game.question) is not None:
            if question.seat == seat:
                game.answer(seat, answer(layers, entry.rules.view(game.state, seat), question))
            else:
                game.answer(question.seat, game.chosen_by(opponent))
        result = entry.rules.result(game.state)
        won += result is not None and result.winners == (seat,)
    return won


class Wanted(NamedTuple):
    """How much is learnt."""

    games_watched: int
    steps: int
    minutes: float
    seed: int


def main() -> None:
    """Train, and print how often the agent wins."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("agent", type=Path)
    ask.add_argument("--watched", type=int, default=1500)
    ask.add_argument("--steps", type=int, default=200_000)
    ask.add_argument("--minutes", type=float, default=25.0)
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    if options.watched or options.steps:
        train(options.agent, Wanted(options.watched, options.steps, options.minutes, options.seed))
    for code, aim in AIMS.items():
        won = wins(options.agent, code, options.games, 77)
        share = wilson(won / options.games, options.games)
        told = f"{won} of {options.games} games against {code}, {100 * share.low:.0f}-{100 * share.high:.0f} %"
        print(f"{told}, the aim is {100 * aim:.0f} %" if aim else told, flush=True)


if __name__ == "__main__":
    main()
