"""Two opponents: one keeps any number, the other the highest."""

from random import Random
from typing import Any

from shogun.game.errors import UnknownOpponent
from shogun.table.session import UNLIMITED, Budget, Seat
from shogun.table.towers import Inside

SUBSTITUTE = "any"
RATINGS = {"any": 0.0}
QUICK = ("any",)
THINKS_ON = ()
WITHOUT_MODEL = ("any", "highest")


def any_number(view: Any, inside: Inside, question: Any, rng: Random, budget: Budget) -> Any:
    return question.sample(rng)


def highest(view: Any, inside: Inside, question: Any, rng: Random, budget: Budget) -> Any:
    return max((move for move in question.moves if hasattr(move, "number")), default=question.moves[0])


_KNOWN: dict[str, Seat] = {"any": any_number, "highest": highest}


def opponent(code: str, described: Any = None) -> Seat:
    if code not in _KNOWN:
        raise UnknownOpponent(f"there is no opponent {code!r}")
    return _KNOWN[code]


def named(words: Any) -> tuple[tuple[str, ...], dict[str, str]]:
    for code in words:
        opponent(code)
    return tuple(words), {}


def title(code: str, described: Any = None) -> str:
    return code.capitalize()


def ranked() -> tuple[str, ...]:
    return tuple(_KNOWN)


def codes() -> tuple[str, ...]:
    return ranked()


def sentence(code: str, described: Any = None) -> str:
    return ""


def budget_for(question: Any) -> Budget:
    return UNLIMITED
