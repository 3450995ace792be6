"""Estimates with honest errors from independent chains; only each chain's sums are kept, so memory stays flat.

The battles of one chain depend on each other, chains don't. So every error comes from the spread between chains, and
Student's t with one degree of freedom less than there are chains makes the interval.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import msgspec

from shogun.base.confidence_intervals import wilson
from shogun.lab.measuring.tally import MOST_STOCK

CONFIDENCE = 0.99
"""Probability that all intervals of one report hold at once."""


Sums = tuple[Sequence[float], Sequence[float]]
"""Numerators and denominators of a ratio, one of each per chain."""
Bounds = tuple[float, float]
"""The smallest and the largest possible value of a figure."""
CHANCE: Bounds = (0.0, 1.0)
CHANCE_DIFFERENCE: Bounds = (-1.0, 1.0)
CUBES: Bounds = (0.0, float(MOST_STOCK))
CUBES_DIFFERENCE: Bounds = (-float(MOST_STOCK), float(MOST_STOCK))
ANYTHING: Bounds = (-math.inf, math.inf)


class Interval(msgspec.Struct, frozen=True):
    """A figure and the interval around its true value, by the report's confidence; all NaN if there is none."""

    mean: float
    low: float
    high: float

    def lies_in(self, low: float, high: float) -> bool:
        """Return whether the whole interval lies within these bounds."""
        return low <= self.low and self.high <= high

    def meets(self, low: float, high: float) -> bool:
        """Return whether part of the interval lies within these bounds."""
        return self.low <= high and low <= self.high


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its standard error."""

    mean: float
    error: float
    """Standard error, in the figure's unit."""
    freedom: int
    """Degrees of freedom: independent chains less one."""

    def interval(self, confidence: float, bounds: Bounds = ANYTHING) -> Interval:
        """Return the two-sided interval that holds the true figure with that confidence (0-1).

        It lies within the bounds: the interval is the middle of that part of the t distribution around the mean
        that lies between them. Far from the bounds this is the usual interval; where that would cross a bound, this one
        ends at the bound itself.
        """
        low, high = bounds
        if math.isnan(self.mean):
            return Interval(self.mean, self.mean, self.mean)
        mean = min(max(self.mean, low), high)
        if not self.error:
            return Interval(mean, mean, mean)
        if math.isinf(self.error):
            return Interval(mean, low, high)
        below, upto = (t_share((end - self.mean) / self.error, self.freedom) for end in bounds)
        missed = (1 - confidence) / 2 * (upto - below)
        least = self.mean - self.error * t_quantile(1 - (below + missed), self.freedom)
        most = self.mean + self.error * t_quantile(upto - missed, self.freedom)
        reach = self.error * t_quantile(0.5 + confidence / 2, self.freedom)
        least = low if self.mean - reach <= low else min(mean, max(low, least))
        most = high if self.mean + reach >= high else max(mean, min(high, most))
        return Interval(mean, least, most)

    def minus(self, other: "Estimate") -> "Estimate":
        """Return the difference from an independent estimate, with the smaller freedom of the two to be safe."""
        error = math.hypot(self.error, other.error)
        return Estimate(self.mean - other.mean, error, min(self.freedom, other.freedom))


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """Return the ratio of two sums with its error, both summed by chain: `tops` over `bottoms` (delta method).

    NaN if the bottoms are zero; the error is infinite for a single chain.
    """
    chains, bottom = len(tops), math.fsum(bottoms)
    if bottom == 0:
        return Estimate(math.nan, math.inf, 1)
    mean = math.fsum(tops) / bottom
    if chains < 2:
        return Estimate(mean, math.inf, 1)
    squares = math.fsum((top - mean * below) ** 2 for top, below in zip(tops, bottoms, strict=True))
    return Estimate(mean, math.sqrt(squares * chains / (chains - 1)) / abs(bottom), chains - 1)


def ratio_difference(one: Sums, other: Sums) -> Estimate:
    """Return the ratio of `one` minus that of `other`, each as tops and bottoms summed by chain.

    The error comes from the spread of the difference between chains, so it is right whether or not the two are
    correlated. NaN or infinite as in `ratio`.
    """
    first, second = ratio(*one), ratio(*other)
    chains = len(one[0])
    if chains < 2 or math.isnan(first.mean + second.mean):
        return Estimate(first.mean - second.mean, math.inf, 1)
    spreads = zip(_influences(one, first.mean), _influences(other, second.mean), strict=True)
    squares = math.fsum((here - there) ** 2 for here, there in spreads)
    return Estimate(first.mean - second.mean, math.sqrt(squares * chains / (chains - 1)), chains - 1)


def _influences(sums: Sums, mean: float) -> list[float]:
    """Return each chain's influence on the ratio."""
    bottom = math.fsum(sums[1])
    return [(top - mean * below) / bottom for top, below in zip(*sums, strict=True)]


def average(values: Sequence[float]) -> Estimate:
    """Return the mean of one value per chain with its error."""
    return ratio(values, [1.0] * len(values))


def share_interval(count: int, total: int, confidence: float = 0.95) -> Interval:
    """Return the share `count` of `total` independent tries with its interval (Wilson), which has some width at 0."""
    found = wilson(count / total, total, confidence)
    return Interval(found.value, found.low, found.high)


def quantile(counts: Sequence[int], share: float) -> int:
    """Return the smallest index up to which at least that share (0-1) of a histogram lies; 0 if it is empty."""
    wanted = share * sum(counts)
    return next((index for index, below in enumerate(accumulate(counts)) if below >= wanted), 0)


@lru_cache(maxsize=1000)
def t_quantile(probability: float, freedom: int) -> float:
    """Return the point below which that share (0 to 1) of Student's t distribution lies, to 1e-9 of itself."""
    if probability < 0.5:
        return -t_quantile(1 - probability, freedom)
    low, high = 0.0, 1.0
    while t_below(high, freedom) < probability:
        low, high = high, 2 * high
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_below(middle, freedom) < probability else (low, middle)
    return high


def t_share(point: float, freedom: int) -> float:
    """Return the share of Student's t distribution below `point`, which may be infinite."""
    if math.isinf(point):
        return float(point > 0)
    return t_below(point, freedom)


def t_below(point: float, freedom: int) -> float:
    """Return the share of Student's t distribution below `point`: the closed form for whole degrees of freedom.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
    """
    angle = math.atan(point / math.sqrt(freedom))
    sine, cosine2 = math.sin(angle), math.cos(angle) ** 2
    if freedom % 2 == 0:
        return 0.5 + sine * _series(freedom // 2, cosine2, 1, 2) / 2
    inner = sine * math.cos(angle) * _series((freedom - 1) // 2, cosine2, 2, 3)
    return 0.5 + (angle + inner) / math.pi


def _series(terms: int, cosine2: float, top: int, bottom: int) -> float:
    """Return 1 + top/bottom c + top (top + 2)/(bottom (bottom + 2)) c² + ..., with so many terms."""
    total, term = 0.0, 1.0
    for number in range(terms):
        total += term
        term *= cosine2 * (top + 2 * number) / (bottom + 2 * number)
    return total
