"""What opponents are called: one name for each strength, in every game; a game offers as many of them as it has."""

from collections.abc import Iterable, Mapping

from shogun.base.language import _, marked

NAMES: Mapping[str, str] = {
    "random": marked("Random"),
    "beginner": marked("Novice"),
    "learner": marked("Foot Soldier"),
    "hasty": marked("Captain"),
    "greedy": marked("Samurai"),
    "solid": marked("Samurai"),
    "steady": marked("General"),
    "planner": marked("Daimyo"),
    "strong": marked("Daimyo"),
    "strategist": marked("Shogun"),
    "master": marked("Grand Master"),
}
"""By the codes under which opponents stand in journals and on command lines, the weakest first."""


def strength_name(code: str) -> str:
    """Return what an opponent of a code is called."""
    return _(NAMES[code])


def code_called(word: str, codes: Iterable[str]) -> str:
    """Return which of a game's opponents a word of a command line means: a strength's name, else the word itself."""
    called = (code for code in codes if code in NAMES and word == NAMES[code].lower().replace(" ", "-"))
    return next(called, word)
