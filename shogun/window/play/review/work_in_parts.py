"""Work that workers do in parts while the window goes on, little by little."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from shogun.base.worker_pool import Workers
from shogun.players.review.decision_judge import Judgeable
from shogun.players.review.estimates import Reviewable
from shogun.table.past.history import History
from shogun.table.past.visible_past import VisiblePast
from shogun.table.storage.journal import Header

AT_ONCE = 2
"""Parts that are in work at the same time, so that others who need a worker wait for one part at most."""
Keep = Callable[[str, str, Callable[[], object]], None]
"""Writes something, as `Application.keep` does."""


class Reviewed(Reviewable, Judgeable, Protocol):
    """A game that can be looked back at, and whose decisions can be judged."""


class Past(Protocol):
    """The past of a game: `window.play.game_story.Story`."""

    history: History
    last: int

    @property
    def game(self) -> Reviewed:
        """Which game it is."""

    @property
    def header(self) -> Header:
        """What was agreed before the game."""

    @property
    def path(self) -> Path | None:
        """The journal's file."""

    def told(self) -> VisiblePast:
        """Return all of the game as it is reviewed."""

    def review_refusal(self, *, is_given_up: bool = False) -> str:
        """Return in a sentence why what decided the game isn't told; empty if it is."""


class WorkInParts(ABC):
    """The making of something in parts, each of which can be kept. Who inherits says which are left."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: list[tuple[Any, Future[Any]]] = []
        self.has_failed = False
        """Whether a worker couldn't do it."""

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Whether nothing is left."""

    @property
    @abstractmethod
    def done(self) -> float:
        """How much is done, from 0 to 1."""

    @abstractmethod
    def left(self) -> Sequence[Callable[[], Any]]:
        """Return the parts that are left, also those that are in work, in their order."""

    @abstractmethod
    def take(self, part: Any, found: Any) -> None:
        """Take in what a part has found."""

    @abstractmethod
    def keep(self, keep: Keep, what: str) -> None:
        """Keep what is there, as `what`."""

    def go_on(self, keep: Keep, what: str) -> bool:
        """Hand out what is to be done, take in and keep what was found, as `what`, and return whether that is new."""
        news = False
        while self._running and self._running[0][1].done() and not self.has_failed:
            part, promise = self._running.pop(0)
            if promise.cancelled() or promise.exception() is not None:
                self.has_failed = True
                self.stop()
            else:
                self.take(part, promise.result())
                news = True
        if news:
            self.keep(keep, what)
        if not self.has_failed:
            for part in self.left()[len(self._running) : AT_ONCE]:
                self._running.append((part, self._workers.submit(part)))
        return news or self.has_failed

    def stop(self) -> None:
        """Want no more of the workers."""
        for _part, promise in self._running:
            promise.cancel()
        self._running.clear()
