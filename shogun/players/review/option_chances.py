"""Options of one decision, ranked by the judge's chance to win: for hints and reviews.

A hint's advice and a review's better answer are the same option, found by the same playouts.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from math import ceil, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from shogun.base.confidence_intervals import percent
from shogun.base.language import _
from shogun.players.adviser import reads_equal, second_choice
from shogun.players.review.decision_verdicts import Shares

CONFIDENCE_Z = 1.96
"""Standard errors of a difference that is due to chance in less than 5 % of cases."""
Option: TypeAlias = tuple[Any, ...]
"""A move, followed by the rest of the seat's turn."""


class Options(Struct, frozen=True):
    """Options with their playouts: the advised one first, then the others by falling chance."""

    options: tuple[Option, ...]
    shares: "Shares | None" = None
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
        """Return whether the difference of an option from the advised one is hardly explained by chance."""
        assert self.shares is not None
        return _lead(self.shares[place], self.shares[0]) != 0


def ranked_options(options: Sequence[Option], shares: Shares) -> Options:
    """Return options by falling chance; the first given stays first unless another is significantly better."""
    means = shares.mean(axis=1)
    order = sorted(range(len(options)), key=lambda place: -means[place])
    advised = next((place for place in order if _lead(shares[place], shares[0]) > 0), 0)
    places = [advised, *(place for place in order if place != advised)]
    return Options(tuple(options[place] for place in places), shares[places])


def _lead(some: Shares, others: Shares) -> float:
    """Return the lead of one option over another in the same playouts; 0 if it may be chance."""
    difference = some - others
    mean, error = float(difference.mean()), float(difference.std()) / sqrt(max(1, difference.size - 1))
    return mean if abs(mean) > CONFIDENCE_Z * error else 0.0


def reach_words(error: float) -> str:
    """Return how far the 95 % interval of a chance with this standard error reaches, rounded up."""
    return percent(ceil(100 * CONFIDENCE_Z * error) / 100)


def chance_sentences(options: Options, text: Callable[[Option], str], told: Collection[Option] = ()) -> Iterator[str]:
    """Yield sentences with the chance to win by the advised option, and by the next best one unless it is told of."""
    if options.shares is None:
        return
    chance, number = options.chance(0), options.shares.shape[1]
    error = float(options.shares[0].std()) / sqrt(max(1, number - 1))
    sentence = _("Chance to win against equal opponents: {chance} (±{error}), from {n} simulated games.")
    yield sentence.format(chance=percent(chance), error=reach_words(error), n=number)
    if len(options.options) > 1 and options.options[1] not in told:
        second = options.chance(1)
        what = text(options.options[1])
        if reads_equal(chance, second) or not options.is_apart(1):
            yield _("Practically equal ({chance}): {what}.").format(chance=percent(second), what=what)
        else:
            yield second_choice(chance, second, what)
