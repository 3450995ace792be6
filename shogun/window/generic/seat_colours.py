"""How seats look of whose colours a game says nothing."""

from collections.abc import Iterable, Sequence

from shogun.table.journal import Header
from shogun.window.kit.drawing.icons import SeatLook, crest_names
from shogun.window.kit.drawing.text import told_apart
from shogun.window.kit.drawing.theme import CUBES

COLOURS = tuple(CUBES)[:5]


def colour_of(seat: int) -> str:
    """Return the colour of a seat: each its own, as far as there are enough."""
    return COLOURS[seat % len(COLOURS)]


def crest_of(chosen: str, seat: int) -> str:
    """Return the crest that a player chose, else one of the seat's own."""
    names = crest_names()
    return chosen if chosen in names else names[seat % len(names)]


def looks_of(header: Header, people: Iterable[int], marks: Sequence[tuple[str, str]]) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown; `marks` are their colours and crests, `people` whom persons play."""
    names = told_apart([seat.name for seat in header.seats])
    return tuple(
        SeatLook(name, colour, crest, number in people)
        for number, (name, (colour, crest)) in enumerate(zip(names, marks, strict=True))
    )


def seat_looks(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown; `people` are the seats that persons play."""
    marks = [(colour_of(number), crest_of(seat.mon, number)) for number, seat in enumerate(header.seats)]
    return looks_of(header, people, marks)
