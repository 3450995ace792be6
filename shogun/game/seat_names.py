"""What seats are called while something is put into words: by their players' names, where whoever asks knows them.

Moves and advice are told by functions that are handed a move alone: `calling` says for a while who sits where.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from shogun.base.language import _

_NAMES: ContextVar[Sequence[str]] = ContextVar("names", default=())


@contextmanager
def calling(names: Sequence[str]) -> Iterator[None]:
    """Call the seats by these names for a while, in seat order."""
    token = _NAMES.set(names)
    try:
        yield
    finally:
        _NAMES.reset(token)


def seat_name(seat: int) -> str:
    """Return what a seat is called now: its player's name, else its number."""
    names = _NAMES.get()
    return names[seat] if seat < len(names) else _("player {n}").format(n=seat + 1)
