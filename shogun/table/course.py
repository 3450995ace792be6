"""The course of a game in memory: the state, the tower, the answers that stand, and what can be taken back."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from shogun.language import _
from shogun.table.errors import NothingToUndo, TowerDisagrees
from shogun.table.journal import Told
from shogun.table.protocol import Answer, Game, Question, Setup, State, Step
from shogun.table.towers import Inside, Tower


class Moment(Struct, frozen=True):
    """An answer that can still be taken back, with the game as it was before it."""

    n: int
    told: Told
    state: State
    inside: Inside


class Course:
    """A game as it goes; it writes nothing and asks nobody, so that live play and replay are the same code."""

    def __init__(self, game: Game, setup: Setup, tower: Tower) -> None:
        self.game = game
        self.tower = tower
        self.state = game.new(setup)
        self.inside: Inside = tower.empty()
        self.answers: list[Told] = []
        """The answers that stand, in the order in which they were given."""
        self.questions: Sequence[Question] = game.awaited(self.state)
        self._moments: list[Moment] = []
        self._undone: list[Moment] = []

    def question(self, seat: int | None, answer: Answer) -> Question:
        """Return the open question of a seat; raises `IllegalMove` if it is asked nothing."""
        for question in self.questions:
            if question.seat == seat:
                return question
        return self.game.verify(self.state, seat, answer)

    def weigh(self, seat: int | None, answer: Answer) -> Step:
        """Return what an answer would lead to; raises `IllegalMove`."""
        return self.game.play(self.state, seat, answer)

    def take(self, n: int, told: Told, step: Step, inside: Inside) -> None:
        """Go on to what the answer of line `n` has led to."""
        if step.reveals:
            self._moments.clear()
            self._undone.clear()
        else:
            self._moments.append(Moment(n, told, self.state, self.inside))
            self._undone = [moment for moment in self._undone if moment.told.seat != told.seat]
        self.answers.append(told)
        self._enter(step.state, inside)

    def _enter(self, state: State, inside: Inside) -> None:
        self.state = state
        self.inside = inside
        self.questions = self.game.awaited(state)

    def undo_line(self, n: int) -> None:
        """Take back the answer of line `n`. Raises NothingToUndo."""
        undone = next((moment for moment in self._moments if moment.n == n), None)
        if undone is None or undone.told.seat is None or self.undoable(undone.told.seat) is not undone:
            raise NothingToUndo(_("the answer of line {n} can't be taken back here").format(n=n))
        self.undo(undone)

    def redo_line(self, of: int, n: int) -> Step:
        """Give the answer of line `of` again, as line `n`, and return what it leads to. Raises NothingToUndo."""
        moment = next((moment for moment in self._undone if moment.n == of), None)
        if moment is None or moment.told.seat is None or self.redoable(moment.told.seat) is not moment:
            raise NothingToUndo(_("the answer of line {n} can't be given again here").format(n=of))
        return self.redo(moment, n)

    def undoable(self, seat: int) -> Moment | None:
        """Return the last answer of a seat if it can be taken back.

        Nothing may have been revealed since, and no other seat may have answered, but for simultaneous answers to the
        same question.
        """
        later: list[Moment] = []
        for moment in reversed(self._moments):
            if moment.told.seat == seat:
                return moment if all(other.told.key == moment.told.key for other in later) else None
            later.append(moment)
        return None

    def undo(self, undone: Moment) -> None:
        """Take back an answer that is `undoable`; simultaneous answers of others stay."""
        place = self._moments.index(undone)
        stay = self._moments[place + 1 :]
        waiting = [*self._undone, undone]
        del self.answers[len(self.answers) - len(stay) - 1 :]
        del self._moments[place:]
        self._enter(undone.state, undone.inside)
        for moment in stay:
            self.take(moment.n, moment.told, self.weigh(moment.told.seat, moment.told.answer), self.inside)
        self._undone = waiting

    def redoable(self, seat: int) -> Moment | None:
        """Return the answer that a seat took back last, if it can be given again."""
        mine = [moment for moment in self._undone if moment.told.seat == seat]
        if not mine or all(q.seat != seat or q.key != mine[-1].told.key for q in self.questions):
            return None
        return mine[-1]

    def redo(self, moment: Moment, n: int) -> Step:
        """Give an answer that is `redoable` again, as line `n`, and return what it leads to."""
        step = self.weigh(moment.told.seat, moment.told.answer)
        waiting = [other for other in self._undone if other is not moment]
        self.take(n, moment.told, step, self.inside)
        self._undone = [] if step.reveals else waiting
        return step

    def check_tower(self) -> None:
        """Raise TowerDisagrees unless the tower holds as many cubes of each colour as the rules say."""
        counted, inside = _positive(self.game.view(self.state, None).tower), self.inside.counts()
        if counted != inside:
            sentence = _("the tower holds {inside}, the rules count {counted}")
            raise TowerDisagrees(sentence.format(inside=inside, counted=counted))


def _positive(counts: Mapping[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in counts.items() if number}
