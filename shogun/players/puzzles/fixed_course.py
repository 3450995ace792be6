"""How a game goes on to its end where nothing is left to chance: by a puzzle's seed, and with others who always answer
the same.
"""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from shogun.base.random_streams import Streams
from shogun.game.chance import Draw, Roll, Shuffle
from shogun.game.protocol import AnyGame
from shogun.players.puzzles.puzzle_judge import Answer, PuzzleStart
from shogun.table.running.chance_answers import lots
from shogun.table.running.seats import UNLIMITED, Seat

Chooser: TypeAlias = Callable[[Any, Any], Any]
"""Returns what the seat that solves a puzzle answers in a state to a question."""


class FixedCourse:
    """The course of a game without a tower, from where a puzzle begins."""

    def __init__(self, rules: AnyGame, start: PuzzleStart, others: Seat) -> None:
        """`others` is the opponent that plays all other seats, and where nobody says what the own seat answers."""
        self.rules, self.start, self.seat = rules, start, start.seat
        self._others, self._streams = others, Streams(start.header.seed)

    def value(self, end: Any) -> float:
        """Return by how many points the seat is ahead of the best other at the end; half a point breaks a tie."""
        result = self.rules.result(end)
        assert result is not None, "it was played to the end"
        others = [points for seat, points in enumerate(result.points) if seat != self.seat]
        return float(result.points[self.seat] - max(others) + (0.5 if self.seat in result.winners else -0.5))

    def worth(self, answer: Answer) -> float:
        """Return what these moves come to at the end. Raises IllegalMove."""
        return self.value(self.played(answer)[1])

    def played(self, answer: Answer) -> tuple[Answer, Any]:
        """Return the end to which these moves lead, and with which they were gone on with. Raises IllegalMove."""
        left = iter(answer)
        return self.led(lambda state, asked: next(left, None) or self.usual(state, asked))

    def drawn(self, rng: Random) -> Answer:
        """Return moves to the end, drawn at random."""
        return self.led(lambda _state, asked: asked.sample(rng))[0]

    def led(self, chooser: Chooser, state: Any = None) -> tuple[Answer, Any]:
        """Return the moves that somebody chooses for the seat up to the end, and the end."""
        moves = []
        state, asked = self.to_own(self.start.state if state is None else state)
        while asked is not None:
            moves.append(chooser(state, asked))
            state, asked = self.to_own(self.rules.play(state, self.seat, moves[-1]).state)
        return tuple(moves), state

    def to_own(self, state: Any) -> tuple[Any, Any]:
        """Return the next state in which the seat is asked, and what; or the end, and None."""
        while asked := self.rules.awaited(state):
            question: Any = asked[0]
            if question.seat == self.seat:
                return state, question
            is_chance = isinstance(question, Shuffle | Draw | Roll)
            answer = lots(question, self._streams) if is_chance else self.usual(state, question)
            state = self.rules.play(state, question.seat, answer).state
        return state, None

    def usual(self, state: Any, question: Any) -> Any:
        """Return what the opponent answers for whoever is asked, as at the table."""
        rng = self._streams.stream(f"seat{question.seat}/{question.key}")
        return self._others(self.rules.view(state, question.seat), self.start.inside, question, rng, UNLIMITED)
