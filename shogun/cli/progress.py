"""Progress and remaining time of a long command: continuously on a terminal, now and then in a pipe or file."""

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shogun.base.language import _, ngettext
from shogun.base.notices import all_notices
from shogun.base.tables import clearing
from shogun.cli.errors import tell

if TYPE_CHECKING:
    from shogun.lab.searching.search_space import Candidate

PATIENCE = 0.5
"""Seconds between two updates."""
SELDOM = 10.0
"""Seconds between two lines if there is no terminal."""


class Line:
    """A line on stderr, rewritten in place on a terminal; elsewhere separate lines, not often."""

    def __init__(self) -> None:
        self._is_seen = sys.stderr.isatty()
        self._clearing = clearing(sys.stderr) if self._is_seen else ""
        self._last_update = 0.0 if self._is_seen else time.perf_counter()
        self._is_shown = False

    def is_due(self, now: float) -> bool:
        """Return whether the last update was long ago."""
        return now - self._last_update >= (PATIENCE if self._is_seen else SELDOM)

    def show(self, words: str, now: float) -> None:
        """Rewrite the line."""
        self._last_update = now
        if not self._is_seen:
            print(words, file=sys.stderr, flush=True)
            return
        self._is_shown = True
        print(f"{self._clearing}{words}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clear the line."""
        if self._is_shown:
            self._is_shown = False
            print(self._clearing, end="", file=sys.stderr, flush=True)


class CandidatesProgress(Line, ABC):
    """Reports the progress of a search for towers by the candidates that it has measured."""

    def __init__(self) -> None:
        super().__init__()
        self.began = time.perf_counter()

    def __call__(self, candidates: "Sequence[Candidate]") -> None:
        """Report on these candidates."""
        now = time.perf_counter()
        if self.is_due(now):
            self.show(self.words(candidates, now), now)

    @abstractmethod
    def words(self, candidates: "Sequence[Candidate]", now: float) -> str:
        """Return the progress in words at a moment of the clock."""


class Progress(Line):
    """Reports the work done and the time left; items known at the beginning took no time."""

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0
        self._known = 0

    def __call__(self, done: int, total: int) -> None:
        """Report the work done, after any pending notices; clear the line at the end."""
        if sentences := all_notices():
            self.end()
            for sentence in sentences:
                tell(sentence)
        if done >= total:
            self.end()
            return
        now = time.perf_counter()
        if not self._began:
            self._began, self._known = now, done
        if self.is_due(now):
            self.show(self.words(done, total, now), now)

    def words(self, done: int, total: int, now: float) -> str:
        """Return the progress in words at a moment of the clock."""
        told = _("{done} of {total} done").format(done=done, total=total)
        if done <= self._known:
            return told
        seconds = (now - self._began) / (done - self._known) * (total - done)
        return _("{told}, {time} left").format(told=told, time=in_words(seconds))


def in_words(seconds: float) -> str:
    """Return a duration in words, no finer than anyone needs."""
    if seconds < 100:
        return ngettext("{count} second", "{count} seconds", round(seconds)).format(count=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 100:
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return ngettext("{count} hour", "{count} hours", round(minutes / 60)).format(count=round(minutes / 60))
