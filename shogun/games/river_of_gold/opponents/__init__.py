"""Computer opponents. Each is a seat of the table: from a view and a question to a move.

`opponent` returns the one with a code. None of them sees more than a person in its seat would.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module

from shogun.base.language import _, marked, shown
from shogun.game.errors import UnknownOpponent
from shogun.games.river_of_gold.opponents.rollouts import budget_for as budget_for
from shogun.players.seating import strength_name
from shogun.table.session import Seat

_PACKAGE = "shogun.games.river_of_gold.opponents"
_MODULES = {
    "random": "random_moves",
    "beginner": "beginner",
    "learner": "learner",
    "solid": "solid",
    "strong": "strong",
    "master": "master",
}
SUBSTITUTE = "solid"
"""Plays on for an opponent that failed, and where nobody says who plays."""
QUICK = ("random", "beginner", "learner", "solid")
"""Opponents that answer in a few milliseconds, where the game runs."""
WITHOUT_MODEL = tuple(_MODULES)
"""No opponent needs a model of a tower: the game has none."""
THINKS_ON = ()
"""Opponents that continue to think while people plan: none."""
RATINGS = {"random": 0.0, "beginner": 516.0, "solid": 949.0, "strong": 1050.0, "master": 1169.0}
"""Ratings from `shogun ladder --game river-of-gold --players 3 --games 60 --seed 5`."""
SENTENCES = {
    "random": marked("Makes random legal moves."),
    "beginner": marked("Delivers and builds when it can; otherwise sails to where most buildings are."),
    "learner": marked("Short-sighted, and often misjudges what a turn is worth."),
    "solid": marked("Weighs money, goods, influence and points according to how much of the game is left."),
    "strong": marked("Weighs each turn together with the next one."),
    "master": marked("Simulates its best plans many times before choosing."),
}
"""A sentence about each opponent, by code."""


def title(code: str, _described: Mapping[str, str] | None = None) -> str:
    """Return an opponent's name; the code itself for one that this program doesn't have."""
    return strength_name(code) if code in SENTENCES else shown(code)


def sentence(code: str, _described: Mapping[str, str] | None = None) -> str:
    """Return a sentence about an opponent, an empty one for one that this program doesn't have."""
    return _(SENTENCES[code]) if code in SENTENCES else ""


def ranked() -> tuple[str, ...]:
    """Return the codes of the opponents that a ladder measures if nobody says which: the weakest first."""
    return tuple(_MODULES)


def codes() -> tuple[str, ...]:
    """Return the codes of all opponents offered to people, the weakest first; `random` is only for comparisons."""
    return tuple(code for code in _MODULES if code != "random")


def opponent(code: str, _described: Mapping[str, str] | None = None) -> Seat:
    """Return the opponent of this code. Raises `UnknownOpponent`, which names those there are."""
    if code not in _MODULES:
        known = ", ".join(_MODULES)
        raise UnknownOpponent(
            _("there is no opponent {code!r}; the opponents are {known}").format(code=shown(code), known=known)
        )
    choose: Seat = import_module(f"{_PACKAGE}.{_MODULES[code]}").choose
    return choose


def named(words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the codes of named opponents; none is described by a file. Raises `UnknownOpponent`."""
    for code in words:
        opponent(code)
    return tuple(words), {}
