"""Files of the program's own that several of its windows change: the one way in which that is done.

Whoever changes one has its folder locked, reads what stands there by then, changes that, and writes it whole. A link is
followed, and stays. What can't be read is put aside, with its reason told, and never written over; what is no plain
file, or can't be read just now, is left alone.
"""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from shogun.base.files import (
    UNDECODABLE,
    checksum,
    make_folder,
    open_plain,
    read_bounded,
    resolved,
    sealed,
    unsealed,
    write_whole,
)
from shogun.base.language import _
from shogun.base.notices import notice, put_aside_and_tell

# Locks on files: they hold between processes, and end with the process that has them, however it ends.

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


T = TypeVar("T")


class SharedFile(Struct, Generic[T], frozen=True):
    """How a file of a kind is read and written."""

    nothing: Callable[[], T]
    """Returns what there is as long as there is no file."""
    decode: Callable[[bytes], T]
    """Returns what bytes say. Raises one of UNDECODABLE."""
    encode: Callable[[T], bytes]
    most: int
    """Bytes; a longer file is none of these."""
    is_private: bool = False
    follows: bool = True
    """Whether a link is followed; else it is no plain file."""

    def known(self, path: Path) -> T:
        """Return what a file says; nothing, and that is told, if it can't be read now. A damaged one is put aside."""
        try:
            return self.read(path)
        except OSError as error:
            sentence = _("{file} can't be read ({why}). It was left unchanged.")
            notice(sentence.format(file=path.name, why=error.strerror))
            return self.nothing()

    def read(self, path: Path) -> T:
        """Return what a file says. Raises OSError if that can't be known now; a damaged one is put aside."""
        try:
            return self._read(path)
        except UNDECODABLE:
            with locked(path.parent):
                return self._read_or_put_aside(path)

    def change(self, path: Path, changed: Callable[[T], T]) -> bool:
        """Write what `changed` makes of what a file says, and return whether that is anything else.

        Raises OSError, and then all is as before.
        """
        make_folder(path.parent)
        with locked(path.parent):
            before = self._read_or_put_aside(path)
            after = changed(before)
            if after != before:
                write_whole(resolved(path), self.encode(after), is_private=self.is_private)
        return after != before

    def _read(self, path: Path) -> T:
        try:
            return self.decode(read_bounded(path, self.most, follows=self.follows))
        except FileNotFoundError:
            return self.nothing()
        except OSError as error:
            if error.errno == errno.EFBIG:
                raise ValueError(error.strerror) from error
            raise

    def _read_or_put_aside(self, path: Path) -> T:
        try:
            return self._read(path)
        except UNDECODABLE as error:
            put_aside_and_tell(resolved(path), error)
            return self.nothing()


# Files that the program writes for itself, as JSON with a checksum, and what it has to say of them.
#
# A file without a checksum comes from an older version, and is read as it is.


def seal(body: bytes, about: str = "") -> bytes:
    """Return a JSON object with a checksum over what it says and what it is about."""
    return sealed(body, checksum(body, checksum(about.encode())))


def unseal(data: bytes, about: str = "") -> bytes:
    """Return what was sealed. Raises ValueError if it isn't what the checksum stands for."""
    body, stated = unsealed(data)
    if stated is not None and stated != checksum(body, checksum(about.encode())):
        raise ValueError(_("its checksum does not match"))
    return body


def read_own(path: Path, most: int, kind: type[T], about: str = "") -> T | None:
    """Return what a file of the program's cache holds; None if there is none. A damaged one is put aside and told."""
    try:
        return msgspec.json.decode(unseal(read_bounded(path, most), about), type=kind)
    except OSError:
        return None
    except UNDECODABLE:
        discard(path)
        return None


def discard(path: Path) -> None:
    """Put a damaged file of the program's cache aside and tell so, as far as that is possible."""
    with suppress(OSError):
        put_aside_and_tell(path, _("it is damaged"))
