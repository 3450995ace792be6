"""Files read within bounds, and written whole or not at all: the one place in the house where either is done."""

import contextlib
import errno
import os
import re
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, TypeVar
from zlib import crc32

from shogun.base.language import _

UNFINISHED = ".part"
"""Ending of a file while it is written: whoever is killed over it leaves nothing that looks like a whole one."""
BROKEN = ".broken"
"""Ends the names under which files that can't be read are kept."""
_LEFT_OVER = re.compile(r"[0-9a-f]{8}-\d+" + re.escape(UNFINISHED))
"""How such files are called."""
OLD = 86_400.0
"""Seconds after which such a file is nobody's any more: writing takes some milliseconds."""
OWNERS, EVERYBODYS = 0o600, 0o666
"""Permissions of a new file: what only its owner may read, and what everybody may as the system is set up."""
UNDECODABLE = (ValueError, RecursionError)
"""What decoders raise for bytes that are none of theirs; errors of msgspec, of TOML and of UTF-8 are ValueErrors."""


def read_bounded(path: Path, most: int, *, follows: bool = True) -> bytes:
    """Return what stands in a file. Raises OSError, also if it is longer than `most` bytes, and if it is no file.

    A pipe, which may never end, is not even opened; a link only if it is to be followed.
    """
    with os.fdopen(open_plain(path, os.O_RDONLY, follows=follows), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, _("it is larger than {most} bytes").format(most=most), str(path))
    return data


def unreadable(path: object, error: OSError) -> str:
    """Return in a sentence why a file can't be read."""
    if isinstance(error, FileNotFoundError):
        return _("there is no file {path}").format(path=path)
    return _("{path} can't be read: {why}").format(path=path, why=error.strerror or error)


def open_plain(path: Path, flags: int, *, follows: bool = False, mode: int = OWNERS) -> int:
    """Return the handle of a plain file, opened with flags of `os.open` without ever waiting.

    Raises OSError, also for a folder, a pipe or a device, and for a link unless those are followed. What is no plain
    file is as it was before; what a flag cuts off is cut off of a plain file only.
    """
    if not flags & os.O_CREAT or os.path.lexists(path):
        check_regular(path, follows=follows)
    plain = flags & ~os.O_TRUNC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, plain | (0 if follows else getattr(os, "O_NOFOLLOW", 0)), mode)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):  # it has come since it was looked at
            raise _no_file(path)
        if flags & os.O_TRUNC:
            os.ftruncate(handle, 0)
    except BaseException:
        os.close(handle)
        raise
    return handle


def check_regular(path: Path, *, follows: bool = True) -> None:
    """Raise OSError if there is no file of that path, or a folder, a pipe or a device; a link if none are followed."""
    try:
        is_regular = stat.S_ISREG(path.stat(follow_symlinks=follows).st_mode)
    except ValueError:  # a name that the system can't even be asked for
        is_regular = False
    if not is_regular:
        raise _no_file(path)


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, _("it isn't a file"), str(path))


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


def write_new(path: Path, data: bytes, *, is_private: bool = False) -> Path:
    """Write a new file as `write_whole` does and return its path. Raises OSError, also if there is such a file."""
    write_whole(path, data, is_new=True, is_private=is_private)
    return path


def write_plain(path: Path, data: bytes) -> None:
    """Write a private file as `write_whole` does, in the place of a plain one or none. Raises OSError."""
    if os.path.lexists(path):
        check_regular(path, follows=False)  # what else somebody has put there stays
    write_whole(path, data, is_private=True)


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


def put_aside(path: Path) -> Path:
    """Give a file that can't be read another name, under which it stays, and return that path. Raises OSError.

    What was put aside before stays too.
    """
    numbered = (path.with_name(f"{path.name}.{n}{BROKEN}") for n in count(2))
    for aside in chain((path.with_name(path.name + BROKEN),), numbered):
        with contextlib.suppress(FileExistsError):
            _move_to_new(path, aside)
            break
    _sync_folder(path.parent)
    return aside


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


def absolute(path: Path) -> Path:
    """Return a path from the root on. Raises OSError if the folder that it begins in was removed."""
    try:
        return path.absolute()
    except FileNotFoundError:
        raise OSError(errno.ENOENT, _("the current folder has been deleted"), str(path)) from None


def resolved(path: Path) -> Path:
    """Return where a path leads through links; links that lead to nothing but each other lead nowhere else."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # Python 3.11 and 3.12 raise RuntimeError
        return Path(os.path.normpath(absolute(path)))


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


# Names of files that people give: which ones every system takes, and which are still free.

T = TypeVar("T")

LONGEST = 60
"""Characters of a name that a person gives."""
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""What no system allows in the name of a file, or some don't."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What Windows calls its devices."""


def free_path(path: Path) -> Path:
    """Return a path, with a number behind its name if there is such a file already."""
    return next(free for free in _numbered(path) if not free.exists())


def at_free_path(path: Path, make: Callable[[Path], T]) -> T:
    """Return what `make` returns for that path, or with a number behind its name if there is such a file already.

    `make` raises FileExistsError if another process was faster: then the next number is tried.
    """
    for free in _numbered(path):
        if not free.exists():
            with suppress(FileExistsError):
                return make(free)
    raise AssertionError("numbers have no end")


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_name(f"{path.stem} {n}{path.suffix}") for n in count(2))


def refusal(name: str) -> str:
    """Return in a sentence why no file can be called so everywhere; empty if one can."""
    if found := _UNFIT.search(name):
        return _("A name can't contain the character {sign}.").format(sign=found[0])
    if name.startswith(".") or name.endswith("."):
        return _("A name can't begin or end with a period.")
    if _RESERVED.fullmatch(name):
        return _("Windows reserves the name {name}.").format(name=name)
    if len(name) > LONGEST:
        return _("A name can't be longer than {n} characters.").format(n=LONGEST)
    return ""


# One checksum for all that the program writes and reads again: it finds flipped bits, no forgery.

_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')


def checksum(data: bytes, before: int = 0) -> int:
    """Return the CRC-32 of data, chained to the one of what stands before it, or of what it is about."""
    return crc32(data, before)


def sealed(body: bytes, stated: int) -> bytes:
    """Return a JSON object with a checksum as its last member; it has others before it."""
    return b'%b,"crc":"%08x"}' % (body[:-1], stated)


def unsealed(data: bytes) -> tuple[bytes, int | None]:
    """Return what was sealed, without line breaks at its end, and the checksum; None if it states none.

    Line breaks count as they were written, whatever an editor or git has made of them.
    """
    bare = data.replace(b"\r\n", b"\n").rstrip(b"\r\n")
    found = _SEAL.search(bare)
    return (bare[: found.start()] + b"}", int(found[1], 16)) if found else (bare, None)
