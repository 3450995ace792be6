"""Options of one decision, ranked by the chance to win that the judge of decisions gives them: for hints and reviews.

What a hint advises and what a review holds a decision against is the same option, found by the same playouts.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from shogun.base.language import _
from shogun.players.hint import reads_equal
from shogun.players.review.decision_judge import Shares

SURE = 1.96
"""Standard errors that a difference must be for less than 5 % of such differences to be mere chance."""
Option: TypeAlias = tuple[Any, ...]
"""A move, followed by the rest of the seat's turn."""


class Options(Struct, frozen=True):
    """Options with their playouts: the advised one first, then the others, the highest chance first."""

    options: tuple[Option, ...]
    shares: Shares | None = None
    """The share of the victory in each playout, shape (options, n); None: nothing was compared."""

    @property
    def advised(self) -> Option:
        """The option that is advised."""
        return self.options[0]

    def chance(self, place: int) -> float:
        """Return the chance to win with an option."""
        assert self.shares is not None
        return float(self.shares[place].mean())

    def is_apart(self, place: int) -> bool:
        """Return whether chance alone hardly explains by how much an option differs from the advised one."""
        assert self.shares is not None
        return _lead(self.shares[place], self.shares[0]) != 0


def ranked_options(options: Sequence[Option], shares: Shares) -> Options:
    """Return options in the order of their chances; the first given stays first unless another is surely better."""
    means = shares.mean(axis=1)
    order = sorted(range(len(options)), key=lambda place: -means[place])
    advised = next((place for place in order if _lead(shares[place], shares[0]) > 0), 0)
    places = [advised, *(place for place in order if place != advised)]
    return Options(tuple(options[place] for place in places), shares[places])


def _lead(some: Shares, others: Shares) -> float:
    """Return by how much one option leads another in the same playouts; 0 where that may be chance."""
    difference = some - others
    mean, error = float(difference.mean()), float(difference.std()) / sqrt(max(1, difference.size - 1))
    return mean if abs(mean) > SURE * error else 0.0


def chance_sentences(found: Options, text: Callable[[Option], str]) -> Iterator[str]:
    """Yield how likely the game is won with the advised option, and with the next best one."""
    if found.shares is None:
        return
    chance, number = found.chance(0), found.shares.shape[1]
    error = ceil(100 * SURE * float(found.shares[0].std()) / sqrt(max(1, number - 1))) / 100
    sentence = _("Chance to win: {chance:.0%} (±{error:.0%}), from {n} simulated games.")
    yield sentence.format(chance=chance, error=error, n=number)
    if len(found.options) > 1:
        second = found.chance(1)
        is_equal = reads_equal(chance, second) or not found.is_apart(1)
        sentence = (
            _("Practically equal ({chance:.0%}): {what}.") if is_equal else _("Next best ({chance:.0%}): {what}.")
        )
        yield sentence.format(chance=second, what=text(found.options[1]))
