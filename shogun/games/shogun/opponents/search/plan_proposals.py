"""Plans to try next, proposed by a linear model of what has come of those that were tried.

What a plan comes to is nearly the sum of what each card adds where it lies: of plans that a model wasn't fitted to it
explains about half of the variance, most of the rest being luck (`python -m tests.benchmarks.searching`). So every plan
that is played out tells something about all that share cards with it. The model is fitted by ridge regression, and what
it proposes is best under weights drawn from its posterior: Thompson sampling, here for a combinatorial linear bandit.
"""

from collections.abc import Sequence
from math import fsum

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RIDGE = 0.3
"""Variance of a plan's error over that of what one card adds: of .03 to 3 the best on plans left out of the fit."""
LEAST_ERROR = 0.02
"""The least variance of errors, in that of the plans' results: a model that fits all it has seen isn't sure of more."""


class LinearModel:
    """What each of some features adds to a result, as far as `results` tell; shapes (n, features) and (n,)."""

    def __init__(self, features: Floats, results: Floats) -> None:
        self._features = features
        spread = float(results.std())
        self._results = (results - results.mean()) / (spread or 1.0)
        self._solver = np.linalg.inv(features @ features.T + RIDGE * np.eye(len(features)))
        errors = RIDGE * (self._solver @ self._results)
        self._variance = max(LEAST_ERROR, float(np.mean(errors**2)))

    def mean(self) -> Floats:
        """Return what each feature most likely adds, in standard deviations of the results; shape (features,)."""
        return np.asarray(self._features.T @ (self._solver @ self._results))

    def sample(self, rng: np.random.Generator) -> Floats:
        """Return weights drawn from the posterior (by Matheron's rule); units and shape as of `mean`."""
        count, width = self._features.shape
        drawn = np.sqrt(self._variance / RIDGE) * rng.standard_normal(width)
        seen = self._features @ drawn + np.sqrt(self._variance) * rng.standard_normal(count)
        return np.asarray(drawn + self._features.T @ (self._solver @ (self._results - seen)))


def shared_means(results: Sequence[Sequence[float]]) -> Floats:
    """Return the mean of each over the scenarios that all have met: the first ones."""
    shared = min(map(len, results))
    return np.array([fsum(row[:shared]) / shared for row in results])
