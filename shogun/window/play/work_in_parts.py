"""Work that workers do in parts while the window goes on, little by little."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from shogun.base.worker_pool import Workers

AT_ONCE = 2
"""Parts that are in work at the same time, so that others who need a worker wait for one part at most."""
Keep = Callable[[str, str, Callable[[], object]], None]
"""Writes something, as `Application.keep` does."""


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
