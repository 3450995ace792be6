"""The course of a game so far, in memory: state, tower and answers, with undo and redo, and when they are refused."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.base.random_streams import Streams
from shogun.game.protocol import AnyGame, Step
from shogun.game.questions import ChanceQuestion, Draw, Question, Roll, Shuffle, Throw, Thrown
from shogun.table.errors import NoSuchChange, NothingToUndo, TowerDisagrees
from shogun.table.journal import AnswerLine, Header, SeatLine, wrong_tower
from shogun.table.towers import Inside, ThrowJob, Tower, after_throw, beginning, tower_of
from shogun.tower.physics.constants import PHYSICS


class UndoableAnswer(Struct, frozen=True):
    """An answer that may still be undone, with the game before it."""

    line: AnswerLine
    state: Any
    inside: Inside
    player: str
    """Player of its seat at that time."""


class PastAnswer(Struct, frozen=True):
    """An answer given in the past, and its outcome."""

    line: AnswerLine
    question: Question
    events: Sequence[Any]
    before: Any
    """The state before it."""
    after: Any
    """The state after it."""
    inside: Inside
    """Content of the tower after it."""
    physics: int
    """Version of the physics of the last throw so far, or at the game's beginning."""

    @property
    def answer(self) -> Any:
        """The answer."""
        return self.line.answer

    @property
    def is_forced(self) -> bool:
        """True if a seat was asked that had only one legal move."""
        question = self.question
        return not isinstance(question, Shuffle | Draw | Roll | Throw) and question.count() == 1


class Course:
    """The course of a game so far: state, tower and standing answers. It writes nothing and asks nobody.

    Live play and replay share it.
    """

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        if wrong := wrong_tower(game, header):
            raise ValueError(wrong)
        self.streams = Streams(header.seed)
        self._taken_over = header.taken_over
        self.tower: Tower = tower_of(header.tower)
        self.state = game.new(header.setup)
        self.inside = self.beginning = self._beginning(header)
        """Content of the tower now, and at the game's beginning."""
        self.players = [seat.player for seat in header.seats]
        """Player of each seat now: `PERSON`, or the code of an opponent."""
        self.changes: list[SeatLine] = []
        """Changes of seats so far."""
        self.physics = header.first_physics
        """Version of the physics of the last throw, or at the game's beginning."""
        self.answers: list[AnswerLine] = []
        """Standing answers in the order in which they were given."""
        self.questions: Sequence[Question] = game.awaited(self.state)
        self.period = game.period(self.state)
        """Name of the current period."""
        self._moments: list[UndoableAnswer] = []
        self._undone: list[UndoableAnswer] = []

    def _beginning(self, header: Header) -> Inside:
        """Return the tower's content at the beginning. Raises ValueError if the rules count other cubes."""
        try:
            inside = beginning(self.tower, self.game.in_tower(self.state), header.rest)
            self.check_tower(self.state, inside)
        except TowerDisagrees as error:
            raise ValueError(str(error)) from error
        return inside

    def begin_at(self, state: Any, inside: Inside, physics: int | None = None) -> None:
        """Begin at a prepared position, or at an earlier one of the game."""
        self.physics = physics or self.physics
        self._enter(state, inside)

    @property
    def chance(self) -> ChanceQuestion | None:
        """The question that chance has to answer now, if any."""
        for question in self.questions:
            return question if isinstance(question, Shuffle | Draw | Roll | Throw) else None
        return None

    def throw_job(self, *, record: bool = False, physics: int = PHYSICS) -> ThrowJob | None:
        """Return the throw that is due, which can be run anywhere; None if none is."""
        question = self.chance
        return self.job(question, self.inside, record=record, physics=physics) if isinstance(question, Throw) else None

    def job(self, throw: Throw, inside: Inside, *, record: bool, physics: int) -> ThrowJob:
        """Return a throw of this game, new or repeated, into a tower with this content."""
        return ThrowJob(self.tower, inside, throw, self.streams.number(throw.key), record, physics)

    def replay(self, line: AnswerLine) -> PastAnswer:
        """Play the answer of an existing line and return its outcome, without any physics.

        Raises `IllegalMove`, and TowerDisagrees.
        """
        before, inside = self.state, self.inside
        question = self.question(line.seat, line.answer)
        step = self.outcome(line.seat, line.answer)
        if isinstance(question, Throw) and isinstance(line.answer, Thrown):
            inside = after_throw(self.tower, inside, question.cubes, line.answer.out, line.rest())
            self.check_tower(step.state, inside)
        self.apply(line, step, inside)
        return PastAnswer(line, question, step.events, before, step.state, inside, self.physics)

    def question(self, seat: int | None, answer: Any) -> Question:
        """Return the open question of a seat; raises `IllegalMove` if it is asked nothing."""
        for question in self.questions:
            if question.seat == seat:
                return question
        return self.game.verify(self.state, seat, answer)

    def outcome(self, seat: int | None, answer: Any) -> Step[Any]:
        """Return the outcome that an answer would have; raises `IllegalMove`."""
        return self.game.play(self.state, seat, answer)

    def apply(self, line: AnswerLine, step: Step[Any], inside: Inside, player: str = "") -> None:
        """Apply the outcome of a line's answer; `player` gave it, by default the seat's present player."""
        if step.reveals or len(self.answers) < self._taken_over:
            self._moments.clear()
            self._undone.clear()
        else:
            self._moments.append(UndoableAnswer(line, self.state, self.inside, player or self._player(line.seat)))
            if self._undone:
                self._undone = [moment for moment in self._undone if moment.line.seat != line.seat]
        self.answers.append(line)
        self.physics = line.physics or self.physics  # a throw is never undone
        self._enter(step.state, inside)

    def _enter(self, state: Any, inside: Inside) -> None:
        self.state = state
        self.inside = inside
        self.questions = self.game.awaited(state)
        self.period = self.game.period(state)

    def check_change(self, seat: int) -> None:
        """Raise NoSuchChange unless this seat can change hands now."""
        if not 0 <= seat < len(self.players):
            raise NoSuchChange(_("there is no seat {seat}").format(seat=seat))
        if not self.questions:
            raise NoSuchChange(_("the game is over, so seats can't be changed anymore"))

    def change_seat(self, change: SeatLine) -> None:
        """Change the player of a seat; earlier answers stand. Raises NoSuchChange."""
        self.check_change(change.seat)
        self.players[change.seat] = change.player
        self.changes.append(change)

    def undo_line(self, n: int) -> None:
        """Undo the answer of line `n`. Raises NothingToUndo."""
        undone = next((moment for moment in self._moments if moment.line.n == n), None)
        if undone is None or undone.line.seat is None or self.undoable(undone.line.seat) is not undone:
            raise NothingToUndo(_("the answer of line {n} can't be undone here").format(n=n))
        self.undo(undone)

    def redo_line(self, n: int) -> Step[Any]:
        """Redo the answer of line `n` and return its outcome. Raises NothingToUndo."""
        moment = next((moment for moment in self._undone if moment.line.n == n), None)
        if moment is None or moment.line.seat is None or self.redoable(moment.line.seat) is not moment:
            raise NothingToUndo(_("the answer on line {n} can't be redone here").format(n=n))
        return self.redo(moment)

    def undoable(self, seat: int) -> UndoableAnswer | None:
        """Return the last answer of a seat if it can be undone.

        Nothing may have been revealed since, and no other seat may have answered, except simultaneously to the same
        question.
        """
        later: list[UndoableAnswer] = []
        for moment in reversed(self._moments):
            if moment.line.seat == seat:
                return moment if all(other.line.key == moment.line.key for other in later) else None
            later.append(moment)
        return None

    def undoable_now(self, seat: int) -> UndoableAnswer | None:
        """Return the last answer of a seat if its present player has given it and can undo it."""
        moment = self.undoable(seat) if self.questions else None  # a game that is over stays over
        return moment if moment is not None and moment.player == self.players[seat] else None

    def _player(self, seat: int | None) -> str:
        return "" if seat is None else self.players[seat]

    def undo(self, undone: UndoableAnswer) -> None:
        """Undo an answer that is `undoable`; simultaneous answers of others stay."""
        place = self._moments.index(undone)
        stay = self._moments[place + 1 :]
        waiting = [*self._undone, undone]
        del self.answers[len(self.answers) - len(stay) - 1 :]
        del self._moments[place:]
        self._enter(undone.state, undone.inside)
        for moment in stay:
            step = self.outcome(moment.line.seat, moment.line.answer)
            self.apply(moment.line, step, self.inside, moment.player)
        self._undone = waiting

    def redoable(self, seat: int) -> UndoableAnswer | None:
        """Return the answer that a seat undid last, if it can be redone."""
        mine = [moment for moment in self._undone if moment.line.seat == seat]
        if not mine or all(q.seat != seat or q.key != mine[-1].line.key for q in self.questions):
            return None
        return mine[-1]

    def redo(self, moment: UndoableAnswer) -> Step[Any]:
        """Redo an answer that is `redoable` and return its outcome."""
        step = self.outcome(moment.line.seat, moment.line.answer)
        waiting = [other for other in self._undone if other is not moment]
        self.apply(moment.line, step, self.inside)
        self._undone = [] if step.reveals else waiting
        return step

    def check_tower(self, state: Any, inside: Inside) -> None:
        """Raise TowerDisagrees unless the tower holds as many cubes of each color as the rules count."""
        counted, held = _positive(self.game.in_tower(state)), inside.counts()
        if counted != held:
            sentence = _("the tower holds {held}, the rules count {counted}")
            raise TowerDisagrees(sentence.format(held=held, counted=counted))


def _positive(counts: Mapping[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in counts.items() if number}
