"""A folder of ever so many games: its files at once, and what stands in them read little by little, in their order.

What has been read of a file is used again as long as its size and time are the same.
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
"""So many games are kept whole, with their headers: those that were seen last."""


class GameFiles:
    """The games of a folder, the last one played first."""

    def __init__(self, games: Games, folder: Path | None = None) -> None:
        self.folder = folder or games_folder()
        self.files: list[GameFile] = []
        self.version = 0
        """Counts what has changed: the files, or what is known of them."""
        self._games = games
        self._briefs: dict[GameFile, Brief] = {}
        self._whole: OrderedDict[GameFile, ListedGame] = OrderedDict()
        self._unread: list[GameFile] = []
        self._seen = -1
        self.look()

    def path(self, file: GameFile) -> Path:
        """Return where a file lies."""
        return self.folder / file.name

    # The folder

    def look(self) -> bool:
        """Look which files there are now, and return whether that has changed."""
        self._seen = self._folder_time()
        last = last_opened(self.folder)
        found = sorted(_files(self.folder), key=lambda file: (file.name == last, file.time_ns, file.name), reverse=True)
        if found == self.files:
            return False
        self.files = found
        self._briefs = {file: self._briefs[file] for file in found if file in self._briefs}
        self._unread = [file for file in reversed(found) if file not in self._briefs]
        self.version += 1
        return True

    def look_if_touched(self) -> bool:
        """Look anew if a file has come or gone, which is known at once, and return whether the files have changed."""
        return self._folder_time() != self._seen and self.look()

    def is_other(self, file: GameFile) -> bool:
        """Return whether a file is gone, or something was written into it meanwhile."""
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

    # What stands in the files

    @property
    def is_busy(self) -> bool:
        """Whether there are files that weren't read yet."""
        return bool(self._unread)

    @property
    def unread(self) -> int:
        """How many files weren't read yet."""
        return len(self._unread)

    def brief(self, file: GameFile) -> Brief | None:
        """Return what is known of a game by now; None if it wasn't read yet."""
        return self._briefs.get(file)

    def known(self, file: GameFile) -> ListedGame | None:
        """Return a game with its header, if that was read lately."""
        found = self._whole.get(file)
        if found is not None:
            self._whole.move_to_end(file)
        return found

    def read(self, file: GameFile) -> ListedGame | None:
        """Return a game with its header, read now if need be; None if its file is gone."""
        found = self.known(file) or self._read(file)
        if found is not None:
            self._whole[file] = found
            while len(self._whole) > KEPT:
                self._whole.popitem(last=False)
        return found

    def _read(self, file: GameFile) -> ListedGame | None:
        found = read_game(self._games, self.path(file))
        if file not in self._briefs:
            self._briefs[file] = _brief(found)
            self.version += 1
        return found

    def go_on(self, seconds: float) -> bool:
        """Read files for so long, the last ones played first, and return whether there were any."""
        ends = time.monotonic() + seconds
        was_busy = self.is_busy
        while self._unread and time.monotonic() < ends:
            file = self._unread.pop()
            if file not in self._briefs:
                self._read(file)
        return was_busy

    def last_unfinished(self) -> tuple[SavedGame | None, bool]:
        """Return the game that "Continue" goes on with, and whether that is certain: all before it have been read."""
        for file in self.files:
            brief = self._briefs.get(file)
            if brief is None:
                return None, False
            if brief.is_readable and not brief.is_finished and not brief.is_excerpt:
                found = self.read(file)
                if isinstance(found, SavedGame):
                    return found, True
        return None, True


def _files(folder: Path) -> list[GameFile]:
    """Return the games' files in a folder; none if it can't be looked into."""
    found: list[GameFile] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX):
                    try:
                        stat = entry.stat()
                    except OSError:  # it was deleted a moment ago
                        continue
                    found.append(GameFile(entry.name, stat.st_mtime_ns, stat.st_size))
    except OSError:
        return []
    return found


def _brief(game: ListedGame | None) -> Brief:
    """Return what is remembered of a game."""
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
