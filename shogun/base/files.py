"""Files read within bounds, and written whole or not at all: the one place in the house where either is done."""

import contextlib
import errno
import os
import re
import stat
import sys
import time
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO

from shogun.base.language import _

UNFINISHED = ".part"
"""Ending of a file while it is written: whoever is killed over it leaves nothing that looks like a whole one."""
BROKEN = ".broken"
"""Ends the name under which a file that can't be read is kept."""
MOST_BROKEN = 1000
"""So many of one name are never put aside."""
_LOCK_PLACE = 2**30
"""On Windows, where a locked byte can't be read: a byte behind any file's end."""
_LEFT_OVER = re.compile(r"[0-9a-f]{8}-\d+" + re.escape(UNFINISHED))
"""How such files are called."""
OLD = 86_400.0
"""Seconds after which such a file is nobody's any more: writing takes some milliseconds."""
OWNERS, EVERYBODYS = 0o600, 0o666
"""Permissions of a new file: what only its owner may read, and what everybody may as the system is set up."""
UNDECODABLE = (ValueError, RecursionError)
"""What decoders raise for bytes that are none of theirs; errors of msgspec, of TOML and of UTF-8 are ValueErrors."""


def read_bounded(path: Path, most: int) -> bytes:
    """Return what stands in a file. Raises OSError, also if it is longer than `most` bytes, and if it is no file.

    A pipe, which may never end, is not even opened.
    """
    check_regular(path)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, _("it is longer than {most} bytes").format(most=most), str(path))
    return data


def check_regular(path: Path) -> None:
    """Raise OSError if there is no file of that path, or a folder, a pipe or a device."""
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)
    except ValueError:  # a name that the system can't even be asked for
        is_regular = False
    if not is_regular:
        raise OSError(errno.EINVAL, _("it is no file"), str(path))


def write_whole(path: Path, data: bytes, *, is_new: bool = False, is_private: bool = False) -> None:
    """Write a file, whole or not at all, whatever happens: when this returns, the disk has it.

    Only its owner may read a private one. Raises OSError, and then all is as before; with `is_new` also if there is
    such a file already.
    """
    _sweep(path.parent)
    part = path.with_name(f"{zlib.crc32(os.fsencode(path.name)):08x}-{os.getpid()}{UNFINISHED}")
    try:
        with _opened(part, OWNERS if is_private else EVERYBODYS) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        if is_new:
            _move_to_new(part, path)
        else:
            part.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error  # nobody has asked for the part
        raise
    _sync_folder(path.parent)


def _opened(path: Path, mode: int) -> BinaryIO:
    """Return an empty file, opened for writing, of these permissions as far as the system has any."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, mode), "wb")


@cache
def _sweep(folder: Path) -> None:
    """Remove what kills have left in a folder that files are written to: once, and only what is old."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if _LEFT_OVER.fullmatch(path.name):
                _remove_old(path)


def _remove_old(path: Path) -> None:
    with contextlib.suppress(OSError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and time.time() - found.st_mtime > OLD:
            path.unlink()


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, where they are missing: when this returns, the disk has them. Raises OSError.

    So does whatever is written into it then: without its folder's name it could not be found again.
    """
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for part in missing:
        _sync_folder(part.parent)


def move(path: Path, new: Path, beside: Sequence[tuple[Path, Path]] = ()) -> None:
    """Give a file another path, on the same disk, and those that belong to it: when this returns, the disk has it.

    Whoever is killed over it leaves it whole under one of both: what belongs to it, as far as it is there, lies beside
    both until it has the new one; what lay there belonged to nothing. Raises OSError.
    """
    for old, along in beside:
        _share(old, along)
    path.rename(new)
    _sync_folder(new.parent)
    for old, along in beside:
        if along.exists():
            old.unlink()
        elif old.exists():
            move(old, along)
    _sync_folder(path.parent)


def _share(path: Path, other: Path) -> None:
    """Give a file a second path, where there can be one. Raises OSError."""
    other.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        other.hardlink_to(path)


def put_aside(path: Path) -> Path | None:
    """Give a file that can't be read a name that no file has, under which it stays; None if that can't be done."""
    for number in range(1, MOST_BROKEN):
        other = path.with_name(path.name + BROKEN + (f"-{number}" if number > 1 else ""))
        if not other.exists() and not other.is_symlink():
            with contextlib.suppress(OSError):
                path.rename(other)
                return other
            return None
    return None


def remove(path: Path) -> None:
    """Remove a file, if there is one: when this returns, it does not come back. Raises OSError."""
    path.unlink(missing_ok=True)
    _sync_folder(path.parent)


def keep_private(path: Path) -> None:
    """Let nobody but its owner read a file, as far as the system allows it."""
    with contextlib.suppress(OSError):
        path.chmod(OWNERS)


def _move_to_new(part: Path, path: Path) -> None:
    """Give a file its name. Raises FileExistsError if another has it; where there are no links it is only looked at."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        part.rename(path)
    else:
        part.unlink()


def lock(file: int) -> bool:
    """Return whether an open file is this process's now; the lock ends with the process, however it ends."""
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
        file = os.open(path, os.O_RDWR | os.O_CREAT, EVERYBODYS)
        if not lock(file):
            os.close(file)
            return None
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        os.close(file)  # whoever had it before has removed it since


def sync(file: int) -> None:
    """Wait until the disk has all that was written to an open file; on macOS only this waits for the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # not every kind of disk knows it
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder; where folders can't be opened the system does so by itself."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            sync(handle)
        finally:
            os.close(handle)
