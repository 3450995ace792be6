"""A running game: it asks, has chance answered, writes every answer into the journal, and goes on."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.streams import Streams
from shogun.games.shogun.rules.chance import ChanceQuestion, Throw, Thrown
from shogun.games.shogun.rules.moves import Move
from shogun.table.chance import ThrowJob, drawn
from shogun.table.course import Course
from shogun.table.errors import NothingToUndo, TableError
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
    journal_hash,
    rows,
    state_hash,
)
from shogun.table.protocol import Answer, Event, Game, Question, Result, State, View
from shogun.table.towers import Fall, Inside
from shogun.tower.constants import PHYSICS
from shogun.tower.state import TowerState


class Turn(Struct, frozen=True):
    """One answer and what it led to: what a window shows next."""

    n: int
    """The number of its line in the journal."""
    question: Question
    answer: Answer
    events: Sequence[Event]
    before: State
    after: State
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


class Session:
    """A game at the table. Its journal alone is the state of the game; `state` follows from it."""

    def __init__(self, course: Course, header: Header, writer: Writer) -> None:
        self.course = course
        self.header = header
        self.writer = writer
        self.streams = Streams(header.seed)

    @classmethod
    def start(cls, game: Game, header: Header, path: Path | None = None) -> "Session":
        """Return a new game whose journal is kept in memory, and in a new file if a path is given.

        Its header names the present physics if the tower is a simulated one, unless it names any.
        Raises `IllegalSetup` of the rules, and NotWritable.
        """
        if header.tower.geometry is not None and header.physics is UNSET:
            header = replace(header, physics=PHYSICS)
        course = Course(game, header)
        writer = Writer(path)
        writer.write(header, durably=path is not None)
        return cls(course, header, writer)

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        return self.writer.path

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.course.state

    @property
    def inside(self) -> Inside:
        """What the tower holds."""
        return self.course.inside

    @property
    def questions(self) -> Sequence[Question]:
        """All open questions: one of chance, or those of seats, answerable in any order; none when it is over."""
        return self.course.questions

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.course.questions

    @property
    def result(self) -> Result | None:
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
        for question in self.course.questions:
            return question if question.seat is None else None
        return None

    def view(self, seat: int | None) -> View:
        """Return the game as a seat may see it; None: as an onlooker does."""
        return self.course.game.view(self.course.state, seat)

    def hash(self) -> str:
        """Return the journal's hash: of what was agreed and of all answers that stand."""
        return journal_hash(self.header, self.course.answers)

    def answer(self, seat: int, move: Move) -> Turn:
        """Give a seat's answer. Raises `IllegalMove` of the rules and NotWritable; nothing has changed then."""
        return self._play(self.course.question(seat, move), move, None)

    def advance(self, *, record: bool = False) -> Turn:
        """Let chance answer, a throw in this process; `record` asks for its recording."""
        question = self.chance
        if question is None:
            raise TableError(_("chance is not asked now"))
        if isinstance(question, Throw):
            return self.accept(self.throw_job(record=record)())
        return self._play(question, drawn(question, self.streams), None)

    def throw_job(self, *, record: bool = False) -> ThrowJob:
        """Return the throw that is due, to be made anywhere: its fall comes back to `accept`."""
        question = self.chance
        if not isinstance(question, Throw):
            raise TableError(_("no throw is due now"))
        seed = self.streams.number(question.key)
        return ThrowJob(self.course.tower, self.course.inside, question, seed, record)

    def accept(self, fall: Fall) -> Turn:
        """Take what the throw that is due has come to.

        Raises `IllegalMove` of the rules if it can't be, and TowerDisagrees; nothing has changed then.
        """
        question = self.chance
        if not isinstance(question, Throw):
            raise TableError(_("no throw is due now"))
        return self._play(question, Thrown(fall.out), fall)

    def _play(self, question: Question, answer: Answer, fall: Fall | None) -> Turn:
        course, writer = self.course, self.writer
        before, period = course.state, course.period
        step = course.weigh(question.seat, answer)
        if fall is not None and isinstance(fall.inside, TowerState):
            course.check_tower(step.state, fall.inside)
        line = self._line(question, answer, fall)
        writer.write(line, durably=self._is_precious(question, fall))
        course.take(line, step, course.inside if fall is None else fall.inside)
        turn = Turn(line.n, question, answer, step.events, before, step.state, writer.checksum, fall, line.physics)
        self._write_endings_since(period)
        return turn

    def _line(self, question: Question, answer: Answer, fall: Fall | None) -> AnswerLine:
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

    def _write_endings_since(self, period: str) -> None:
        if self.course.period != period:
            self.write_endings(period)
        elif not self.course.questions:
            self.write_endings(None)

    def write_endings(self, period: str | None) -> None:
        """Write the hash of the state if a period has just ended, and the result if the game has."""
        if period is not None:
            self.writer.write(PeriodLine(self.writer.next_number, period, state_hash(self.state)))
        if self.is_over and (result := self.result) is not None:
            line = EndLine(self.writer.next_number, result, state_hash(self.state))
            self.writer.write(line, durably=True)

    def change_seat(self, seat: int, player: str, why: str = "") -> SeatLine:
        """Have `player` play a seat from now on; `why` tells in words what became of the one before, if it failed.

        Raises NoSuchChange and NotWritable; nothing has changed then.
        """
        self.course.check_change(seat)
        line = SeatLine(self.writer.next_number, seat, player, why)
        self.writer.write(line, durably=True)
        self.course.change_seat(line)
        return line

    def undoable(self, seat: int) -> bool:
        """Return whether a seat can take back its last answer."""
        return self.course.undoable(seat) is not None

    def undo(self, seat: int) -> AnswerLine:
        """Take back the last answer of a seat and return it. Raises NothingToUndo."""
        moment = self.course.undoable(seat)
        if moment is None:
            raise NothingToUndo(_("there is nothing that can be taken back"))
        self.writer.write(UndoLine(self.writer.next_number, moment.line.n), durably=True)
        self.course.undo(moment)
        return moment.line

    def redoable(self, seat: int) -> bool:
        """Return whether a seat can give again what it took back."""
        return self.course.redoable(seat) is not None

    def redo(self, seat: int) -> Turn:
        """Give again the answer that a seat took back last. Raises NothingToUndo."""
        moment = self.course.redoable(seat)
        if moment is None:
            raise NothingToUndo(_("there is nothing that can be done again"))
        answer, before, period = moment.line.answer, self.course.state, self.course.period
        question = self.course.question(seat, answer)
        line = RedoLine(self.writer.next_number, moment.line.n)
        self.writer.write(line, durably=True)
        step = self.course.redo(moment)
        turn = Turn(line.n, question, answer, step.events, before, step.state, self.writer.checksum)
        self._write_endings_since(period)
        return turn

    def close(self) -> None:
        """Close the journal's file."""
        self.writer.close()
