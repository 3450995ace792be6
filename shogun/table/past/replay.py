"""A game from its journal: resumed, replayed and checked, without any physics."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.chance import Draw, Drawn, Roll, Shuffle
from shogun.table.errors import Disagreement, NoSuchChange, NothingToUndo, TowerDisagrees
from shogun.table.running.chance_answers import lots
from shogun.table.running.tower_kinds import ThrowJob
from shogun.table.running.undo_history import UndoHistory
from shogun.table.storage.journal import (
    AnswerLine,
    Contents,
    EndLine,
    Line,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    state_hash,
)


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
