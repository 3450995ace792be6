"""What agents are rewarded with when a game has ended."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from shogun.game.protocol import Result

Rewards = Callable[[Result], Sequence[float]]


def win_share(result: Result) -> list[float]:
    """Return 1 for the winner, for several the same share of it, and 0 for all others."""
    winners = result.winners
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(result.points))]


def points(result: Result) -> list[float]:
    """Return everybody's points."""
    return [float(number) for number in result.points]


def win_share_difference(result: Result) -> list[float]:
    """Return how much more than the mean of the others' each win share is: 1 to -1, 0 in the sum."""
    share = Fraction(1, len(result.winners))
    return _differences([share if seat in result.winners else Fraction(0) for seat in range(len(result.points))])


def points_difference(result: Result) -> list[float]:
    """Return by how many points each seat is above the mean of the others."""
    return _differences([Fraction(number) for number in result.points])


def _differences(numbers: Sequence[Fraction]) -> list[float]:
    total = sum(numbers, Fraction(0))
    return [float(number - (total - number) / (len(numbers) - 1)) for number in numbers]


REWARDS: Mapping[str, Rewards] = {
    "win_share": win_share,
    "points": points,
    "win_share_difference": win_share_difference,
    "points_difference": points_difference,
}
"""What can be wished for, by name."""
