"""A game from its journal: resumed, replayed and checked, without any physics."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.protocol import AnyGame
from shogun.game.questions import Draw, Drawn, Roll, Shuffle, Throw, Thrown
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
from shogun.table.undo_history import Passed, UndoHistory
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.resting_cubes import TowerState


class Shown(Struct, frozen=True):
    """One line of a journal, played again."""

    line: Line
    events: Sequence[Any]
    state: Any
    """The state after it."""
    job: ThrowJob | None = None
    """For a throw: what was thrown into what, so that it can be recorded again."""
    undone: int | None = None
    """The seat that takes its answer back by it."""


class Replay:
    """Plays a journal again, line by line, and checks all that it says: answers, lots, states, tower and result."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.ended: str | None = None
        """The period that the last answer has ended, if no line has told its hash yet."""
        self._played = 0
        """How many lines have been played."""
        try:
            self.course = UndoHistory(contents.game, contents.header)
        except ValueError as error:
            raise Disagreement(contents.path, 1, str(error)) from error

    def __iter__(self) -> Iterator[Shown]:
        """Yield every line to come with what it led to. Raises Disagreement at the first that the rules contradict."""
        for line in self.contents.lines[self._played :]:
            self._played += 1
            job, undone = self._throw_job(line), self._undone(line)
            yield Shown(line, self._play(line), self.course.state, job, undone)

    def run(self) -> UndoHistory:
        """Return the game after all lines. Raises Disagreement."""
        for _shown in self:
            pass
        return self.course

    def go_on(self, contents: Contents) -> UndoHistory:
        """Return the game after all lines of a journal that has grown since it was read. Raises Disagreement."""
        self.contents = contents
        return self.run()

    @property
    def untold(self) -> str | None:
        """The period whose hash is missing behind the last line, if any: one that was only gone back from is no end."""
        is_undone = self._played and isinstance(self.contents.lines[self._played - 1], UndoLine)
        return None if is_undone else self.ended

    def _throw_job(self, line: Line) -> ThrowJob | None:
        """Return the throw that is due, and which this line tells of."""
        physics = (isinstance(line, AnswerLine) and line.physics) or self.course.physics
        job = self.course.throw_job(physics=physics)
        return job if job is None or self._is_seeded else replace(job, seed=None)

    @property
    def _is_seeded(self) -> bool:
        """Whether what chance answers now belongs to the seed."""
        return len(self.course.answers) >= self.contents.header.unseeded

    def _undone(self, line: Line) -> int | None:
        """Return the seat whose answer a line takes back, if it does."""
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
        passed = self.course.replay(line)
        self._compare(line, line.key, passed.question.key)
        return passed.events

    def _compare_lots(self, line: AnswerLine, drawn: object) -> None:
        """Raise Disagreement unless lots are those of the seed; in a running game they may be secret."""
        if isinstance(line.answer, Drawn) and line.answer != drawn and not self.contents.is_finished:
            sentence = _("the journal has other draws than its seed gives")
            raise Disagreement(self.contents.path, line.n, sentence)
        self._compare(line, line.answer, drawn)

    def _compare(self, line: Line, stated: object, found: object) -> None:
        if stated != found:
            sentence = _("the journal says {stated}, but the rules say {found}").format(stated=stated, found=found)
            raise Disagreement(self.contents.path, line.n, sentence)


# The past of a game: every answer that stands, with the game before and after it. Nothing of it can be changed.


class History:
    """The game at every place: 0 is its beginning, place `n` what `n` answers have led to.

    All states are kept: they share what has not changed, so that a whole game takes less than a megabyte.
    """

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.header = header
        self.steps: list[Passed] = []
        self._course = UndoHistory(game, header)
        self._beginning = self._course.state

    def follow(self, answers: Sequence[AnswerLine]) -> None:
        """Become the past of a game in which these answers stand; what is the same as before is not played again."""
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
        """Return what the tower held at a place."""
        return self.steps[place - 1].inside if place else self._course.beginning

    def physics(self, place: int) -> int:
        """Return the version of the physics of the last throw up to a place, or with which the game began."""
        return self.steps[place - 1].physics if place else self.header.first_physics

    def place_after(self, n: int) -> int:
        """Return the place to which the answers up to line `n` of the journal have led."""
        return sum(step.line.n <= n for step in self.steps)

    def throw_job(self, place: int) -> ThrowJob | None:
        """Return the throw that led to a place, to be made and recorded once more; None if no throw did."""
        question = self.steps[place - 1].question
        if not isinstance(question, Throw):
            return None
        job = self._course.job(question, self.inside(place - 1), record=True, physics=self.physics(place))
        return job if place > self.header.unseeded else replace(job, seed=None)


def turn_of(passed: Passed, fall: Fall | None = None, checksum: int = 0) -> Turn:
    """Return an answer of the past as the table told it when it was given."""
    line, question = passed.line, passed.question
    return Turn(line.n, question, line.answer, passed.events, passed.before, passed.after, checksum, fall, line.physics)


# A saved game, to be played on.


def resume(contents: Contents) -> Session:
    """Return the game of a journal, to be played on; only a cut-off last line is lost. Raises TableError.

    What was written to its file after it was read belongs to it: nothing else can be written once this has begun.
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


# Throws of a journal made once more: whether they come to the same here and now.


class PhysicsRecheck(Struct, frozen=True):
    """One throw of a journal, made once more."""

    n: int
    """The number of its line."""
    is_same: bool
    """Whether it came to just the same. If not, it was made elsewhere: by another version of the physics, on another
    processor, or with another library; which of them can't be told, nor is it damage."""


def again(shown: Shown) -> Iterator[PhysicsRecheck]:
    """Yield what a line of a journal comes to if it tells of a throw whose seed is known."""
    line = shown.line
    if shown.job and shown.job.seed is not None and isinstance(line, AnswerLine) and isinstance(line.answer, Thrown):
        yield PhysicsRecheck(line.n, _is_made_here(shown.job) and _is_same(line, shown.job()))


def _is_made_here(job: ThrowJob) -> bool:
    """Return whether a throw can come to the same here at all; quick models know no physics."""
    return job.physics == PHYSICS or not isinstance(job.tower, SimulatedTower)


def _is_same(line: AnswerLine, fall: Fall) -> bool:
    rest = rows(fall.inside.resting) if isinstance(fall.inside, TowerState) else None
    found = (fall.out, rest, fall.cut_off, fall.taps)
    return found == (dict(line.answer.out), line.resting, line.cut_off, line.taps)
