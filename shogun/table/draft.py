"""What a game's screen keeps of an unfinished answer while it is made: a file beside the journal, if any.

What stands in it is the game's own matter, as JSON; the first line is its checksum.
"""

import contextlib
from pathlib import Path

import msgspec

from shogun.base.checksums import checksum
from shogun.base.files import UNDECODABLE, read_bounded, remove, write_whole

MOST_BYTES = 100_000
"""A longer file is no draft: a plan takes a few hundred bytes."""


def draft_path(journal: Path) -> Path:
    """Return the file of the draft that belongs to a journal."""
    return journal.with_suffix(".plan")


def broken_draft_path(journal: Path) -> Path:
    """Return the file to which a draft that can't be read is put aside."""
    return journal.with_suffix(".plan.broken")


def keep_draft(journal: Path, draft: bytes) -> bool:
    """Write a draft, which is JSON, and return whether that was possible; if not, nothing else is lost."""
    try:
        write_whole(draft_path(journal), _checksum(draft) + draft, is_private=True)
    except OSError:
        return False
    return True


def read_draft(journal: Path) -> bytes | None:
    """Return the draft of a game, which is JSON; None if there is none. One that can't be read is put aside."""
    path = draft_path(journal)
    try:
        draft = _read(path)
        if draft is None:
            path.replace(broken_draft_path(journal))
    except OSError:
        return None
    return draft


def drop_draft(journal: Path) -> None:
    """Remove the draft of a game: it is answered. Where that is not possible it stays, and is for no question."""
    with contextlib.suppress(OSError):
        remove(draft_path(journal))


def _read(path: Path) -> bytes | None:
    """Return the draft in a file, None if it is damaged. Raises FileNotFoundError if there is no file."""
    try:
        stated, _line_break, draft = read_bounded(path, MOST_BYTES).partition(b"\n")
        msgspec.json.decode(draft)
    except FileNotFoundError:
        raise
    except (OSError, *UNDECODABLE):
        return None
    return draft if stated + b"\n" == _checksum(draft) else None


def _checksum(draft: bytes) -> bytes:
    return b"%08x\n" % checksum(draft)
