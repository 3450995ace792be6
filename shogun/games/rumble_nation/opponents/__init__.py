"""Computer opponents. Each is a seat of the table: from a view and a question to a move.

`opponent` returns the one with a code. All see what a person sees, and no luck that is still to come.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from shogun.base.language import _, marked, shown
from shogun.game.errors import UnknownOpponent
from shogun.players.seating import strength_name
from shogun.table.session import Budget, Seat

_PACKAGE = "shogun.games.rumble_nation.opponents"
_MODULES = {
    "random": f"{_PACKAGE}.random_moves",
    "beginner": f"{_PACKAGE}.beginner",
    "solid": f"{_PACKAGE}.solid",
    "strong": f"{_PACKAGE}.strong",
    "master": f"{_PACKAGE}.master",
}
SUBSTITUTE = "solid"
"""Plays on for an opponent that failed, and where nobody says who plays."""
QUICK = ("random", "beginner", SUBSTITUTE)
"""Opponents that answer where the game runs; the others load NumPy or think for some time."""
WITHOUT_MODEL = tuple(_MODULES)
"""Opponents that need no model of a tower: there is none."""
THINKS_ON = ()
"""Opponents that continue to think while people plan: none."""
RATINGS = {"random": 0.0, "beginner": 140.0, "solid": 358.0, "strong": 584.0, "master": 647.0}
"""Ratings from `shogun ladder --game rumble-nation --players 3 --games 100 --seed 5 --budget 5000`."""
SENTENCES = {
    "random": marked("Makes random legal moves."),
    "beginner": marked("Sends many soldiers to areas where it already has some."),
    "solid": marked("Weighs castles, rivals and support from neighbors."),
    "strong": marked("Considers every roll, and works the war out to its end."),
    "master": marked("Simulates the rest of the game many times."),
}
"""A sentence about each opponent, by code."""
SECONDS = 0.8
"""Seconds of thought for a decision while people wait."""
NOBODY: Mapping[str, str] = {}


def codes() -> tuple[str, ...]:
    """Return the codes of all opponents offered to people, the weakest first; `random` is only for comparisons."""
    return tuple(code for code in _MODULES if code != "random")


def ranked() -> tuple[str, ...]:
    """Return the codes of the opponents that a ladder measures if nobody says which: the weakest first."""
    return tuple(_MODULES)


def opponent(code: str, _described: Mapping[str, str] = NOBODY) -> Seat:
    """Return the opponent of this code. Raises `UnknownOpponent`, which names those there are."""
    if code not in _MODULES:
        sentence = _("there is no opponent {code!r}; the opponents are {known}")
        raise UnknownOpponent(sentence.format(code=shown(code), known=", ".join(_MODULES)))
    choose: Seat = import_module(_MODULES[code]).choose
    return choose


def named(words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the codes of named opponents; none is described by a file. Raises UnknownOpponent."""
    for code in words:
        opponent(code)
    return tuple(words), {}


def title(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return an opponent's name; the code itself for an unknown one."""
    return strength_name(code) if code in SENTENCES else shown(code)


def sentence(code: str, _described: Mapping[str, str] = NOBODY) -> str:
    """Return a sentence about an opponent, empty for an unknown one."""
    return _(SENTENCES[code]) if code in SENTENCES else ""


def budget_for(_question: Any) -> Budget:
    """Return how long an opponent may think about a question while people wait for it."""
    return Budget(seconds=SECONDS)
