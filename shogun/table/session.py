"""A running game: it asks, has chance answered, writes every answer into the journal, and goes on."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.language import _, marked, ngettext, shown
from shogun.base.random_streams import Streams
from shogun.game.errors import IllegalMove, OpponentFailed
from shogun.game.protocol import AnyGame
from shogun.game.questions import (
    ChanceQuestion,
    Draw,
    Drawn,
    PlayerQuestion,
    Question,
    Roll,
    Rolled,
    Shuffle,
    Throw,
    Thrown,
)
from shogun.table.errors import NoSuchChange, NothingToUndo, SeatFailed, TableError
from shogun.table.journal import (
    PERSON,
    AnswerLine,
    EndLine,
    Header,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    Writer,
    check_new,
    journal_hash,
    rows,
    state_hash,
    stated_checksum,
)
from shogun.table.towers import Fall, Inside, ThrowJob, with_filled_tower
from shogun.table.undo_history import UndoHistory
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.resting_cubes import TowerState

# How chance answers what the rules ask of it: each question from the random stream that it names.


def lots(question: Shuffle | Draw | Roll, streams: Streams) -> Drawn | Rolled:
    """Return the items of a shuffle or a draw in their order, or the numbers of rolled dice."""
    rng = streams.stream(question.key)
    if isinstance(question, Roll):
        return Rolled(tuple(1 + int(rng.random() * question.sides) for _die in range(question.dice)))
    count = question.count if isinstance(question, Draw) else len(question.items)
    return Drawn(tuple(rng.sample(question.items, count)))


# Who sits at the table: seats that choose, and how much they may think.

LONGEST_REASON = 300
"""Characters of what is kept of why an opponent failed."""


class Budget(Struct, frozen=True):
    """How much an opponent may think about one question: playouts where results must repeat, seconds in a window."""

    playouts: int | None = None
    """For a whole plan, in a game that has plans: an opponent gives smaller questions a part of them."""
    seconds: float | None = None
    found: Any = None
    """A move that it has chosen before, if it is asked again: it is left only for a better one."""


UNLIMITED = Budget()


class Seat(Protocol):
    """One that chooses: an opponent, or a test."""

    def __call__(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> Any:
        """Return a legal move for `question`; `rng` is the only source of chance it may use."""


class Substitute(Struct, frozen=True):
    """Who plays on for an opponent that failed."""

    player: str
    """Its code."""
    choose: Seat


# One answer and what it led to; and what is told of a throw beside the rules' events: another physics, and taps.


class Turn(Struct, frozen=True):
    """One answer and what it led to: what a window shows next."""

    n: int
    """The number of its line in the journal."""
    question: Question
    answer: Any
    events: Sequence[Any]
    before: Any
    """The state before it."""
    after: Any
    """The state after it."""
    checksum: int
    """Of its line: with `n` the key of the throw's recording."""
    fall: Fall | None = None
    """What a throw came to."""
    physics: int | None = None
    """The version of the physics from this throw on, if it is another one than before."""

    @property
    def taps(self) -> int:
        """How often the tower was tapped in it."""
        return self.fall.taps if self.fall else 0

    @property
    def seat(self) -> int | None:
        """Who answered; None: chance."""
        return self.question.seat


_TIMES = (marked("once"), marked("twice"), marked("three times"), marked("four times"))


def before_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand before what a throw came to, for any other answer none."""
    if told.physics is None:
        return []
    return [_("From here on cubes fall with version {n} of the program's physics.").format(n=told.physics)]


def after_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand behind what has fallen, for any other answer none."""
    taps = told.taps
    if not taps:
        return []
    times = _(_TIMES[taps - 1]) if taps <= len(_TIMES) else ngettext("{n} time", "{n} times", taps).format(n=taps)
    return [_("The tower was clogged and was tapped {times}.").format(times=times)]


def remarks(told: AnswerLine | Turn) -> list[str]:
    """Return all of these sentences of an answer; they stand before the events to which it has led."""
    return [*before_throw(told), *after_throw(told)]


def sayings(
    told: AnswerLine | Turn, of: Callable[[AnswerLine | Turn], list[str]] = remarks
) -> Iterator[Callable[[], str]]:
    """Yield for each of these sentences what says it, in the language of then."""
    yield from (partial(_one, told, of, number) for number in range(len(of(told))))


def _one(told: AnswerLine | Turn, of: Callable[[AnswerLine | Turn], list[str]], number: int) -> str:
    return of(told)[number]


class Session:
    """A game at the table. Its journal alone is the state of the game; `state` follows from it."""

    def __init__(self, course: UndoHistory, header: Header, writer: Writer) -> None:
        self.course = course
        self.header = header
        self.writer = writer
        self.streams = course.streams

    @classmethod
    def start(cls, game: AnyGame, header: Header, path: Path | None = None) -> "Session":
        """Return a new game whose journal is kept in memory, and in a new file if a path is given.

        Its header names the game, and the present physics if the tower is a simulated one, unless it names any.
        Where it begins at a position with a simulated tower of which only the counts are known, cubes are laid into it.
        Raises `IllegalSetup` of the rules, TowerTooSmall, JournalError if such a header would not be read again, and
        NotWritable.
        """
        header = replace(header, game=game.code)
        if header.geometry is not None and header.physics is UNSET:
            header = replace(header, physics=PHYSICS)
        header = with_filled_tower(game, header)
        course = UndoHistory(game, header)
        check_new(game, header)
        writer = Writer(path)
        writer.write(header, durably=path is not None)
        return cls(course, header, writer)

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        return self.writer.path

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.course.state

    @property
    def inside(self) -> Inside:
        """What the tower holds."""
        return self.course.inside

    @property
    def questions(self) -> Sequence[Any]:
        """All open questions: one of chance, or those of seats, answerable in any order; none when it is over."""
        return self.course.questions

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.course.questions

    @property
    def result(self) -> Any:
        """How the game ended, None while it runs."""
        return self.course.game.result(self.course.state)

    @property
    def players(self) -> Sequence[str]:
        """Who plays each seat now: `PERSON`, or the code of an opponent. The header tells who began."""
        return self.course.players

    def is_person(self, seat: int) -> bool:
        """Return whether a person plays a seat now."""
        return self.course.players[seat] == PERSON

    @property
    def chance(self) -> ChanceQuestion | None:
        """The question that chance has to answer now, if any."""
        return self.course.chance

    def view(self, seat: int | None) -> Any:
        """Return the game as a seat may see it; None: as an onlooker does."""
        return self.course.game.view(self.course.state, seat)

    def hash(self) -> str:
        """Return the journal's hash: of what was agreed and of all answers that stand."""
        return journal_hash(self.header, self.course.answers)

    def answer(self, seat: int, move: Any) -> Turn:
        """Give a seat's answer. Raises `IllegalMove` of the rules and NotWritable; nothing has changed then."""
        return self._play(self.course.question(seat, move), move, None)

    def advance(self, *, record: bool = False) -> Turn:
        """Let chance answer, a throw in this process; `record` asks for its recording."""
        question = self.chance
        if question is None:
            raise TableError(_("there is nothing to draw or roll now"))
        if isinstance(question, Throw):
            return self.accept(self.throw_job(record=record)())
        return self._play(question, lots(question, self.streams), None)

    def throw_job(self, *, record: bool = False) -> ThrowJob:
        """Return the throw that is due, to be made anywhere: its fall comes back to `accept`."""
        job = self.course.throw_job(record=record)
        if job is None:
            raise TableError(_("no throw is due now"))
        return job

    def accept(self, fall: Fall) -> Turn:
        """Take what the throw that is due has come to.

        Raises `IllegalMove` of the rules if it can't be, TowerDisagrees and NotWritable; nothing has changed then.
        """
        question = self.chance
        if not isinstance(question, Throw):
            raise TableError(_("no throw is due now"))
        return self._play(question, Thrown(fall.out), fall)

    def _play(self, question: Question, answer: Any, fall: Fall | None) -> Turn:
        course = self.course
        before = course.state
        step = course.weigh(question.seat, answer)
        if fall is not None and isinstance(fall.inside, TowerState):
            course.check_tower(step.state, fall.inside)
        line = self._line(question, answer, fall)
        checksum = self._write(line, step.state, durably=self._is_precious(question, fall))
        course.take(line, step, course.inside if fall is None else fall.inside)
        return Turn(line.n, question, answer, step.events, before, step.state, checksum, fall, line.physics)

    def _write(self, line: AnswerLine | RedoLine, state: Any, *, durably: bool) -> int:
        """Write a line and all that ends with it, at once, and return its checksum; `state` is the one it leads to."""
        ended = self.course.period if self.course.game.period(state) != self.course.period else None
        endings = self._endings(line.n + 1, state, ended)
        self.writer.write(line, *endings, durably=durably or any(isinstance(ending, EndLine) for ending in endings))
        return stated_checksum(self.writer.lines[line.n - 1])

    def _line(self, question: Question, answer: Any, fall: Fall | None) -> AnswerLine:
        n = self.writer.next_number
        if fall is None or not isinstance(fall.inside, TowerState):
            return AnswerLine(n, question.seat, question.key, answer)
        resting, physics = rows(fall.inside.resting), PHYSICS if self.course.physics != PHYSICS else None
        return AnswerLine(n, question.seat, question.key, answer, resting, fall.cut_off, fall.taps, physics)

    def _is_precious(self, question: Question, fall: Fall | None) -> bool:
        """Return whether the disk must have a line before the game goes on: persons' answers, throws before persons."""
        if question.seat is None:
            return fall is not None and PERSON in self.players
        return self.is_person(question.seat)

    def write_endings(self, period: str | None) -> None:
        """Write what is missing behind the last answer, which has ended a period, or none. Raises NotWritable."""
        if endings := self._endings(self.writer.next_number, self.state, period):
            self.writer.write(*endings, durably=True)

    def _endings(self, n: int, state: Any, period: str | None) -> list[PeriodLine | EndLine]:
        """Return the hash of a state in which a period has ended, and the result if the game has, from line `n` on."""
        endings: list[PeriodLine | EndLine] = []
        if period is not None:
            endings.append(PeriodLine(n, period, state_hash(state)))
        if (result := self.course.game.result(state)) is not None:
            endings.append(EndLine(n + len(endings), result, state_hash(state)))
        return endings

    def change_seat(self, seat: int, player: str, why: str = "") -> SeatLine:
        """Have `player` play a seat from now on; `why` tells in words what became of the one before, if it failed.

        Raises NoSuchChange and NotWritable; nothing has changed then.
        """
        self.course.check_change(seat)
        if not self.writer.has_room and not why:
            raise NoSuchChange(_("seats have changed hands too often in this game"))
        line = SeatLine(self.writer.next_number, seat, player, shown(why, LONGEST_REASON))
        self.writer.write(line, durably=True)
        self.course.change_seat(line)
        return line

    def undoable(self, seat: int) -> bool:
        """Return whether whoever plays a seat can take back its last answer: nobody takes back another's."""
        return self.writer.has_room and self.course.undoable_now(seat) is not None

    def undo(self, seat: int) -> AnswerLine:
        """Take back the last answer of a seat and return it.

        Raises NothingToUndo and NotWritable; nothing has changed then.
        """
        moment = self.course.undoable_now(seat)
        if moment is None or not self.writer.has_room:
            raise NothingToUndo(_("there is nothing to undo"))
        self.writer.write(UndoLine(self.writer.next_number, moment.line.n), durably=True)
        self.course.undo(moment)
        return moment.line

    def redoable(self, seat: int) -> bool:
        """Return whether a seat can give again what it took back."""
        return self.writer.has_room and self.course.redoable(seat) is not None

    def redo(self, seat: int) -> Turn:
        """Give again the answer that a seat took back last.

        Raises NothingToUndo and NotWritable; nothing has changed then.
        """
        moment = self.course.redoable(seat)
        if moment is None or not self.writer.has_room:
            raise NothingToUndo(_("there is nothing to redo"))
        answer, before = moment.line.answer, self.course.state
        question, step = self.course.question(seat, answer), self.course.weigh(seat, answer)
        line = RedoLine(self.writer.next_number, moment.line.n)
        checksum = self._write(line, step.state, durably=True)
        self.course.redo(moment)
        return Turn(line.n, question, answer, step.events, before, step.state, checksum)

    def close(self) -> None:
        """Close the journal's file."""
        self.writer.close()


# The loop that plays a game among seats that choose; where one raises (any exception), its substitute plays on.

TurnListener = Callable[[Turn], None]


def run(
    session: Session,
    seats: Sequence[Seat],
    budget: Budget = UNLIMITED,
    watch: TurnListener | None = None,
    substitute: Substitute | None = None,
) -> Any:
    """Play a game to its end and return its result; `watch` is told every turn.

    Where an opponent fails the substitute plays on, and the journal tells of it. Raises SeatFailed if there is none, or
    if that one fails too.
    """
    sitting = list(seats)
    while not session.is_over:
        try:
            turn = take_turn(session, sitting, budget)
        except SeatFailed as failure:
            if substitute is None or session.players[failure.seat] == substitute.player:
                raise
            session.change_seat(failure.seat, substitute.player, failure.why)
            sitting[failure.seat] = substitute.choose
        else:
            if watch:
                watch(turn)
    result = session.result
    assert result is not None, "a game that asks nothing has a result"
    return result


def take_turn(session: Session, seats: Sequence[Seat], budget: Budget = UNLIMITED) -> Turn:
    """Have the first open question answered, by chance or by its seat, and return what came of it.

    Raises SeatFailed, and nothing has changed then; NotWritable.
    """
    if session.chance is not None:
        return session.advance()
    question = session.questions[0]
    assert not isinstance(question, Shuffle | Draw | Roll | Throw), "chance has answered above"
    rng = session.streams.stream(f"seat{question.seat}/{question.key}")
    return _ask(session, seats[question.seat], question, rng, budget)


def _ask(session: Session, seat: Seat, question: PlayerQuestion, rng: Random, budget: Budget) -> Turn:
    try:
        move = seat(session.view(question.seat), session.inside, question, rng, budget)
    except KeyboardInterrupt:
        raise
    except BaseException as cause:  # a cancelled request of an asynchronous client is no Exception
        raise _failed(session, question, cause) from cause
    try:
        return session.answer(question.seat, move)
    except (IllegalMove, TypeError) as cause:  # a plan without fields
        raise _failed(session, question, cause) from cause


def _failed(session: Session, question: PlayerQuestion, cause: BaseException) -> SeatFailed:
    kind = "" if isinstance(cause, OpponentFailed) else f"{type(cause).__name__}: "
    why = shown(f"{kind}{cause}", LONGEST_REASON)
    return SeatFailed(question.seat, session.players[question.seat], question.key, why)
