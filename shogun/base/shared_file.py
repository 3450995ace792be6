"""Files that several windows or processes change: locks, shared files, and sealed JSON files of the cache.

To change a shared file, its folder is locked, the file is read again, changed, and written atomically. Links are
followed, and stay. Damaged files are put aside with a notice, and never overwritten; what isn't a plain file, or can't
be read just now, is left alone.
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

# Locks between processes: they end with their process, however it ends

LOCK = ".lock"
"""Name of the empty file that is locked while a folder's files are changed; it stays."""
PATIENCE = 1.0
"""Seconds to wait for another process: a change takes some milliseconds."""
_PAUSE = 0.002
"""Seconds between two attempts to get a lock."""
_LOCK_PLACE = 2**30
"""Offset of the locked byte on Windows: beyond any file's end, since a locked byte can't be read."""


def lock(file: int) -> bool:
    """Lock an open file for this process until it is closed, and return whether that worked."""
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
    """Open a file, made if there is none, and lock it until it is closed; return None if another process has it.

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
        os.close(file)  # its previous owner has deleted it in the meantime


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder's shared files. Raises OSError, also if another process keeps them for longer than PATIENCE."""
    path = folder / LOCK
    file = open_plain(path, os.O_RDWR | os.O_CREAT)
    try:
        until = time.perf_counter() + PATIENCE
        while not lock(file):
            if time.perf_counter() > until:
                raise OSError(errno.EBUSY, _("another window is saving right now"), str(path))
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(file)


# Shared files

T = TypeVar("T")


class SharedFile(Struct, Generic[T], frozen=True):
    """File of one kind: its default content, and how it is decoded and encoded."""

    nothing: Callable[[], T]
    """Makes the default content, used while there is no file."""
    decode: Callable[[bytes], T]
    """Decodes the content. Raises one of UNDECODABLE."""
    encode: Callable[[T], bytes]
    most: int
    """Largest size in bytes; longer files count as damaged."""
    is_private: bool = False
    follows: bool = True
    """True if a link is followed; otherwise it doesn't count as a plain file."""

    def known(self, path: Path) -> T:
        """Return a file's content; the default, with a notice, if it can't be read now. A damaged one is put aside."""
        try:
            return self.read(path)
        except OSError as error:
            sentence = _("{file} can't be read ({why}). It was left unchanged.")
            notice(sentence.format(file=path.name, why=error.strerror))
            return self.nothing()

    def read(self, path: Path) -> T:
        """Return a file's content. Raises OSError if it can't be read now; a damaged one is put aside."""
        try:
            return self._read(path)
        except UNDECODABLE:
            with locked(path.parent):
                return self._read_or_put_aside(path)

    def change(self, path: Path, changed: Callable[[T], T]) -> bool:
        """Apply `changed` to a file's content, write the result if it differs, and return whether it does.

        Raises OSError, and then nothing has changed.
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


# JSON files with a checksum; one without a checksum comes from an older version, and is read as it is


def seal(body: bytes, about: str = "") -> bytes:
    """Return a JSON object with a checksum of its bytes and of its subject `about`."""
    return sealed(body, checksum(body, checksum(about.encode())))


def unseal(data: bytes, about: str = "") -> bytes:
    """Return the JSON object that was sealed. Raises ValueError if its checksum doesn't match."""
    body, stated = unsealed(data)
    if stated is not None and stated != checksum(body, checksum(about.encode())):
        raise ValueError(_("its checksum does not match"))
    return body


def read_own(path: Path, most: int, kind: type[T], about: str = "") -> T | None:
    """Return the content of a file of the cache; None if there is none. A damaged one is put aside with a notice."""
    try:
        return msgspec.json.decode(unseal(read_bounded(path, most), about), type=kind)
    except OSError:
        return None
    except UNDECODABLE:
        discard(path)
        return None


def discard(path: Path) -> None:
    """Put a damaged file of the cache aside with a notice, if that is possible."""
    with suppress(OSError):
        put_aside_and_tell(path, _("it is damaged"))
