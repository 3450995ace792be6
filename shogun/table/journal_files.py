"""A file that only grows, and that only one process writes to."""

import contextlib
import errno
import os
import weakref
from pathlib import Path

import msgspec

from shogun.base.files import (
    UNDECODABLE,
    checksum,
    keep_private,
    make_folder,
    open_plain,
    put_aside,
    read_bounded,
    remove,
    sync,
    write_plain,
    write_whole,
)
from shogun.base.language import _
from shogun.base.notices import notice_unkept, put_aside_and_tell
from shogun.base.shared_file import lock
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


# What a game's screen keeps of an unfinished answer while it is made: a file beside the journal, if any.
#
# What stands in it is the game's own matter, as JSON; the first line is its checksum.

MOST_BYTES = 100_000
"""A longer file is no draft: a plan takes a few hundred bytes."""


def draft_path(journal: Path) -> Path:
    """Return the file of the draft that belongs to a journal."""
    return journal.with_suffix(".plan")


def broken_draft_path(journal: Path) -> Path:
    """Return the file to which a draft that can't be read is put aside."""
    return journal.with_suffix(".plan.broken")


def keep_draft(journal: Path, draft: bytes) -> bool:
    """Write a draft, which is JSON, and return whether that was possible; if not, that is told once."""
    path = draft_path(journal)
    read_draft(journal)  # what can't be read is not written over
    try:
        write_plain(path, _checksum(draft) + draft)
    except OSError as error:
        notice_unkept(_("Unfinished plan"), error)
        return False
    return True


def read_draft(journal: Path) -> bytes | None:
    """Return the draft of a game, which is JSON; None if there is none. One that can't be read is put aside."""
    try:
        return _read(draft_path(journal))
    except OSError as error:
        if error.errno == errno.EFBIG:
            put_draft_aside(journal, error.strerror)
    except UNDECODABLE as error:
        put_draft_aside(journal, error)
    return None


def put_draft_aside(journal: Path, why: object) -> None:
    """Put the draft of a game aside, which can't be read, and tell so, as far as that is possible."""
    with contextlib.suppress(OSError):
        put_aside_and_tell(draft_path(journal), why)


def drop_draft(journal: Path) -> None:
    """Remove the draft of a game: it is answered. Where that is not possible it stays, and is for no question."""
    with contextlib.suppress(OSError):
        remove(draft_path(journal))


def _read(path: Path) -> bytes:
    """Return the draft in a file. Raises OSError, and one of UNDECODABLE if it is damaged."""
    stated, _line_break, draft = read_bounded(path, MOST_BYTES, follows=False).rstrip(b"\r\n").partition(b"\n")
    if stated.rstrip(b"\r") + b"\n" != _checksum(draft):
        raise ValueError(_("its checksum doesn't match"))
    msgspec.json.decode(draft)
    return draft


def _checksum(draft: bytes) -> bytes:
    return b"%08x\n" % checksum(draft)


# How much of a game its window has shown: a number in a file beside the journal.
#
# A battle is written before its cubes are shown to fall. Whoever goes on with a game after a power cut sees it then.

_MOST = 20
"""Bytes of the file."""


def shown_path(journal: Path) -> Path:
    """Return the file that belongs to a journal."""
    return journal.with_suffix(".shown")


def keep_shown(journal: Path, n: int) -> None:
    """Note that all throws up to line `n` were shown to their end; where that can't be written, one is shown twice."""
    read_shown(journal)  # what is none of these notes is not written over
    with contextlib.suppress(OSError):
        write_plain(shown_path(journal), b"%d\n" % n)


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
    number = data.removesuffix(b"\n").removesuffix(b"\r")
    if number.isdigit() and data.endswith(b"\n"):
        return int(number)
    _put_aside(path)
    return None


def _put_aside(path: Path) -> None:
    with contextlib.suppress(OSError):
        put_aside(path)


# Where what was found out in looking back at a game is kept: files beside its journal, which never changes.


def review_path(journal: Path) -> Path:
    """Return the file of the review of a game."""
    return journal.with_suffix(".review")


def decisions_path(journal: Path) -> Path:
    """Return the file of what was found of a game's decisions."""
    return journal.with_suffix(".decisions")
