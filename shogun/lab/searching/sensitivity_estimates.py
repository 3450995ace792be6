"""Sensitivity of a noisy figure to its inputs: Morris' elementary effects and Sobol' indices, cleared of the noise.

Squares of differences count noise as an effect: an input that does nothing would seem to do something. Here each place
is measured by several chains, and a square is the mean product of two different chains, whose noise is independent, so
noise adds nothing on average. Intervals come from the spread between trajectories, or base samples, each of which has
throws of its own: what noise does to them is in it.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.estimates import CHANCE, Estimate, Interval
from shogun.lab.measuring.residence_time import NOTHING

Floats = npt.NDArray[np.float64]
CONFIDENCE = 0.95
"""That the intervals of one kind hold for all inputs at once."""
RESAMPLES = 500
LEAST = 3
"""Elementary effects of an input from which anything is told."""


class Indices(NamedTuple):
    """What is known of one input; NaN where too little was measured."""

    main: Interval
    """Morris: the mean elementary effect (mu), in the figure's unit over the whole range. Sobol': of first order."""
    total: Interval
    """Morris: the root of the mean squared elementary effect, as in derivative-based measures. Sobol': total order."""
    mu_star: float = math.nan
    """Morris alone: the mean of absolute effects, as it is usually told, with the noise in it."""
    sigma: float = math.nan
    """Morris alone: the standard deviation of effects, with the noise in it."""


UNKNOWN = Indices(NOTHING, NOTHING)


def morris(values: Floats, places: Floats) -> list[Indices]:
    """Return the indices of each input from trajectories, in each step of which one input changes.

    `values` has the shape (trajectories, inputs + 1, chains), NaN where a place can't be measured; `places`, each input
    0 to 1, (trajectories, inputs + 1, inputs). Morris, "Factorial sampling plans for preliminary computational
    experiments" (1991); the mean square: Sobol' and Kucherenko, "Derivative based global sensitivity measures" (2009).
    """
    steps = np.diff(places, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        effects = np.diff(values, axis=1)[:, :, None, :] / steps[..., None]
    confidence = each(CONFIDENCE, places.shape[2])
    moved = np.abs(steps) > 1e-9
    return [_effects(effects[:, :, one][moved[:, :, one]], confidence) for one in range(places.shape[2])]


def _effects(effects: Floats, confidence: float) -> Indices:
    """Return the indices of one input, `effects` having the shape (effects, chains)."""
    effects = effects[np.isfinite(effects).all(axis=1)]
    if len(effects) < LEAST:
        return UNKNOWN
    mean = effects.mean(axis=1)
    squares = _interval(products(effects, effects), confidence)
    return Indices(
        _interval(mean, confidence), Interval(*map(_root, (squares.mean, squares.low, squares.high))),
        float(np.abs(mean).mean()), float(mean.std(ddof=1)),
    )  # fmt: skip


def _interval(some: Floats, confidence: float) -> Interval:
    """Return the mean of independent figures with its interval, by Student's t."""
    return Estimate(float(some.mean()), float(some.std(ddof=1)) / math.sqrt(len(some)), len(some) - 1).interval(
        confidence
    )


def _root(square: float) -> float:
    """Return the root of a mean square; one that came out below nothing by chance is nothing."""
    return math.sqrt(max(0.0, square))


def products(one: Floats, other: Floats) -> Floats:
    """Return the mean product of two different chains' figures, along the last axis."""
    chains = one.shape[-1]
    together = one.sum(axis=-1) * other.sum(axis=-1) - (one * other).sum(axis=-1)
    found: Floats = together / (chains * (chains - 1))
    return found


class Saltelli(NamedTuple):
    """Figures of Saltelli's sample; the last axis are chains. Rows of which a place can't be measured are left out."""

    a: Floats
    """Shape (rows, chains)."""
    b: Floats
    mixed: Floats
    """As a, but with one input as in b: shape (rows, inputs, chains)."""


def sobol(sample: Saltelli, seed: int) -> list[Indices]:
    """Return the Sobol' indices of each input, with intervals by the bootstrap over rows.

    Estimators: Saltelli et al., "Variance based sensitivity analysis of model output" (2010), tables 2 b and f.
    """
    inputs, rows = sample.mixed.shape[1], len(sample.a)
    if rows < LEAST:
        return [UNKNOWN] * inputs
    level = np.concatenate((sample.a, sample.b)).mean()
    a, b, mixed = sample.a - level, sample.b - level, sample.mixed - level
    parts = [
        (products(b, mixed[:, one] - a), products(a - mixed[:, one], a - mixed[:, one]) / 2) for one in range(inputs)
    ]
    variance = (products(a, a) + products(b, b)) / 2
    rng = np.random.default_rng(seed)
    again = rng.integers(rows, size=(RESAMPLES, rows))
    share = partial(_share, variance=variance, again=again, confidence=each(CONFIDENCE, inputs))
    return [Indices(share(first), share(total)) for first, total in parts]


def _share(part: Floats, variance: Floats, again: npt.NDArray[np.int64], confidence: float) -> Interval:
    """Return a mean as a share of another one, with its interval from samples drawn again of the rows."""
    if not variance.mean() > 0:
        return NOTHING
    share = float(part.mean() / variance.mean())
    below = variance[again].mean(axis=1)
    drawn = part[again].mean(axis=1) / np.where(below > 0, below, np.nan)
    return Estimate(share, float(np.nanstd(drawn, ddof=1)), len(variance) - 1).interval(confidence, CHANCE)
