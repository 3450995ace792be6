"""What agents are rewarded with when a game has ended."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum

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
    return _differences(win_share(result))


def points_difference(result: Result) -> list[float]:
    """Return by how many points each seat is above the mean of the others."""
    return _differences(points(result))


def _differences(numbers: Sequence[float]) -> list[float]:
    total = fsum(numbers)
    return [number - (total - number) / (len(numbers) - 1) for number in numbers]


REWARDS: Mapping[str, Rewards] = {
    "win_share": win_share,
    "points": points,
    "win_share_difference": win_share_difference,
    "points_difference": points_difference,
}
"""What can be wished for, by name."""
