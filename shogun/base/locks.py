"""Locks on files: they hold between processes, and end with the process that has them, however it ends."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shogun.base.files import open_plain
from shogun.base.language import _

LOCK = ".lock"
"""The file, in a folder whose files several processes change, that is locked meanwhile; it stays, and is empty."""
PATIENCE = 1.0
"""Seconds for which another process is waited for: a change takes some milliseconds."""
_PAUSE = 0.002
"""Seconds between two looks whether it is done."""
_LOCK_PLACE = 2**30
"""On Windows, where a locked byte can't be read: a byte behind any file's end."""


def lock(file: int) -> bool:
    """Return whether an open file is this process's now, until it is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, _LOCK_PLACE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return sys.platform != "win32"  # some network folders know no locks; Windows reports a taken one in this way
    return True


def own(path: Path) -> int | None:
    """Return an open file, made if there is none, that is this process's until it is closed; None: another has it.

    Raises OSError.
    """
    while True:
        file = open_plain(path, os.O_RDWR | os.O_CREAT)
        if not lock(file):
            os.close(file)
            return None
        with suppress(OSError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        os.close(file)  # whoever had it before has removed it since


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Have a folder's shared files to oneself. Raises OSError, also if another process doesn't let them go."""
    path = folder / LOCK
    file = open_plain(path, os.O_RDWR | os.O_CREAT)
    try:
        until = time.monotonic() + PATIENCE
        while not lock(file):
            if time.monotonic() > until:
                raise OSError(errno.EBUSY, _("another window is saving right now"), str(path))
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(file)
