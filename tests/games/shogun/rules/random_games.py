"""Random games on any tower, also on towers that keep everything or nothing."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec import Struct

from shogun.game.questions import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun.rules import Setup, State, Step, awaited, new, play
from shogun.games.shogun.rules.game import Answer
from shogun.games.shogun.rules.questions import Question

Outcome = Callable[[int, int, Random], int]
"""How many cubes of one colour come out, of so many thrown and so many inside."""


def _some(count: int, chance: float, rng: Random) -> int:
    return sum(rng.random() < chance for _cube in range(count))


def _mixed(thrown: int, inside: int, rng: Random) -> int:
    return TOWERS[rng.choice(("keeps all", "empties", "passes", "any", "quick"))](thrown, inside, rng)


TOWERS: dict[str, Outcome] = {
    "keeps all": lambda thrown, inside, rng: 0,
    "empties": lambda thrown, inside, rng: thrown + inside,
    "passes": lambda thrown, inside, rng: thrown,
    "any": lambda thrown, inside, rng: rng.randint(0, thrown + inside),
    "quick": lambda thrown, inside, rng: _some(thrown, 2 / 3, rng) + _some(inside, 1 / 3, rng),
    "mixed": _mixed,
}


class Turn(Struct, frozen=True):
    """One answer of a random game, with the states before and after it."""

    before: State
    question: Question
    answer: Answer
    step: Step


def answer_at_random(state: State, question: Question, tower: Outcome, rng: Random) -> Answer:
    """Return any legal answer."""
    if isinstance(question, Throw):
        colours = sorted({*question.cubes, *state.tower})
        out = {c: tower(question.cubes.get(c, 0), state.tower.get(c, 0), rng) for c in colours}
        return Thrown({colour: count for colour, count in out.items() if count})
    if isinstance(question, Shuffle):
        return Drawn(tuple(rng.sample(question.items, len(question.items))))
    if isinstance(question, Draw):
        return Drawn(tuple(rng.sample(question.items, question.count)))
    return question.sample(rng)


def turns(setup: Setup, tower: Outcome, rng: Random) -> Iterator[Turn]:
    """Yield the turns of a random game; of several who are asked, any answers first."""
    state = new(setup)
    while questions := awaited(state):
        question = rng.choice(questions)
        answer = answer_at_random(state, question, tower, rng)
        step = play(state, question.seat, answer)
        yield Turn(state, question, answer, step)
        state = step.state
