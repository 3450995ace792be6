"""The puzzle of the day: made of the date alone, from the shipped puzzles and their relatives, and so for everybody."""

from collections.abc import Iterable
from datetime import date

from shogun.base.random_streams import Streams
from shogun.players.puzzles.puzzle import Listed

SEED = 20_260
"""Of the streams by which puzzles are dealt to days."""


def puzzle_of(day: date, puzzles: Iterable[Listed]) -> Listed | None:
    """Return the puzzle of a day among those that are dealt to days; None where there are none.

    In as many days as there are puzzles each has its turn, in an order that is drawn anew every time.
    """
    several = sorted(puzzles, key=lambda one: one.id)
    if not several:
        return None
    turn, place = divmod(day.toordinal(), len(several))
    order = Streams(SEED).stream(f"days/{turn}").sample(several, len(several))
    return order[place]
