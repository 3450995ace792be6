"""An agent for Rumble Nation with two players whose small network `learning.py` has trained; it thinks in NumPy.

SHOGUN_AGENT=agent.npz shogun simulate --game rumble-nation --opponents tests.benchmarks.learnt_agent:choose,beginner
"""

import os
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from shogun.envs.answer_composition import AnswerComposition
from shogun.games.rumble_nation import encoding
from shogun.games.rumble_nation.rules.state import Setup

VARIABLE = "SHOGUN_AGENT"
"""Names the file of the weights."""
SETUP = Setup(2)
LARGEST = 30
"""Cells whose bound is larger are scaled by this."""
ACTIONS = len(encoding.actions(SETUP))
Floats = npt.NDArray[np.float32]
Network = list[tuple[Floats, Floats]]
"""Weights (inputs, outputs) and biases of each layer."""


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
        return [(file[f"weights{layer}"], file[f"biases{layer}"]) for layer in range(len(file.files) // 2)]


@cache
def own_network() -> Network:
    """Return the network that the environment names."""
    return network(Path(os.environ[VARIABLE]))


def scores(layers: Network, seen: Floats) -> Floats:
    """Return how much each action is liked."""
    for weights, biases in layers[:-1]:
        seen = np.tanh(seen @ weights + biases)
    weights, biases = layers[-1]
    return seen @ weights + biases


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
