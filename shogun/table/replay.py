"""A game from its journal: resumed, replayed and checked, without any physics."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from shogun.base.language import _
from shogun.base.streams import Streams
from shogun.games.shogun.rules.chance import Throw, Thrown
from shogun.table.chance import ThrowJob
from shogun.table.course import Course
from shogun.table.errors import Disagreement, NoSuchChange, NothingToUndo, TowerDisagrees
from shogun.table.journal import (
    AnswerLine,
    Contents,
    EndLine,
    Line,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    Writer,
    mend,
    state_hash,
)
from shogun.table.protocol import Event, Game, State
from shogun.table.session import Session
from shogun.table.towers import Inside, after_throw


class Shown(Struct, frozen=True):
    """One line of a journal, played again."""

    line: Line
    events: Sequence[Event]
    state: State
    """The state after it."""
    job: ThrowJob | None = None
    """For a throw: what was thrown into what, so that it can be recorded again."""


class Replay:
    """Plays a journal again, line by line, and checks all that it says: answers, states, tower and result."""

    def __init__(self, game: Game, contents: Contents) -> None:
        self.contents = contents
        self.ended: str | None = None
        """The period that the last answer has ended, if no line has told its hash yet."""
        try:
            self.course = Course(game, contents.header)
        except ValueError as error:
            raise Disagreement(contents.path, 1, str(error)) from error

    def __iter__(self) -> Iterator[Shown]:
        """Yield every line with what it led to. Raises Disagreement at the first line that the rules contradict."""
        for line in self.contents.lines:
            job = self._throw_job(line)
            yield Shown(line, self._play(line), self.course.state, job)

    def run(self) -> Course:
        """Return the game after all lines. Raises Disagreement."""
        for _shown in self:
            pass
        return self.course

    def _throw_job(self, line: Line) -> ThrowJob | None:
        """Return the throw that is due, and which this line tells of."""
        for question in self.course.questions:
            if isinstance(question, Throw):
                seed = Streams(self.contents.header.seed).number(question.key)
                physics = (isinstance(line, AnswerLine) and line.physics) or self.course.physics
                return ThrowJob(self.course.tower, self.course.inside, question, seed, physics=physics)
        return None

    def _play(self, line: Line) -> Sequence[Event]:
        try:
            return self._apply(line)
        except (ValueError, NothingToUndo, NoSuchChange, TowerDisagrees) as error:  # IllegalMove is a ValueError
            raise Disagreement(self.contents.path, line.n, str(error)) from error

    def _apply(self, line: Line) -> Sequence[Event]:
        before = self.course.period
        events = self._go_on(line)
        self.ended = before if self.course.period != before else None
        return events

    def _go_on(self, line: Line) -> Sequence[Event]:
        match line:
            case AnswerLine():
                return self._answer(line)
            case UndoLine():
                self.course.undo_line(line.of)
            case RedoLine():
                return self.course.redo_line(line.of).events
            case SeatLine():
                self.course.change_seat(line)
            case PeriodLine():
                self._compare(line, line.period, self.ended)
                self._compare(line, line.state, state_hash(self.course.state))
            case EndLine():
                self._compare(line, line.result, self.course.game.result(self.course.state))
                self._compare(line, line.state, state_hash(self.course.state))
        return ()

    def _answer(self, line: AnswerLine) -> Sequence[Event]:
        course = self.course
        question = course.question(line.seat, line.answer)
        self._compare(line, line.key, question.key)
        step = course.weigh(line.seat, line.answer)
        inside: Inside = course.inside
        if isinstance(question, Throw) and isinstance(line.answer, Thrown):
            inside = after_throw(course.tower, inside, question.cubes, line.answer.out, line.rest())
            course.check_tower(step.state, inside)
        course.take(line, step, inside)
        return step.events

    def _compare(self, line: Line, stated: object, found: object) -> None:
        if stated != found:
            sentence = _("the journal says {stated}, the rules say {found}").format(stated=stated, found=found)
            raise Disagreement(self.contents.path, line.n, sentence)


def resume(game: Game, contents: Contents) -> Session:
    """Return the game of a journal, to be played on; only a cut-off last line is lost. Raises TableError."""
    replay = Replay(game, contents)
    course = replay.run()
    writer = Writer(contents.path, lines=contents.raw)
    mend(contents)
    session = Session(course, contents.header, writer)
    if not contents.is_finished:
        session.write_endings(replay.ended)
    return session
