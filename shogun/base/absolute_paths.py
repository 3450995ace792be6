"""Places that mean the same whatever becomes of the folder in which the program was started."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shogun.base.language import _


def absolute(path: Path) -> Path:
    """Return a path from the root on. Raises OSError if the folder that it begins in was removed."""
    try:
        return path.absolute()
    except FileNotFoundError:
        raise OSError(errno.ENOENT, _("the current folder was removed"), str(path)) from None


@contextmanager
def existing_folder() -> Iterator[None]:
    """Be in a folder that exists: the current one, or that at the root for a while if somebody has removed it."""
    try:
        os.getcwd()  # noqa: PTH109  nothing is wanted but its error
    except FileNotFoundError:
        here = os.open(".", os.O_RDONLY)
        os.chdir(os.sep)
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
    else:
        yield
