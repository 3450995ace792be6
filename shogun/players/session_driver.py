"""Drives a table's session without ever waiting: worker processes answer throws and opponents' questions.

If an opponent raises (any exception), breaks the rules or doesn't answer, the substitute plays on for it. The driver
goes as far as it can each time it is called, and keeps the turns in a queue until they are shown. It shows nothing: a
window, a terminal or a test takes the turns out at its own pace. Opponents that have planned think again while a
person plans.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.worker_pool import WorkerDied, Workers
from shogun.game.errors import IllegalMove, OpponentFailed, UnknownOpponent
from shogun.game.questions import PlayerQuestion, Throw
from shogun.players.custom_opponents import come_back
from shogun.players.seating import Opponents, is_coded, seat_process
from shogun.table.course import UndoableAnswer
from shogun.table.errors import NotWritable, TableError
from shogun.table.journal import SeatLine
from shogun.table.recordings import Recordings, drops_path
from shogun.table.saved_games import save_anew
from shogun.table.session import Session, Turn
from shogun.table.towers import Fall, Inside

# An opponent's choice, ready to be made in another process


class Played(Protocol):
    """A game that can be sent to another process."""

    @property
    def opponents(self) -> Opponents:
        """The computer opponents."""


class OpponentTask(Struct, frozen=True):
    """A question to an opponent: calling it returns its move."""

    game: Played
    player: str
    view: Any
    inside: Inside
    question: PlayerQuestion
    rng: Random
    described: Mapping[str, str] = {}
    """Descriptions of opponents that are not the program's own, by their codes."""
    found: Any = None
    """Its earlier choice, if it is asked again."""

    def __call__(self) -> Any:
        """Return the opponent's choice."""
        opponents, question = self.game.opponents, self.question
        choose = opponents.opponent(self.player, self.described)
        budget = replace(opponents.budget_for(question), found=self.found)
        return choose(self.view, self.inside, question, self.rng, budget)


T = TypeVar("T")
OfGame = TypeVar("OfGame", bound=Played)

AHEAD = 3
"""Turns that may wait to be shown before the game continues."""
PATIENCE = 30.0
"""Seconds after which an opponent that has not answered is taken for lost; a slow machine starts workers in three."""


class TaskPool(Protocol):
    """A pool of workers: `shogun.base.worker_pool.Workers`, or a test's stand-in."""

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        """Return the future result of a picklable task."""

    def restart(self) -> None:
        """End all workers at once; tasks that weren't cancelled are done again."""


class Thought(Struct, frozen=True):
    """A choice that is being made elsewhere, and when its time is up (s, perf_counter)."""

    move: "Future[Any]"
    pool: TaskPool
    ends: float
    patience: float
    """Seconds that it was given."""


class SessionDriver(Generic[OfGame]):
    """Takes a session from question to question."""

    def __init__(
        self, game: OfGame, session: Session, workers: TaskPool, ended: Callable[[Session], object] | None = None
    ) -> None:
        """Take over a session; `ended` is called when an answer has ended the game."""
        self._ended = ended
        self.game = game
        self.session = session
        self.turns: deque[Turn] = deque()
        """Turns that have not been shown yet, the oldest first."""
        self.waits_for_undo = False
        """True while opponents don't think yet, because a person may undo the answer before."""
        self._workers = workers
        self._fall: Future[Fall] | None = None
        self._choices: dict[int, Thought] = {}
        self._processes: dict[int, Workers] = {}
        """Worker processes of seats played by opponents in code."""
        self.failures: deque[SeatLine] = deque()
        """Failed opponents not yet reported; a substitute plays for them from then on."""
        self._recordings = Recordings(drops_path(session.path)) if session.path else None
        self._seat_again()

    def _seat_again(self) -> None:
        """Let opponents in code play on that are there again; where that can't be written the substitutes do."""
        session = self.session
        if session.is_over:
            return
        with suppress(TableError):
            for seat, code in come_back(session.header, session.course.changes, self.game.opponents).items():
                self.failures.append(self.session.change_seat(seat, code))

    def advance(self) -> None:
        """Continue until something has to be waited for.

        Raises NotWritable; what was thrown or chosen is kept, and written as soon as that is possible.
        """
        while len(self.turns) < AHEAD and self._go_on():
            pass

    def _go_on(self) -> bool:
        """Do one thing and return whether there may be more to do."""
        if self.session.chance is not None:
            return self._chance()
        if self.waits_for_undo and not self._choices:
            return False
        self._start_choices()
        return self._take_choice()

    def _chance(self) -> bool:
        if not isinstance(self.session.chance, Throw):
            self._take(self.session.advance())
            return True
        if self._fall is None:
            self._fall = self._workers.submit(self.session.throw_job(record=True))
        if not self._fall.done():
            return False
        turn = self.session.accept(self._fall.result())
        self._fall = None
        self._keep_recording(turn)
        self._take(turn)
        return True

    def _take(self, turn: Turn) -> None:
        """Queue a turn to be shown, and report the end if it was the last."""
        self.turns.append(turn)
        if not self.session.is_over:
            return
        self._end_processes(*self._processes)
        if self._ended is not None:
            self._ended(self.session)

    def _keep_recording(self, turn: Turn) -> None:
        if self._recordings and turn.fall and turn.fall.recording:
            self._recordings.add(turn.n, turn.checksum, turn.fall.recording)

    def is_person(self, seat: int) -> bool:
        """Return whether a person sits there."""
        return self.session.is_person(seat)

    def _player_questions(self) -> list[PlayerQuestion]:
        return [question for question in self.session.questions if question.seat is not None]

    def _start_choices(self) -> None:
        for question in self._player_questions():
            if not self.is_person(question.seat) and question.seat not in self._choices:
                pool = self._pool_of(question.seat)
                before = sum(thought.pool is pool for thought in self._choices.values())
                patience = PATIENCE * (1 + before)  # earlier ones may have to end first
                move = pool.submit(self._opinion(question))
                self._choices[question.seat] = Thought(move, pool, time.perf_counter() + patience, patience)

    def _pool_of(self, seat: int) -> TaskPool:
        """Return the workers that think for a seat: for an opponent in code, one process that knows no other seat."""
        if not is_coded(self.session.players[seat]):
            return self._workers
        if seat not in self._processes:
            self._processes[seat] = seat_process(self.game.opponents)
        return self._processes[seat]

    def _end_processes(self, *seats: int) -> None:
        """End the processes of those seats that have one of their own; the next player there gets a new one."""
        for seat in seats:
            if process := self._processes.pop(seat, None):
                process.abandon()

    def _opinion(self, question: PlayerQuestion) -> OpponentTask:
        seat, session = question.seat, self.session
        rng = session.streams.stream(f"seat{seat}/{question.key}")
        player, view, described = session.players[seat], session.view(seat), session.header.descriptions
        return OpponentTask(self.game, player, view, session.inside, question, rng, described)

    def _take_choice(self) -> bool:
        """Give the first choice that has been made; choices of simultaneous questions in the order of seats."""
        for question in self._player_questions():
            thought = self._choices.get(question.seat)
            if thought is not None and (thought.move.done() or time.perf_counter() > thought.ends):
                self._take(self._answer_for(question, thought))
                self._choices.pop(question.seat, None)
                return True
        return False

    def _answer_for(self, question: PlayerQuestion, thought: Thought) -> Turn:
        """Give an opponent's answer, or the substitute's if it has no valid one."""
        seat = question.seat
        try:
            if not thought.move.done():
                self._give_up(thought)
            return self.session.answer(seat, thought.move.result())
        except NotWritable:
            raise
        except Exception as cause:
            self._choices.pop(seat, None)
            self._end_processes(seat)
            self.failures.append(self.session.change_seat(seat, self.game.opponents.SUBSTITUTE, discreet(cause)))
            return self.session.answer(seat, self._opinion(question)())

    def _give_up(self, thought: Thought) -> NoReturn:
        """End the worker that hangs; other tasks on it begin again, with all their time."""
        thought.move.cancel()
        thought.pool.restart()
        now = time.perf_counter()
        self._choices = {
            seat: replace(other, ends=now + other.patience) if other.pool is thought.pool else other
            for seat, other in self._choices.items()
        }
        raise TimeoutError(_("no answer within {seconds:.0f} s").format(seconds=thought.patience))

    def change_seat(self, seat: int, player: str) -> SeatLine:
        """Change the player of a seat; the task of the player before is dropped. Raises TableError."""
        line = self.session.change_seat(seat, player)
        thought = self._choices.pop(seat, None)
        if thought is not None:
            thought.move.cancel()
        self._end_processes(seat)
        return line

    def thinking(self) -> list[int]:
        """Return the seats of opponents that are thinking."""
        return sorted(self._choices)

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is under way: no choice, no throw, and nothing still to be shown."""
        return not (self._choices or self._fall or self.turns or self.waits_for_undo)

    @property
    def is_throwing(self) -> bool:
        """Return whether cubes are falling in a worker."""
        return self._fall is not None

    def persons_question(self) -> PlayerQuestion | None:
        """Return the first open question of a person."""
        return next((q for q in self._player_questions() if self.is_person(q.seat)), None)

    def answer(self, seat: int, move: Any) -> None:
        """Give a person's answer. Raises IllegalMove and NotWritable; nothing has changed then."""
        self._take(self.session.answer(seat, move))

    def undoable(self) -> int | None:
        """Return a person's seat that can take back its last answer; None while anything is waited for."""
        return None if self.turns else self.undoable_when_shown()

    def undoable_when_shown(self) -> int | None:
        """Return a person's seat that can undo its last answer once all is shown; None if others continue already."""
        if self._fall or self._choices:
            return None
        seats = range(len(self.session.header.seats))
        return next((seat for seat in seats if self.is_person(seat) and self.session.undoable(seat)), None)

    def undo(self, seat: int) -> None:
        """Take back the last answer of a seat. Raises NotWritable; nothing has changed then."""
        self.session.undo(seat)

    def redoable(self) -> int | None:
        """Return a person's seat that can give again what it took back; None while anything is waited for."""
        if self._fall or self.turns:
            return None
        seats = range(len(self.session.header.seats))
        return next((seat for seat in seats if self.is_person(seat) and self.session.redoable(seat)), None)

    def redo(self, seat: int) -> None:
        """Give again the answer that a seat took back last. Raises NotWritable; nothing has changed then."""
        self._take(self.session.redo(seat))

    def save_anew(self, name: str) -> None:
        """Go on in a new file of this name. Raises UnfitName and NotWritable; nothing has changed then."""
        self._recordings = Recordings(drops_path(save_anew(self.session.writer, name)))

    def close(self) -> None:
        """Close the session; what is under way is dropped."""
        self._end_processes(*self._processes)
        self.session.close()


def discreet(error: Exception) -> str:
    """Return in words why an opponent failed, without its error's own words, which may reveal its plans."""
    if isinstance(error, IllegalMove):
        return _("it broke rule {rule}").format(rule=error.rule)
    if isinstance(error, TimeoutError | WorkerDied | UnknownOpponent):
        return str(error)
    return _("an error: {kind}").format(kind=error.kind if isinstance(error, OpponentFailed) else type(error).__name__)


# Second thoughts: opponents that have planned think again while a person plans, in a worker, one at a time
#
# An opponent gets the same question with the view that it had then, and its earlier choice, which it only leaves for
# something better. Its first answer counts meanwhile, so nobody ever waits for a second thought.

MOST = 3
"""Most second thoughts of each opponent about one question, so that a computer doesn't stay busy forever."""


class Worker(Protocol):
    """A worker elsewhere."""

    def submit(self, task: OpponentTask, /) -> "Future[Any]":
        """Return the future result of a task."""


class SecondThought(Struct, frozen=True):
    """A second thought under way: its seat, its line of the journal, and its result."""

    seat: int
    n: int
    move: "Future[Any]"


class SecondThoughts:
    """Improves what opponents have answered to a question that a person is still asked."""

    def __init__(self, game: Played, session: Session, workers: Worker) -> None:
        self._game, self._session, self._workers = game, session, workers
        self._asked: SecondThought | None = None
        self._had: Counter[tuple[int, str]] = Counter()
        """Second thoughts of each seat so far, by question."""

    def update(self, is_idle: bool) -> None:
        """Take in second thoughts, and start the next one if the game is `is_idle`: only a person is asked.

        Raises NotWritable.
        """
        if self._asked is None:
            if is_idle:
                self._ask()
        elif self._asked.move.done():
            again, self._asked = self._asked, None
            self._take(again)

    def _open(self) -> Iterator[tuple[int, UndoableAnswer]]:
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
        had, seat, moment = min(left, key=lambda entry: entry[:2])
        if had < MOST:
            self._had[seat, moment.line.key] += 1
            self._asked = SecondThought(seat, moment.line.n, self._workers.submit(self._opinion(seat, moment, had + 1)))

    def _opinion(self, seat: int, moment: UndoableAnswer, number: int) -> OpponentTask:
        session, game = self._session, self._session.course.game
        [question] = [question for question in game.awaited(moment.state) if question.seat == seat]
        rng = session.streams.stream(f"seat{seat}/{question.key}/again{number}")
        view, described = game.view(moment.state, seat), session.header.descriptions
        return OpponentTask(
            self._game, moment.player, view, moment.inside, question, rng, described, found=moment.line.answer
        )

    def _take(self, again: SecondThought) -> None:
        """Replace the answer if it is still open and a better one was found; a failed second thought is ignored."""
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
