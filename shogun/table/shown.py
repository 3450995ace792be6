"""How much of a game its window has shown: a number in a file beside the journal.

A battle is written before its cubes are shown to fall. Whoever goes on with a game after a power cut sees it then.
"""

import contextlib
import errno
import os
import re
from pathlib import Path

from shogun.base.files import open_plain, put_aside, read_bounded

_MOST = 20
"""Bytes of the file."""
_DIGITS = 12
"""Of a number, so that each is as long as the one before."""
_TORN = re.compile(rb"\d*")
"""What is left of a number that was not written to its end."""


def shown_path(journal: Path) -> Path:
    """Return the file that belongs to a journal."""
    return journal.with_suffix(".shown")


def keep_shown(journal: Path, n: int) -> None:
    """Note that all throws up to line `n` were shown to their end; where that can't be written, one is shown twice."""
    with contextlib.suppress(OSError):
        file = open_plain(shown_path(journal), os.O_WRONLY | os.O_CREAT)
        try:
            os.write(file, b"%0*d\n" % (_DIGITS, n))  # over the number before: there always is one, whole
        finally:
            os.close(file)


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
    number = data.removesuffix(b"\n")
    if number.isdigit() and data.endswith(b"\n"):
        return int(number)
    if not _TORN.fullmatch(data):
        _put_aside(path)
    return None


def _put_aside(path: Path) -> None:
    with contextlib.suppress(OSError):
        put_aside(path)
