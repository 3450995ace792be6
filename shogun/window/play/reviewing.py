"""Work that workers do in parts, reviews made by it and kept beside the journal, and turning points in words."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.game.words import calling
from shogun.players.review.decision_verdicts import Judgeable
from shogun.players.review.game_review import (
    Curve,
    Entry,
    Estimate,
    GameReview,
    Part,
    ReviewWork,
    keep_estimates,
    kept_estimates,
)
from shogun.players.review.turning_parts import Divided, PartsTask, TurningPart, part_sentences, parts_task
from shogun.table.course import PastAnswer
from shogun.table.journal import Header
from shogun.table.journal_files import review_path
from shogun.table.replay import History
from shogun.table.visible_past import VisiblePast
from shogun.window.play.game_plugin import GamePlugin

# Work that workers do in parts, while the window stays responsive

AT_ONCE = 2
"""Parts in work at the same time: others who need a worker wait for one part at most."""
Keep = Callable[[str, str, Callable[[], object]], None]
"""Writes something, as `Application.keep` does."""


class Reviewed(Divided, Judgeable, Protocol):
    """A game that has reviews, whose answers can be divided into parts and whose decisions can be judged."""


class Past(Protocol):
    """The past of a game: `window.play.game_story.Story`."""

    history: History
    last: int

    @property
    def game(self) -> Reviewed:
        """The game's plugin."""

    @property
    def header(self) -> Header:
        """Settings of the game."""

    @property
    def path(self) -> Path | None:
        """The journal's file."""

    def told(self) -> VisiblePast:
        """Return all of the game as it is reviewed."""

    def review_refusal(self, *, is_given_up: bool = False) -> str:
        """Return a sentence why there is no review; empty if there is one."""


class WorkInParts(ABC):
    """Work in parts, each of which can be kept. Subclasses say which are left."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: list[tuple[Any, Future[Any]]] = []
        self.has_failed = False
        """True if a worker failed."""

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Return whether nothing is left."""

    @property
    def is_over(self) -> bool:
        """Return whether nothing more will come: all is done, or a worker failed."""
        return self.is_done or self.has_failed

    @property
    @abstractmethod
    def done(self) -> float:
        """Share that is done, 0 to 1."""

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
        """Hand out parts, take in and keep results, as `what`, and return whether there are new ones."""
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


# Reviews


class Reviewing(WorkInParts):
    """The work on one game's review."""

    def __init__(self, story: Past, workers: Workers) -> None:
        super().__init__(workers)
        self.work = _work(story)
        self._path = None if story.path is None else review_path(story.path)
        self.estimates: list[Estimate | None] = [] if self._path is None else kept_estimates(self._path, self.work.key)
        """The estimates so far, in the order of the looks."""

    @property
    def is_done(self) -> bool:
        """Return whether all is estimated."""
        return len(self.estimates) == len(self.work.places)

    @property
    def done(self) -> float:
        """The part that is estimated, from 0 to 1."""
        return len(self.estimates) / len(self.work.places)

    def left(self) -> Sequence[Part]:
        """Return the parts that are left, in their order."""
        return self.work.parts(len(self.estimates))

    def take(self, _part: Part, found: Sequence[Estimate | None]) -> None:
        """Take in the next estimates."""
        self.estimates = [*self.estimates, *found]

    def keep(self, keep: Keep, what: str) -> None:
        """Keep the estimates that are there."""
        if self._path is not None:
            keep(f"review {self._path}", what, partial(keep_estimates, self._path, self.work.key, self.estimates))

    def review(self) -> GameReview | None:
        """Return the review so far."""
        return self.work.review(self.estimates)


def curve(review: GameReview) -> Curve:
    """Return the curve of a review."""
    return Curve(
        review.places,
        [estimate.chances for estimate in review.estimates],
        [estimate.errors for estimate in review.estimates],
    )


def _work(story: Past) -> ReviewWork:
    judge = story.game.judge
    assert judge is not None, "nobody offers a review that can't be made"
    return ReviewWork(story.game, story.told(), judge.PLAYOUTS)


# What mattered at turning points


class FindingParts(WorkInParts):
    """The search for the parts that mattered in the answers that turned a game."""

    def __init__(self, work: ReviewWork, game: Divided, turned: Sequence[Entry], workers: Workers) -> None:
        super().__init__(workers)
        self._game, self._past = game, work.past
        tasks = {entry.place: parts_task(game, work, entry) for entry in turned}
        self._tasks = {place: task for place, task in tasks.items() if task is not None}
        self._found: dict[int, tuple[TurningPart, ...]] = {}

    @property
    def is_done(self) -> bool:
        """Return whether all are found."""
        return len(self._found) == len(self._tasks)

    @property
    def done(self) -> float:
        """The part that is found, from 0 to 1."""
        return len(self._found) / max(1, len(self._tasks))

    def left(self) -> Sequence[PartsTask]:
        """Return the tasks that are left, the greatest turning point first."""
        return [task for place, task in self._tasks.items() if place not in self._found]

    def take(self, part: PartsTask, found: tuple[TurningPart, ...]) -> None:
        """Take in the parts of a turning point."""
        self._found[part.entry.place] = found

    def keep(self, _keep: Keep, _what: str) -> None:
        """Keep nothing: it takes a few seconds."""

    def sentences(self, entry: Entry, names: Sequence[str]) -> Sequence[str] | None:
        """Return what mattered at a turning point; None where there is nothing to find, or it failed."""
        if entry.place in self._found:
            return part_sentences(self._game, self._past, entry, self._found[entry.place], names)
        return [_("Comparing with other plans …")] if entry.place in self._tasks and not self.has_failed else None


# Turning points of a game in words, over all the answers that belong to each

SENTENCES = 4
"""Most sentences, in the order of the log: what has changed most comes before its consequences."""


def happened(game: GamePlugin, history: History, entry: Entry) -> tuple[str, ...]:
    """Return the events of a turning point, sentence by sentence, as in the log without its headings.

    If there are too many, each answer's first event takes precedence over its consequences. A plan is described by its
    cards; if the log has nothing, the decision is described, and last the headings that followed.
    """
    names, steps = [seat.name for seat in history.header.seats], history.steps[entry.first : entry.place]
    by_step = [list(_log_sentences(game, history, place, step, names)) for place, step in enumerate(steps, entry.first)]
    places = [(order, step) for step, lines in enumerate(by_step) for order in range(len(lines))]
    kept = sorted(sorted(places)[:SENTENCES], key=lambda place: (place[1], place[0]))
    sentences = [by_step[step][order] for order, step in kept]
    if not sentences:
        sentences = [sentence for step in steps for sentence in _decision_sentences(game, step, names)]
    if not sentences:
        sentences = [game.telling.log_line(event, names).text for step in steps for event in step.events]
    return tuple(sentences[:SENTENCES])


def _log_sentences(
    game: GamePlugin, history: History, place: int, step: PastAnswer, names: Sequence[str]
) -> Iterator[str]:
    """Yield the log's sentences on the answer at a place."""
    decided, seat = _decided(game, step, names), step.question.seat
    if len(decided) > 1 and seat is not None:
        plan = ", ".join(" ".join(line.split()) for line in decided)
        yield _("{who}: {what}").format(who=names[seat], what=plan)
        return
    brought = game.turning_points
    if brought is not None:
        yield from brought.told(history, place, names)
    else:
        lines = [game.telling.log_line(event, names) for event in step.events]
        yield from (line.text for line in lines if not line.heading)


def _decision_sentences(game: GamePlugin, step: PastAnswer, names: Sequence[str]) -> Iterator[str]:
    """Yield a seat's decision, each sentence with its name."""
    seat = step.question.seat
    who = "" if seat is None else names[seat]
    for line in _decided(game, step, names):
        what = " ".join(line.split())
        yield what if what.startswith(who) else _("{who}: {what}").format(who=who, what=what)


def _decided(game: GamePlugin, step: PastAnswer, names: Sequence[str]) -> Sequence[str]:
    """Return a seat's decision in words; empty where it had no choice."""
    has_chosen = step.question.seat is not None and not step.is_forced
    with calling(names):
        return game.words.move_lines(step.answer) if has_chosen else ()
