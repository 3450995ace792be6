"""The error report of a crash: a text for people, followed by the game's journal unchanged."""

from pathlib import Path

from shogun.base.files import read_bounded
from shogun.game.protocol import Games
from shogun.table.journal import Contents, parse_journal, read_journal
from shogun.table.journal_limits import MOST_BYTES

FIRST = "A mistake of the program shogun"
"""First words of such a file."""
MARK = b"\n--- the journal of the game ---\n"
MOST_TOLD = 100_000
"""Characters of the text before the journal."""


def report_of(text: str, journal: bytes) -> bytes:
    """Return the content of a report: a text, and the game's journal, empty if there was none."""
    return f"{FIRST}\n\n{text[:MOST_TOLD]}\n".encode(errors="backslashreplace") + MARK + journal


def read_reported(games: Games, path: Path) -> Contents:
    """Return the journal in a file, which may be a journal or an error report. Raises JournalError."""
    try:
        data = read_bounded(path, MOST_BYTES + 4 * MOST_TOLD)
    except OSError:
        data = b""
    if not data.startswith(FIRST.encode()):
        return read_journal(games, path)
    return parse_journal(games, data.replace(b"\r\n", b"\n").rpartition(MARK)[2], path)
