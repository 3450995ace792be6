"""Summaries of saved games, made little by little while the window goes on."""

import time
from collections.abc import Iterator
from pathlib import Path

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.errors import JournalError
from shogun.table.past.summary import Known, Summary
from shogun.table.past.summary_making import summary

SLICE = 0.006
"""Seconds of a frame that go into summaries."""

Key = tuple[Path, int, int]
"""A file as it is now: its path, when it was changed (ns), and its size."""


class GameSummaries:
    """What is known of saved games; a file that has changed is looked at again."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: dict[Key, Summary | str] = {}
        self._wanted: list[Path] = []
        self._path: Path | None = None
        self._work: Iterator[Summary | None] | None = None

    def get(self, path: Path) -> Known:
        """Return the summary of a game, a sentence if it is damaged; None as long as it is being made."""
        known = self._known.get(_key(path))
        if known is None and path not in self._wanted:
            self._wanted.append(path)
        return known

    @property
    def is_busy(self) -> bool:
        """Whether a summary is waited for."""
        return bool(self._wanted)

    def go_on(self) -> bool:
        """Work for a moment and return whether a summary was finished."""
        ends = time.monotonic() + SLICE
        finished = False
        while self._wanted and not finished:
            finished = self._advance()
            if time.monotonic() > ends:
                break
        return finished

    def _advance(self) -> bool:
        path = self._wanted[0]
        if self._work is None or self._path != path:
            self._path, self._work = path, summary(self._games, path)
        try:
            found: Known = next(self._work)
        except JournalError as error:
            found = _("Line {n} of its file can't be used: {why}.").format(n=error.line, why=error.sentence)
        if found is None:
            return False
        self._known[_key(path)] = found
        self._wanted.pop(0)
        self._work = None
        return True


def _key(path: Path) -> Key:
    try:
        stat = path.stat()
    except OSError:  # it was deleted a moment ago
        return path, 0, 0
    return path, stat.st_mtime_ns, stat.st_size
