"""A review that workers make while the window goes on, little by little, and keep beside the journal."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Protocol

from shogun.base.worker_pool import Workers
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import GameReview, Reviewable, ReviewWork
from shogun.players.review.kept_review import Curve, keep_estimates, kept_estimates
from shogun.table.past.history import History
from shogun.table.storage.journal import Header
from shogun.table.storage.review_file import review_path

AT_ONCE = 2
"""Parts that are in work at the same time, so that others who need a worker wait for one part at most."""

Keep = Callable[[str, str, Callable[[], object]], None]
"""Writes something, as `Application.keep` does."""


class Past(Protocol):
    """The past of a game: `window.play.game_story.Story`."""

    history: History
    last: int

    @property
    def game(self) -> Reviewable:
        """Which game it is."""

    @property
    def header(self) -> Header:
        """What was agreed before the game."""

    @property
    def path(self) -> Path | None:
        """The journal's file."""

    def review_refusal(self, *, is_given_up: bool = False) -> str:
        """Return in a sentence why what decided the game isn't told; empty if it is."""


class Reviewing:
    """The making of one game's review."""

    def __init__(self, story: Past, workers: Workers) -> None:
        self.work = _work(story)
        self._path = None if story.path is None else review_path(story.path)
        self._workers = workers
        self.estimates: list[Estimate | None] = [] if self._path is None else kept_estimates(self._path, self.work.key)
        """Those that are there, in the order of the looks."""
        self._running: list[Future[list[Estimate | None]]] = []
        self.has_failed = False
        """Whether a worker couldn't do it."""

    @property
    def is_done(self) -> bool:
        """Whether all is estimated."""
        return len(self.estimates) == len(self.work.looks)

    @property
    def done(self) -> float:
        """The part that is estimated, from 0 to 1."""
        return len(self.estimates) / len(self.work.looks)

    def go_on(self, keep: Keep, what: str) -> bool:
        """Hand out what is to be done, take in and keep what was found, as `what`, and return whether that is new."""
        news = False
        while self._running and self._running[0].done() and not self.has_failed:
            promise = self._running.pop(0)
            if promise.cancelled() or promise.exception() is not None:
                self.has_failed = True
                self.stop()
            else:
                self.estimates = [*self.estimates, *promise.result()]
                news = True
        if news and self._path is not None:
            keep(f"review {self._path}", what, partial(keep_estimates, self._path, self.work.key, self.estimates))
        if not self.has_failed:
            self._hand_out()
        return news or self.has_failed

    def _hand_out(self) -> None:
        parts = self.work.parts(len(self.estimates))
        for part in parts[len(self._running) : AT_ONCE]:
            self._running.append(self._workers.submit(part))

    def review(self) -> GameReview | None:
        """Return the review as far as it is known."""
        return self.work.review(self.estimates)

    def stop(self) -> None:
        """Want no more of the workers."""
        for promise in self._running:
            promise.cancel()
        self._running.clear()


def curve(review: GameReview) -> Curve:
    """Return the curve of a review."""
    return Curve(review.places, [one.chances for one in review.estimates], [one.errors for one in review.estimates])


def _work(story: Past) -> ReviewWork:
    judge = story.game.judge
    assert judge is not None, "nobody offers a review that can't be made"
    answers = [step.line for step in story.history.steps[: story.last]]
    return ReviewWork(story.game, story.header, answers, judge.PLAYOUTS)
