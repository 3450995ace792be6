"""What a review has found out: every change of everybody's chance to win, booked to what caused it."""

from collections.abc import Callable
from functools import cached_property, partial
from math import fsum
from typing import Literal, get_args

import numpy as np
from msgspec import Struct

from shogun.players.review.estimates import Chances, Estimate, by_group, error_of

Cause = Literal["setup", "decision", "tower", "dice", "lots", "outlook", "open"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""What changes chances: how the game is set up, what a seat decides, cubes, dice, and cards or events drawn.

And the outlook: at a horizon of the judge, what it sees from there and didn't see before. And in a review that isn't
whole yet what is still open: several causes between two moments that are known.
"""


class Entry(Struct, frozen=True):
    """A change of all seats' chances, and its cause. Places count answers: at place n, n answers have been given."""

    first: int
    """The place before it, ..."""
    place: int
    """... and the place after it."""
    cause: Cause
    seat: int | None
    """Who decided; None where nobody did."""
    changes: tuple[float, ...]
    """By seat, between -1 and 1; they add up to 0."""
    errors: tuple[float, ...] = ()
    """Standard errors of the changes, by seat: of the same luck before and after."""


class Booked(Struct, frozen=True):
    """What a seat has won and lost on the way from even chances to the end."""

    own: float
    others: float
    """By the decisions of all others."""
    chance: dict[Cause, float]
    """By whatever else causes changes."""
    own_error: float
    """The standard error of what own decisions have changed, ..."""
    others_error: float
    chance_errors: dict[Cause, float]
    """... and of the other figures."""

    @property
    def error(self) -> float:
        """The standard error of each of these figures, at most."""
        return max(self.own_error, self.others_error, *self.chance_errors.values())


class GameReview(Struct, frozen=True, dict=True):
    """All that a review has found out."""

    journal: str
    """The hash of the journal's answers that stand."""
    playouts: int
    """How many were made at each place."""
    places: tuple[int, ...]
    """The places that were judged, in their order; a horizon stands there twice."""
    estimates: tuple[Estimate, ...]
    """Of each of them."""
    entries: tuple[Entry, ...]
    """The changes between them, the first from even chances."""

    is_whole: bool = True
    """Whether all places of the game were judged."""

    @property
    def seats(self) -> int:
        """How many have played."""
        return len(self.estimates[0].chances)

    @cached_property
    def by_group(self) -> Chances:
        """The changes of all entries by group of playouts, shape (entries, groups, seats)."""
        groups = np.array([by_group(one, self.playouts) for one in self.estimates])
        return np.diff(groups, axis=0, prepend=1 / self.seats)

    def booked(self, seat: int) -> Booked:
        """Return what made a seat's chance what it is in the end; all parts add up to the way from even chances."""
        causes = dict.fromkeys(entry.cause for entry in self.entries if entry.seat is None)
        own, own_error = self._sum(seat, lambda entry: entry.seat == seat)
        others, others_error = self._sum(seat, lambda entry: entry.seat not in (seat, None))
        chance = {cause: self._sum(seat, partial(_is_by, cause)) for cause in causes}
        return Booked(
            own=own,
            others=others,
            chance={cause: change for cause, (change, _error) in chance.items()},
            own_error=own_error,
            others_error=others_error,
            chance_errors={cause: error for cause, (_change, error) in chance.items()},
        )

    def _sum(self, seat: int, belongs: Callable[[Entry], bool]) -> tuple[float, float]:
        """Return by how much entries have changed a seat's chance together, and the standard error."""
        found = [number for number, entry in enumerate(self.entries) if belongs(entry)]
        change = fsum(self.entries[number].changes[seat] for number in found)
        return change, float(error_of(self.by_group[found].sum(axis=0), self.playouts)[seat])

    def turning_points(self, number: int = 3) -> list[Entry]:
        """Return the entries that changed most, the greatest first; set-up and outlook are none."""
        played = [entry for entry in self.entries if entry.cause not in ("setup", "outlook", "open")]
        return sorted(played, key=lambda entry: (-max(map(abs, entry.changes)), entry.place))[:number]


def _is_by(cause: Cause, entry: Entry) -> bool:
    """Return whether nobody but this has caused a change."""
    return entry.seat is None and entry.cause == cause
