"""Which games there are, for tests that want those alone that can be read."""

from pathlib import Path

from shogun.game.protocol import Games
from shogun.table.storage.saved_games import SavedGame, all_games


def saved_games(games: Games, folder: Path | None = None) -> list[SavedGame]:
    """Return all games whose header can be read, the last one played first."""
    return [game for game in all_games(games, folder) if isinstance(game, SavedGame)]
