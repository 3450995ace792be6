"""What a playout comes to: a position to be judged, or the end of the game, and hunger in winter."""

from collections.abc import Sequence
from math import exp, fsum

from msgspec import Struct

from shogun.games.shogun.opponents.rollouts.fast_state import FastState

CLOSE = 5.0
"""Points by which a game that has ended counts as close: a narrow victory is less sure to come about."""


class End(Struct, frozen=True):
    """Where a playout has ended: at the beginning of a season, or with the game."""

    fast: FastState
    is_over: bool
    hunger: float
    """The chance that the seat is short of rice in the winter of the year that was played in."""


def winners(fast: FastState) -> tuple[int, ...]:
    """Return who has won a game that is over: by points, then by chests (9.1)."""
    ranks = list(zip(fast.points, fast.chests, strict=True))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def evaluate_end(fast: FastState, seat: int) -> float:
    """Return what the end of a game is worth to a seat: the victory, and how near it was."""
    ranks = list(zip(fast.points, fast.chests, strict=True))
    winners = ranks.count(max(ranks))
    won = (ranks[seat] == max(ranks)) / winners
    return (won + chance(fast.points, CLOSE, seat)) / 2


def chance(points: Sequence[float], spread: float, seat: int) -> float:
    """Return the chance to have the most points where all are known but for an error of this spread."""
    chances = [exp((own - max(points)) * 1.6 / spread) for own in points]
    return chances[seat] / fsum(chances)


def risk(fast: FastState, seat: int) -> float:
    """Return the chance to be short of rice in the winter to come, as seen at the beginning of a season."""
    calm = fast.calm_rice(seat)
    missing = fast.missing(seat, fast.scales, calm) - (calm[0] if calm else 0)
    return fast.scales.risk(fast.events, missing)
