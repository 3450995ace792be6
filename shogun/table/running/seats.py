"""Who sits at the table: seats that choose, and how much they may think."""

from random import Random
from typing import Any, Protocol

from msgspec import Struct

from shogun.table.running.tower_contents import Inside

LONGEST_REASON = 300
"""Characters of what is kept of why an opponent failed."""


class Budget(Struct, frozen=True):
    """How much an opponent may think about one question: playouts where results must repeat, seconds in a window."""

    playouts: int | None = None
    """For a whole plan, in a game that has plans: an opponent gives smaller questions a part of them."""
    seconds: float | None = None
    found: Any = None
    """A move that it has chosen before, if it is asked again: it is left only for a better one."""


UNLIMITED = Budget()


class Seat(Protocol):
    """One that chooses: an opponent, or a test."""

    def __call__(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> Any:
        """Return a legal move for `question`; `rng` is the only source of chance it may use."""


class Substitute(Struct, frozen=True):
    """Who plays on for an opponent that failed."""

    player: str
    """Its code."""
    choose: Seat
