"""Residence time: for how many battles cubes stay in a tower, as the survival curve of Kaplan and Meier (1958).

A cube that still lies in the tower when its chain ends is censored: it has stayed for so long at least. Left out, long
stays would be told too seldom. The battles of one chain depend on each other, so the errors come from the spread
between chains: Greenwood's sum with each chain's part in it (the infinitesimal jackknife), for log(-log(share)).
"""

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.estimates import CONFIDENCE, Estimate, Interval, t_quantile

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
LEAST_AT_RISK = 20
"""Cubes that must have stayed so long for anything to be told of them."""


class Survival(msgspec.Struct, frozen=True):
    """How long cubes stay; the intervals hold at once. Empty, and NaN, if nothing was counted."""

    mean: Interval
    """Battles that a cube stays, of a longer stay `horizon` battles."""
    horizon: int
    """Battles beyond which too few cubes were seen."""
    stays_longer: tuple[Interval, ...]
    """Share of cubes that stay longer than 0, 1, 2, ... battles."""
    thrown: int
    """Cubes that were followed: those of counted battles."""
    censored: int
    """Of these, cubes that lay in the tower at the end of their chain."""

    def share(self, battles: int) -> Interval:
        """Return the share that stays longer; NaN beyond the horizon."""
        return self.stays_longer[battles] if battles < self.horizon else NOTHING

    def quantile(self, share: float) -> float:
        """Return after how many battles that share of all cubes is out; infinite if it takes longer than was seen."""
        for battles, longer in enumerate(self.stays_longer):
            if longer.mean <= 1 - share:
                return battles
        return math.inf if self.thrown else math.nan


NOTHING = Interval(math.nan, math.nan, math.nan)


def survival(stays: Sequence[Sequence[int]], inside: Sequence[Sequence[int]]) -> Survival:
    """Return how long cubes stay.

    `stays` counts, for each chain, the cubes that came out after 0, 1, 2, ... battles, with all longer stays in the
    last cell, which isn't told apart; `inside` the same way those that still lie there, by how long they have.
    """
    out, left = np.array(stays, dtype=np.float64), np.array(inside, dtype=np.float64)
    thrown, censored = int(out.sum() + left.sum()), int(left.sum())
    at_risk = np.cumsum((out + left)[:, ::-1], axis=1)[:, ::-1][:, :-1]
    out = out[:, :-1]
    horizon = _horizon(out.sum(axis=0), at_risk.sum(axis=0))
    if not horizon:
        return Survival(NOTHING, 0, (), thrown, censored)
    out, at_risk = out[:, :horizon], at_risk[:, :horizon]
    hazard = out.sum(axis=0) / at_risk.sum(axis=0)
    share = np.cumprod(1 - hazard)
    parts = -np.cumsum((out - hazard * at_risk) / (at_risk - out).sum(axis=0), axis=1)
    confidence = each(CONFIDENCE, horizon + 1)
    errors = _errors(parts)
    longer = tuple(
        _band(float(one), float(error), len(parts), confidence) for one, error in zip(share, errors, strict=True)
    )
    mean = Estimate(float(share.sum()), float(_errors(parts @ share)), max(1, len(parts) - 1))
    return Survival(mean.interval(confidence, (0.0, math.inf)), horizon, longer, thrown, censored)


def _horizon(out: Floats, at_risk: Floats) -> int:
    """Return how many battles are told: as long as there are enough cubes, and not all of them come out."""
    told = (at_risk >= LEAST_AT_RISK) & (out < at_risk)
    return int(told.argmin()) if not told.all() else len(told)


def _errors(parts: Floats) -> Floats:
    """Return standard errors from what each chain adds to a figure, shape (chains, ...); infinite for one chain."""
    chains = len(parts)
    if chains < 2:
        return np.full(parts.shape[1:], math.inf)
    errors: Floats = np.sqrt((parts**2).sum(axis=0) * chains / (chains - 1))
    return errors


def _band(share: float, error: float, chains: int, confidence: float) -> Interval:
    """Return a share with its interval, `error` being the standard error of its logarithm."""
    if share >= 1 or not math.isfinite(error):
        return Interval(share, 0.0, 1.0)
    reach = error / -math.log(share) * t_quantile(0.5 + confidence / 2, chains - 1)
    power = math.exp(min(reach, 700.0))
    return Interval(share, share**power, share ** (1 / power))
