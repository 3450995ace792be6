"""Once more: a new game among the same, with a new seed."""

from datetime import datetime

from msgspec.structs import replace

from shogun.table.journal import Header


def rematch_header(played: Header, seed: int, *, moved: bool) -> Header:
    """Return the header of a new game like one that was played; `moved`: everybody sits one seat further."""
    setup, seats = played.setup, played.seats
    if moved:
        colours = setup.colours[: setup.seats]
        rest = setup.colours[setup.seats :]
        setup = replace(setup, colours=(*colours[1:], colours[0], *rest))
        seats = (*seats[1:], seats[0])
    created = f"{datetime.now():%Y-%m-%dT%H:%M:%S}"
    return Header(created=created, seed=seed, setup=setup, seats=seats, tower=played.tower)
