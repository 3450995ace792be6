"""How much of a game its window has shown: a number in a file beside the journal.

A battle is written before its cubes are shown to fall. Whoever goes on with a game after a power cut sees it then.
"""

import contextlib
from pathlib import Path

from shogun.base.files import read_bounded

_MOST = 20
"""Bytes of the file."""


def shown_path(journal: Path) -> Path:
    """Return the file that belongs to a journal."""
    return journal.with_suffix(".shown")


def keep_shown(journal: Path, n: int) -> None:
    """Note that all throws up to line `n` were shown to their end; where that can't be written, one is shown twice."""
    with contextlib.suppress(OSError):
        shown_path(journal).write_bytes(b"%d\n" % n)


def read_shown(journal: Path) -> int | None:
    """Return up to which line all throws were shown; None if that isn't known, as in a game from elsewhere."""
    try:
        data = read_bounded(shown_path(journal), _MOST)
    except OSError:
        return None
    number = data.removesuffix(b"\n")
    return int(number) if number.isdigit() and data.endswith(b"\n") else None
