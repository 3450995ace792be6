"""Files of a game on disk: the append-only file of its journal, and its drafts, last throw shown, and reviews."""

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

# The journal's file: it only grows, and only one process writes to it


class AppendFile:
    """An open, locked file; each append is one unbuffered write. Raises NotWritable, or InUse if it is locked already.

    Once it is locked nobody else writes to it, so that what is read then is complete.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = open_plain(path, os.O_RDWR | os.O_APPEND, follows=True)
        except OSError as error:
            raise NotWritable.because(path, error) from error
        keep_private(path)
        self._is_waiting = False
        """True if something was written that may not be on the disk yet."""
        self._close = weakref.finalize(self, os.close, self._file)
        if not lock(self._file):
            self.close()
            raise InUse.at(path)
        self._end = os.fstat(self._file).st_size
        self.losses = 0
        """Number of writes refused because the file was removed, replaced or changed by another program."""
        self._is_torn = False
        """True if a partial write may stand after the end."""

    @classmethod
    def begin(cls, path: Path, data: bytes) -> "AppendFile":
        """Return a new file that begins with `data`; a process that is killed meanwhile leaves no empty file."""
        try:
            make_folder(path.parent)
            write_whole(path, data, is_new=True, is_private=True)
        except FileExistsError as error:
            raise NameTaken.because(path, error) from error
        except OSError as error:
            raise NotWritable.because(path, error) from error
        return cls(path)

    def read(self, most: int) -> bytes:
        """Return the file's content, at most one byte more than `most`. Raises OSError."""
        with open(self._file, "rb", closefd=False) as file:
            file.seek(0)
            return file.read(most + 1)

    def end_at(self, length: int) -> None:
        """Cut the file off at `length`, or add its missing last line break. Raises NotWritable."""
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
        """Write `data` at the end, whole or not at all; `durably` flushes it to disk.

        Raises NotWritable, and FileLost if the file was removed, replaced or changed.
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
        """Cut off a partial write. Raises OSError if that isn't possible."""
        if self._is_torn:
            os.ftruncate(self._file, self._end)
            self._is_torn = False

    def _check(self) -> None:
        """Raise FileLost if the file was removed, replaced or changed. Raises OSError."""
        self._mend()
        if (error := self._why_lost()) is not None:
            self.losses += 1
            raise FileLost.because(self.path, error) from error

    @property
    def is_lost(self) -> bool:
        """True if the file was removed, replaced or changed by another program, as far as the system can tell."""
        try:
            return self._why_lost() is not None
        except OSError:
            return False

    def _why_lost(self) -> OSError | None:
        """Return an error that says how the file was lost; None if it wasn't. Raises OSError."""
        here = os.fstat(self._file)
        try:
            if not os.path.samestat(here, self.path.stat()):
                return OSError(errno.ESTALE, _("another file has taken its place"))
        except (FileNotFoundError, NotADirectoryError) as error:
            return error
        is_changed = here.st_size != self._end and not self._is_torn
        return OSError(errno.ESTALE, _("another program has changed it")) if is_changed else None

    def close(self) -> None:
        """Flush the file to disk if possible, and close it."""
        if self._is_waiting and self._close.alive:
            with contextlib.suppress(OSError):
                sync(self._file)
        self._close()


# Drafts: the unfinished answer that a game's screen keeps in a file beside the journal
#
# Its content is JSON in a format of the game's own; the first line is its checksum.

MOST_BYTES = 100_000
"""Largest size of a draft in bytes: a plan takes a few hundred."""


def draft_path(journal: Path) -> Path:
    """Return the file of the draft that belongs to a journal."""
    return journal.with_suffix(".plan")


def broken_draft_path(journal: Path) -> Path:
    """Return the file in which an unreadable draft is kept."""
    return journal.with_suffix(".plan.broken")


def keep_draft(journal: Path, draft: bytes) -> bool:
    """Write a draft, which is JSON, and return whether that worked; if not, there is one notice."""
    path = draft_path(journal)
    read_draft(journal)  # puts an unreadable one aside
    try:
        write_plain(path, _checksum(draft) + draft)
    except OSError as error:
        notice_unkept(_("Unfinished plan"), error)
        return False
    return True


def read_draft(journal: Path) -> bytes | None:
    """Return the draft of a game, which is JSON; None if there is none. An unreadable one is put aside."""
    try:
        return _read(draft_path(journal))
    except OSError as error:
        if error.errno == errno.EFBIG:
            put_draft_aside(journal, error.strerror)
    except UNDECODABLE as error:
        put_draft_aside(journal, error)
    return None


def put_draft_aside(journal: Path, why: object) -> None:
    """Put an unreadable draft aside with a notice, if that is possible."""
    with contextlib.suppress(OSError):
        put_aside_and_tell(draft_path(journal), why)


def drop_draft(journal: Path) -> None:
    """Remove the draft of a game whose question is answered; one that can't be removed fits no later question."""
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


# The last throw that a window has shown: a number in a file beside the journal
#
# A battle is written before its cubes are seen to fall: after a power cut the resumed game shows it then.

_MOST = 20
"""Largest size of the file in bytes."""


def shown_path(journal: Path) -> Path:
    """Return the file with the number of the last line shown."""
    return journal.with_suffix(".shown")


def keep_shown(journal: Path, n: int) -> None:
    """Record that all throws up to line `n` were shown; if that can't be written, one is shown twice."""
    read_shown(journal)  # puts a damaged file aside
    with contextlib.suppress(OSError):
        write_plain(shown_path(journal), b"%d\n" % n)


def read_shown(journal: Path) -> int | None:
    """Return the line up to which all throws were shown; None if that isn't known, as in an imported game.

    A damaged file is put aside; anything that isn't a plain file is left alone.
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


# Reviews: files beside the journal, which itself never changes


def review_path(journal: Path) -> Path:
    """Return the file of the review of a game."""
    return journal.with_suffix(".review")


def decisions_path(journal: Path) -> Path:
    """Return the file of the verdicts on a game's decisions."""
    return journal.with_suffix(".decisions")
