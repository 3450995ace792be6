"""Computer opponents. Each is a seat of the table: from a view, what the tower holds and a question to a move.

An opponent is known by its code; `opponent` finds it. None of them sees more than a person in its seat would.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from shogun.base.language import _, marked
from shogun.base.resources import ASSETS
from shogun.game.errors import UnknownOpponent
from shogun.games.shogun.rules.questions import PlanQuestion, PlayerQuestion
from shogun.table.seats import Budget, Seat

if TYPE_CHECKING:
    from shogun.games.shogun.opponents.personality import Personality

PLAN_SECONDS, OTHER_SECONDS = 2.0, 0.3
"""How long is thought about a plan, and about anything else, while people wait."""
FOLDER = ASSETS / "shogun" / "opponents"
"""Where the shipped personalities lie."""
SUFFIX = ".toml"
_MODULES = {
    "random": "shogun.games.shogun.opponents.random_moves",
    "greedy": "shogun.games.shogun.opponents.greedy",
    "planner": "shogun.games.shogun.opponents.planner",
    "strategist": "shogun.games.shogun.opponents.strategist",
}
SUBSTITUTE = "greedy"
"""Plays on for an opponent that failed, and where nobody says who plays."""
QUICK = ("random", SUBSTITUTE)
"""Opponents of a few plain lines: they answer where the game runs, a hundred times sooner than another process."""
WITHOUT_MODEL = (*QUICK, "planner")
"""Opponents that need no quick model of the tower; a strategist does, and personalities may play like one."""
TITLES = {
    "random": (marked("Novice"), marked("Makes any legal move.")),
    "greedy": (marked("Samurai"), marked("Takes what is near, attacks the weaker, keeps rice for winter.")),
    "planner": (marked("Daimyo"), marked("Weighs every action in every province and finds the best plan as a whole.")),
    "strategist": (marked("Shogun"), marked("Plays the season out in its head, many times, before it chooses.")),
}
"""Each opponent's name for people and a sentence about it, by code."""


def title(code: str) -> str:
    """Return what an opponent is called; the code itself for one that this program doesn't have."""
    if code in TITLES:
        return _(TITLES[code][0])
    found = _heading(code)
    return _(found.name) if found else code


def sentence(code: str) -> str:
    """Return a sentence about an opponent, an empty one for one that this program doesn't have."""
    if code in TITLES:
        return _(TITLES[code][1])
    found = _heading(code)
    return _(found.sentence) if found else ""


def ranked() -> tuple[str, ...]:
    """Return the codes of the opponents that a ladder measures if nobody says which: the weakest first."""
    return tuple(_MODULES)


def codes() -> tuple[str, ...]:
    """Return the codes of all opponents: the weakest first, then the personalities."""
    return (*_MODULES, *_personalities())


def opponent(code: str) -> Seat:
    """Return the opponent of this code, or of a file whose path ends in .toml.

    Raises `UnknownOpponent`, which names those there are or says what is wrong with the file.
    """
    if code in _personalities() or code.endswith(SUFFIX):
        return _read(code)
    if code not in _MODULES:
        known = ", ".join(codes())
        raise UnknownOpponent(_("there is no opponent {code!r}; there are {known}").format(code=code, known=known))
    choose: Seat = import_module(_MODULES[code]).choose
    return choose


def budget_for(question: PlayerQuestion) -> Budget:
    """Return how long an opponent may think about a question while people wait for it."""
    return Budget(seconds=PLAN_SECONDS if isinstance(question, PlanQuestion) else OTHER_SECONDS)


def path_of(code: str) -> Path:
    """Return the file of a personality: a shipped one, or the path itself if it ends in .toml."""
    return Path(code) if code.endswith(SUFFIX) else FOLDER / f"{code}{SUFFIX}"


class Heading(Struct, frozen=True):
    """What people are told of a personality."""

    name: str
    sentence: str


@cache
def _personalities() -> tuple[str, ...]:
    """Return the codes of the shipped personalities; which there are is told without loading how they play."""
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


def _read(code: str) -> "Personality":
    from shogun.games.shogun.opponents import personality  # loads SciPy

    try:
        return personality.read(path_of(code))
    except personality.PersonalityError as error:
        raise UnknownOpponent(str(error)) from error


@cache
def _heading(code: str) -> Heading | None:
    """Return what a personality is called, None if there is no such file."""
    if code not in _personalities() and not code.endswith(SUFFIX):
        return None
    try:
        return msgspec.toml.decode(path_of(code).read_bytes(), type=Heading)
    except (OSError, ValueError):
        return None
