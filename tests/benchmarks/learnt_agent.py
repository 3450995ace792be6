"""An agent for Rumble Nation with two players whose small network `learning.py` has trained; it thinks in NumPy.

SHOGUN_AGENT=agent.npz shogun simulate --game rumble-nation --opponents tests.benchmarks.learnt_agent:choose,beginner
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from shogun.envs.agent_environment import AnswerComposition
from shogun.games.rumble_nation import encoding
from shogun.games.rumble_nation.rules.state import Setup

VARIABLE = "SHOGUN_AGENT"
"""Names the file of the weights."""
SETUP = Setup(2)
LARGEST = 30
"""Cells whose bound is larger are scaled by this."""
ACTIONS = len(encoding.actions(SETUP))
Floats = npt.NDArray[np.float32]
Network = Mapping[str, Floats]
"""Weights (inputs, outputs) and biases by layer: of areas, of all else, and of both together."""
AREAS = next(part for part in encoding.parts(SETUP) if part.name == "areas")


@cache
def scale() -> Floats:
    """Return by what each cell is divided."""
    return np.array(
        [
            min(cell.most, LARGEST)
            for part in encoding.parts(SETUP)
            for _row in part.rows or ("",)
            for cell in part.cells
        ],
        np.float32,
    )


def inputs(cells: "list[int] | npt.NDArray[np.int16]", chosen: "list[int] | npt.NDArray[np.int16]") -> Floats:
    """Return what the network sees: all cells, and of each action whether it is part of the answer so far."""
    taken = np.zeros(ACTIONS, np.float32)
    taken[[action for action in chosen if action >= 0]] = 1
    return np.concatenate((np.asarray(cells, np.float32) / scale(), taken))


def network(path: Path) -> Network:
    """Return the layers of a file."""
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


@cache
def own_network() -> Network:
    """Return the network that the environment names."""
    return network(Path(os.environ[VARIABLE]))


def scores(layers: Network, seen: Floats) -> Floats:
    """Return how much each action is liked: every area is seen by the same layers, beside all else."""
    rows, width = AREAS.shape
    areas, others = seen[: AREAS.size].reshape(rows, width), seen[AREAS.size :]
    whole = _layer(layers, "others", others)
    beside = np.concatenate((areas, np.tile(whole, (rows, 1))), axis=1)
    known = _layer(layers, "areas2", _layer(layers, "areas1", beside))
    together = _layer(layers, "together", np.concatenate((known.ravel(), whole)))
    return together @ layers["actions weights"] + layers["actions biases"]


def _layer(layers: Network, name: str, seen: Floats) -> Floats:
    found: Floats = np.tanh(seen @ layers[f"{name} weights"] + layers[f"{name} biases"])
    return found


def answer(layers: Network, view: Any, question: Any) -> Any:
    """Return the move that is said by the legal actions that the network likes most."""
    composed = AnswerComposition(encoding.composer(view, question), has_choice=question.count() > 1)
    cells, move = encoding.cells(view, question.seat), None
    while move is None:
        liked = scores(layers, inputs(cells, composed.chosen))
        move = composed.take(max(composed.legal, key=lambda action: float(liked[action])))
    return move


def choose(view: Any, _inside: Any, question: Any, _rng: Random, _budget: Any) -> Any:
    """Return the move of the agent whose weights the environment names: a seat of the table."""
    return answer(own_network(), view, question)
