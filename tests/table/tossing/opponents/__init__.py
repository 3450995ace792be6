"""One opponent, which plays any legal move."""

from collections.abc import Mapping, Sequence
from typing import Any

from shogun.table.session import UNLIMITED, Budget, Seat
from tests.table.toy import choose

SUBSTITUTE = "any"
RATINGS = {"any": 0.0}
QUICK = ("any",)
THINKS_ON = ()
WITHOUT_MODEL = ("any",)


def opponent(code: str, described: Any = None) -> Seat:
    return choose


def codes() -> tuple[str, ...]:
    return ("any",)


ranked = codes


def named(words: Sequence[str]) -> tuple[Sequence[str], Mapping[str, str]]:
    return words, {}


def title(code: str, described: Any = None) -> str:
    return "Anybody"


def sentence(code: str, described: Any = None) -> str:
    return "Plays any legal move."


def budget_for(question: Any) -> Budget:
    return UNLIMITED
