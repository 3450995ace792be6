"""Once more: a new game among the same, with a new seed."""

from datetime import datetime

from shogun.game.typed_field import Own
from shogun.table.storage.journal import Header


def rematch_header(played: Header, seed: int, setup: Own, *, moved: bool) -> Header:
    """Return the header of a new game like one that was played, with this setup; `moved`: all sit one seat further."""
    seats = (*played.seats[1:], played.seats[0]) if moved else played.seats
    return Header(
        game=played.game, created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}", seed=seed, setup=setup, seats=seats,
        tower=played.tower, described=played.described,
    )  # fmt: skip
