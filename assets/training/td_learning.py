"""Have small networks learn by temporal differences: `python assets/training/td_learning.py`.

A network begins as the fitted evaluator and adds a layer to it. As *TD-Gammon* did, it learns each position's chances
from what it holds of the position a season later, and the last ones from how the game ended (TD(lambda), offline:
rounds over the same games, in ever smaller steps). It learns with PyTorch (`pip install -e ".[train]"`); what evaluates
in a game is NumPy. Losses are printed as `fit_evaluators` prints them.
"""

import argparse
from pathlib import Path
from typing import Any, get_args

import shogun  # noqa: F401  # before NumPy, which then uses one thread

# isort: split
import msgspec
import numpy as np
import torch
from msgspec import Struct
from msgspec.structs import replace

from fit_evaluators import Losses, Sample, losses, rounded, sample, tell, write
from shogun.games.shogun.opponents.evaluation.evaluators import FOLDER, FittedEvaluator, Layer, file_of
from shogun.games.shogun.opponents.evaluation.features import TRAITS
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS
from shogun.games.shogun.rules.cards import Side
from training_games import Kind, kinds, recorded

NEURONS = 64
LAMBDA = 0.5
"""How much of what a position learns is what became of the game, for each season further on."""
ROUNDS, STEP, DECAY, BATCH = 12, 1e-3, 0.3, 512
HELD_OUT = 5
"""Of games among masters one in so many is held out."""
Tensor = Any


class Pace(Struct, frozen=True):
    """How it learns: rounds over all games, and the first step."""

    rounds: int
    step: float


FURTHER = Pace(12, 2e-4)
"""How it goes on to learn from games among masters."""


class Network(Struct):
    """Weights that learn: those of an evaluator."""

    weights: Tensor
    own: Tensor
    table: Tensor
    bias: Tensor
    out: Tensor

    def logs(self, seen: Tensor, period: Tensor) -> Tensor:
        """Return the logarithms of the chances, shape (n, seats)."""
        sums = seen @ self.own + (seen.mean(1) @ self.table + self.bias[period])[:, None, :]
        scores = (seen * self.weights[period][:, None, :]).sum(-1) + torch.relu(sums) @ self.out
        return torch.log_softmax(scores, 1)

    @property
    def layer(self) -> list[Tensor]:
        """What is added to the fitted evaluator."""
        return [self.own, self.table, self.bias, self.out]


class Lesson(Struct):
    """Games of six seasons each, as tensors; rows of one game follow each other."""

    seen: Tensor
    period: Tensor
    won: Tensor


def lesson(given: Sample, evaluator: FittedEvaluator) -> Lesson:
    """Return a sample as a network sees it."""
    seen = (given.traits - np.array(evaluator.centre)) / np.array(evaluator.spread)
    period = torch.tensor(given.period.astype(np.int64))
    assert bool((period.view(-1, len(PERIODS)) == torch.arange(len(PERIODS))).all()), "games are whole"
    return Lesson(torch.tensor(seen, dtype=torch.float32), period, torch.tensor(given.won))


def learn(evaluator: FittedEvaluator, given: Sample, neurons: int, passed_on: float, pace: Pace) -> FittedEvaluator:
    """Return the evaluator with a layer that has learnt from a sample; `passed_on` is lambda."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    network = _begun(evaluator, neurons)
    torch.set_flush_denormal(True)  # weights that decay to almost nothing made it slower forty times
    try:
        _teach(network, lesson(given, evaluator), passed_on, pace)
    finally:
        torch.set_flush_denormal(False)  # it holds for all that this process computes
    layer = Layer(_rows(network.own), _rows(network.table), _rows(network.bias), rounded(network.out.tolist()))
    return replace(evaluator, weights=_rows(network.weights), layer=layer)


def go_on_learning(kind: Kind, games: Path, present: Path, into: Path) -> tuple[Losses, Losses]:
    """Have the evaluator of a file go on to learn from a folder's games, and write it to another folder.

    Every fifth game is held out. Print and return the mean log loss on those by season, before and after.
    """
    evaluator = msgspec.json.decode(present.read_bytes(), type=FittedEvaluator)
    whole = recorded(kind, games)
    is_held_out = whole.game % HELD_OUT == 0
    held_out, given = whole.at(is_held_out), whole.at(~is_held_out)
    learnt = learn(evaluator, sample(given), NEURONS, LAMBDA, FURTHER)
    before, after = losses(evaluator, held_out), losses(learnt, held_out)
    origin = {"self-play games": len(set(given.game.tolist())), "self-play held out": len(set(held_out.game.tolist()))}
    figures = {**evaluator.figures, **origin, "self-play loss": after, "self-play loss before": before}
    write(replace(learnt, figures=figures), kind, into)
    tell(f"{kind.side} {kind.seats}: present", before)
    tell(f"  learnt on, {origin['self-play games']} games", after)
    return before, after


def _begun(evaluator: FittedEvaluator, neurons: int) -> Network:
    """Return a network that evaluates as the fitted evaluator does, or goes on with the layer that it has."""
    if evaluator.layer is not None:
        layer = evaluator.layer
        parts: list[Any] = [layer.own, layer.table, layer.bias, layer.out]
    else:
        spread = len(TRAITS) ** -0.5
        drawn = [(torch.rand(len(TRAITS), neurons) * 2 - 1) * spread for _part in range(2)]
        parts = [*drawn, torch.zeros(len(PERIODS), neurons), torch.zeros(neurons)]
    tensors = (torch.as_tensor(part, dtype=torch.float32) for part in (evaluator.weights, *parts))
    return Network(*(tensor.clone().requires_grad_() for tensor in tensors))


def _teach(network: Network, taught: Lesson, passed_on: float, pace: Pace) -> None:
    groups = [{"params": [network.weights], "weight_decay": 0.0}, {"params": network.layer, "weight_decay": DECAY}]
    optimizer = torch.optim.AdamW(groups, lr=pace.step)
    steps = pace.rounds * -(-len(taught.period) // BATCH)
    slower = torch.optim.lr_scheduler.OneCycleLR(optimizer, pace.step, total_steps=steps)
    for _round in range(pace.rounds):
        targets = _targets(network, taught, passed_on)
        for rows in torch.randperm(len(taught.period)).split(BATCH):
            lost = -(network.logs(taught.seen[rows], taught.period[rows]) * targets[rows]).sum(1).mean()
            optimizer.zero_grad()
            lost.backward()
            optimizer.step()
            slower.step()


def _targets(network: Network, taught: Lesson, passed_on: float) -> Tensor:
    """Return what each position is to learn: the next one's chances and what that is to learn, in parts by lambda."""
    with torch.no_grad():
        chances = network.logs(taught.seen, taught.period).exp().view(-1, len(PERIODS), taught.won.shape[1])
    targets = taught.won.clone().view(chances.shape)
    for place in reversed(range(len(PERIODS) - 1)):
        targets[:, place] = (1 - passed_on) * chances[:, place + 1] + passed_on * targets[:, place + 1]
    return targets.view(taught.won.shape)


def _rows(numbers: Tensor) -> tuple[tuple[float, ...], ...]:
    return tuple(map(rounded, numbers.tolist()))


# The command


def main() -> None:
    """Have networks learn, write them, and print their held-out losses beside those of the fitted evaluators."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=Path, required=True)
    ask.add_argument("--players", type=int, nargs="+", choices=(3, 4, 5), default=(4, 3, 5))
    ask.add_argument("--side", nargs="+", choices=get_args(Side), default=("sun", "moon"))
    ask.add_argument("--neurons", type=int, default=NEURONS)
    ask.add_argument("--passed-on", type=float, default=LAMBDA)
    ask.add_argument("--rounds", type=int, default=ROUNDS)
    ask.add_argument("--judges", type=Path, default=FOLDER, help="fitted evaluators, with which they begin")
    ask.add_argument("--into", type=Path, default=FOLDER)
    options = ask.parse_args()
    for kind in kinds(options.side, options.players, "fitting"):
        _learn_one(kind, options)


def _learn_one(kind: Kind, options: argparse.Namespace) -> None:
    path = file_of(kind.side, kind.seats, options.judges)
    evaluator = msgspec.json.decode(path.read_bytes(), type=FittedEvaluator)
    held_out = recorded(Kind(kind.side, kind.seats, "held-out"), options.games)
    given = sample(recorded(kind, options.games))
    learnt = learn(evaluator, given, options.neurons, options.passed_on, Pace(options.rounds, STEP))
    before, found = losses(evaluator, held_out), losses(learnt, held_out)
    figures = {**evaluator.figures, "log loss": found, "log loss without the layer": before}
    write(replace(learnt, figures=figures), kind, options.into)
    tell(f"{kind.side} {kind.seats}: fitted", before)
    tell(f"  learnt, {options.neurons} neurons", found)


if __name__ == "__main__":
    main()
