"""Which games there are, for tests that want those alone that can be read."""

from pathlib import Path

from shogun.game.protocol import Games
from shogun.table.game_files import GameFiles
from shogun.table.saved_games import SavedGame, all_games

LONG = 100.0
"""Seconds in which all files are read."""


def saved_games(games: Games, folder: Path | None = None) -> list[SavedGame]:
    """Return all games whose header can be read, the last one played first."""
    return [game for game in all_games(games, folder) if isinstance(game, SavedGame)]


def last_unfinished(games: Games, folder: Path | None = None) -> SavedGame | None:
    """Return the game that "Continue" goes on with."""
    files = GameFiles(games, folder)
    files.go_on(LONG)
    found, is_certain = files.last_unfinished()
    assert is_certain
    return found
