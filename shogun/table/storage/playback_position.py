"""How much of a game its window has shown: a number in a file beside the journal.

A battle is written before its cubes are shown to fall. Whoever goes on with a game after a power cut sees it then.
"""

import contextlib
import errno
from pathlib import Path

from shogun.base.files import put_aside, read_bounded, write_plain

_MOST = 20
"""Bytes of the file."""


def shown_path(journal: Path) -> Path:
    """Return the file that belongs to a journal."""
    return journal.with_suffix(".shown")


def keep_shown(journal: Path, n: int) -> None:
    """Note that all throws up to line `n` were shown to their end; where that can't be written, one is shown twice."""
    read_shown(journal)  # what is none of these notes is not written over
    with contextlib.suppress(OSError):
        write_plain(shown_path(journal), b"%d\n" % n)


def read_shown(journal: Path) -> int | None:
    """Return up to which line all throws were shown; None if that isn't known, as in a game from elsewhere.

    What is none of these notes is put aside; what is no plain file is left alone.
    """
    path = shown_path(journal)
    try:
        data = read_bounded(path, _MOST, follows=False)
    except OSError as error:
        if error.errno == errno.EFBIG:
            _put_aside(path)
        return None
    number = data.removesuffix(b"\n").removesuffix(b"\r")
    if number.isdigit() and data.endswith(b"\n"):
        return int(number)
    _put_aside(path)
    return None


def _put_aside(path: Path) -> None:
    with contextlib.suppress(OSError):
        put_aside(path)
