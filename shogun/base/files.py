"""Files and their names: bounded reads, atomic writes, moves, names valid on every system, checksums."""

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
from functools import cache, partial
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, TypeVar
from zlib import crc32

from shogun.base.language import _

UNFINISHED = ".part"
"""Ending of a file while it is written: a process that is killed leaves nothing that looks like a whole one."""
BROKEN = ".broken"
"""Ending of the names under which unreadable files are kept."""
_LEFT_OVER = re.compile(r"[0-9a-f]{8}-\d+" + re.escape(UNFINISHED))
"""Pattern of the names of unfinished files."""
OLD = 86_400.0
"""Seconds after which an unfinished file is abandoned: writing takes some milliseconds."""
OWNERS, EVERYBODYS = 0o600, 0o666
"""Permissions of a new file: readable by its owner only, or by everybody as far as the system's umask allows."""
OPEN_FILES_RESIST = os.name == "nt"
"""True if the system refuses to open, replace, move or delete a file while another program has it open.

Virus scanners, synchronized folders and other windows do for some milliseconds.
"""
_ATTEMPTS, _PAUSE = 50, 0.01
"""How often a refused file is tried again, and the seconds between two attempts: half a second in all."""
UNDECODABLE = (ValueError, RecursionError)
"""Errors that decoders raise for foreign bytes; those of msgspec, TOML and UTF-8 are ValueErrors."""


T = TypeVar("T")


def patiently(path: Path, deed: Callable[[], T]) -> T:
    """Return what a deed with a file returns, attempted for half a second where open files resist.

    Raises OSError, one with a sentence of its own if the file resisted to the end.
    """
    for _attempt in range(_ATTEMPTS if OPEN_FILES_RESIST else 0):
        with suppress(PermissionError):
            return deed()
        time.sleep(_PAUSE)
    try:
        return deed()
    except PermissionError as error:
        if not OPEN_FILES_RESIST:
            raise
        why = _("another program has it open, or you aren't allowed to use it")
        raise PermissionError(error.errno, why, str(path)) from error


def read_bounded(path: Path, most: int, *, follows: bool = True) -> bytes:
    """Return the bytes of a file. Raises OSError, also if there are more than `most`, or if it isn't a file.

    A pipe, which may never end, is not even opened; a link is opened only if `follows`.
    """
    with os.fdopen(open_plain(path, os.O_RDONLY, follows=follows), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, _("it is larger than {most} bytes").format(most=most), str(path))
    return data


def unreadable(path: object, error: OSError) -> str:
    """Return a sentence that says why a file can't be read."""
    if isinstance(error, FileNotFoundError):
        return _("there is no file {path}").format(path=path)
    return _("{path} can't be read: {why}").format(path=path, why=error.strerror or error)


def open_plain(path: Path, flags: int, *, follows: bool = False, mode: int = OWNERS) -> int:
    """Return the handle of a plain file, opened with the flags of `os.open`, without ever blocking.

    Raises OSError, also for a folder, a pipe or a device, and for a link unless `follows`; these stay unchanged, so
    O_TRUNC applies to plain files only.
    """
    if not flags & os.O_CREAT or os.path.lexists(path):
        check_regular(path, follows=follows)
    plain = flags & ~os.O_TRUNC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    without_links = 0 if follows else getattr(os, "O_NOFOLLOW", 0)
    handle = patiently(path, lambda: os.open(path, plain | without_links, mode))
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
    """Raise OSError unless the path is a plain file; a link counts only if `follows`."""
    try:
        is_regular = stat.S_ISREG(path.stat(follow_symlinks=follows).st_mode)
    except ValueError:  # a name that the system can't even be asked for
        is_regular = False
    if not is_regular:
        raise _no_file(path)


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, _("it isn't a file"), str(path))


def write_whole(path: Path, data: bytes, *, is_new: bool = False, is_private: bool = False) -> None:
    """Write a file atomically and flush it to disk.

    Only its owner may read a private one. Raises OSError, and then nothing has changed; with `is_new` also if there is
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
            patiently(path, lambda: part.replace(path))
    except BaseException as error:
        with contextlib.suppress(OSError):
            _unlink(part)
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error  # nobody has asked for the part
        raise
    _sync_folder(path.parent)


def write_new(path: Path, data: bytes, *, is_private: bool = False) -> Path:
    """Write a new file as `write_whole` does and return its path. Raises OSError, also if there is such a file."""
    write_whole(path, data, is_new=True, is_private=is_private)
    return path


def write_plain(path: Path, data: bytes) -> None:
    """Write a private file as `write_whole` does, replacing a plain file only. Raises OSError."""
    if os.path.lexists(path):
        check_regular(path, follows=False)  # what else somebody has put there stays
    write_whole(path, data, is_private=True)


def _opened(path: Path, mode: int) -> BinaryIO:
    """Return an empty file, opened for writing, with these permissions where the system has any."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.fdopen(patiently(path, lambda: os.open(path, flags, mode)), "wb")


@cache
def _sweep(folder: Path) -> None:
    """Remove old unfinished files that killed processes left in a folder; once for each folder."""
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
    """Make a folder and its parents where they are missing, and flush their names to disk. Raises OSError.

    A file that is written into the folder later could not be found again if the disk lost the folder's name.
    """
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for part in missing:
        _sync_folder(part.parent)


def move(path: Path, new: Path, beside: Sequence[tuple[Path, Path]] = ()) -> None:
    """Move a file, and the files `beside` it, to other paths on the same disk, and flush that to disk.

    A process that is killed meanwhile leaves the file whole under one of its paths, with its companions: they lie
    beside both until the move is done. Files already at the companions' new paths are replaced. Raises OSError.
    """
    if is_alias(path, new):  # only letters' case changes, of the one name that each file has
        for old, along in ((path, new), *beside):
            if old.exists():
                patiently(old, partial(old.rename, along))
        _sync_folder(path.parent)
        return
    for old, along in beside:
        _share(old, along)
    patiently(path, lambda: path.rename(new))
    _sync_folder(new.parent)
    for old, along in beside:
        if along.exists():
            _unlink(old)
        elif old.exists():
            move(old, along)
    _sync_folder(path.parent)


def is_alias(path: Path, other: Path) -> bool:
    """Return whether another name is only another spelling of a file's own, where letters' case makes no difference."""
    with suppress(OSError):
        return path.samefile(other) and all(entry.name != other.name for entry in other.parent.iterdir())
    return False


def _share(path: Path, other: Path) -> None:
    """Give a file a second path, where the system has hard links. Raises OSError."""
    _unlink(other)
    with contextlib.suppress(OSError):
        other.hardlink_to(path)


def put_aside(path: Path) -> Path:
    """Rename an unreadable file to keep it, and return its new path. Raises OSError.

    Files put aside earlier stay too.
    """
    numbered = (path.with_name(f"{path.name}.{n}{BROKEN}") for n in count(2))
    for aside in chain((path.with_name(path.name + BROKEN),), numbered):
        with contextlib.suppress(FileExistsError):
            _move_to_new(path, aside)
            break
    _sync_folder(path.parent)
    return aside


def remove(path: Path) -> None:
    """Remove a file, if there is one, and flush that to disk. Raises OSError."""
    _unlink(path)
    _sync_folder(path.parent)


def _unlink(path: Path) -> None:
    patiently(path, lambda: path.unlink(missing_ok=True))


def keep_private(path: Path) -> None:
    """Let nobody but its owner read a file, as far as the system allows it."""
    with contextlib.suppress(OSError):
        path.chmod(OWNERS)


def _move_to_new(part: Path, path: Path) -> None:
    """Give a file its name. Raises FileExistsError if the name is taken; without hard links there may be a race."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        patiently(part, lambda: part.rename(path))
    else:
        _unlink(part)


def sync(file: int) -> None:
    """Flush an open file to disk; on macOS only F_FULLFSYNC waits for the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # not every kind of disk knows it
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk; systems that can't open folders do so automatically."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            sync(handle)
        finally:
            os.close(handle)


def absolute(path: Path) -> Path:
    """Return an absolute path. Raises OSError if the current folder was removed."""
    try:
        return path.absolute()
    except FileNotFoundError:
        raise OSError(errno.ENOENT, _("the current folder has been deleted"), str(path)) from None


def resolved(path: Path) -> Path:
    """Return a path with its links resolved; one in a loop of links is only made absolute."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # Python 3.11 and 3.12 raise RuntimeError
        return Path(os.path.normpath(absolute(path)))


@contextmanager
def existing_folder() -> Iterator[None]:
    """Enter the root folder for a while if the current one was removed."""
    try:
        os.getcwd()  # noqa: PTH109  nothing is wanted but its error
    except FileNotFoundError:
        if sys.platform == "win32":  # no folder that a process is in can be removed there
            raise
        here = os.open(".", os.O_RDONLY)
        os.chdir(os.sep)
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
    else:
        yield


# File names that players choose

LONGEST = 60
"""Characters of a name that a player may choose."""
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""Characters that some system doesn't allow in the name of a file."""
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices."""


def free_path(path: Path) -> Path:
    """Return a path that is free: the given one, or one with a number after its name."""
    return next(free for free in _numbered(path) if not free.exists())


def at_free_path(path: Path, make: Callable[[Path], T]) -> T:
    """Return what `make` returns for the first free path: the given one, or one with a number after its name.

    `make` raises FileExistsError if another process was faster; then the next number is tried.
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
    """Return a sentence that says why a name isn't valid on every system; empty if it is."""
    if found := _UNFIT.search(name):
        return _("A name can't contain the character {sign}.").format(sign=found[0])
    if name.startswith(".") or name.endswith("."):
        return _("A name can't begin or end with a period.")
    if _RESERVED.fullmatch(name):
        return _("Windows reserves the name {name}.").format(name=name)
    if len(name) > LONGEST:
        return _("A name can't be longer than {n} characters.").format(n=LONGEST)
    return ""


# Checksums: they find flipped bits, not forgeries

_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')


def checksum(data: bytes, before: int = 0) -> int:
    """Return the CRC-32 of data, chained to the checksum `before` it."""
    return crc32(data, before)


def sealed(body: bytes, stated: int) -> bytes:
    """Return a JSON object, which isn't empty, with a checksum added as its last member."""
    return b'%b,"crc":"%08x"}' % (body[:-1], stated)


def unsealed(data: bytes) -> tuple[bytes, int | None]:
    """Return the object that was sealed, without line breaks at its end, and its checksum; None if it has none.

    Line breaks changed by an editor or git are restored first.
    """
    bare = data.replace(b"\r\n", b"\n").rstrip(b"\r\n")
    found = _SEAL.search(bare)
    return (bare[: found.start()] + b"}", int(found[1], 16)) if found else (bare, None)
