"""The past of a game: every answer that stands, with the game before and after it. Nothing of it can be changed."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from shogun.base.streams import Streams
from shogun.games.shogun.rules.chance import Throw, Thrown
from shogun.table.chance import ThrowJob
from shogun.table.journal import AnswerLine, Contents, Header
from shogun.table.protocol import Event, Game, Question, State
from shogun.table.replay import Replay
from shogun.table.session import Turn
from shogun.table.towers import Fall, Inside, Tower, after_throw


class Passed(Struct, frozen=True):
    """One answer of the past and what it led to."""

    line: AnswerLine
    question: Question
    events: Sequence[Event]
    before: State
    after: State
    inside: Inside
    """What the tower held after it."""
    physics: int
    """The version of the physics of the last throw up to it, or with which the game began."""

    def turn(self, fall: Fall | None = None, checksum: int = 0) -> Turn:
        """Return the answer as the table told it when it was given."""
        line, question = self.line, self.question
        return Turn(line.n, question, line.answer, self.events, self.before, self.after, checksum, fall, line.physics)


class History:
    """The game at every place: 0 is its beginning, place `n` what `n` answers have led to.

    All states are kept: they share what has not changed, so that a whole game takes less than a megabyte.
    """

    def __init__(self, game: Game, header: Header) -> None:
        self.header = header
        self._game = game
        self._tower: Tower = header.tower.tower()
        self._beginning = game.new(header.setup)
        self.steps: list[Passed] = []

    @classmethod
    def of(cls, game: Game, contents: Contents) -> "History":
        """Return the past that a journal tells. Raises Disagreement where the rules contradict it."""
        history = cls(game, contents.header)
        history.follow(Replay(game, contents).run().answers)
        return history

    def follow(self, answers: Sequence[AnswerLine]) -> None:
        """Become the past of a game in which these answers stand; what is the same as before is not played again."""
        pairs = zip(self.steps, answers, strict=False)
        same = sum(1 for _pair in takewhile(lambda pair: pair[0].line is pair[1], pairs))
        del self.steps[same:]
        for line in answers[same:]:
            self.steps.append(self._step(line))

    def _step(self, line: AnswerLine) -> Passed:
        before, inside = self.state(len(self.steps)), self.inside(len(self.steps))
        question = self._game.verify(before, line.seat, line.answer)
        step = self._game.play(before, line.seat, line.answer)
        if isinstance(question, Throw) and isinstance(line.answer, Thrown):
            inside = after_throw(self._tower, inside, question.cubes, line.answer.out, line.rest())
        physics = line.physics or self.physics(len(self.steps))
        return Passed(line, question, step.events, before, step.state, inside, physics)

    def __len__(self) -> int:
        return len(self.steps)

    def state(self, place: int) -> State:
        """Return the state at a place."""
        return self.steps[place - 1].after if place else self._beginning

    def inside(self, place: int) -> Inside:
        """Return what the tower held at a place."""
        return self.steps[place - 1].inside if place else self._tower.empty()

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
        seed = Streams(self.header.seed).number(question.key)
        return ThrowJob(self._tower, self.inside(place - 1), question, seed, record=True, physics=self.physics(place))
