"""A running game: chance, seats, turns, the session that writes every answer into the journal, and the game loop."""

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
from shogun.table.course import Course
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
    people_ever,
    rows,
    state_hash,
    stated_checksum,
)
from shogun.table.towers import Fall, Inside, ThrowJob, with_filled_tower
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.resting_cubes import TowerState

# Chance: each question is answered from the random stream that it names


def lots(question: Shuffle | Draw | Roll, streams: Streams) -> Drawn | Rolled:
    """Return the answer of chance: the items of a shuffle or a draw in their order, or the numbers of rolled dice."""
    rng = streams.stream(question.key)
    if isinstance(question, Roll):
        return Rolled(tuple(1 + int(rng.random() * question.sides) for _die in range(question.dice)))
    count = question.count if isinstance(question, Draw) else len(question.items)
    return Drawn(tuple(rng.sample(question.items, count)))


# Seats, and their budgets of thinking time

LONGEST_REASON = 300
"""Characters of the reason why an opponent failed."""


class Budget(Struct, frozen=True):
    """Thinking time for one question: playouts where results must be repeatable, seconds in a window."""

    playouts: int | None = None
    """Playouts for a whole plan, in a game that has plans: an opponent gives smaller questions a part of them."""
    seconds: float | None = None
    found: Any = None
    """Move that it chose before, if it is asked again: it should only be changed for a better one."""


UNLIMITED = Budget()


class Seat(Protocol):
    """Function that chooses moves: an opponent, or a test."""

    def __call__(self, view: Any, inside: Inside, question: Any, rng: Random, budget: Budget, /) -> Any:
        """Return a legal move for `question`; `rng` is the only source of chance it may use."""


class Substitute(Struct, frozen=True):
    """Player that takes over from an opponent that failed."""

    player: str
    """Code of the opponent."""
    choose: Seat


# Turns, and notes on throws besides the rules' events: a new version of the physics, and taps


class Turn(Struct, frozen=True):
    """One answer and its outcome, which a window shows next."""

    n: int
    """Number of its line in the journal."""
    question: Question
    answer: Any
    events: Sequence[Any]
    before: Any
    """The state before it."""
    after: Any
    """The state after it."""
    checksum: int
    """Checksum of its line: with `n` the key of the throw's recording."""
    fall: Fall | None = None
    """Result of a throw."""
    physics: int | None = None
    """Version of the physics from this throw on, if it differs from the one before."""
    redone: int = 0
    """Line in which it was given first, if it was redone; 0: it wasn't."""

    @property
    def taps(self) -> int:
        """Number of taps of the tower."""
        return self.fall.taps if self.fall else 0

    @property
    def seat(self) -> int | None:
        """Seat that answered; None for chance."""
        return self.question.seat


_TIMES = (marked("once"), marked("twice"), marked("three times"), marked("four times"))


def notes_before_throw(answer: AnswerLine | Turn) -> list[str]:
    """Return the notes to show before the result of a throw, a sentence each; none for other answers."""
    if answer.physics is None:
        return []
    return [_("From here on cubes fall with version {n} of the program's physics.").format(n=answer.physics)]


def notes_after_throw(answer: AnswerLine | Turn) -> list[str]:
    """Return the notes to show after the result of a throw, a sentence each; none for other answers."""
    taps = answer.taps
    if not taps:
        return []
    times = _(_TIMES[taps - 1]) if taps <= len(_TIMES) else ngettext("{n} time", "{n} times", taps).format(n=taps)
    return [_("The tower was clogged and was tapped {times}.").format(times=times)]


def throw_notes(answer: AnswerLine | Turn) -> list[str]:
    """Return all notes on a throw, sentences to show before its events; none for other answers."""
    return [*notes_before_throw(answer), *notes_after_throw(answer)]


def deferred_throw_notes(
    answer: AnswerLine | Turn, notes: Callable[[AnswerLine | Turn], list[str]] = throw_notes
) -> Iterator[Callable[[], str]]:
    """Yield a function for each note, which returns it in the language current at its call."""
    yield from (partial(_note, answer, notes, number) for number in range(len(notes(answer))))


def _note(answer: AnswerLine | Turn, notes: Callable[[AnswerLine | Turn], list[str]], number: int) -> str:
    return notes(answer)[number]


# The session


class Session:
    """A game at the table. The journal alone is the state of the game; `state` is derived from it."""

    def __init__(self, course: Course, header: Header, writer: Writer) -> None:
        self.course = course
        self.header = header
        self.writer = writer
        self.streams = course.streams

    @classmethod
    def start(cls, game: AnyGame, header: Header, path: Path | None = None) -> "Session":
        """Return a new game whose journal is kept in memory, and in a new file if a path is given.

        Its header gets the game's code and, for a simulated tower, the present physics unless it names one. If the game
        begins at a position that only gives numbers of cubes, they are placed in a simulated tower. Raises
        `IllegalSetup` of the rules, TowerTooSmall, JournalError if the header couldn't be read again, and NotWritable.
        """
        header = replace(header, game=game.code)
        if header.geometry is not None and header.physics is UNSET:
            header = replace(header, physics=PHYSICS)
        header = with_filled_tower(game, header)
        course = Course(game, header)
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
        """Content of the tower."""
        return self.course.inside

    @property
    def questions(self) -> Sequence[Any]:
        """All open questions: one of chance, or those of seats, answerable in any order; none when it is over."""
        return self.course.questions

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return not self.course.questions

    @property
    def result(self) -> Any:
        """Result of the game, None while it runs."""
        return self.course.game.result(self.course.state)

    @property
    def players(self) -> Sequence[str]:
        """Player of each seat now: `PERSON`, or the code of an opponent. The header names those at the beginning."""
        return self.course.players

    def is_person(self, seat: int) -> bool:
        """Return whether a human plays a seat now."""
        return self.course.players[seat] == PERSON

    @property
    def chance(self) -> ChanceQuestion | None:
        """The question that chance has to answer now, if any."""
        return self.course.chance

    def view(self, seat: int | None) -> Any:
        """Return a seat's view of the game; None: an onlooker's."""
        return self.course.game.view(self.course.state, seat)

    def hash(self) -> str:
        """Return the journal's hash: of the agreement and all standing answers."""
        return journal_hash(self.header, self.course.answers)

    def answer(self, seat: int, move: Any) -> Turn:
        """Play a seat's answer. Raises `IllegalMove` of the rules and NotWritable, and then nothing has changed."""
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
        """Return the throw that is due; it can be run anywhere, and `accept` takes its result."""
        job = self.course.throw_job(record=record)
        if job is None:
            raise TableError(_("no throw is due now"))
        return job

    def accept(self, fall: Fall) -> Turn:
        """Play the result of the throw that is due.

        Raises `IllegalMove` of the rules if it is impossible, TowerDisagrees and NotWritable, and then nothing has
        changed.
        """
        question = self.chance
        if not isinstance(question, Throw):
            raise TableError(_("no throw is due now"))
        return self._play(question, Thrown(fall.out), fall)

    def _play(self, question: Question, answer: Any, fall: Fall | None) -> Turn:
        course = self.course
        before = course.state
        step = course.outcome(question.seat, answer)
        if fall is not None and isinstance(fall.inside, TowerState):
            course.check_tower(step.state, fall.inside)
        line = self._line(question, answer, fall)
        checksum = self._write(line, step.state, durably=self._is_precious(question, fall))
        course.apply(line, step, course.inside if fall is None else fall.inside)
        return Turn(line.n, question, answer, step.events, before, step.state, checksum, fall, line.physics)

    def _write(self, line: AnswerLine | RedoLine, state: Any, *, durably: bool) -> int:
        """Write a line, and the ends of its period and game, in one write, and return its checksum.

        `state` is the one after the line.
        """
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
        """Return whether a line must be flushed to disk: answers of humans, and throws that humans see."""
        if question.seat is None:
            return fall is not None and PERSON in self.players
        return self.is_person(question.seat)

    def write_endings(self, period: str | None) -> None:
        """Write the lines missing after the last answer: the end of `period`, if any, and of the game.

        Raises NotWritable.
        """
        if endings := self._endings(self.writer.next_number, self.state, period):
            self.writer.write(*endings, durably=True)

    def _endings(self, n: int, state: Any, period: str | None) -> list[PeriodLine | EndLine]:
        """Return the lines, from number `n` on, for a period that has ended, and for the result if the game has."""
        endings: list[PeriodLine | EndLine] = []
        if period is not None:
            endings.append(PeriodLine(n, period, state_hash(state)))
        if (result := self.course.game.result(state)) is not None:
            endings.append(EndLine(n + len(endings), result, state_hash(state)))
        return endings

    def change_seat(self, seat: int, player: str, why: str = "") -> SeatLine:
        """Have `player` play a seat from now on; `why` is the reason in words if the one before failed.

        Raises NoSuchChange and NotWritable, and then nothing has changed.
        """
        self.course.check_change(seat)
        if not self.writer.has_room and not why:
            raise NoSuchChange(_("seats have changed hands too often in this game"))
        line = SeatLine(self.writer.next_number, seat, player, shown(why, LONGEST_REASON))
        self.writer.write(line, durably=True)
        self.course.change_seat(line)
        return line

    def undoable(self, seat: int) -> bool:
        """Return whether the present player of a seat can undo its last answer; nobody undoes another's."""
        return self.writer.has_room and self.course.undoable_now(seat) is not None

    def undo(self, seat: int) -> AnswerLine:
        """Undo the last answer of a seat and return it.

        Raises NothingToUndo and NotWritable, and then nothing has changed.
        """
        moment = self.course.undoable_now(seat)
        if moment is None or not self.writer.has_room:
            raise NothingToUndo(_("there is nothing to undo"))
        self.writer.write(UndoLine(self.writer.next_number, moment.line.n), durably=True)
        self.course.undo(moment)
        return moment.line

    def redoable(self, seat: int) -> bool:
        """Return whether a seat can redo an answer."""
        return self.writer.has_room and self.course.redoable(seat) is not None

    def redo(self, seat: int) -> Turn:
        """Redo the answer that a seat undid last.

        Raises NothingToUndo and NotWritable, and then nothing has changed.
        """
        moment = self.course.redoable(seat)
        if moment is None or not self.writer.has_room:
            raise NothingToUndo(_("there is nothing to redo"))
        answer, before = moment.line.answer, self.course.state
        question, step = self.course.question(seat, answer), self.course.outcome(seat, answer)
        line = RedoLine(self.writer.next_number, moment.line.n)
        checksum = self._write(line, step.state, durably=True)
        self.course.redo(moment)
        return Turn(line.n, question, answer, step.events, before, step.state, checksum, redone=moment.line.n)

    def close(self) -> None:
        """Close the journal's file."""
        self.writer.close()


def people(session: Session) -> list[int]:
    """Return the seats of human players."""
    return [seat for seat in range(len(session.header.seats)) if session.is_person(seat)]


def only_person(session: Session) -> int | None:
    """Return the seat of the only human player; None if there are several, were several, or there are none.

    If a second person has played, the one who is left has secrets that the player at the screen may not know.
    """
    found, ever = people(session), people_ever(session.header, session.course.changes)
    return found[0] if found and ever == {found[0]} else None


# The game loop: if a seat raises any exception, its substitute takes over

TurnListener = Callable[[Turn], None]


def run(
    session: Session,
    seats: Sequence[Seat],
    budget: Budget = UNLIMITED,
    watch: TurnListener | None = None,
    substitute: Substitute | None = None,
) -> Any:
    """Play a game to its end and return its result; `watch` is called with every turn.

    If an opponent fails, the substitute takes over, and the journal records it. Raises SeatFailed if there is none, or
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
    """Have the first open question answered, by chance or by its seat, and return the turn.

    Raises SeatFailed and NotWritable, and then nothing has changed.
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
    except BaseException as cause:  # CancelledError of an asynchronous client isn't an Exception
        raise _failed(session, question, cause) from cause
    try:
        return session.answer(question.seat, move)
    except (IllegalMove, TypeError) as cause:  # a plan without fields
        raise _failed(session, question, cause) from cause


def _failed(session: Session, question: PlayerQuestion, cause: BaseException) -> SeatFailed:
    kind = "" if isinstance(cause, OpponentFailed) else f"{type(cause).__name__}: "
    why = shown(f"{kind}{cause}", LONGEST_REASON)
    return SeatFailed(question.seat, session.players[question.seat], question.key, why)
