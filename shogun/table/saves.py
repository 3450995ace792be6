"""The games in the user's data folder: every game is saved there from its first answer, by its journal."""

import os
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from shogun.language import _
from shogun.table.errors import JournalError, NotWritable
from shogun.table.journal import Header, read_header
from shogun.table.recordings import drops_path

SUFFIX = ".journal"


class SavedGame(Struct, frozen=True):
    """One game in the list."""

    path: Path
    header: Header
    is_finished: bool
    changed: datetime
    """When the last line was written."""


def games_folder() -> Path:
    """Return the folder of the games; it may not exist yet."""
    import platformdirs

    return platformdirs.user_data_path("shogun", appauthor=False) / "games"


def new_game_path(folder: Path | None = None, *, now: datetime | None = None) -> Path:
    """Return a free path for a new game, named after date and time. Raises NotWritable."""
    folder = folder or games_folder()
    check_writable(folder)
    name = f"{now or datetime.now():%Y-%m-%d %H-%M-%S}"
    free = (folder / f"{name}{number}{SUFFIX}" for number in ("", *(f" {n}" for n in range(2, 1000))))
    return next(path for path in free if not path.exists())


def check_writable(folder: Path) -> None:
    """Make a folder if it is missing. Raises NotWritable if it can't be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(_("no permission"))
    except OSError as error:
        raise NotWritable.because(folder, error) from error


def saved_games(folder: Path | None = None) -> list[SavedGame]:
    """Return all games whose header can be read, the last one played first."""
    games = [game for path in (folder or games_folder()).glob(f"*{SUFFIX}") if (game := _saved_game(path))]
    return sorted(games, key=lambda game: (game.changed, game.path), reverse=True)


def last_unfinished(folder: Path | None = None) -> SavedGame | None:
    """Return the game that "Continue" goes on with: the last one played that has not ended."""
    return next((game for game in saved_games(folder) if not game.is_finished), None)


def delete(game: SavedGame) -> None:
    """Remove a game with its recordings. Raises NotWritable."""
    try:
        game.path.unlink()
        drops_path(game.path).unlink(missing_ok=True)
    except OSError as error:
        raise NotWritable.because(game.path, error) from error


def _saved_game(path: Path) -> SavedGame | None:
    try:
        header, last = read_header(path)
        changed = datetime.fromtimestamp(path.stat().st_mtime)
    except (JournalError, OSError, msgspec.MsgspecError):
        return None
    return SavedGame(path, header, last.startswith(b'{"line":"end"'), changed)
