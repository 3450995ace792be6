"""Computer opponents. Each is a seat of the table: from a view, what the tower holds and a question to a move.

An opponent is known by its code; `opponent` finds it. None of them sees more than a person in its seat would.
"""

from collections.abc import Callable
from importlib import import_module

from shogun.language import _, marked
from shogun.table.seats import Seat

_MODULES = {
    "random": "shogun.players.random_moves",
    "greedy": "shogun.players.greedy",
    "planner": "shogun.players.planner",
    "strategist": "shogun.players.strategist",
}
TITLES = {
    "random": (marked("Novice"), marked("Makes any legal move.")),
    "greedy": (marked("Samurai"), marked("Takes what is near, attacks the weaker, keeps rice for winter.")),
    "planner": (marked("Daimyo"), marked("Weighs every action in every province and finds the best plan as a whole.")),
    "strategist": (marked("Shogun"), marked("Plays the season out in its head, many times, before it chooses.")),
}
"""Each opponent's name for people and a sentence about it, by code."""


def title(code: str) -> str:
    """Return what an opponent is called; the code itself for one that this program doesn't have."""
    return _(TITLES[code][0]) if code in TITLES else code


class UnknownOpponent(ValueError):
    """There is no opponent of this code."""


def codes() -> tuple[str, ...]:
    """Return the codes of all opponents, the weakest first."""
    return tuple(_MODULES)


def opponent(code: str) -> Seat:
    """Return the opponent of this code; raises `UnknownOpponent`, which names those there are."""
    if code not in _MODULES:
        known = ", ".join(_MODULES)
        raise UnknownOpponent(_("there is no opponent {code!r}; there are {known}").format(code=code, known=known))
    choose: Callable[..., object] = import_module(_MODULES[code]).choose
    return choose  # type: ignore[return-value]  # every module of the table above has such a function
