"""The game of which another is a branch, where its file still lies beside the branch under its old name."""

from pathlib import Path

from shogun.game.protocol import Games
from shogun.table.errors import JournalError
from shogun.table.past.copied_past import is_original
from shogun.table.storage.game_brief import SUFFIX
from shogun.table.storage.journal import Contents, Header, read_journal


def original(games: Games, header: Header, path: Path | None) -> Contents | None:
    """Return the game from which a branch in this file comes; None if it isn't found, or is another game by now."""
    told = header.branch_of
    if told is None or path is None:
        return None
    try:
        contents = read_journal(games, path.with_name(told.name + SUFFIX))
    except (JournalError, OSError, ValueError):
        return None
    return contents if is_original(contents, told) else None
