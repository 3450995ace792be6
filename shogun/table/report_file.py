"""The file that tells of a mistake of the program: text for people, and behind it the game's journal as it is."""

from pathlib import Path

from shogun.base.files import read_bounded
from shogun.game.protocol import Games
from shogun.table.journal import Contents, parse_journal, read_journal
from shogun.table.journal_limits import MOST_BYTES

FIRST = "A mistake of the program shogun"
"""How such a file begins."""
MARK = b"\n--- the journal of the game ---\n"
MOST_TOLD = 100_000
"""Characters of what is told before the journal."""


def report_of(told: str, journal: bytes) -> bytes:
    """Return the file: what is told of the mistake, and the game's journal, empty if there was none."""
    return f"{FIRST}\n\n{told[:MOST_TOLD]}\n".encode(errors="backslashreplace") + MARK + journal


def read_reported(games: Games, path: Path) -> Contents:
    """Return the journal in a file, be it a journal or such a report. Raises JournalError."""
    try:
        data = read_bounded(path, MOST_BYTES + 4 * MOST_TOLD)
    except OSError:
        data = b""
    if not data.startswith(FIRST.encode()):
        return read_journal(games, path)
    return parse_journal(games, data.replace(b"\r\n", b"\n").rpartition(MARK)[2], path)
