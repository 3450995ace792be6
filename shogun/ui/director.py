"""Drives a table's session without ever waiting: throws and opponents are answered by worker processes.

The director goes on as far as it can each time it is asked to, and keeps the turns in a queue until they are shown.
It knows nothing of pictures: a window, or a test, takes the turns out at its own pace.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Protocol, TypeVar

from msgspec import Struct

from shogun.rules.chance import Throw
from shogun.rules.moves import Move
from shogun.rules.questions import PlayerQuestion
from shogun.rules.view import View
from shogun.table.errors import SeatFailed
from shogun.table.journal import PERSON
from shogun.table.recordings import Recordings, drops_path
from shogun.table.seats import Budget
from shogun.table.session import Session, Turn
from shogun.table.towers import Fall, Inside

T = TypeVar("T")

AHEAD = 3
"""Turns that may wait to be shown before the game goes on."""
OPPONENTS_SECONDS = 2.0
"""How long an opponent may think about a question."""


class Hands(Protocol):
    """Those who do the work elsewhere: `shogun.work.Workers`, or a test's stand-in."""

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        """Return the future result of a picklable task."""


class Opinion(Struct, frozen=True):
    """An opponent's choice, ready to be made in another process: calling it returns the move."""

    player: str
    view: View
    inside: Inside
    question: PlayerQuestion
    rng: Random

    def __call__(self) -> Move:
        """Return what the opponent chooses."""
        from shogun.players import opponent

        return opponent(self.player)(self.view, self.inside, self.question, self.rng, Budget(seconds=OPPONENTS_SECONDS))


class Director:
    """Takes a session from question to question."""

    def __init__(self, session: Session, hands: Hands) -> None:
        self.session = session
        self.turns: deque[Turn] = deque()
        """What has happened and was not yet shown, the oldest first."""
        self._hands = hands
        self._fall: Future[Fall] | None = None
        self._choices: dict[int, Future[Move]] = {}
        self._recordings = Recordings(drops_path(session.path)) if session.path else None

    def advance(self) -> None:
        """Go on as far as nothing has to be waited for. Raises SeatFailed if an opponent fails."""
        while len(self.turns) < AHEAD and self._go_on():
            pass

    def _go_on(self) -> bool:
        """Do one thing and return whether there may be more to do."""
        if self.session.chance is not None:
            return self._chance()
        self._start_choices()
        return self._take_choice()

    def _chance(self) -> bool:
        if not isinstance(self.session.chance, Throw):
            self.turns.append(self.session.advance())
            return True
        if self._fall is None:
            self._fall = self._hands.submit(self.session.throw_job(record=True))
        if not self._fall.done():
            return False
        fall, self._fall = self._fall.result(), None
        turn = self.session.accept(fall)
        self._keep_recording(turn)
        self.turns.append(turn)
        return True

    def _keep_recording(self, turn: Turn) -> None:
        if self._recordings and turn.fall and turn.fall.recording:
            self._recordings.add(turn.n, turn.checksum, turn.fall.recording)

    def is_person(self, seat: int) -> bool:
        """Return whether a person sits there."""
        return self.session.header.seats[seat].player == PERSON

    def _player_questions(self) -> list[PlayerQuestion]:
        return [q for q in self.session.questions if isinstance(q, PlayerQuestion)]

    def _start_choices(self) -> None:
        for question in self._player_questions():
            if not self.is_person(question.seat) and question.seat not in self._choices:
                self._choices[question.seat] = self._hands.submit(self._opinion(question))

    def _opinion(self, question: PlayerQuestion) -> Opinion:
        seat, session = question.seat, self.session
        rng = session.streams.stream(f"seat{seat}/{question.key}")
        return Opinion(session.header.seats[seat].player, session.view(seat), session.inside, question, rng)

    def _take_choice(self) -> bool:
        """Give the first choice that has been made; choices of simultaneous questions in the order of seats."""
        for question in self._player_questions():
            choice = self._choices.get(question.seat)
            if choice is not None and choice.done():
                del self._choices[question.seat]
                self.turns.append(self._answer_for(question, choice))
                return True
        return False

    def _answer_for(self, question: PlayerQuestion, choice: "Future[Move]") -> Turn:
        player = self.session.header.seats[question.seat].player
        try:
            return self.session.answer(question.seat, choice.result())
        except Exception as cause:
            raise SeatFailed(question.seat, player, question.key, str(cause)) from cause

    def thinking(self) -> list[int]:
        """Return the opponents' seats whose answers are waited for."""
        return sorted(self._choices)

    @property
    def is_throwing(self) -> bool:
        """Whether cubes are falling in a worker."""
        return self._fall is not None

    def persons_question(self) -> PlayerQuestion | None:
        """Return the first open question of a person."""
        return next((q for q in self._player_questions() if self.is_person(q.seat)), None)

    def answer(self, seat: int, move: Move) -> None:
        """Give a person's answer. Raises IllegalMove."""
        self.turns.append(self.session.answer(seat, move))

    def undoable(self) -> int | None:
        """Return a person's seat that can take back its last answer; None while anything is waited for."""
        if self._fall or self._choices or self.turns:
            return None
        seats = range(len(self.session.header.seats))
        return next((seat for seat in seats if self.is_person(seat) and self.session.undoable(seat)), None)

    def undo(self, seat: int) -> None:
        """Take back the last answer of a seat."""
        self.session.undo(seat)

    def redoable(self) -> int | None:
        """Return a person's seat that can give again what it took back; None while anything is waited for."""
        if self._fall or self.turns:
            return None
        seats = range(len(self.session.header.seats))
        return next((seat for seat in seats if self.is_person(seat) and self.session.redoable(seat)), None)

    def redo(self, seat: int) -> None:
        """Give again the answer that a seat took back last."""
        self.turns.append(self.session.redo(seat))

    def close(self) -> None:
        """Close the session; what is under way is dropped."""
        self.session.close()
