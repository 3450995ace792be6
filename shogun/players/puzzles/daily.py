"""The puzzle of the day: made of the date alone, from the shipped puzzles and their relatives, and so for everybody."""

from collections.abc import Callable, Iterable
from datetime import date
from math import gcd

from msgspec.structs import replace

from shogun.base.random_streams import Streams
from shogun.players.puzzles.puzzle import Listed

SEED = 20_260
"""Of the streams by which puzzles are dealt to days."""


def puzzle_of(day: date, puzzles: Iterable[Listed], relatives: Callable[[Listed], int]) -> Listed | None:
    """Return the puzzle of a day among those that are dealt to days; None where there are none.

    In as many days as there are puzzles each has its turn, in an order that is drawn anew every time; and each time it
    is another of its relatives, of which `relatives` tells how many there are, until all have been.
    """
    several = sorted(puzzles, key=lambda one: one.id)
    if not several:
        return None
    turn, place = divmod(day.toordinal(), len(several))
    found = Streams(SEED).stream(f"days/{turn}").sample(several, len(several))[place]
    return replace(found, relative=_relative(found, turn, relatives(found)))


def _relative(one: Listed, turn: int, count: int) -> int:
    """Return which of so many relatives has its turn: far from those before, and each once before any comes again."""
    rng = Streams(SEED).stream(f"relatives/{one.id}")
    first, step = rng.randrange(count), rng.randrange(count)
    while gcd(step, count) > 1:
        step += 1
    return (first + step * turn) % count
