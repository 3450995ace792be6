"""A game that another window plays, looked on at here: its journal is read, and read on as it grows."""

import time
from pathlib import Path

from shogun.base.language import _
from shogun.game.protocol import only
from shogun.table.errors import JournalError
from shogun.table.past.history import History
from shogun.table.past.replay import Replay
from shogun.table.storage.journal import Contents, read_journal
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story, source_of_journal

REST = 1.0
"""Seconds between two looks at the file."""


class Watch:
    """Never writes; what can't be read is looked at again later."""

    def __init__(self, game: GamePlugin, path: Path) -> None:
        self._game = game
        self._path = path
        self._replay: Replay | None = None
        self._history: History | None = None
        self._seen = (0, 0)
        """When the file was changed that was read last (ns), and its size."""
        self._next = 0.0
        """When the file is looked at again (s, monotonic)."""

    @property
    def notice(self) -> str:
        """What is told to whoever looks on, in one sentence."""
        return _("This game is being played in another window; you can watch it here.")

    def has_news(self, story: Story) -> bool:
        """Have a story tell what has come since, and return whether anything has; looked for once a second at most."""
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + REST
        try:
            found = self._path.stat()
            now = found.st_mtime_ns, found.st_size
            if now == self._seen:
                return False
            has_come = self._read(story)
        except (OSError, JournalError):
            return False
        self._seen = now
        return has_come

    def _read(self, story: Story) -> bool:
        contents = read_journal(only(self._game.rules), self._path)
        before = len(story.history), story.viewer, story.people
        course = self._played(contents).go_on(contents)
        if self._history is None:
            self._history = History(self._game.rules, contents.header)
        self._history.follow(course.answers)
        story.tell(source_of_journal(self._history, contents, course.changes))
        return before != (story.last, story.viewer, story.people)

    def _played(self, contents: Contents) -> Replay:
        """Return what was played so far, from the beginning if the journal has become another one."""
        known = self._replay
        if known is None or contents.raw[: len(known.contents.raw)] != known.contents.raw:
            self._replay, self._history = Replay(contents), None
        assert self._replay is not None
        return self._replay
