"""The opponents of a game that brings none: one, which makes any legal move. A module like a game's `opponents`."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from shogun.base.language import _, shown
from shogun.game.errors import UnknownOpponent
from shogun.players.strengths import strength_name
from shogun.table.running.seats import UNLIMITED, Budget, Seat
from shogun.table.running.tower_contents import Inside

CODE = "random"
SUBSTITUTE = CODE
"""Plays on for an opponent that failed, and where nobody says who plays."""
QUICK = (CODE,)
"""It answers where the game runs."""
WITHOUT_MODEL = (CODE,)
"""It needs no model of a tower."""
THINKS_ON = ()
"""It doesn't plan while others do."""
RATINGS = {CODE: 0.0}
NOBODY: Mapping[str, str] = {}


def choose(_view: Any, _inside: Inside, question: Any, rng: Random, _budget: Budget) -> Any:
    """Return a legal move, each with the same chance."""
    return question.sample(rng)


def opponent(code: str, _described: Mapping[str, str] = NOBODY) -> Seat:
    """Return the opponent of this code. Raises UnknownOpponent."""
    if code != CODE:
        sentence = _("there is no opponent {code!r}; the opponents are {known}")
        raise UnknownOpponent(sentence.format(code=shown(code), known=CODE))
    return choose


def named(words: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Return the codes of opponents that were named; nothing describes them. Raises UnknownOpponent."""
    for word in words:
        opponent(word)
    return tuple(words), NOBODY


def codes() -> tuple[str, ...]:
    """Return the code of the only one."""
    return (CODE,)


ranked = codes


def title(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return what an opponent is called; the code itself for one that there isn't."""
    return strength_name(code) if code == CODE else shown(code)


def sentence(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return a sentence about an opponent, an empty one for one that there isn't."""
    return _("Makes random legal moves.") if code == CODE else ""


def budget_for(_question: Any) -> Budget:
    """Return how long it may think: it never does."""
    return UNLIMITED
