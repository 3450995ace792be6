"""A file that only grows, line by line, and that only one process writes to."""

import contextlib
import os
import sys
import weakref
from pathlib import Path

from shogun.base.language import _
from shogun.table.errors import NotWritable

_LOCK_PLACE = 2**30
"""On Windows, where a locked byte can't be read: a byte behind any journal's end."""


class AppendFile:
    """An open file; each line is one unbuffered write. Raises NotWritable, also if another window has it open."""

    def __init__(self, path: Path, *, is_new: bool) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | (os.O_CREAT | os.O_EXCL if is_new else 0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, flags, 0o644)
        except OSError as error:
            raise NotWritable.because(path, error) from error
        self._close = weakref.finalize(self, os.close, self._file)
        if not _lock(self._file):
            self.close()
            raise NotWritable(_("{path} is being played in another window").format(path=path))

    def append(self, line: bytes, *, durably: bool) -> None:
        """Write a line at the end, whole or not at all; `durably` waits until the disk has it."""
        length = os.fstat(self._file).st_size
        try:
            if os.write(self._file, line) < len(line):
                raise OSError(_("the disk is full"))
            if durably:
                os.fsync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, length)
            raise NotWritable.because(self.path, error) from error

    def close(self) -> None:
        """Close the file; what was written stays."""
        self._close()


def _lock(file: int) -> bool:
    """Return whether the file is this process's now; the lock ends with the process, however it ends."""
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
