"""A file that only grows, and that only one process writes to."""

import contextlib
import errno
import os
import weakref
from pathlib import Path

from shogun.base.files import keep_private, make_folder, open_plain, sync, write_whole
from shogun.base.language import _
from shogun.base.locks import lock
from shogun.table.errors import FileLost, InUse, NameTaken, NotWritable


class AppendFile:
    """An open file; what is appended is one unbuffered write. Raises NotWritable, and InUse if another window has it.

    From the lock on nobody else writes to it: what is read then is all that there is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = open_plain(path, os.O_RDWR | os.O_APPEND, follows=True)
        except OSError as error:
            raise NotWritable.because(path, error) from error
        keep_private(path)
        self._is_waiting = False
        """Whether something was written that the disk may not have yet."""
        self._close = weakref.finalize(self, os.close, self._file)
        if not lock(self._file):
            self.close()
            raise InUse.at(path)
        self._end = os.fstat(self._file).st_size
        self.losses = 0
        """How often a line was refused because somebody has removed, replaced or changed the file."""
        self._is_torn = False
        """Whether something may stand behind the end that was not written whole."""

    @classmethod
    def begin(cls, path: Path, data: bytes) -> "AppendFile":
        """Return a new file in which `data` stands already: whoever is killed over it leaves no empty one."""
        try:
            make_folder(path.parent)
            write_whole(path, data, is_new=True, is_private=True)
        except FileExistsError as error:
            raise NameTaken.because(path, error) from error
        except OSError as error:
            raise NotWritable.because(path, error) from error
        return cls(path)

    def read(self, most: int) -> bytes:
        """Return what stands in the file, of more than `most` bytes only one more. Raises OSError."""
        with open(self._file, "rb", closefd=False) as file:
            file.seek(0)
            return file.read(most + 1)

    def end_at(self, length: int) -> None:
        """End the file there: cut off what follows, or add a line break that is missing. Raises NotWritable."""
        try:
            if self._end > length:
                os.ftruncate(self._file, length)
            elif self._end < length:
                os.write(self._file, b"\n")
        except OSError as error:
            raise NotWritable.because(self.path, error) from error
        self._end = length
        self._is_waiting = True

    def append(self, data: bytes, *, durably: bool) -> None:
        """Write `data` at the end, whole or not at all; `durably` waits until the disk has it.

        Raises NotWritable, and FileLost if this is not the file any more that it was.
        """
        try:
            self._check()
            self._is_torn = True
            if os.write(self._file, data) < len(data):
                raise OSError(errno.ENOSPC, _("the disk is full"))
            if durably:
                sync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                self._mend()
            raise NotWritable.because(self.path, error) from error
        self._end += len(data)
        self._is_torn, self._is_waiting = False, not durably

    def _mend(self) -> None:
        """Cut off what was not written whole. Raises OSError where that isn't possible."""
        if self._is_torn:
            os.ftruncate(self._file, self._end)
            self._is_torn = False

    def _check(self) -> None:
        """Raise FileLost unless the path still means this file, and nobody else has written to it; OSError."""
        self._mend()
        if (error := self._why_lost()) is not None:
            self.losses += 1
            raise FileLost.because(self.path, error) from error

    @property
    def is_lost(self) -> bool:
        """Whether somebody has removed, replaced or changed the file, as far as the system tells."""
        try:
            return self._why_lost() is not None
        except OSError:
            return False

    def _why_lost(self) -> OSError | None:
        """Return what has become of the file, None if it is what was written. Raises OSError."""
        here = os.fstat(self._file)
        try:
            if not os.path.samestat(here, self.path.stat()):
                return OSError(errno.ESTALE, _("another file has taken its place"))
        except (FileNotFoundError, NotADirectoryError) as error:
            return error
        is_changed = here.st_size != self._end and not self._is_torn
        return OSError(errno.ESTALE, _("another program has changed it")) if is_changed else None

    def close(self) -> None:
        """Close the file; what was written stays: the disk has it, as far as it takes it."""
        if self._is_waiting and self._close.alive:
            with contextlib.suppress(OSError):
                sync(self._file)
        self._close()
