"""A player's own opponents: files in the data folder, one folder for each game, offered beside the program's."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from shogun.game.errors import UnknownOpponent
from shogun.players.seating import Opponents
from shogun.table.storage.saved_games import games_folder

MOST_FILES = 20
"""More in a folder are not looked at."""


class OwnOpponents(Struct, frozen=True):
    """What was found in a folder."""

    described: Mapping[str, str]
    """What describes the opponents, by their codes, as a journal's header keeps it."""
    problems: tuple[str, ...]
    """A sentence for each file that describes none."""


def opponents_folder(game: str) -> Path:
    """Return the folder of one's own opponents of the game of this code; it may not exist."""
    return games_folder().parent / "opponents" / game


def own_opponents(opponents: Opponents, folder: Path) -> OwnOpponents:
    """Return the opponents that the files of a folder describe, by name of the file; nothing if there is no folder."""
    good: list[str] = []
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml"))[:MOST_FILES]:
        try:
            opponents.named([str(path)])
        except UnknownOpponent as error:
            problems.append(str(error))
        else:
            good.append(str(path))
    described = opponents.named(good)[1] if good else {}
    return OwnOpponents(described, tuple(problems))
