"""How fast the games' environments are: agent steps a second of one processor, beside catanatron's gym.

    python tests/benchmarks/agent_steps.py [--seconds 3] [--rounds 3] [--episodes 1000] [--json]

A step is an observation with its mask, an action that a random stream chooses among the legal ones, and all that
follows from it, chance too. Counted are processor seconds; the games take turns, and the best round counts, since
others may use the machine. `--episodes` of them tell besides by how much the process has grown from the first tenth of
them to the last; two processes side by side tell whether they hinder each other. `pip install --no-deps catanatron
catanatron-gym` for the comparison (a step there is one's own action and all of one opponent's at random).
"""

import argparse
import json
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np

from shogun.envs import river_of_gold_v0, rumble_nation_v0, shogun_v0

KB_A_PAGE = 4
GAMES: Mapping[str, tuple[str, Mapping[str, Any], int]] = {
    "Shogun, 4 players, model:classic": (shogun_v0.__name__, {"players": 4}, 8_000),
    "Shogun, 5 players, draft": (shogun_v0.__name__, {"players": 5, "setup": "draft"}, 8_000),
    "Rumble Nation, 2 players": (rumble_nation_v0.__name__, {"players": 2}, 15_000),
    "Rumble Nation, 4 players, advanced": (rumble_nation_v0.__name__, {"players": 4, "advanced": True}, 15_000),
    "River of Gold, 2 players": (river_of_gold_v0.__name__, {"players": 2}, 10_000),
    "River of Gold, 4 players, patrons": (river_of_gold_v0.__name__, {"players": 4, "patrons": True}, 10_000),
}
"""What is timed: the module, how it is asked for, and the aim in steps a second."""


def made(name: str) -> Any:
    """Return the environment of that name."""
    module, arguments, _aim = GAMES[name]
    return import_module(module).env(**arguments)


def episode(env: Any, seed: int, rng: Random) -> int:
    """Play an episode by chance and return its steps."""
    steps = 0
    env.reset(seed=seed)
    for _agent in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
    return steps


def rate(name: str, seconds: float) -> float:
    """Return the steps a second of an environment over so many seconds."""
    env, rng = made(name), Random(1)
    episode(env, 0, rng)
    steps, number, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        number += 1
        steps += episode(env, number, rng)
    return steps / (time.process_time() - start)


def catanatron(seconds: float) -> float:
    """Return the steps a second of catanatron's gym."""
    rng = Random(1)
    env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)
    _observation, info = env.reset(seed=1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        _observation, _reward, terminated, truncated, info = env.step(rng.choice(info["valid_actions"]))
        steps += 1
        if terminated or truncated:
            _observation, info = env.reset()
    return steps / (time.process_time() - start)


def resident() -> int:
    """Return the memory of this process, in KB; 0 where that isn't told."""
    told = Path("/proc/self/statm")
    return int(told.read_text("ascii").split()[1]) * KB_A_PAGE if told.exists() else 0


def copies(name: str, seconds: float) -> float:
    """Return how many times a second an environment in the middle of an episode is copied."""
    env, rng, count = made(name), Random(1), 0
    env.reset(seed=1)
    for _step in range(20):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _copy in range(100):
            env.copy()
        count += 100
    return count / (time.perf_counter() - start)


def growth(name: str, episodes: int) -> int:
    """Return by how much the process has grown from a tenth of the episodes to their end, in KB."""
    env, rng, early = made(name), Random(1), 0
    for number in range(episodes):
        episode(env, number, rng)
        if number == episodes // 10:
            early = resident()
    return resident() - early


def side_by_side(name: str, seconds: float) -> tuple[float, float]:
    """Return the steps a second of one process alone, and of two at the same time, added."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        alone = pool.submit(rate, name, seconds).result()
        first, second = pool.map(rate, [name] * 2, [seconds] * 2)
    return alone, first + second


def measure(seconds: float, rounds: int, episodes: int) -> dict[str, float]:
    """Return all figures by name."""
    rates: dict[str, float] = {}
    for _round in range(rounds):
        for name in GAMES:
            rates[name] = max(rates.get(name, 0.0), rate(name, seconds))
        if find_spec("catanatron_gym"):
            rates["catanatron's gym"] = max(rates.get("catanatron's gym", 0.0), catanatron(seconds))
    figures = {f"{name}: steps/s": value for name, value in rates.items()}
    figures |= {f"{name}: copies/s": copies(name, seconds) for name in GAMES}
    for name in (name for name in GAMES if episodes):
        figures[f"{name}: KB grown in {episodes} episodes"] = growth(name, episodes)
    alone, both = side_by_side(next(iter(GAMES)), seconds)
    return {**figures, "one process: steps/s": alone, "two at the same time, added: steps/s": both}


def main() -> None:
    """Print the figures, one a line or as JSON."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--seconds", type=float, default=3.0)
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--episodes", type=int, default=1000)
    ask.add_argument("--json", action="store_true")
    options = ask.parse_args()
    figures = measure(options.seconds, options.rounds, options.episodes)
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:62} {value:10,.0f}")
    for name, (_module, _arguments, aim) in GAMES.items():
        if figures[f"{name}: steps/s"] < aim:
            print(f"missed: {name}, whose aim is {aim:,}")


if __name__ == "__main__":
    main()
