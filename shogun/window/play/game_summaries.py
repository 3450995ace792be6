"""Summaries of saved games, made little by little while the window goes on."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from shogun.base.language import _
from shogun.game.protocol import Games
from shogun.table.errors import JournalError
from shogun.table.past.summary import Known, Summary
from shogun.table.past.summary_making import summary

SLICE = 0.006
"""Seconds of a frame that go into summaries."""
KEPT = 200
"""So many summaries are remembered, those that were asked for last; each holds a view of its game."""
WANTED = 24
"""So many are waited for, more than a list shows at once: what was asked for last comes first."""

Key = tuple[Path, int, int]
"""A file as it is now: its path, when it was changed (ns), and its size."""


class GameSummaries:
    """What is known of saved games; a file that has changed is looked at again."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: OrderedDict[Key, Summary | str] = OrderedDict()
        self._wanted: list[Path] = []
        self._path: Path | None = None
        self._work: Iterator[Summary | None] | None = None

    def get(self, path: Path) -> Known:
        """Return the summary of a game, a sentence if it is damaged; None as long as it is being made."""
        key = _key(path)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
        elif path not in self._wanted:
            self._wanted = [*self._wanted[-WANTED + 1 :], path]
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
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._wanted.pop(0)
        self._work = None
        return True


def _key(path: Path) -> Key:
    try:
        stat = path.stat()
    except OSError:  # it was deleted a moment ago
        return path, 0, 0
    return path, stat.st_mtime_ns, stat.st_size
