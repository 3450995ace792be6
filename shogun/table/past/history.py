"""The past of a game: every answer that stands, with the game before and after it. Nothing of it can be changed."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from shogun.game.chance import Throw
from shogun.game.protocol import AnyGame
from shogun.table.running.tower_contents import Inside
from shogun.table.running.tower_kinds import Fall, ThrowJob
from shogun.table.running.turn import Turn
from shogun.table.running.undo_history import Passed, UndoHistory
from shogun.table.storage.journal import AnswerLine, Header


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
