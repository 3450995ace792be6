"""What people are called where they haven't said it yet."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from shogun.table.storage.journal import PERSON
from shogun.window.kit.runtime.settings import NewGame, SeatChoice

LONGEST_NAME = 16
"""Signs."""


def is_name(name: str) -> bool:
    """Return whether a player can be called so."""
    return len(name) <= LONGEST_NAME and name.isprintable()


def named_people(
    seats: Sequence[SeatChoice], before: Mapping[str, NewGame], person: str, *, but: str = ""
) -> list[SeatChoice]:
    """Return seats whose people are called as in the last of the games that were set up before, but for one.

    Without one the first of them is called `person`. Nobody takes a name that another has.
    """
    others = [last for other, last in before.items() if other != but and last.seats]
    names = [seat.name for seat in others[-1].seats if seat.kind == PERSON] if others else [person]
    people = [number for number, seat in enumerate(seats) if seat.kind == PERSON]
    named = list(seats)
    for number, name in zip(people, names, strict=False):
        if name.strip() and is_name(name) and all(seat.name != name for seat in named):
            named[number] = replace(named[number], name=name)
    return named
