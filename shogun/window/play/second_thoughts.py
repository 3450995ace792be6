"""Opponents that have planned think on as long as a person plans: in a worker, one at a time, and not for ever.

An opponent is asked again what it was asked, with the view that it had then, and is told what it has chosen: it leaves
that only for something better. Its first answer stands meanwhile, so nobody ever waits for a second thought.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, Protocol

from msgspec import Struct

from shogun.table.running.session import Session
from shogun.table.running.undo_history import Moment
from shogun.window.play.opinion import Opinion, Played

MOST = 3
"""How often each opponent thinks again about one question: a computer isn't kept busy for ever."""


class Worker(Protocol):
    """Who does the work elsewhere."""

    def submit(self, task: Opinion, /) -> "Future[Any]":
        """Return the future result of a task."""


class Again(Struct, frozen=True):
    """A second thought that is being had: whose, about which line of the journal, and what comes of it."""

    seat: int
    n: int
    move: "Future[Any]"


class SecondThoughts:
    """Improves what opponents have answered to a question that a person is still asked."""

    def __init__(self, game: Played, session: Session, workers: Worker) -> None:
        self._game, self._session, self._workers = game, session, workers
        self._asked: Again | None = None
        self._had: Counter[tuple[int, str]] = Counter()
        """How often each seat has thought again, by question."""

    def update(self, is_idle: bool) -> None:
        """Take what has been thought, and have the next one thought if the game is `is_idle`: only a person is asked.

        Raises NotWritable.
        """
        if self._asked is None:
            if is_idle:
                self._ask()
        elif self._asked.move.done():
            again, self._asked = self._asked, None
            self._take(again)

    def _open(self) -> Iterator[tuple[int, Moment]]:
        """Yield the seats of opponents that think on, with their answers, if a person is still asked the same."""
        session = self._session
        keys = {question.key for question in session.questions if session.chance is None and self._is_asked(question)}
        for seat, player in enumerate(session.players):
            moment = session.course.undoable_now(seat) if keys and player in self._game.opponents.THINKS_ON else None
            if moment is not None and moment.line.key in keys:
                yield seat, moment

    def _is_asked(self, question: Any) -> bool:
        return question.seat is not None and self._session.is_person(question.seat)

    def _ask(self) -> None:
        left = [(self._had[seat, moment.line.key], seat, moment) for seat, moment in self._open()]
        if not left:
            return
        had, seat, moment = min(left, key=lambda one: one[:2])
        if had < MOST:
            self._had[seat, moment.line.key] += 1
            self._asked = Again(seat, moment.line.n, self._workers.submit(self._opinion(seat, moment, had + 1)))

    def _opinion(self, seat: int, moment: Moment, number: int) -> Opinion:
        session, game = self._session, self._session.course.game
        [question] = [question for question in game.awaited(moment.state) if question.seat == seat]
        rng = session.streams.stream(f"seat{seat}/{question.key}/again{number}")
        view, described = game.view(moment.state, seat), session.header.descriptions
        return Opinion(
            self._game, moment.player, view, moment.inside, question, rng, described, found=moment.line.answer
        )

    def _take(self, again: Again) -> None:
        """Answer anew if that is still asked, and something better was found; a second thought that fails is none."""
        moment = dict(self._open()).get(again.seat)
        if moment is None or moment.line.n != again.n:
            return
        try:
            move = again.move.result()
            if move == moment.line.answer:
                return
            self._session.course.game.play(moment.state, again.seat, move)
        except Exception:
            self._had[again.seat, moment.line.key] = MOST
            return
        self._session.undo(again.seat)
        self._session.answer(again.seat, move)
