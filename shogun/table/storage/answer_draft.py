"""What a game's screen keeps of an unfinished answer while it is made: a file beside the journal, if any.

What stands in it is the game's own matter, as JSON; the first line is its checksum.
"""

import contextlib
import errno
from pathlib import Path

import msgspec

from shogun.base.checksums import checksum
from shogun.base.files import UNDECODABLE, read_bounded, remove, write_plain
from shogun.base.language import _
from shogun.base.notices import notice_unkept, put_aside_and_tell

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
