"""A folder with any number of games: its files are listed at once, and read gradually, in their order.

The result for a file is used again as long as its size and time stay the same.
"""

import os
import time
from collections import OrderedDict
from pathlib import Path

from shogun.game.protocol import Games
from shogun.table.journal import PERSON
from shogun.table.saved_games import (
    SUFFIX,
    Brief,
    GameFile,
    ListedGame,
    SavedGame,
    games_folder,
    last_opened,
    read_game,
)

KEPT = 100
"""Number of games kept whole, with their headers: those viewed last."""


class GameFiles:
    """The games of a folder, the last one played first."""

    def __init__(self, games: Games, folder: Path | None = None) -> None:
        self.folder = folder or games_folder()
        self.files: list[GameFile] = []
        self.version = 0
        """Counts changes of the files, or of what is known of them."""
        self._games = games
        self._briefs: dict[GameFile, Brief] = {}
        self._whole: OrderedDict[GameFile, ListedGame] = OrderedDict()
        self._unread: list[GameFile] = []
        self._seen = -1
        self.look()

    def path(self, file: GameFile) -> Path:
        """Return the path of a file."""
        return self.folder / file.name

    # The folder

    def look(self) -> bool:
        """Update the list of files, and return whether it has changed."""
        self._seen = self._folder_time()
        last = last_opened(self.folder)
        files = sorted(_files(self.folder), key=lambda file: (file.name == last, file.time_ns, file.name), reverse=True)
        if files == self.files:
            return False
        self.files = files
        self._briefs = {file: self._briefs[file] for file in files if file in self._briefs}
        self._unread = [file for file in reversed(files) if file not in self._briefs]
        self.version += 1
        return True

    def look_if_touched(self) -> bool:
        """Update the list if the folder's time has changed, and return whether the list has changed."""
        return self._folder_time() != self._seen and self.look()

    def is_other(self, file: GameFile) -> bool:
        """Return whether a file is gone, or was written to meanwhile."""
        try:
            stat = self.path(file).stat()
        except OSError:
            return True
        return (stat.st_mtime_ns, stat.st_size) != (file.time_ns, file.size)

    def _folder_time(self) -> int:
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return 0

    # The content of the files

    @property
    def is_busy(self) -> bool:
        """True if there are files that haven't been read yet."""
        return bool(self._unread)

    @property
    def unread(self) -> int:
        """Number of files that haven't been read yet."""
        return len(self._unread)

    def brief(self, file: GameFile) -> Brief | None:
        """Return the summary of a game; None if it hasn't been read yet."""
        return self._briefs.get(file)

    def known(self, file: GameFile) -> ListedGame | None:
        """Return a game with its header, if that was read lately."""
        game = self._whole.get(file)
        if game is not None:
            self._whole.move_to_end(file)
        return game

    def read(self, file: GameFile) -> ListedGame | None:
        """Return a game with its header, read now if need be; None if its file is gone."""
        game = self.known(file) or self._read(file)
        if game is not None:
            self._whole[file] = game
            while len(self._whole) > KEPT:
                self._whole.popitem(last=False)
        return game

    def _read(self, file: GameFile) -> ListedGame | None:
        game = read_game(self._games, self.path(file))
        if file not in self._briefs:
            self._briefs[file] = _brief(game)
            self.version += 1
        return game

    def go_on(self, seconds: float) -> bool:
        """Read files for some seconds, the last ones played first, and return whether any were left to read."""
        ends = time.perf_counter() + seconds
        was_busy = self.is_busy
        while self._unread and time.perf_counter() < ends:
            file = self._unread.pop()
            if file not in self._briefs:
                self._read(file)
        return was_busy

    def last_unfinished(self) -> tuple[SavedGame | None, bool]:
        """Return the game for "Continue", and whether that is certain since all before it have been read."""
        for file in self.files:
            brief = self._briefs.get(file)
            if brief is None:
                return None, False
            if brief.is_readable and not brief.is_finished and not brief.is_excerpt:
                game = self.read(file)
                if isinstance(game, SavedGame):
                    return game, True
        return None, True


def _files(folder: Path) -> list[GameFile]:
    """Return the games' files in a folder; none if it can't be read."""
    files: list[GameFile] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX):
                    try:
                        stat = entry.stat()
                    except OSError:  # it was deleted a moment ago
                        continue
                    files.append(GameFile(entry.name, stat.st_mtime_ns, stat.st_size))
    except OSError:
        return []
    return files


def _brief(game: ListedGame | None) -> Brief:
    """Return the brief of a game."""
    if not isinstance(game, SavedGame):
        return Brief()
    header = game.header
    players = tuple("" if seat.player == PERSON else seat.player for seat in header.seats)
    return Brief(
        game=header.game,
        created=header.created,
        names=tuple(seat.name for seat in header.seats),
        players=players,
        is_finished=game.is_finished,
        is_excerpt=header.is_excerpt,
        points=game.points,
        is_won=any(not players[seat] for seat in game.winners if seat < len(players)),
        branch=header.branch_of,
    )
