"""Fit evaluators to games: `python assets/training/fit_evaluators.py --games FOLDER`.

An evaluator's weights are those under which the victories of these games are likeliest (a multinomial logit, each
season with weights of its own), drawn a little towards nothing and towards those of the seasons before and after. What
is printed is the mean log loss on games that it was not fitted to, beside the first evaluator's on the same ones.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import shogun  # noqa: F401  # before NumPy, which then uses one thread

# isort: split
import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from scipy.optimize import minimize

from shogun.base.files import make_folder, write_whole
from shogun.games.shogun.opponents.evaluation.evaluators import FOLDER, FittedEvaluator, file_of, softmax
from shogun.games.shogun.opponents.evaluation.features import TRAITS, Floats, features
from shogun.games.shogun.opponents.evaluation.linear_evaluator import LinearEvaluator
from shogun.games.shogun.opponents.evaluation.position_arrays import EVENT_NAMES, PERIODS, Positions
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY, fast_board
from shogun.games.shogun.rules.cards import BUILDINGS, PEASANT, Building, Side
from shogun.games.shogun.rules.state import Player, Province, Setup, ShufflingActions, State
from training_games import Kind, Record, in_numbers, kinds, recorded

USUAL: tuple[Side, int] = ("sun", 4)
"""The board and number of players that others are like as long as their games don't say otherwise."""
TO_USUAL, TO_NEIGHBOURS = 0.001, 0.01
"""What counts beside the mean log loss: the squares of weights (for other boards than the sun's for four, of their
differences from its weights), and of their differences from season to season."""
DIGITS = 4
AT_ONCE = 2000
"""Positions that are looked at together, so that memory stays small."""
Doubles = npt.NDArray[np.float64]
Losses = tuple[float, ...]
"""Mean log loss by period."""


class Sample(Struct):
    """What is fitted to, or held out."""

    traits: Floats
    """Shape (n, seats, traits)."""
    period: npt.NDArray[np.int8]
    won: Floats


def sample(record: Record) -> Sample:
    """Return what an evaluator looks at in all positions of a record."""
    parts = [features(part) for part in _parts(record.positions)]
    return Sample(np.concatenate(parts), record.positions.period, record.won)


def fit(given: Sample, figures: Mapping[str, Any], usual: FittedEvaluator | None = None) -> FittedEvaluator:
    """Return the evaluator that is fitted to a sample, like the `usual` one where the sample says nothing else."""
    centre, spread = given.traits.mean(axis=(0, 1)), given.traits.std(axis=(0, 1)) + 1e-3
    start = np.zeros((len(PERIODS), len(TRAITS)))
    if usual is not None:
        centre, spread, start = np.array(usual.centre), np.array(usual.spread), np.array(usual.weights)
    seen = ((given.traits - centre) / spread).astype(np.float64)
    found = minimize(
        _objective, start.ravel(), (seen, given, start), method="L-BFGS-B", jac=True, options={"maxiter": 300}
    )
    weights = found.x.reshape(len(PERIODS), len(TRAITS))
    return FittedEvaluator(TRAITS, rounded(centre), rounded(spread), tuple(map(rounded, weights)), figures)


def _objective(flat: Doubles, seen: Doubles, given: Sample, usual: Doubles) -> tuple[float, Doubles]:
    """Return what is to be small, and its gradient."""
    weights = flat.reshape(len(PERIODS), -1)
    value, slope = 0.0, np.zeros_like(weights)
    for place, mine in enumerate(weights):
        at = given.period == place
        chances = softmax(seen[at] @ mine)
        value -= float((np.log(chances + 1e-12) * given.won[at]).sum(axis=1).mean())
        slope[place] = np.einsum("nsf,ns->f", seen[at], chances - given.won[at]) / at.sum()
    apart, steps = weights - usual, np.diff(weights - usual, axis=0)
    value += TO_USUAL * float((apart**2).sum()) + TO_NEIGHBOURS * float((steps**2).sum())
    slope += 2 * TO_USUAL * apart
    slope[1:] += 2 * TO_NEIGHBOURS * steps
    slope[:-1] -= 2 * TO_NEIGHBOURS * steps
    return value, slope.ravel()


def rounded(numbers: Any) -> tuple[float, ...]:
    """Return numbers as a file keeps them."""
    return tuple(round(float(number), DIGITS) for number in numbers)


# Held-out loss


def losses(evaluator: FittedEvaluator, record: Record) -> Losses:
    """Return an evaluator's mean log loss on games, by period; guessing evenly it is the logarithm of the seats."""
    scores = np.concatenate([evaluator.scores(part) for part in _parts(record.positions)])
    return _losses(softmax(scores), record)


def first_losses(record: Record) -> Losses:
    """Return the first evaluator's mean log loss on games, by period."""
    tables = [in_numbers(state) for state in states(record.positions)]
    chances = [LinearEvaluator().chances(tables, seat) for seat in range(record.positions.seats)]
    return _losses(np.array(chances).T, record)


def _losses(chances: npt.NDArray[np.floating[Any]], record: Record) -> Losses:
    lost = -(np.log(chances + 1e-12) * record.won).sum(axis=1)
    return rounded(lost[record.positions.period == place].mean() for place in range(len(PERIODS)))


def _parts(positions: Positions) -> Iterator[Positions]:
    for first in range(0, len(positions), AT_ONCE):
        yield positions.at(slice(first, first + AT_ONCE))


def states(positions: Positions) -> Iterator[State]:
    """Yield states that agree with positions in all that these hold."""
    names, setup = fast_board(positions.side, positions.seats).names, Setup(positions.seats, positions.side, "draft")
    for place in range(len(positions)):
        yield _state(positions.at(place), names, setup)


def _state(one: Positions, names: Sequence[str], setup: Setup) -> State:
    """Return the state of a single position, whose arrays lack the first index."""
    year, season = PERIODS[int(one.period)].removeprefix("year").split("/")
    rows = zip(one.owner.tolist(), one.armies.tolist(), one.markers.tolist(), one.built.tolist(), strict=True)
    provinces = [
        Province(None if owner == NOBODY else owner, armies, _kinds(built), markers)
        for owner, armies, markers, built in rows
    ]
    state = State(
        setup, ShufflingActions(), dict(zip(names, provinces, strict=True)),
        [Player(*goods) for goods in one.goods.tolist()], [None] * setup.seats, [None] * setup.seats,
    )  # fmt: skip
    state.tower = dict(zip((*setup.colours[: setup.seats], PEASANT), one.tower.tolist(), strict=True))
    state.year, state.season = int(year), season  # type: ignore[assignment]
    state.events = tuple(name for name, is_open in zip(EVENT_NAMES, one.events, strict=True) if is_open)
    return state


def _kinds(built: int) -> tuple[Building, ...]:
    return tuple(kind for number, kind in enumerate(BUILDINGS) if built >> number & 1)


# The command


def write(evaluator: FittedEvaluator, kind: Kind, folder: Path) -> None:
    """Write an evaluator's file."""
    make_folder(folder)
    write_whole(file_of(kind.side, kind.seats, folder), msgspec.json.encode(evaluator) + b"\n")


def tell(name: str, found: Losses) -> None:
    """Print a row of losses."""
    print(f"{name:24}" + "".join(f"{loss:9.3f}" for loss in found), flush=True)


def main() -> None:
    """Fit and write evaluators, and print their held-out losses."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=Path, required=True)
    ask.add_argument("--players", type=int, nargs="+", choices=(3, 4, 5), default=(4, 3, 5))
    ask.add_argument("--side", nargs="+", choices=get_args(Side), default=("sun", "moon"))
    ask.add_argument("--into", type=Path, default=FOLDER)
    options = ask.parse_args()
    print(f"{'log loss, held out':24}" + "".join(f"{name.removeprefix('year')[:5]:>9}" for name in PERIODS))
    for kind in kinds(options.side, options.players, "fitting"):
        _fit_one(kind, options.games, options.into)


def _fit_one(kind: Kind, games: Path, into: Path) -> None:
    known, held_out = recorded(kind, games), recorded(Kind(kind.side, kind.seats, "held-out"), games)
    counts = {"games": len(set(known.game.tolist())), "held out": len(set(held_out.game.tolist()))}
    evaluator, first = fit(sample(known), counts, _usual(kind, into)), first_losses(held_out)
    found = losses(evaluator, held_out)
    write(msgspec.structs.replace(evaluator, figures={**counts, "log loss": found, "first judge": first}), kind, into)
    tell(f"{kind.side} {kind.seats}: first judge", first)
    tell(f"  fitted to {counts['games']} games", found)


def _usual(kind: Kind, folder: Path) -> FittedEvaluator | None:
    """Return the evaluator of the sun's board for four, which the others are like."""
    if (kind.side, kind.seats) == USUAL or not (path := file_of(*USUAL, folder)).exists():
        return None
    return msgspec.json.decode(path.read_bytes(), type=FittedEvaluator)


if __name__ == "__main__":
    main()
