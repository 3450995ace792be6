"""A game from its journal: replayed and checked without physics, its history, resumed, and its throws repeated."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.protocol import AnyGame
from shogun.game.questions import Draw, Drawn, Roll, Shuffle, Throw, Thrown
from shogun.table.course import Course, PastAnswer
from shogun.table.errors import Disagreement, NoSuchChange, NothingToUndo, OnlyToLookAt, TowerDisagrees
from shogun.table.journal import (
    AnswerLine,
    Contents,
    EndLine,
    Header,
    Line,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    rows,
    state_hash,
    taken_over,
)
from shogun.table.session import Session, Turn, lots
from shogun.table.towers import Fall, Inside, SimulatedTower, ThrowJob
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.resting_cubes import TowerState


class ReplayedLine(Struct, frozen=True):
    """One line of a journal, replayed."""

    line: Line
    events: Sequence[Any]
    state: Any
    """The state after it."""
    job: ThrowJob | None = None
    """The throw, if it is one, so that it can be recorded again."""
    undone: int | None = None
    """The seat whose answer it undoes."""


class Replay:
    """Replays a journal line by line, and checks its answers, draws, states, tower and result."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.ended: str | None = None
        """The period that the last answer has ended, if no line has stated its hash yet."""
        self._played = 0
        """Number of lines played so far."""
        try:
            self.course = Course(contents.game, contents.header)
        except ValueError as error:
            raise Disagreement(contents.path, 1, str(error)) from error

    def __iter__(self) -> Iterator[ReplayedLine]:
        """Yield the remaining lines with their outcomes. Raises Disagreement at the first that the rules contradict."""
        for line in self.contents.lines[self._played :]:
            self._played += 1
            job, undone = self._throw_job(line), self._undone(line)
            yield ReplayedLine(line, self._play(line), self.course.state, job, undone)

    def run(self) -> Course:
        """Return the game after all lines. Raises Disagreement."""
        for _shown in self:
            pass
        return self.course

    def go_on(self, contents: Contents) -> Course:
        """Return the game after all lines of a journal that has grown since. Raises Disagreement."""
        self.contents = contents
        return self.run()

    @property
    def untold(self) -> str | None:
        """The period whose hash is missing after the last line, if any; an undo at its beginning doesn't end it."""
        is_undone = self._played and isinstance(self.contents.lines[self._played - 1], UndoLine)
        return None if is_undone else self.ended

    def _throw_job(self, line: Line) -> ThrowJob | None:
        """Return the throw that is due and that this line answers."""
        physics = (isinstance(line, AnswerLine) and line.physics) or self.course.physics
        job = self.course.throw_job(physics=physics)
        return job if job is None or self._is_seeded else replace(job, seed=None)

    @property
    def _is_seeded(self) -> bool:
        """True if the answers of chance at this place belong to the seed."""
        return len(self.course.answers) >= self.contents.header.unseeded

    def _undone(self, line: Line) -> int | None:
        """Return the seat whose answer a line undoes; None if it doesn't undo any."""
        if not isinstance(line, UndoLine):
            return None
        return next((answer.seat for answer in reversed(self.course.answers) if answer.n == line.of), None)

    def _play(self, line: Line) -> Sequence[Any]:
        try:
            return self._apply(line)
        except (ValueError, NothingToUndo, NoSuchChange, TowerDisagrees) as error:  # IllegalMove is a ValueError
            raise Disagreement(self.contents.path, line.n, str(error)) from error

    def _apply(self, line: Line) -> Sequence[Any]:
        before = self.course.period
        events = self._go_on(line)
        self.ended = before if self.course.period != before else None
        return events

    def _go_on(self, line: Line) -> Sequence[Any]:
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

    def _answer(self, line: AnswerLine) -> Sequence[Any]:
        question = self.course.chance
        if isinstance(question, Shuffle | Draw | Roll) and self._is_seeded:
            self._compare_lots(line, lots(question, self.course.streams))
        past = self.course.replay(line)
        self._compare(line, line.key, past.question.key)
        return past.events

    def _compare_lots(self, line: AnswerLine, drawn: object) -> None:
        """Raise Disagreement unless draws are those of the seed, without naming those of a running game."""
        if isinstance(line.answer, Drawn) and line.answer != drawn and not self.contents.is_finished:
            sentence = _("the journal has other draws than its seed gives")
            raise Disagreement(self.contents.path, line.n, sentence)
        self._compare(line, line.answer, drawn)

    def _compare(self, line: Line, stated: object, found: object) -> None:
        if stated != found:
            sentence = _("the journal says {stated}, but the rules say {found}").format(stated=stated, found=found)
            raise Disagreement(self.contents.path, line.n, sentence)


# History: every standing answer, with the game before and after it


class History:
    """The game at every place: 0 is its beginning, and place `n` is after `n` answers.

    All states are kept. They share what hasn't changed, so that a whole game takes less than a megabyte.
    """

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.header = header
        self.steps: list[PastAnswer] = []
        self._course = Course(game, header)
        self._beginning = self._course.state

    def follow(self, answers: Sequence[AnswerLine]) -> None:
        """Become the history of these answers; those that are the same as before aren't replayed."""
        pairs = zip(self.steps, answers, strict=False)
        same = sum(1 for _pair in takewhile(lambda pair: pair[0].line is pair[1], pairs))
        if same < len(self.steps):
            del self.steps[same:]
            self._course.begin_at(self.state(same), self.inside(same), self.physics(same))
        self.steps.extend(map(self._course.replay, answers[same:]))

    def __len__(self) -> int:
        return len(self.steps)

    def state(self, place: int) -> Any:
        """Return the state at a place."""
        return self.steps[place - 1].after if place else self._beginning

    def inside(self, place: int) -> Inside:
        """Return the content of the tower at a place."""
        return self.steps[place - 1].inside if place else self._course.beginning

    def physics(self, place: int) -> int:
        """Return the version of the physics at a place: the last throw's, or the one at the game's beginning."""
        return self.steps[place - 1].physics if place else self.header.first_physics

    def place_after(self, n: int) -> int:
        """Return the place after the answers up to line `n` of the journal."""
        return sum(step.line.n <= n for step in self.steps)

    def throw_job(self, place: int) -> ThrowJob | None:
        """Return the throw that led to a place, to be repeated and recorded; None if it wasn't a throw."""
        question = self.steps[place - 1].question
        if not isinstance(question, Throw):
            return None
        job = self._course.job(question, self.inside(place - 1), record=True, physics=self.physics(place))
        return job if place > self.header.unseeded else replace(job, seed=None)


def turn_of(past: PastAnswer, fall: Fall | None = None, checksum: int = 0) -> Turn:
    """Return an answer of the past as the turn that it was."""
    line, question = past.line, past.question
    return Turn(line.n, question, line.answer, past.events, past.before, past.after, checksum, fall, line.physics)


# Resuming a saved game


def resume(contents: Contents) -> Session:
    """Return the session that continues a journal; only an incomplete last line is lost. Raises TableError.

    The file is locked and read again, so that lines written after `contents` was read are included.
    """
    if contents.header.is_excerpt:
        raise OnlyToLookAt.at(contents.path)
    with taken_over(contents) as (whole, writer):
        replay = Replay(whole)
        course = replay.run()
        writer.mend()
        session = Session(course, whole.header, writer)
        if not whole.is_finished:
            session.write_endings(replay.untold)
    return session


# Repeating throws, to check that they have the same results here


class PhysicsRecheck(Struct, frozen=True):
    """Result of repeating one throw of a journal."""

    n: int
    """Number of its line."""
    is_same: bool
    """True if the result is exactly the same. If not, the throw was made by another version of the physics, on another
    processor, or with another library; which of them can't be determined, and the journal isn't damaged."""


def again(shown: ReplayedLine) -> Iterator[PhysicsRecheck]:
    """Repeat the throw of a journal's line, if it is one with a known seed, and yield the result."""
    line = shown.line
    if shown.job and shown.job.seed is not None and isinstance(line, AnswerLine) and isinstance(line.answer, Thrown):
        yield PhysicsRecheck(line.n, _is_made_here(shown.job) and _is_same(line, shown.job()))


def _is_made_here(job: ThrowJob) -> bool:
    """Return whether a throw can have the same result here at all; quick models have no physics."""
    return job.physics == PHYSICS or not isinstance(job.tower, SimulatedTower)


def _is_same(line: AnswerLine, fall: Fall) -> bool:
    rest = rows(fall.inside.resting) if isinstance(fall.inside, TowerState) else None
    result = (fall.out, rest, fall.cut_off, fall.taps)
    return result == (dict(line.answer.out), line.resting, line.cut_off, line.taps)
