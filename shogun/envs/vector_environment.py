"""Many games side by side as one vectorized Gymnasium environment, spread over processes.

Each process plays a share of the games and writes what it sees into memory that all share, so a step costs one short
message for each process, however many games it has. Whoever is asked in a game acts: one policy plays all seats.
"""

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import prod
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from shogun.envs.agent_environment import GameEnvironment

Arrays = dict[str, npt.NDArray[Any]]
Shapes = dict[str, tuple[tuple[int, ...], np.dtype[Any]]]
"""Shape and kind of each array."""
SEAT, REWARDS = "seat", "rewards"
PATIENCE = 5.0
"""Seconds that a process gets to end."""


class _Games:
    """The games of one process, and the part of the shared arrays that they fill."""

    def __init__(self, module: str, arguments: Mapping[str, Any], arrays: Arrays, first: int, count: int) -> None:
        make: Callable[..., GameEnvironment] = import_module(f"shogun.envs.{module}").env
        self._envs = [make(**arguments) for _number in range(count)]
        self._arrays = {name: array[first : first + count] for name, array in arrays.items()}
        self._ended = [False] * count

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Begin all games, each with its seed."""
        for number, (env, seed) in enumerate(zip(self._envs, seeds, strict=True)):
            self._begin(number, env, seed)

    def step(self, actions: Sequence[int]) -> None:
        """Take an action in each game; a game that had ended begins again instead."""
        for number, (env, action) in enumerate(zip(self._envs, actions, strict=True)):
            if self._ended[number]:
                self._begin(number, env, None)
                continue
            agent = env.agent_selection
            env.step(action)
            self._ended[number] = has_ended = env.terminations[agent] or env.truncations[agent]
            self._note(number, env, agent if has_ended else env.agent_selection)
            self._arrays["terminated"][number] = env.terminations[agent]
            self._arrays["truncated"][number] = env.truncations[agent]
            self._arrays["reward"][number] = env.rewards[agent]
            self._arrays[REWARDS][number] = list(env.rewards.values())

    def _begin(self, number: int, env: GameEnvironment, seed: int | None) -> None:
        env.reset(seed=seed)
        self._ended[number] = False
        for name in ("terminated", "truncated", "reward", REWARDS):
            self._arrays[name][number] = 0
        self._note(number, env, env.agent_selection)

    def _note(self, number: int, env: GameEnvironment, agent: str) -> None:
        """Write what an agent sees into the arrays."""
        for name, values in env.observe(agent).items():
            self._arrays[name][number] = values
        self._arrays[SEAT][number] = env.possible_agents.index(agent)


class VectorGames(VectorEnv[Any, Any, Any]):
    """Several games of one kind in one or more processes; the results don't depend on the number of processes.

    An observation is that of the seat that is asked, whose number is `infos["seat"]`; `reward` is that of the seat
    that has just acted, and `infos["rewards"]` has all seats'. A game that has ended begins again at the next step,
    whose action has no effect (Gymnasium's NEXT_STEP).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  Gymnasium's own form

    def __init__(self, game: str, num_envs: int, *, processes: int = 1, **arguments: Any) -> None:
        """Set up games of `shogun_v0`, `rumble_nation_v0` or `river_of_gold_v0`; `arguments` are those of its `env`.

        With several processes a script needs `if __name__ == "__main__":`. Raises ValueError, one sentence.
        """
        if not 1 <= processes <= num_envs:
            raise ValueError(f"processes {processes} must be from 1 to the number of environments, {num_envs}")
        one: GameEnvironment = import_module(f"shogun.envs.{game}").env(**arguments)
        agent = one.possible_agents[0]
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = one.observation_space(agent), one.action_space(agent)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.possible_agents = one.possible_agents
        spaces: Mapping[str, Any] = self.single_observation_space.spaces
        self._names = list(spaces)
        shapes: Shapes = {name: ((num_envs, *space.shape), np.dtype(space.dtype)) for name, space in spaces.items()}
        shapes |= {name: ((num_envs,), np.dtype(np.bool_)) for name in ("terminated", "truncated")}
        shapes |= {SEAT: ((num_envs,), np.dtype(np.int8)), "reward": ((num_envs,), np.dtype(np.float64))}
        shapes[REWARDS] = ((num_envs, len(one.possible_agents)), np.dtype(np.float64))
        self._shapes = shapes
        self._borders = [num_envs * number // processes for number in range(processes + 1)]
        self._games: _Games | None = None
        self._pipes: list[Any] = []  # of connections, which are of another class on Windows
        self._processes: list[Any] = []
        if processes == 1:
            self._arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in self._shapes.items()}
            self._games = _Games(game, arguments, self._arrays, 0, num_envs)
            return
        context = multiprocessing.get_context("spawn")
        memory = {name: context.RawArray("b", _bytes(*shape)) for name, shape in self._shapes.items()}
        self._arrays = _arrays(memory, self._shapes)
        for first, end in zip(self._borders[:-1], self._borders[1:], strict=True):
            ours, theirs = context.Pipe()
            work = (theirs, game, arguments, memory, self._shapes, first, end - first)
            process = context.Process(target=_serve, args=work, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  Gymnasium's form
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games: with a number as the seed, game i gets that number + i."""
        seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else seed
        self._all("reset", list(seeds or [None] * self.num_envs))
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[Arrays, Any, Any, Any, dict[str, Any]]:
        """Take an action in each game. Raises RuntimeError if a process has died."""
        self._all("step", [int(action) for action in actions])
        found = self._arrays
        return (
            self._observed(), found["reward"].copy(), found["terminated"].copy(), found["truncated"].copy(),
            self._infos(),
        )  # fmt: skip

    def close_extras(self, **_kwargs: Any) -> None:
        """End all processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(PATIENCE)
            process.kill()

    def _all(self, deed: str, values: Sequence[Any]) -> None:
        """Do something in all games."""
        if self._games:
            getattr(self._games, deed)(values)
            return
        try:
            for pipe, first, end in zip(self._pipes, self._borders[:-1], self._borders[1:], strict=True):
                pipe.send((deed, values[first:end]))
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            raise RuntimeError("a process of the environment has died") from None
        for error in filter(None, answers):
            raise error

    def _observed(self) -> Arrays:
        return {name: self._arrays[name].copy() for name in self._names}

    def _infos(self) -> dict[str, Any]:
        return {name: self._arrays[name].copy() for name in (SEAT, REWARDS)}


def _bytes(shape: tuple[int, ...], kind: np.dtype[Any]) -> int:
    return prod(shape) * kind.itemsize


def _arrays(memory: Mapping[str, Any], shapes: Shapes) -> Arrays:
    """Return arrays in shared memory."""
    return {
        name: np.frombuffer(raw, kind).reshape(shape) for name, raw in memory.items() for shape, kind in [shapes[name]]
    }


def _serve(  # noqa: PLR0913, PLR0917  a process gets everything at once
    pipe: "Connection[Any, Any]",
    game: str,
    arguments: Mapping[str, Any],
    memory: Mapping[str, Any],
    shapes: Shapes,
    first: int,
    count: int,
) -> None:
    """Play a share of the games until the pipe is closed."""
    games = _Games(game, arguments, _arrays(memory, shapes), first, count)
    while True:
        try:
            deed, values = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            getattr(games, deed)(values)
            pipe.send(None)
        except Exception as error:  # raised again where the step was asked for
            pipe.send(error)
