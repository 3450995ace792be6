"""Confidence intervals of proportions (Wilson's), and proportions in percent."""

from collections.abc import Sequence
from math import floor, fsum, sqrt
from statistics import NormalDist

from msgspec import Struct

CONFIDENCE = 0.95


class Share(Struct, frozen=True):
    """Proportion or chance, 0 to 1, with its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Distance from the value to the farther end of the interval."""
        return max(self.high - self.value, self.value - self.low)


def percent(share: float) -> str:
    """Return a share or chance as texts show it: in whole percent, with a space before the sign."""
    return f"{100 * share:.0f} %"


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Return shares of a whole in percent, rounded so that they add up: to 100 if nothing is missing.

    The method of the largest remainder: all are rounded down, then those with the largest rests get one more each.
    """
    floors = [floor(100 * share) for share in shares]
    lacking = round(100 * fsum(shares)) - sum(floors)
    by_rest = sorted(range(len(floors)), key=lambda place: floors[place] - 100 * shares[place])
    for place in by_rest[:lacking]:
        floors[place] += 1
    return floors


def wilson(share: float, count: float, confidence: float = CONFIDENCE) -> Share:
    """Return a share observed in `count` independent cases with Wilson's score interval.

    Cases may be shares themselves (a divided victory): they spread less than wins and losses of the same mean, so the
    interval is on the safe side. Without cases it is all of 0 to 1.
    """
    if count <= 0:
        return Share(share, 0.0, 1.0)
    z = normal_quantile(confidence)
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * sqrt(max(0.0, share * (1 - share)) / count + z * z / (4 * count * count))
    return Share(share, max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach)))


def normal_quantile(confidence: float) -> float:
    """Return how many standard deviations around its mean hold that share of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def each(confidence: float, count: int) -> float:
    """Return the confidence that each of `count` intervals needs for all to hold at once (Bonferroni)."""
    return 1 - (1 - confidence) / max(1, count)
