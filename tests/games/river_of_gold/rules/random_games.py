"""Random games, and chance in them: each answer drawn evenly among the legal ones."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from shogun.game.questions import ChanceAnswer, ChanceQuestion, Draw, Drawn, OneOf, Roll, Rolled, Shuffle
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Answer, Question, Setup, State, Step
from shogun.games.river_of_gold.rules.state import Patrons

WAYS: tuple[Patrons, ...] = ("none", "table", "lot")
SETUPS = tuple(Setup(seats, patrons, first) for first in (None, 1) for patrons in WAYS for seats in (2, 3, 4))
Chooser = Callable[[State, OneOf[Any], Random], Any]


class Turn(Struct, frozen=True):
    """One answer of a game with what it answered and led to."""

    before: State
    question: Question
    answer: Answer
    step: Step


def chance(question: ChanceQuestion, rng: Random) -> ChanceAnswer:
    """Return what chance answers, every possible answer with the same chance."""
    if isinstance(question, Shuffle):
        return Drawn(tuple(rng.sample(question.items, len(question.items))))
    if isinstance(question, Draw):
        return Drawn(tuple(rng.sample(question.items, question.count)))
    assert isinstance(question, Roll), "no tower in this game"
    return Rolled(tuple(rng.randint(1, question.sides) for _die in range(question.dice)))


def any_move(_state: State, question: OneOf[Any], rng: Random) -> Any:
    """Return any legal move, exchanges and favor too."""
    return question.sample(rng)


def turns(setup: Setup, rng: Random, choose: Chooser = any_move) -> Iterator[Turn]:
    """Yield every answer of a game."""
    state = rules.new(setup)
    while questions := rules.awaited(state):
        (question,) = questions
        answer = choose(state, question, rng) if isinstance(question, OneOf) else chance(question, rng)
        step = rules.play(state, question.seat, answer)
        yield Turn(state, question, answer, step)
        state = step.state
