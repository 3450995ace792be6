"""Opponents of Pebbles."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from shogun.game.errors import UnknownOpponent
from shogun.table.session import UNLIMITED, Budget, Seat

SUBSTITUTE = "anything"
RATINGS = {"anything": 0.0}
QUICK = WITHOUT_MODEL = ("anything",)
THINKS_ON = ()


def anything(_view: Any, _inside: Any, question: Any, rng: Random, _budget: Budget) -> Any:
    return question.sample(rng)


def all_of_them(_view: Any, _inside: Any, question: Any, _rng: Random, _budget: Budget) -> Any:
    return question.moves[-1]


def opponent(code: str, _described: Any = None) -> Seat:
    if code not in QUICK:
        raise UnknownOpponent(f"there is no opponent {code!r}")
    return anything


def named(words: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    for word in words:
        opponent(word)
    return tuple(words), {}


def codes() -> tuple[str, ...]:
    return QUICK


ranked = codes


def title(code: str, _described: Any = None) -> str:
    return code


def sentence(_code: str, _described: Any = None) -> str:
    return ""


def budget_for(_question: Any) -> Budget:
    return UNLIMITED
