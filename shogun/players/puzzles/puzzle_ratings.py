"""The rating of a person who solves puzzles, and what the person makes of the puzzles' ratings.

Both are on one scale. Each first try is a game of two, rated both ways by the model of `players.ratings`.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct
from openskill.models import PlackettLuce

from shogun.base.language import _
from shogun.players.puzzles.solved_puzzles import FirstTry
from shogun.players.ratings import DRIFT, SCALE, UNKNOWN, Rating

START = 1400.0
"""Rating before the first puzzle."""
PUZZLE_ERROR = 150.0
"""Uncertainty of a puzzle's rating before people try it (standard deviation, points)."""


class Standing(Struct, frozen=True):
    """A person's rating and streak."""

    rating: Rating
    streak: int
    """Puzzles solved at the first try in a row, up to the last one."""
    puzzles: Mapping[str, float]
    """The new ratings of puzzles that were tried, by ID."""

    def text(self) -> str:
        """Return the streak and the rating in words."""
        low, high = (f"{bound:.0f}" for bound in self.rating.interval)
        sentence = _("Solved at first try: {n} in a row · Your rating: {points} ({low} to {high})")
        return sentence.format(n=self.streak, points=f"{self.rating.points:.0f}", low=low, high=high)


def standing(tries: Sequence[FirstTry]) -> Standing:
    """Return the rating after first tries, in their order, and what they have made of the puzzles' ratings."""
    own, puzzles, streak = Rating(START, UNKNOWN), dict[str, float](), 0
    model = PlackettLuce(mu=START, sigma=UNKNOWN, beta=SCALE / sqrt(2), tau=0.0)
    for one in tries:
        person = model.rating(mu=own.points, sigma=sqrt(own.error**2 + DRIFT**2))
        puzzle = model.rating(mu=one.rating, sigma=PUZZLE_ERROR)
        (person,), (puzzle,) = model.rate([[person], [puzzle]], ranks=[1, 2] if one.is_solved else [2, 1])
        own = Rating(person.mu, person.sigma, own.games + 1)
        puzzles[one.puzzle] = puzzle.mu
        streak = streak + 1 if one.is_solved else 0
    return Standing(own, streak, puzzles)
