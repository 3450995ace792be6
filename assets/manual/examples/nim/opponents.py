"""Two opponents: one takes any number, the other leaves a multiple of four, which can't be answered."""

from collections.abc import Sequence
from random import Random
from typing import Any

from nim.rules import MOST, State, Take
from shogun.game.errors import UnknownOpponent
from shogun.game.questions import OneOf
from shogun.table.running.seats import UNLIMITED, Budget, Seat
from shogun.table.running.tower_contents import Inside

SUBSTITUTE = "any"
RATINGS = {"any": 0.0, "clever": 400.0}
QUICK = ("any", "clever")
WITHOUT_MODEL = QUICK
THINKS_ON = ()


def any_number(view: State, inside: Inside, question: OneOf[Take], rng: Random, budget: Budget) -> Take:
    """Take any number."""
    return question.sample(rng)


def clever(view: State, inside: Inside, question: OneOf[Take], rng: Random, budget: Budget) -> Take:
    """Leave a multiple of four, if that can be done."""
    wanted = Take(view.left % (MOST + 1))
    return wanted if wanted in question.moves else question.sample(rng)


KNOWN: dict[str, Seat] = {"any": any_number, "clever": clever}


def opponent(code: str, described: Any = None) -> Seat:
    """Return an opponent by its code."""
    if code not in KNOWN:
        raise UnknownOpponent(f"there is no opponent {code!r}")
    return KNOWN[code]


def codes() -> tuple[str, ...]:
    """Return the codes of all, the weakest first."""
    return tuple(KNOWN)


ranked = codes


def named(words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the codes that these words of a command line mean."""
    for code in words:
        opponent(code)
    return tuple(words), {}


def title(code: str, described: Any = None) -> str:
    """Return what an opponent is called."""
    return code.capitalize()


def sentence(code: str, described: Any = None) -> str:
    """Return what is said of it in the list."""
    return ""


def budget_for(question: object) -> Budget:
    """Return how much may be thought about a question in the window."""
    return UNLIMITED
